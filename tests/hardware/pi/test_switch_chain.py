"""Switches on the pins of a Pi: each at its place, and reported once it has settled."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.checkers import point
from hardware.devices import DeviceFault
from hardware.drivers.pi.pi_board import IDLE_INTERVAL, SAMPLE_INTERVAL, SAMPLES
from hardware.drivers.pi.pi_inputs import SwitchChain
from hardware.drivers.pi.simulated_pins import SimulatedPins
from hardware.observations import Observation, sighting_of_closed
from hardware.sensor_map import C32, C64, P5, SensorMap
from tests.rigs.devices.pi_rigs import PiBench, make_switches

CHAIN = len(P5)


def opened(pins: SimulatedPins) -> SwitchChain:
    pins.open()
    part = SwitchChain(P5, lambda _at, _closed: None)
    part.open(pins)
    return part


@pytest.mark.parametrize("cell", range(CHAIN))
def test_every_switch_has_its_bit(cell: int) -> None:
    pins = SimulatedPins()
    pins.chain.set(cell, closed=True)

    assert opened(pins).closed == 1 << CHAIN - 1 - cell


@given(st.sets(st.integers(0, CHAIN - 1), max_size=60))
def test_switches_closed_on_opening_are_read_bit_by_bit(cells: set[int]) -> None:
    pins = SimulatedPins()
    for cell in cells:
        pins.chain.set(cell, closed=True)

    assert opened(pins).closed == sum(1 << CHAIN - 1 - cell for cell in cells)


async def test_closed_switches_are_reported_at_their_place(bench: PiBench) -> None:
    device = make_switches(bench)
    async with device:
        for slot in (1, 2):
            bench.pins.chain.set(P5.sensor_at(point(13), slot), closed=True)
            await bench.settle()

        signals = [await anext(device.signals()) for _ in range(3)]

    claims = [signal[point(13)] for signal in signals if isinstance(signal, Observation)]
    assert claims == [sighting_of_closed(0, 5), sighting_of_closed(1, 5), sighting_of_closed(2, 5)]


async def test_flicker_of_three_samples_is_not_reported(bench: PiBench) -> None:
    device = make_switches(bench)
    async with device:
        for closed, ticks in ((True, SAMPLES - 1), (False, SAMPLES), (True, SAMPLES - 1)):
            bench.pins.chain.set(7, closed=closed)
            bench.ticker.take(ticks)
        assert device._queue.qsize() == 1


async def test_ticks_come_sooner_while_a_switch_settles(bench: PiBench) -> None:
    async with make_switches(bench):
        bench.ticker.take(1)
        bench.pins.chain.set(7, closed=True)
        bench.ticker.take(SAMPLES)
        assert bench.ticker.waits == [IDLE_INTERVAL, *[SAMPLE_INTERVAL] * 3, IDLE_INTERVAL]


async def test_chain_with_a_broken_wire_is_reported_with_where_to_look(bench: PiBench) -> None:
    bench.pins.chain.closed = (1 << CHAIN) - 1
    with pytest.raises(DeviceFault, match=r"switches reports 128 of 128 .* GPIO9 \(pin 21\)"):
        await make_switches(bench).__aenter__()


@pytest.mark.parametrize(("sensor_map", "closed"), [(C64, 49), (C64, 64), (C32, 32)], ids=str)
async def test_more_switches_than_checkers_can_close_are_no_board_of_squares(
    sensor_map: SensorMap, closed: int
) -> None:
    bench = PiBench(sensor_map=sensor_map)
    bench.pins.chain.closed = (1 << closed) - 1
    with pytest.raises(DeviceFault, match=f"reports {closed} of {len(sensor_map)} "):
        await make_switches(bench).__aenter__()


@pytest.mark.parametrize("sensor_map", [C64, C32], ids=str)
async def test_all_checkers_of_a_board_of_squares_may_be_felt(sensor_map: SensorMap) -> None:
    bench = PiBench(sensor_map=sensor_map)
    bench.pins.chain.closed = (1 << 24) - 1
    async with make_switches(bench) as device:
        assert sum(slots == (True,) for slots in device._slots.values()) == 24


async def test_a_wire_that_is_torn_off_loses_the_board(bench: PiBench) -> None:
    device = make_switches(bench)
    async with device:
        bench.pins.chain.closed = (1 << CHAIN) - 1
        await bench.settle()
        with pytest.raises(DeviceFault, match="closed at once"):
            device._require_open()


async def test_checker_that_slides_within_its_point_is_reported_by_its_slot(bench: PiBench) -> None:
    device = make_switches(bench)
    bench.pins.chain.set(P5.sensor_at(point(3), 1), closed=True)
    async with device:
        bench.pins.chain.set(P5.sensor_at(point(3), 1), closed=False)
        bench.pins.chain.set(P5.sensor_at(point(3), 2), closed=True)
        await bench.settle()
        signals = [device._queue.get_nowait() for _ in range(device._queue.qsize())]

    before, after = (signal for signal in signals if isinstance(signal, Observation))
    assert before.sightings == after.sightings
    assert before.slots[point(3)] == (True, False, False, False, False)
    assert after.slots[point(3)] == (False, True, False, False, False)
