"""Devices on one Pi share its bus: opened by the first, closed by the last, lost together."""

import asyncio
import threading
from collections.abc import Callable
from functools import partial

import pytest

from hardware.devices import DeviceFault
from hardware.drivers.clocks import SystemClock
from hardware.drivers.pi.gpio import Pins
from hardware.drivers.pi.pi_board import PiBoard, PiPart, TickThread
from hardware.drivers.pi.pi_inputs import PiButtons
from hardware.drivers.pi.pi_outputs import PiStrip
from hardware.drivers.pi.simulated_pins import SimulatedPins
from hardware.outputs import DARK_FRAME
from hardware.signals import ButtonPressed
from tests.rigs.devices.device_rigs import SignalRecorder, deliver_pending
from tests.rigs.devices.pi_rigs import MEANINGS, PiBench, make_switches

LONG = 30.0
"""Seconds after which no change is expected any more."""


async def wait_until(condition: Callable[[], object]) -> None:
    """Waits until a condition holds."""
    async with asyncio.timeout(LONG):
        while not condition():  # noqa: ASYNC110 - a thread beside the loop is waited for
            await asyncio.sleep(0.001)


def heard_all(recorder: SignalRecorder, signals: int) -> bool:
    return len(recorder.signals) == signals


class Buggy(PiPart):
    """A part with a bug in it."""

    def open(self, pins: Pins) -> None: ...

    def tick(self, now: float) -> bool:
        raise ZeroDivisionError(now)

    def close(self) -> None: ...


async def test_first_device_opens_the_pins_and_the_last_closes_them(bench: PiBench) -> None:
    sensor = make_switches(bench)
    strip = PiStrip("strip", bench.clock, bench.board)
    async with sensor:
        async with strip:
            assert bench.pins._factory is not None
        assert bench.pins._factory is not None
        assert bench.ticker.tick is not None
    assert bench.pins._factory is None
    assert bench.ticker.tick is None


async def test_a_bus_that_fails_loses_every_device_and_each_can_be_opened_again(
    bench: PiBench,
) -> None:
    devices = [
        make_switches(bench),
        PiStrip("strip", bench.clock, bench.board),
        PiButtons("buttons", bench.clock, bench.board, MEANINGS),
    ]
    for device in devices:
        await device.__aenter__()
    bench.unplug()
    await deliver_pending()
    for device in devices:
        with pytest.raises(DeviceFault, match=f"{device.name} cannot be reached any more: .*5"):
            device._require_open()
    bench.pins.mend()
    for device in devices:
        await device.__aexit__(None, None, None)
        await device.__aenter__()
    await bench.settle()
    for device in devices:
        device._require_open()
        await device.__aexit__(None, None, None)
    assert bench.pins._factory is None


async def test_device_that_returns_first_does_not_wait_for_the_others(bench: PiBench) -> None:
    sensor, strip = make_switches(bench), PiStrip("strip", bench.clock, bench.board)
    async with strip:
        async with sensor:
            bench.unplug()
            await deliver_pending()
        bench.pins.mend()
        async with sensor:
            await bench.settle()
            sensor._require_open()
            with pytest.raises(DeviceFault, match="strip"):
                await strip.show(DARK_FRAME)
            await strip.__aexit__(None, None, None)
            await bench.settle()
            sensor._require_open()


async def test_a_device_that_cannot_be_opened_leaves_the_others_alone(bench: PiBench) -> None:
    async with PiStrip("strip", bench.clock, bench.board) as strip:
        bench.pins.chain.closed = (1 << 128) - 1
        with pytest.raises(DeviceFault, match="switches"):
            await make_switches(bench).__aenter__()
        await bench.settle()
        await strip.show(DARK_FRAME)
        bench.pins.chain.closed = 0
        async with make_switches(bench):
            pass


async def test_observations_of_an_earlier_opening_are_discarded(bench: PiBench) -> None:
    sensor = make_switches(bench)
    await sensor.__aenter__()
    bench.pins.chain.set(3, closed=True)
    bench.ticker.take()
    await sensor.__aexit__(None, None, None)
    bench.pins.chain.set(3, closed=False)
    async with sensor:
        await deliver_pending()
        assert sensor._queue.qsize() == 1


@pytest.mark.parametrize("name", ["lgpio", "mock"])
def test_pins_are_chosen_by_name_and_not_opened_yet(name: str) -> None:
    board = PiBoard(SystemClock(), name)
    assert board.is_simulated is (name == "mock")


def test_unknown_name_of_pins_is_refused() -> None:
    with pytest.raises(KeyError):
        PiBoard(SystemClock(), "rpigpio")


async def test_thread_reads_the_pins_and_notifies_the_loop() -> None:
    pins, clock = SimulatedPins(), SystemClock()
    board = PiBoard(clock, pins)
    buttons, recorder = PiButtons("buttons", clock, board, MEANINGS), SignalRecorder()
    async with buttons, PiStrip("strip", clock, board):
        listening = asyncio.create_task(recorder.listen(buttons))
        for number in (1, 2):
            pins.press(number)
            await wait_until(partial(heard_all, recorder, number))
            pins.release(number)
        assert all(isinstance(signal, ButtonPressed) for signal in recorder.signals)
        pins.break_down()
        await wait_until(lambda: recorder.ended)
        assert "buttons cannot be reached any more" in str(recorder.lost)
        await listening
    assert not [thread for thread in threading.enumerate() if thread.name == "pins"]


async def test_bug_loses_the_board_and_is_raised(bench: PiBench) -> None:
    reasons: list[str] = []
    await bench.board.join(Buggy(), reasons.append)

    with pytest.raises(ZeroDivisionError):
        bench.ticker.take(1)

    assert reasons == ["failed because of a bug in Kibitz; see the log"]


def test_thread_ends_after_a_tick_that_wants_no_other() -> None:
    taken: list[int] = []
    thread, over = TickThread(), threading.Event()

    def tick() -> float | None:
        taken.append(1)
        if len(taken) < 3:
            return 0.0
        over.set()
        return None

    thread.begin(tick)
    assert over.wait(LONG)
    thread.end()
    thread.end()
    assert len(taken) == 3
