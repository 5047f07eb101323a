"""Switches on the pins of a Pi: every one in its place, and none before it has settled."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.cells import P5
from hardware.checkers import point
from hardware.debounce import AGREEING, APART
from hardware.devices import DeviceFault
from hardware.drivers.pi.board import AT_REST
from hardware.drivers.pi.chain import SwitchChain
from hardware.drivers.pi.played import PlayedPins
from hardware.observations import Observation
from hardware.slots import of_closed
from tests.rigs.pi_pins import Bench, in_loop, switches

CHAIN = len(P5)


def opened(pins: PlayedPins) -> SwitchChain:
    pins.open()
    part = SwitchChain(CHAIN, lambda _at, _closed: None)
    part.open(pins)
    return part


@pytest.mark.parametrize("cell", range(CHAIN))
def test_every_switch_is_heard_in_its_place(cell: int) -> None:
    pins = PlayedPins()
    pins.chain.set(cell, closed=True)

    assert opened(pins).closed == 1 << CHAIN - 1 - cell


@given(st.sets(st.integers(0, CHAIN - 1), max_size=60))
def test_what_is_closed_on_opening_is_heard_bit_by_bit(cells: set[int]) -> None:
    pins = PlayedPins()
    for cell in cells:
        pins.chain.set(cell, closed=True)

    assert opened(pins).closed == sum(1 << CHAIN - 1 - cell for cell in cells)


@in_loop
async def test_a_switch_tells_of_its_place() -> None:
    bench = Bench()
    device = switches(bench)
    async with device:
        for slot in (1, 2):
            bench.pins.chain.set(P5.cell(point(13), slot), closed=True)
            await bench.settle()

        told = [await anext(device.signals()) for _ in range(3)]

    seen = [signal[point(13)] for signal in told if isinstance(signal, Observation)]
    assert seen == [of_closed(0, 5), of_closed(1, 5), of_closed(2, 5)]


@in_loop
async def test_a_flicker_of_three_samples_is_not_told() -> None:
    bench = Bench()
    device = switches(bench)
    async with device:
        for closed, turns in ((True, AGREEING - 1), (False, AGREEING), (True, AGREEING - 1)):
            bench.pins.chain.set(7, closed=closed)
            bench.pulse.take(turns)
        assert device._line.qsize() == 1


@in_loop
async def test_turns_come_sooner_while_a_switch_settles() -> None:
    bench = Bench()
    async with switches(bench):
        bench.pulse.take(1)
        bench.pins.chain.set(7, closed=True)
        bench.pulse.take(AGREEING)
        assert bench.pulse.waits == [AT_REST, APART, APART, APART, AT_REST]


@in_loop
async def test_a_chain_that_has_lost_its_wire_is_told_with_where_to_look() -> None:
    bench = Bench()
    bench.pins.chain.closed = (1 << CHAIN) - 1

    with pytest.raises(DeviceFault, match=r"switches says that 128 of 128 .* GPIO9 \(pin 21\)"):
        await switches(bench).__aenter__()


@in_loop
async def test_a_wire_that_is_torn_off_loses_the_board() -> None:
    bench = Bench()
    device = switches(bench)
    async with device:
        bench.pins.chain.closed = (1 << CHAIN) - 1
        await bench.settle()
        with pytest.raises(DeviceFault, match="closed at once"):
            device._check()


@in_loop
async def test_a_checker_that_slides_within_its_point_is_nothing_new() -> None:
    bench = Bench()
    device = switches(bench)
    bench.pins.chain.set(P5.cell(point(3), 1), closed=True)
    async with device:
        bench.pins.chain.set(P5.cell(point(3), 1), closed=False)
        bench.pins.chain.set(P5.cell(point(3), 2), closed=True)
        await bench.settle()
        assert device._line.qsize() == 1
