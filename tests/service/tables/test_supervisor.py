"""Devices are opened, lost and found again, and nobody at the table has to do anything."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from itertools import count, cycle
from types import TracebackType
from typing import Any, Self

import pytest

from hardware.checkers import POINTS, point
from hardware.devices import DeviceFault
from hardware.drivers.simulated.boards import SlotBoard
from hardware.drivers.simulated.buttons import SimulatedButtons
from hardware.drivers.simulated.clock import SimulatedClock
from hardware.drivers.simulated.lamps import SimulatedLamps
from hardware.drivers.simulated.table import SimulatedTable
from hardware.lights import DARK, Frame
from hardware.observations import Observation
from hardware.signals import Button, ButtonPressed, DeviceBack, DeviceLost, Signal
from referee.effects import Meaning
from referee.palettes import STANDARD, frame
from service.tables.inbox import MOST_A_SECOND, Inbox
from service.tables.supervisor import (
    FIRST_WAIT,
    LONGEST_WAIT,
    MOST_REASONS,
    Link,
    Picture,
    Supervised,
    SupervisedLamps,
    SupervisedReporter,
    _after,
)
from tests.rigs.devices import arrived
from tests.rigs.logs import LogWatch

MISSING = {point(6): Meaning.MISSING}
LOST = ("service.tables.supervisor", logging.WARNING, "cannot be reached")
Prepared = Callable[[Inbox, SimulatedClock], Coroutine[Any, Any, None]]


def sent(picture: Picture) -> Frame:
    return picture if isinstance(picture, Frame) else frame(picture, STANDARD)


def link(supervised: Supervised[Any]) -> Link:
    return supervised.link


def proved(rule: Prepared) -> None:
    async def prove() -> None:
        clock = SimulatedClock(5.0)
        await rule(Inbox(clock), clock)

    asyncio.run(prove())


@asynccontextmanager
async def kept_alive(run: Awaitable[None]) -> AsyncIterator[asyncio.Task[None]]:
    task = asyncio.ensure_future(run)
    assert isinstance(task, asyncio.Task)
    await arrived()
    try:
        yield task
    finally:
        task.cancel()
        await asyncio.wait({task})


async def said(inbox: Inbox) -> list[Signal]:
    await arrived()
    return await inbox.take() if inbox else []


def test_what_a_device_says_comes_in() -> None:
    async def rule(inbox: Inbox, clock: SimulatedClock) -> None:
        buttons = SimulatedButtons("buttons", clock)
        supervised = SupervisedReporter(buttons, inbox, clock)
        assert link(supervised) is Link.OPENING
        async with kept_alive(supervised.run()):
            buttons.press(Button.UNDO)

            assert await said(inbox) == [ButtonPressed("buttons", 5.0, Button.UNDO)]
            assert link(supervised) is Link.OPEN

    proved(rule)


def test_a_device_that_is_unplugged_is_lost_once_and_comes_back(expected_logs: LogWatch) -> None:
    expected_logs.expect(*LOST)

    async def rule(inbox: Inbox, clock: SimulatedClock) -> None:
        buttons = SimulatedButtons("buttons", clock)
        supervised = SupervisedReporter(buttons, inbox, clock)
        async with kept_alive(supervised.run()):
            buttons.unplug()
            await clock.pass_by(100)
            assert await said(inbox) == [DeviceLost("buttons", 5.0, "buttons was unplugged")]
            assert link(supervised) is Link.LOST

            buttons.plug_in()
            await clock.pass_by(LONGEST_WAIT)
            buttons.press(Button.NO)

            back, pressed = await said(inbox)
            assert isinstance(back, DeviceBack)
            assert isinstance(pressed, ButtonPressed)
            assert link(supervised) is Link.OPEN

    proved(rule)


class SlowBoard(SlotBoard):
    """It takes its time to open, after its first look."""

    async def __aenter__(self) -> Self:
        await super().__aenter__()
        assert isinstance(self._clock, SimulatedClock)
        self._clock.advance(0.01)
        return self


def test_what_a_device_sees_when_it_is_back_is_not_older_than_its_return(
    expected_logs: LogWatch,
) -> None:
    expected_logs.expect(*LOST)

    async def rule(inbox: Inbox, clock: SimulatedClock) -> None:
        board = SlowBoard("board", SimulatedTable(), clock)
        board.unplug()
        async with kept_alive(SupervisedReporter(board, inbox, clock).run()):
            board.plug_in()
            await clock.pass_by(FIRST_WAIT)

            lost, back, look = await said(inbox)
            assert [type(lost), type(back), type(look)] == [DeviceLost, DeviceBack, Observation]
            assert lost.at <= back.at <= look.at

    proved(rule)


def test_a_device_that_is_not_there_at_the_start_is_waited_for(expected_logs: LogWatch) -> None:
    expected_logs.expect(*LOST)

    async def rule(inbox: Inbox, clock: SimulatedClock) -> None:
        buttons = SimulatedButtons("buttons", clock)
        buttons.unplug()
        async with kept_alive(SupervisedReporter(buttons, inbox, clock).run()):
            buttons.plug_in()
            await clock.pass_by(FIRST_WAIT)

            assert [type(signal) for signal in await said(inbox)] == [DeviceLost, DeviceBack]

    proved(rule)


class Broken(SimulatedButtons):
    """Buttons that cannot be opened, or fail in some other way."""

    def __init__(self, clock: SimulatedClock, problem: Exception) -> None:
        super().__init__("buttons", clock)
        self.problem = problem
        self.tries: list[float] = []

    async def __aenter__(self) -> Self:
        self.tries.append(self._clock.now())
        raise self.problem


def test_each_wait_for_a_device_is_twice_the_last_up_to_the_longest(
    expected_logs: LogWatch,
) -> None:
    expected_logs.expect(*LOST)

    async def rule(inbox: Inbox, clock: SimulatedClock) -> None:
        broken = Broken(clock, OSError("no such port"))
        async with kept_alive(SupervisedReporter(broken, inbox, clock).run()):
            await clock.pass_by(200)

        waits = [
            later - sooner for sooner, later in zip(broken.tries, broken.tries[1:], strict=False)
        ]
        assert waits[:8] == [0.5, 1, 2, 4, 5, 5, 5, 5]

    proved(rule)


def test_a_device_that_was_well_for_long_is_tried_again_soon(expected_logs: LogWatch) -> None:
    expected_logs.expect(*LOST)

    async def rule(inbox: Inbox, clock: SimulatedClock) -> None:
        buttons = SimulatedButtons("buttons", clock)
        supervised = SupervisedReporter(buttons, inbox, clock)
        async with kept_alive(supervised.run()):
            for _ in range(8):
                buttons.unplug()
                await arrived()
                buttons.plug_in()
                await clock.pass_by(FIRST_WAIT)
                assert link(supervised) is Link.OPEN

                await clock.pass_by(LONGEST_WAIT)

    proved(rule)


class Wobbly(SlotBoard):
    """A board that shows itself whenever it is opened, and is lost a moment later."""

    def __init__(self, clock: SimulatedClock, stays: float = 0.1) -> None:
        super().__init__("board", SimulatedTable(), clock)
        self.stays = stays
        self.opened = 0

    async def signals(self) -> AsyncIterator[Signal]:
        self.opened += 1
        yield self._standing()
        await self._clock.wait_until(self._clock.now() + self.stays)
        raise DeviceFault(self.reason())

    def reason(self) -> str:
        return "board says too much"


def counted(signals: list[Signal], kind: type[Signal]) -> int:
    return sum(isinstance(signal, kind) for signal in signals)


def test_a_device_that_comes_and_goes_is_told_to_be_back_only_once(
    expected_logs: LogWatch,
) -> None:
    expected_logs.expect(*LOST)

    async def rule(inbox: Inbox, clock: SimulatedClock) -> None:
        board = Wobbly(clock)
        supervised = SupervisedReporter(board, inbox, clock)
        async with kept_alive(supervised.run()):
            await clock.pass_by(66)

            heard = await said(inbox)
            assert counted(heard, DeviceBack) == 1
            assert board.opened > 10
            assert link(supervised) is Link.LOST

    proved(rule)


def test_what_a_device_says_before_it_is_back_counts_until_it_is_lost_again(
    expected_logs: LogWatch,
) -> None:
    expected_logs.expect(*LOST)

    async def rule(inbox: Inbox, clock: SimulatedClock) -> None:
        board = Wobbly(clock)
        async with kept_alive(SupervisedReporter(board, inbox, clock).run()):
            await clock.pass_by(66)

            heard = [type(signal) for signal in await said(inbox)]
            assert heard[:5] == [Observation, DeviceLost, DeviceBack, Observation, DeviceLost]
            assert heard[5:] == [Observation, DeviceLost] * (board.opened - 2)

    proved(rule)


def test_a_device_that_comes_and_goes_and_says_nothing_is_lost_twice_at_most(
    expected_logs: LogWatch,
) -> None:
    expected_logs.expect(*LOST)

    async def rule(inbox: Inbox, clock: SimulatedClock) -> None:
        class Mute(SimulatedLamps):
            async def show(self, _frame: Frame) -> None:
                raise DeviceFault("lamps do not answer")

        async with kept_alive(SupervisedLamps(Mute("lamps", clock), inbox, clock, sent).run()):
            await clock.pass_by(66)

            heard = [type(signal) for signal in await said(inbox)]
            assert heard == [DeviceLost, DeviceBack, DeviceLost]

    proved(rule)


def test_a_device_that_came_and_went_is_back_once_it_has_been_open_for_long(
    expected_logs: LogWatch,
) -> None:
    expected_logs.expect(*LOST)

    async def rule(inbox: Inbox, clock: SimulatedClock) -> None:
        board = Wobbly(clock)
        supervised = SupervisedReporter(board, inbox, clock)
        async with kept_alive(supervised.run()):
            await clock.pass_by(30)
            board.stays = 1000.0
            await clock.pass_by(LONGEST_WAIT)
            before = await said(inbox)
            assert link(supervised) is Link.LOST

            await clock.pass_by(LONGEST_WAIT)

            (back,) = await said(inbox)
            assert isinstance(back, DeviceBack)
            assert back.at >= before[-1].at
            assert link(supervised) is Link.OPEN

    proved(rule)


def test_lamps_shine_though_they_are_not_told_to_be_back(expected_logs: LogWatch) -> None:
    expected_logs.expect(*LOST)

    async def rule(inbox: Inbox, clock: SimulatedClock) -> None:
        lamps = SimulatedLamps("lamps", clock)
        supervised = SupervisedLamps(lamps, inbox, clock, sent)
        async with kept_alive(supervised.run()):
            for _ in range(2):
                lamps.unplug()
                await arrived()
                lamps.plug_in()
                await clock.pass_by(2 * FIRST_WAIT)
            supervised.show(MISSING)
            await arrived()

            assert link(supervised) is Link.LOST
            assert lamps.shining == sent(MISSING)

            await clock.pass_by(LONGEST_WAIT)
            assert link(supervised) is Link.OPEN

    proved(rule)


def reasons_logged(reason: Callable[[], str], caplog: pytest.LogCaptureFixture) -> list[str]:
    """Why a board that comes and goes for five minutes could not be reached, as it is logged."""

    async def rule(inbox: Inbox, clock: SimulatedClock) -> None:
        board = Wobbly(clock)
        setattr(board, "reason", reason)  # noqa: B010 - a method cannot be assigned otherwise
        async with kept_alive(SupervisedReporter(board, inbox, clock).run()):
            await clock.pass_by(300)

    proved(rule)
    told = [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]
    return [message.rpartition(": ")[2] for message in told]


def test_each_reason_is_logged_once_while_an_outage_lasts(
    expected_logs: LogWatch, caplog: pytest.LogCaptureFixture
) -> None:
    expected_logs.expect(*LOST)
    reasons = cycle(["board says too much", "no such port"])

    assert reasons_logged(lambda: next(reasons), caplog) == ["it says too much", "no such port"]


def test_a_device_that_always_fails_for_another_reason_does_not_fill_the_log(
    expected_logs: LogWatch, caplog: pytest.LogCaptureFixture
) -> None:
    expected_logs.expect(*LOST)
    numbers = count()

    logged = reasons_logged(lambda: f"reason {next(numbers)}", caplog)
    assert logged == [f"reason {number}" for number in range(MOST_REASONS)]


def test_a_reason_is_logged_again_when_a_device_has_been_well(
    expected_logs: LogWatch, caplog: pytest.LogCaptureFixture
) -> None:
    expected_logs.expect(*LOST)

    async def rule(inbox: Inbox, clock: SimulatedClock) -> None:
        board = Wobbly(clock, stays=2 * LONGEST_WAIT)
        async with kept_alive(SupervisedReporter(board, inbox, clock).run()):
            await clock.pass_by(5 * LONGEST_WAIT)
            assert board.opened == 3

    proved(rule)
    assert [record.levelno for record in caplog.records].count(logging.WARNING) == 2


def test_a_bug_in_a_driver_is_no_fault_of_the_device() -> None:
    async def rule(inbox: Inbox, clock: SimulatedClock) -> None:
        broken = Broken(clock, ZeroDivisionError("ours"))
        with pytest.raises(ZeroDivisionError):
            await SupervisedReporter(broken, inbox, clock).run()

    proved(rule)


def test_a_device_that_stops_of_itself_is_lost(expected_logs: LogWatch) -> None:
    expected_logs.expect(*LOST)

    async def rule(inbox: Inbox, clock: SimulatedClock) -> None:
        class Silent(SimulatedButtons):
            async def signals(self) -> AsyncIterator[Signal]:
                if self.buttons == frozenset():
                    yield ButtonPressed("buttons", clock.now(), Button.NO)

        silent = Silent("buttons", clock)
        async with kept_alive(SupervisedReporter(silent, inbox, clock).run()):
            (lost,) = await said(inbox)
            assert isinstance(lost, DeviceLost)
            assert "stopped" in lost.why

    proved(rule)


def test_what_is_said_of_a_device_is_never_older_than_what_it_said(
    expected_logs: LogWatch,
) -> None:
    expected_logs.expect(*LOST)

    async def rule(inbox: Inbox, clock: SimulatedClock) -> None:
        class Ahead(SimulatedButtons):
            async def signals(self) -> AsyncIterator[Signal]:
                yield ButtonPressed("buttons", clock.now() + 0.3, Button.NO)
                raise DeviceFault("gone")

        ahead = Ahead("buttons", clock)
        async with kept_alive(SupervisedReporter(ahead, inbox, clock).run()):
            pressed, lost = await said(inbox)
            assert lost.at >= pressed.at

    proved(rule)


def test_a_line_that_never_runs_dry_leaves_the_others_their_turn(expected_logs: LogWatch) -> None:
    expected_logs.expect("service.tables.inbox", logging.WARNING, "says too much")

    async def rule(inbox: Inbox, clock: SimulatedClock) -> None:
        class Endless(SimulatedButtons):
            async def signals(self) -> AsyncIterator[Signal]:
                while True:
                    yield ButtonPressed("buttons", clock.now(), Button.NO)

        endless = Endless("buttons", clock)
        async with (
            asyncio.TaskGroup() as tasks,
            kept_alive(SupervisedReporter(endless, inbox, clock).run()),
        ):
            inbox.alarm.wind_up(tasks)
            assert len(await inbox.take()) == MOST_A_SECOND + 1

    proved(rule)


def test_lamps_show_the_newest_picture_and_go_dark_at_the_end() -> None:
    async def rule(inbox: Inbox, clock: SimulatedClock) -> None:
        lamps = SimulatedLamps("lamps", clock, POINTS)
        supervised = SupervisedLamps(lamps, inbox, clock, sent)
        async with kept_alive(supervised.run()):
            supervised.show({point(1): Meaning.TURN})
            supervised.show(MISSING)
            await arrived()

            assert [shown.frame for shown in lamps.history] == [DARK, sent(MISSING)]
        assert lamps.shining == DARK

    proved(rule)


def test_lamps_that_come_back_show_the_last_picture_again(expected_logs: LogWatch) -> None:
    expected_logs.expect(*LOST)

    async def rule(inbox: Inbox, clock: SimulatedClock) -> None:
        lamps = SimulatedLamps("lamps", clock)
        supervised = SupervisedLamps(lamps, inbox, clock, sent)
        async with kept_alive(supervised.run()):
            supervised.show({point(1): Meaning.TURN})
            await arrived()
            lamps.unplug()
            supervised.show(MISSING)
            await arrived()
            assert link(supervised) is Link.LOST

            lamps.plug_in()
            await clock.pass_by(FIRST_WAIT)

            assert lamps.shining == sent(MISSING)
            assert [type(signal) for signal in await said(inbox)] == [DeviceLost, DeviceBack]

    proved(rule)


def test_lamps_that_come_back_show_the_last_picture_although_nothing_is_new(
    expected_logs: LogWatch,
) -> None:
    expected_logs.expect(*LOST)

    async def rule(inbox: Inbox, clock: SimulatedClock) -> None:
        lamps = SimulatedLamps("lamps", clock)
        supervised = SupervisedLamps(lamps, inbox, clock, sent)
        async with kept_alive(supervised.run()):
            supervised.show(MISSING)
            await arrived()
            lamps.unplug()
            await arrived()
            assert link(supervised) is Link.LOST

            lamps.plug_in()
            await clock.pass_by(FIRST_WAIT)

            assert [shown.frame for shown in lamps.history][-2:] == [sent(MISSING)] * 2
            assert [type(signal) for signal in await said(inbox)] == [DeviceLost, DeviceBack]

    proved(rule)


class SlowLamps(SimulatedLamps):
    """Lamps that take five seconds for each picture."""

    async def show(self, frame: Frame) -> None:
        await self._clock.wait_until(self._clock.now() + 5)
        await super().show(frame)


def test_slow_lamps_leave_out_the_pictures_that_are_old() -> None:
    async def rule(inbox: Inbox, clock: SimulatedClock) -> None:
        lamps = SlowLamps("lamps", clock)
        supervised = SupervisedLamps(lamps, inbox, clock, sent)
        async with kept_alive(supervised.run()) as task:
            for number in range(1, 25):
                supervised.show({point(number): Meaning.MISSING})
                await clock.pass_by(0.5)
            await clock.pass_by(20)

            shown = [shown.frame for shown in lamps.history]
            assert len(shown) == 4
            assert shown[-1] == sent({point(24): Meaning.MISSING})
            task.cancel()
            await clock.pass_by(5)

    proved(rule)


def test_a_fault_while_closing_does_not_keep_the_service_from_stopping() -> None:
    async def rule(inbox: Inbox, clock: SimulatedClock) -> None:
        class Sticky(SimulatedButtons):
            async def __aexit__(
                self,
                kind: type[BaseException] | None,
                error: BaseException | None,
                trace: TracebackType | None,
            ) -> None:
                raise DeviceFault("it does not let go")

        async with kept_alive(
            SupervisedReporter(Sticky("buttons", clock), inbox, clock).run()
        ) as task:
            task.cancel()
            await asyncio.wait({task})

            assert task.cancelled()

    proved(rule)


def test_a_lost_device_is_told_with_the_name_of_its_table(expected_logs: LogWatch) -> None:
    expected_logs.expect(
        "service.tables.supervisor", logging.WARNING, "window: buttons cannot be reached"
    )

    async def rule(_inbox: Inbox, clock: SimulatedClock) -> None:
        inbox = Inbox(clock, "window")
        buttons = SimulatedButtons("buttons", clock)
        buttons.unplug()
        async with kept_alive(SupervisedReporter(buttons, inbox, clock).run()):
            await said(inbox)

    proved(rule)


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
    assert _after("lamps", fault) == why
