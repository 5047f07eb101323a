"""Signals are queued in their order, and a noisy source does not drown the others."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import replace
from math import inf, nan

import pytest

from hardware.checkers import Place, point
from hardware.drivers.clocks import SimulatedClock
from hardware.observations import EMPTY_SIGHTING, Observation, of_any_colour
from hardware.signals import (
    Button,
    ButtonPressed,
    DeviceLost,
    DiceReading,
    DiceState,
    GarbledData,
    Signal,
    SignalsDropped,
    TimerExpired,
)
from service.table.inbox import (
    MAX_SECONDS_AHEAD,
    MAX_SIGNALS_PER_SECOND,
    MAX_WAITING_SIGNALS,
    SIGNALS_PER_SOURCE,
    Inbox,
    SignalStats,
)
from tests.rigs.environment.log_watch import LogWatch

TOO_MUCH = ("service.table.inbox", logging.WARNING, "board exceeds 200 signals/s")


def observation(count: int, at: float = 0.0, source: str = "board") -> Observation:
    return Observation(source, at, {Place("p1"): of_any_colour(count % 10)})


def press(at: float = 0.0, source: str = "board") -> ButtonPressed:
    return ButtonPressed(source, at, Button.UNDO)


@asynccontextmanager
async def open_inbox(clock: SimulatedClock) -> AsyncIterator[Inbox]:
    inbox = Inbox(clock)
    async with asyncio.TaskGroup() as tasks:
        inbox.alarm.attach_to(tasks)
        yield inbox
        inbox.alarm.set(None)


@pytest.fixture
def clock() -> SimulatedClock:
    return SimulatedClock()


@pytest.fixture
def inbox(clock: SimulatedClock) -> AbstractAsyncContextManager[Inbox]:
    return open_inbox(clock)


@pytest.fixture
def flood_logged(expected_logs: LogWatch) -> None:
    """The log says that the board sends too much."""
    expected_logs.expect(*TOO_MUCH)


async def test_signals_come_in_the_order_in_which_they_arrived(inbox: Inbox) -> None:
    signals: list[Signal] = [observation(1), press(source="buttons"), observation(2)]
    for signal in signals:
        assert inbox.offer(signal)

    assert await inbox.take() == signals


async def test_taker_waits_until_a_signal_arrives(inbox: Inbox) -> None:
    taking = asyncio.create_task(inbox.take())
    await asyncio.sleep(0)
    assert not taking.done()

    inbox.offer(press())

    assert await taking == [press()]


async def test_a_closed_inbox_gives_what_waits_and_then_nothing(inbox: Inbox) -> None:
    inbox.offer(press())
    inbox.close()

    assert await inbox.take() == [press()]
    assert await inbox.take() == []


@pytest.mark.usefixtures("flood_logged")
async def test_a_flood_is_reported_once_and_its_surplus_is_left_out(inbox: Inbox) -> None:
    accepted = [inbox.offer(press()) for _ in range(MAX_SIGNALS_PER_SECOND + 500)]

    signals = await inbox.take()
    assert sum(accepted) == MAX_SIGNALS_PER_SECOND
    assert [type(signal) for signal in signals[MAX_SIGNALS_PER_SECOND:]] == [SignalsDropped]


@pytest.mark.usefixtures("flood_logged")
async def test_of_a_flood_the_newest_observation_comes_in_when_the_second_is_over(
    inbox: Inbox, clock: SimulatedClock
) -> None:
    for number in range(MAX_SIGNALS_PER_SECOND + 5):
        inbox.offer(observation(number))
    inbox.offer(DiceReading("board", 0.0, DiceState.LIFTED))
    inbox.offer(press())
    await inbox.take()

    await clock.pass_seconds(0.99)
    assert not inbox
    await clock.pass_seconds(0.01)

    newest = observation(MAX_SIGNALS_PER_SECOND + 4)
    assert await inbox.take() == [newest, DiceReading("board", 0.0, DiceState.LIFTED)]


@pytest.mark.usefixtures("flood_logged")
async def test_a_flood_that_goes_on_is_not_reported_again(
    inbox: Inbox, clock: SimulatedClock
) -> None:
    for _ in range(5):
        for number in range(2 * MAX_SIGNALS_PER_SECOND):
            inbox.offer(observation(number, clock.now()))
        await clock.pass_seconds(1)

    signals = await inbox.take()
    assert sum(isinstance(signal, SignalsDropped) for signal in signals) == 1
    assert inbox.alarm.due_at is None


@pytest.mark.usefixtures("flood_logged")
async def test_the_order_of_one_source_holds_in_a_flood_too(
    inbox: Inbox, clock: SimulatedClock
) -> None:
    for step in range(3 * MAX_SIGNALS_PER_SECOND):
        clock.advance(0.0019)
        inbox.offer(observation(step, clock.now()))
    await clock.pass_seconds(1)

    times = [s.at for s in await inbox.take() if isinstance(s, Observation)]
    assert times == sorted(times)


@pytest.mark.usefixtures("flood_logged")
async def test_flooding_source_does_not_silence_the_others(inbox: Inbox) -> None:
    for number in range(10 * MAX_SIGNALS_PER_SECOND):
        inbox.offer(observation(number))

    assert inbox.offer(press(source="buttons"))
    assert press(source="buttons") in await inbox.take()


async def test_each_source_has_a_second_of_its_own(
    inbox: Inbox, clock: SimulatedClock, expected_logs: LogWatch
) -> None:
    expected_logs.expect("service.table.inbox", logging.WARNING, "exceeds 200 signals")
    for source, second in (("first", 0.0), ("second", 0.6)):
        clock.advance_to(second)
        for number in range(MAX_SIGNALS_PER_SECOND + 1):
            inbox.offer(observation(number, second, source))
    await inbox.take()

    await clock.pass_until(1.0)
    assert [signal.source for signal in await inbox.take()] == ["first"]
    await clock.pass_until(1.6)
    assert [signal.source for signal in await inbox.take()] == ["second"]


@pytest.mark.usefixtures("flood_logged")
async def test_delayed_observation_of_a_lost_device_is_dropped(
    inbox: Inbox, clock: SimulatedClock
) -> None:
    for number in range(MAX_SIGNALS_PER_SECOND + 1):
        inbox.offer(observation(number))
    lost = DeviceLost("board", 0.5, "unplugged")
    inbox.put(lost)
    await clock.pass_seconds(2)

    assert (await inbox.take())[-1] == lost


async def test_unread_inbox_is_limited(
    inbox: Inbox, clock: SimulatedClock, expected_logs: LogWatch
) -> None:
    expected_logs.expect("service.table.inbox", logging.WARNING, "signals are already waiting")
    for number in range(2 * MAX_WAITING_SIGNALS):
        clock.advance(0.1)
        inbox.offer(press(clock.now(), f"buttons {number % 3}"))
    assert len(inbox) <= MAX_WAITING_SIGNALS + 3

    inbox.put(TimerExpired("clock", clock.now()))
    assert isinstance((await inbox.take())[-1], TimerExpired)


@pytest.mark.parametrize("at", [nan, inf, -inf, 10 + MAX_SECONDS_AHEAD + 0.1])
async def test_impossible_time_is_reported_as_garbled(
    inbox: Inbox, clock: SimulatedClock, at: float
) -> None:
    clock.advance(10)
    inbox.offer(observation(1, at))

    (garbled,) = await inbox.take()
    assert isinstance(garbled, GarbledData)
    assert (garbled.source, garbled.at) == ("board", 10)


async def test_source_at_a_full_inbox_is_not_blamed(
    clock: SimulatedClock, expected_logs: LogWatch
) -> None:
    expected_logs.expect(
        "service.table.inbox",
        logging.WARNING,
        f"window: {MAX_WAITING_SIGNALS} signals are already waiting",
    )
    inbox = Inbox(clock, "window")
    for _ in range(MAX_WAITING_SIGNALS):
        inbox.put(TimerExpired("clock", 0.0))
    inbox.offer(press())

    dropped = (await inbox.take())[-1]
    assert isinstance(dropped, SignalsDropped)
    assert dropped.why == f"{MAX_WAITING_SIGNALS} signals are already waiting"


async def test_flood_is_logged_with_the_name_of_the_table(
    clock: SimulatedClock, expected_logs: LogWatch
) -> None:
    expected_logs.expect(
        "service.table.inbox", logging.WARNING, "window: board exceeds 200 signals/s"
    )
    inbox = Inbox(clock, "window")
    for _ in range(MAX_SIGNALS_PER_SECOND + 1):
        inbox.offer(press())


OBSERVATION = Observation("board", 1, {point(6): EMPTY_SIGHTING})


def test_last_observation_is_remembered_behind_other_signals() -> None:
    stats = SignalStats()
    stats.count(OBSERVATION)
    for at in range(SIGNALS_PER_SOURCE + 1):
        stats.count(GarbledData("board", 2 + at, "?!"))

    board = stats.sources["board"]

    assert board.signals == SIGNALS_PER_SOURCE + 2
    assert OBSERVATION not in board.last
    assert board.observation == OBSERVATION


def test_last_observation_is_renamed_with_the_places() -> None:
    stats = SignalStats()
    stats.count(OBSERVATION)
    stats.count(garbled := GarbledData("board", 2, "?!"))
    turned = replace(OBSERVATION, sightings={point(19): EMPTY_SIGHTING})

    def renamed(signal: Signal) -> Signal:
        return turned if isinstance(signal, Observation) else signal

    stats.rename_places(renamed)

    board = stats.sources["board"]
    assert board.observation == turned
    assert [*board.last] == [turned, garbled]
