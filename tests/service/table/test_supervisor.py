"""Devices are opened, lost and found again, and people need not do anything."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from itertools import count, cycle
from typing import Any, Self

import pytest

from hardware.checkers import POINTS, point
from hardware.devices import DeviceFault, InputDevice
from hardware.drivers.clocks import SimulatedClock
from hardware.drivers.simulated.board_sensors import SlotBoard
from hardware.drivers.simulated.simulated_devices import SimulatedButtons, SimulatedLamps
from hardware.drivers.simulated.simulated_table import SimulatedTable
from hardware.observations import Observation
from hardware.outputs import DARK_FRAME, LampFrame
from hardware.signals import Button, ButtonPressed, DeviceLost, DeviceRestored, Signal
from referee.effects import LampMeaning
from referee.palettes import STANDARD, frame
from service.table import supervisor
from service.table.inbox import MAX_SIGNALS_PER_SECOND, Inbox
from tests.rigs.devices.device_rigs import deliver_pending
from tests.rigs.environment.log_watch import LogWatch

MISSING = {point(6): LampMeaning.MISSING}
LOST = ("service.table.supervisor", logging.WARNING, "cannot be reached")


def frame_of(picture: supervisor.LampContent) -> LampFrame:
    return picture if isinstance(picture, LampFrame) else frame(picture, STANDARD)


def link(supervised: supervisor.SupervisedDevice[Any]) -> supervisor.LinkState:
    return supervised.link


class Bench:
    """An inbox that receives the signals of supervised devices."""

    def __init__(self, logs: LogWatch, table: str = "table") -> None:
        self.clock = SimulatedClock(5.0)
        self.inbox = Inbox(self.clock, table)
        self.buttons = SimulatedButtons("buttons", self.clock)
        self._logs = logs

    def reporter(self, device: InputDevice) -> supervisor.SupervisedInputDevice:
        return supervisor.SupervisedInputDevice(device, self.inbox, self.clock)

    def lamps(self, device: SimulatedLamps) -> supervisor.SupervisedLamps:
        return supervisor.SupervisedLamps(device, self.inbox, self.clock, frame_of)

    def expect_loss(self) -> None:
        self._logs.expect(*LOST)

    async def take(self) -> list[Signal]:
        await deliver_pending()
        return await self.inbox.take() if self.inbox else []


@pytest.fixture
def bench(expected_logs: LogWatch) -> Bench:
    return Bench(expected_logs)


@asynccontextmanager
async def running(run: Awaitable[None]) -> AsyncIterator[asyncio.Task[None]]:
    task = asyncio.ensure_future(run)
    assert isinstance(task, asyncio.Task)
    await deliver_pending()
    try:
        yield task
    finally:
        task.cancel()
        await asyncio.wait({task})


async def test_signals_of_a_device_arrive(bench: Bench) -> None:
    supervised = bench.reporter(bench.buttons)
    assert link(supervised) is supervisor.LinkState.OPENING
    async with running(supervised.run()):
        bench.buttons.press(Button.UNDO)

        assert await bench.take() == [ButtonPressed("buttons", 5.0, Button.UNDO)]
        assert link(supervised) is supervisor.LinkState.OPEN


async def test_a_device_that_is_unplugged_is_lost_once_and_comes_back(bench: Bench) -> None:
    bench.expect_loss()
    buttons = bench.buttons
    supervised = bench.reporter(buttons)
    async with running(supervised.run()):
        buttons.unplug()
        await bench.clock.pass_seconds(100)
        assert await bench.take() == [DeviceLost("buttons", 5.0, "buttons was unplugged")]
        assert link(supervised) is supervisor.LinkState.LOST

        buttons.plug_in()
        await bench.clock.pass_seconds(supervisor.MAX_RETRY_DELAY)
        buttons.press(Button.NO)

        back, pressed = await bench.take()
        assert isinstance(back, DeviceRestored)
        assert isinstance(pressed, ButtonPressed)
        assert link(supervised) is supervisor.LinkState.OPEN


class SlowBoard(SlotBoard):
    """A board that takes its time to open, after its first observation."""

    async def __aenter__(self) -> Self:
        await super().__aenter__()
        assert isinstance(self._clock, SimulatedClock)
        self._clock.advance(0.01)
        return self


async def test_observation_after_a_return_is_not_older_than_the_return(bench: Bench) -> None:
    bench.expect_loss()
    board = SlowBoard("board", SimulatedTable(), bench.clock)
    board.unplug()
    async with running(bench.reporter(board).run()):
        board.plug_in()
        await bench.clock.pass_seconds(supervisor.FIRST_RETRY_DELAY)

        lost, back, observation = await bench.take()
        assert [type(lost), type(back), type(observation)] == [
            DeviceLost,
            DeviceRestored,
            Observation,
        ]
        assert lost.at <= back.at <= observation.at


async def test_a_device_that_is_not_there_at_the_start_is_waited_for(bench: Bench) -> None:
    bench.expect_loss()
    bench.buttons.unplug()
    async with running(bench.reporter(bench.buttons).run()):
        bench.buttons.plug_in()
        await bench.clock.pass_seconds(supervisor.FIRST_RETRY_DELAY)

        assert [type(signal) for signal in await bench.take()] == [DeviceLost, DeviceRestored]


class Broken(SimulatedButtons):
    """Buttons that cannot be opened, or fail in some other way."""

    def __init__(self, clock: SimulatedClock, problem: Exception) -> None:
        super().__init__("buttons", clock)
        self.problem = problem
        self.tries: list[float] = []

    async def __aenter__(self) -> Self:
        self.tries.append(self._clock.now())
        raise self.problem


async def test_each_wait_for_a_device_is_twice_the_last_up_to_the_longest(bench: Bench) -> None:
    bench.expect_loss()
    broken = Broken(bench.clock, OSError("no such port"))
    async with running(bench.reporter(broken).run()):
        await bench.clock.pass_seconds(200)

    waits = [later - sooner for sooner, later in zip(broken.tries, broken.tries[1:], strict=False)]
    assert waits[:8] == [0.5, 1, 2, 4, 5, 5, 5, 5]


async def test_a_device_that_was_open_for_long_is_tried_again_soon(bench: Bench) -> None:
    bench.expect_loss()
    buttons = bench.buttons
    supervised = bench.reporter(buttons)
    async with running(supervised.run()):
        for _ in range(8):
            buttons.unplug()
            await deliver_pending()
            buttons.plug_in()
            await bench.clock.pass_seconds(supervisor.FIRST_RETRY_DELAY)
            assert link(supervised) is supervisor.LinkState.OPEN

            await bench.clock.pass_seconds(supervisor.MAX_RETRY_DELAY)


class Wobbly(SlotBoard):
    """A board that shows itself whenever it is opened, and is lost a moment later."""

    def __init__(self, clock: SimulatedClock, stays: float = 0.1) -> None:
        super().__init__("board", SimulatedTable(), clock)
        self.stays = stays
        self.opened = 0

    async def signals(self) -> AsyncIterator[Signal]:
        self.opened += 1
        yield self._initial_signal()
        await self._clock.wait_until(self._clock.now() + self.stays)
        raise DeviceFault(self.reason())

    def reason(self) -> str:
        return "board says too much"


def count_of(signals: list[Signal], kind: type[Signal]) -> int:
    return sum(isinstance(signal, kind) for signal in signals)


async def test_unstable_device_is_reported_as_back_only_once(bench: Bench) -> None:
    bench.expect_loss()
    board = Wobbly(bench.clock)
    supervised = bench.reporter(board)
    async with running(supervised.run()):
        await bench.clock.pass_seconds(66)

        received = await bench.take()
        assert count_of(received, DeviceRestored) == 1
        assert board.opened > 10
        assert link(supervised) is supervisor.LinkState.LOST


async def test_observations_before_a_return_count_until_the_next_loss(bench: Bench) -> None:
    bench.expect_loss()
    board = Wobbly(bench.clock)
    async with running(bench.reporter(board).run()):
        await bench.clock.pass_seconds(66)

        received = [type(signal) for signal in await bench.take()]
        assert received[:5] == [Observation, DeviceLost, DeviceRestored, Observation, DeviceLost]
        assert received[5:] == [Observation, DeviceLost] * (board.opened - 2)


async def test_unstable_device_without_signals_is_reported_lost_twice_at_most(bench: Bench) -> None:
    bench.expect_loss()

    class Mute(SimulatedLamps):
        async def show(self, _frame: LampFrame) -> None:
            raise DeviceFault("lamps do not answer")

    async with running(bench.lamps(Mute("lamps", bench.clock)).run()):
        await bench.clock.pass_seconds(66)

        received = [type(signal) for signal in await bench.take()]
        assert received == [DeviceLost, DeviceRestored, DeviceLost]


async def test_a_device_that_came_and_went_is_back_once_it_has_been_open_for_long(
    bench: Bench,
) -> None:
    bench.expect_loss()
    board = Wobbly(bench.clock)
    supervised = bench.reporter(board)
    async with running(supervised.run()):
        await bench.clock.pass_seconds(30)
        board.stays = 1000.0
        await bench.clock.pass_seconds(supervisor.MAX_RETRY_DELAY)
        before = await bench.take()
        assert link(supervised) is supervisor.LinkState.LOST

        await bench.clock.pass_seconds(supervisor.MAX_RETRY_DELAY)

        (back,) = await bench.take()
        assert isinstance(back, DeviceRestored)
        assert back.at >= before[-1].at
        assert link(supervised) is supervisor.LinkState.OPEN


async def test_lamps_shine_though_their_return_is_not_reported(bench: Bench) -> None:
    bench.expect_loss()
    lamps = SimulatedLamps("lamps", bench.clock)
    supervised = bench.lamps(lamps)
    async with running(supervised.run()):
        for _ in range(2):
            lamps.unplug()
            await deliver_pending()
            lamps.plug_in()
            await bench.clock.pass_seconds(2 * supervisor.FIRST_RETRY_DELAY)
        supervised.show(MISSING)
        await deliver_pending()

        assert link(supervised) is supervisor.LinkState.LOST
        assert lamps.visible_frame == frame_of(MISSING)

        await bench.clock.pass_seconds(supervisor.MAX_RETRY_DELAY)
        assert link(supervised) is supervisor.LinkState.OPEN


async def reasons_logged(
    bench: Bench, reason: Callable[[], str], caplog: pytest.LogCaptureFixture
) -> list[str]:
    """The log lines about a board that comes and goes for five minutes."""
    bench.expect_loss()
    board = Wobbly(bench.clock)
    setattr(board, "reason", reason)  # noqa: B010 - a method cannot be assigned otherwise
    async with running(bench.reporter(board).run()):
        await bench.clock.pass_seconds(300)
    messages = [
        record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING
    ]
    return [message.rpartition(": ")[2] for message in messages]


async def test_each_reason_is_logged_once_while_an_outage_lasts(
    bench: Bench, caplog: pytest.LogCaptureFixture
) -> None:
    reasons = cycle(["board says too much", "no such port"])

    logged = await reasons_logged(bench, lambda: next(reasons), caplog)
    assert logged == ["it says too much", "no such port"]


async def test_a_device_that_always_fails_for_another_reason_does_not_fill_the_log(
    bench: Bench, caplog: pytest.LogCaptureFixture
) -> None:
    numbers = count()

    logged = await reasons_logged(bench, lambda: f"reason {next(numbers)}", caplog)
    assert logged == [f"reason {number}" for number in range(supervisor.MAX_LOGGED_REASONS)]


async def test_a_reason_is_logged_again_when_a_device_has_been_well(
    bench: Bench, caplog: pytest.LogCaptureFixture
) -> None:
    bench.expect_loss()
    board = Wobbly(bench.clock, stays=2 * supervisor.MAX_RETRY_DELAY)
    async with running(bench.reporter(board).run()):
        await bench.clock.pass_seconds(5 * supervisor.MAX_RETRY_DELAY)
        assert board.opened == 3

    assert [record.levelno for record in caplog.records].count(logging.WARNING) == 2


async def test_a_bug_in_a_driver_is_no_fault_of_the_device(bench: Bench) -> None:
    broken = Broken(bench.clock, ZeroDivisionError("ours"))
    with pytest.raises(ZeroDivisionError):
        await bench.reporter(broken).run()


async def test_a_device_that_stops_by_itself_is_lost(bench: Bench) -> None:
    bench.expect_loss()

    class Silent(SimulatedButtons):
        async def signals(self) -> AsyncIterator[Signal]:
            if self.buttons == frozenset():
                yield ButtonPressed("buttons", bench.clock.now(), Button.NO)

    silent = Silent("buttons", bench.clock)
    async with running(bench.reporter(silent).run()):
        (lost,) = await bench.take()
        assert isinstance(lost, DeviceLost)
        assert "stopped" in lost.why


async def test_loss_of_a_device_is_never_older_than_its_last_signal(bench: Bench) -> None:
    bench.expect_loss()

    class Ahead(SimulatedButtons):
        async def signals(self) -> AsyncIterator[Signal]:
            yield ButtonPressed("buttons", bench.clock.now() + 0.3, Button.NO)
            raise DeviceFault("gone")

    ahead = Ahead("buttons", bench.clock)
    async with running(bench.reporter(ahead).run()):
        pressed, lost = await bench.take()
        assert lost.at >= pressed.at


async def test_a_line_that_never_runs_dry_leaves_the_others_their_turn(
    bench: Bench, expected_logs: LogWatch
) -> None:
    expected_logs.expect("service.table.inbox", logging.WARNING, "exceeds 200 signals")

    class Endless(SimulatedButtons):
        async def signals(self) -> AsyncIterator[Signal]:
            while True:
                yield ButtonPressed("buttons", bench.clock.now(), Button.NO)

    endless = Endless("buttons", bench.clock)
    async with asyncio.TaskGroup() as tasks, running(bench.reporter(endless).run()):
        bench.inbox.alarm.attach_to(tasks)
        assert len(await bench.inbox.take()) == MAX_SIGNALS_PER_SECOND + 1


async def test_lamps_show_the_newest_picture_and_go_dark_at_the_end(bench: Bench) -> None:
    lamps = SimulatedLamps("lamps", bench.clock, POINTS)
    supervised = bench.lamps(lamps)
    async with running(supervised.run()):
        supervised.show({point(1): LampMeaning.TURN})
        supervised.show(MISSING)
        await deliver_pending()

        assert [shown.frame for shown in lamps.history] == [DARK_FRAME, frame_of(MISSING)]
    assert lamps.visible_frame == DARK_FRAME


async def test_lamps_that_come_back_show_the_last_picture_again(bench: Bench) -> None:
    bench.expect_loss()
    lamps = SimulatedLamps("lamps", bench.clock)
    supervised = bench.lamps(lamps)
    async with running(supervised.run()):
        supervised.show({point(1): LampMeaning.TURN})
        await deliver_pending()
        lamps.unplug()
        supervised.show(MISSING)
        await deliver_pending()
        assert link(supervised) is supervisor.LinkState.LOST

        lamps.plug_in()
        await bench.clock.pass_seconds(supervisor.FIRST_RETRY_DELAY)

        assert lamps.visible_frame == frame_of(MISSING)
        assert [type(signal) for signal in await bench.take()] == [DeviceLost, DeviceRestored]


async def test_lamps_that_come_back_show_the_last_picture_although_nothing_is_new(
    bench: Bench,
) -> None:
    bench.expect_loss()
    lamps = SimulatedLamps("lamps", bench.clock)
    supervised = bench.lamps(lamps)
    async with running(supervised.run()):
        supervised.show(MISSING)
        await deliver_pending()
        lamps.unplug()
        await deliver_pending()
        assert link(supervised) is supervisor.LinkState.LOST

        lamps.plug_in()
        await bench.clock.pass_seconds(supervisor.FIRST_RETRY_DELAY)

        assert [shown.frame for shown in lamps.history][-2:] == [frame_of(MISSING)] * 2
        assert [type(signal) for signal in await bench.take()] == [DeviceLost, DeviceRestored]


class SlowLamps(SimulatedLamps):
    """Lamps that take five seconds for each picture."""

    async def show(self, frame: LampFrame) -> None:
        await self._clock.wait_until(self._clock.now() + 5)
        await super().show(frame)


async def test_slow_lamps_leave_out_the_pictures_that_are_old(bench: Bench) -> None:
    lamps = SlowLamps("lamps", bench.clock)
    supervised = bench.lamps(lamps)
    async with running(supervised.run()) as task:
        for number in range(1, 25):
            supervised.show({point(number): LampMeaning.MISSING})
            await bench.clock.pass_seconds(0.5)
        await bench.clock.pass_seconds(20)

        shown = [shown.frame for shown in lamps.history]
        assert len(shown) == 4
        assert shown[-1] == frame_of({point(24): LampMeaning.MISSING})
        task.cancel()
        await bench.clock.pass_seconds(5)


async def test_a_fault_while_closing_does_not_keep_the_service_from_stopping(bench: Bench) -> None:
    class Sticky(SimulatedButtons):
        async def __aexit__(self, *_: object) -> None:
            raise DeviceFault("it does not let go")

    async with running(bench.reporter(Sticky("buttons", bench.clock)).run()) as task:
        task.cancel()
        await asyncio.wait({task})

        assert task.cancelled()


async def test_lost_device_is_logged_with_the_name_of_its_table(expected_logs: LogWatch) -> None:
    words = "window: buttons cannot be reached"
    expected_logs.expect("service.table.supervisor", logging.WARNING, words)
    bench = Bench(expected_logs, "window")
    bench.buttons.unplug()
    async with running(bench.reporter(bench.buttons).run()):
        await bench.take()


@pytest.mark.parametrize(
    ("fault", "why"),
    [
        ("lamps was unplugged", "it was unplugged"),
        ("lamps: /dev/ttyACM0 was unplugged", "/dev/ttyACM0 was unplugged"),
        ("lamps.dark was unplugged", "lamps.dark was unplugged"),
        ("no such port", "no such port"),
    ],
)
def test_a_fault_does_not_name_the_device_a_second_time(fault: str, why: str) -> None:
    assert supervisor._without_device_name("lamps", fault) == why
