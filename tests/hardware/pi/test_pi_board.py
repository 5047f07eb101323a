"""What devices on one Pi share: opened by the first, closed by the last, and lost together."""

import asyncio
import threading
from collections.abc import Callable
from functools import partial

import pytest

from hardware.devices import DeviceFault
from hardware.drivers.pi.board import OwnThread, Part, PiBoard
from hardware.drivers.pi.buttons import PiButtons
from hardware.drivers.pi.factory import Pins
from hardware.drivers.pi.played import PlayedPins
from hardware.drivers.pi.strip import PiStrip
from hardware.drivers.system_clock import SystemClock
from hardware.lights import DARK
from hardware.signals import ButtonPressed
from tests.rigs.devices import Heard, arrived
from tests.rigs.pi_pins import MEANINGS, Bench, in_loop, switches

LONG = 30.0
"""Seconds after which nothing will be seen any more."""


async def seen(what: Callable[[], object]) -> None:
    """Wait till this is so."""
    async with asyncio.timeout(LONG):
        while not what():  # noqa: ASYNC110 - a thread beside the loop is waited for
            await asyncio.sleep(0.001)


def heard_all(heard: Heard, signals: int) -> bool:
    return len(heard.signals) == signals


class Buggy(Part):
    """A part with a bug in it."""

    def open(self, pins: Pins) -> None: ...

    def turn(self, now: float) -> bool:
        raise ZeroDivisionError(now)

    def close(self) -> None: ...


@in_loop
async def test_the_first_opens_the_pins_and_the_last_closes_them() -> None:
    bench = Bench()
    sensor = switches(bench)
    strip = PiStrip("strip", bench.clock, bench.board)
    async with sensor:
        async with strip:
            assert bench.pins._factory is not None
        assert bench.pins._factory is not None
        assert bench.pulse.turn is not None
    assert bench.pins._factory is None
    assert bench.pulse.turn is None


@in_loop
async def test_a_bus_that_fails_loses_every_device_and_each_can_be_opened_again() -> None:
    bench = Bench()
    devices = [
        switches(bench),
        PiStrip("strip", bench.clock, bench.board),
        PiButtons("buttons", bench.clock, bench.board, MEANINGS),
    ]
    for device in devices:
        await device.__aenter__()
    bench.unplug()
    await arrived()
    for device in devices:
        with pytest.raises(DeviceFault, match=f"{device.name} cannot be reached any more: .*5"):
            device._check()
    bench.pins.mend()
    for device in devices:
        await device.__aexit__(None, None, None)
        await device.__aenter__()
    await bench.settle()
    for device in devices:
        device._check()
        await device.__aexit__(None, None, None)
    assert bench.pins._factory is None


@in_loop
async def test_who_comes_back_first_does_not_wait_for_the_others() -> None:
    bench = Bench()
    sensor, strip = switches(bench), PiStrip("strip", bench.clock, bench.board)
    async with strip:
        async with sensor:
            bench.unplug()
            await arrived()
        bench.pins.mend()
        async with sensor:
            await bench.settle()
            sensor._check()
            with pytest.raises(DeviceFault, match="strip"):
                await strip.show(DARK)
            await strip.__aexit__(None, None, None)
            await bench.settle()
            sensor._check()


@in_loop
async def test_a_device_that_cannot_be_opened_leaves_the_others_alone() -> None:
    bench = Bench()
    async with PiStrip("strip", bench.clock, bench.board) as strip:
        bench.pins.chain.closed = (1 << 128) - 1
        with pytest.raises(DeviceFault, match="switches"):
            await switches(bench).__aenter__()
        await bench.settle()
        await strip.show(DARK)
        bench.pins.chain.closed = 0
        async with switches(bench):
            pass


@in_loop
async def test_what_an_earlier_opening_saw_is_not_told_in_a_later_one() -> None:
    bench = Bench()
    sensor = switches(bench)
    await sensor.__aenter__()
    bench.pins.chain.set(3, closed=True)
    bench.pulse.take()
    await sensor.__aexit__(None, None, None)
    bench.pins.chain.set(3, closed=False)
    async with sensor:
        await arrived()
        assert sensor._line.qsize() == 1


@pytest.mark.parametrize("name", ["lgpio", "mock"])
def test_pins_are_chosen_by_name_and_never_opened_before_they_are_wanted(name: str) -> None:
    board = PiBoard(SystemClock(), name)

    assert board.simulated is (name == "mock")


def test_no_other_pins_are_guessed() -> None:
    with pytest.raises(KeyError):
        PiBoard(SystemClock(), "rpigpio")


@in_loop
async def test_a_thread_of_its_own_reads_the_pins_and_tells_the_loop() -> None:
    pins, clock = PlayedPins(), SystemClock()
    board = PiBoard(clock, pins)
    buttons, heard = PiButtons("buttons", clock, board, MEANINGS), Heard()
    async with buttons, PiStrip("strip", clock, board):
        listening = asyncio.create_task(heard.listen(buttons))
        for number in (1, 2):
            pins.push(number)
            await seen(partial(heard_all, heard, number))
            pins.let_go(number)
        assert all(isinstance(signal, ButtonPressed) for signal in heard.signals)
        pins.break_down()
        await seen(lambda: heard.ended)
        assert "buttons cannot be reached any more" in str(heard.lost)
        await listening
    assert not [thread for thread in threading.enumerate() if thread.name == "pins"]


@in_loop
async def test_lamps_that_nobody_tells_anything_are_missed_too() -> None:
    bench = Bench()
    async with PiStrip("strip", bench.clock, bench.board) as strip:
        missing = asyncio.create_task(strip.until_lost())
        await bench.settle()
        bench.pins.break_down()
        bench.clock.advance(1.0)
        await bench.settle()
        with pytest.raises(DeviceFault, match="strip cannot be reached any more"):
            await missing


@in_loop
async def test_a_bug_loses_the_board_and_is_loud() -> None:
    bench = Bench()
    whys: list[str] = []
    await bench.board.join(Buggy(), whys.append)

    with pytest.raises(ZeroDivisionError):
        bench.pulse.take(1)

    assert whys == ["has met with a bug of Kibitz; the log tells more"]


def test_a_thread_ends_by_itself_with_a_turn_that_wants_no_other() -> None:
    taken: list[int] = []
    pulse, over = OwnThread(), threading.Event()

    def turn() -> float | None:
        taken.append(1)
        if len(taken) < 3:
            return 0.0
        over.set()
        return None

    pulse.begin(turn)
    assert over.wait(LONG)
    pulse.end()
    pulse.end()
    assert len(taken) == 3
