"""Signals come in as they happen, and nobody who says too much drowns the others."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from math import inf, nan

import pytest

from hardware.checkers import Place
from hardware.drivers.simulated.clock import SimulatedClock
from hardware.observations import Observation
from hardware.sightings import of_any_colour
from hardware.signals import (
    Button,
    ButtonPressed,
    DeviceLost,
    DiceSeen,
    DiceState,
    Garbled,
    Signal,
    TimeCame,
)
from service.tables.inbox import AHEAD, MOST_A_SECOND, MOST_WAITING, Inbox
from tests.rigs.logs import LogWatch

TOO_MUCH = ("service.tables.inbox", logging.WARNING, "board says too much")


def seen(count: int, at: float = 0.0, source: str = "board") -> Observation:
    return Observation(source, at, {Place("p1"): of_any_colour(count % 10)})


def press(at: float = 0.0, source: str = "board") -> ButtonPressed:
    return ButtonPressed(source, at, Button.UNDO)


@asynccontextmanager
async def ready() -> AsyncIterator[tuple[Inbox, SimulatedClock]]:
    clock = SimulatedClock()
    inbox = Inbox(clock)
    async with asyncio.TaskGroup() as tasks:
        inbox.alarm.wind_up(tasks)
        yield inbox, clock
        inbox.alarm.set(None)


def proved(rule: Callable[[Inbox, SimulatedClock], Awaitable[None]]) -> None:
    async def prove() -> None:
        async with ready() as (inbox, clock):
            await rule(inbox, clock)

    asyncio.run(prove())


def test_signals_come_in_the_order_in_which_they_arrived() -> None:
    async def rule(inbox: Inbox, _clock: SimulatedClock) -> None:
        signals: list[Signal] = [seen(1), press(source="buttons"), seen(2)]
        for signal in signals:
            assert inbox.hear(signal)

        assert await inbox.take() == signals

    proved(rule)


def test_whoever_takes_waits_until_something_comes() -> None:
    async def rule(inbox: Inbox, _clock: SimulatedClock) -> None:
        taking = asyncio.create_task(inbox.take())
        await asyncio.sleep(0)
        assert not taking.done()

        inbox.hear(press())

        assert await taking == [press()]

    proved(rule)


def test_a_closed_inbox_gives_what_waits_and_then_nothing() -> None:
    async def rule(inbox: Inbox, _clock: SimulatedClock) -> None:
        inbox.hear(press())
        inbox.close()

        assert await inbox.take() == [press()]
        assert await inbox.take() == []

    proved(rule)


def test_a_flood_is_reported_once_and_its_surplus_is_left_out(expected_logs: LogWatch) -> None:
    expected_logs.expect(*TOO_MUCH)

    async def rule(inbox: Inbox, _clock: SimulatedClock) -> None:
        heard = [inbox.hear(press()) for _ in range(MOST_A_SECOND + 500)]

        signals = await inbox.take()
        assert sum(heard) == MOST_A_SECOND
        assert [type(signal) for signal in signals[MOST_A_SECOND:]] == [Garbled]

    proved(rule)


def test_of_a_flood_the_newest_observation_comes_in_when_the_second_is_over(
    expected_logs: LogWatch,
) -> None:
    expected_logs.expect(*TOO_MUCH)

    async def rule(inbox: Inbox, clock: SimulatedClock) -> None:
        for number in range(MOST_A_SECOND + 5):
            inbox.hear(seen(number))
        inbox.hear(DiceSeen("board", 0.0, DiceState.LIFTED))
        inbox.hear(press())
        await inbox.take()

        await clock.pass_by(0.99)
        assert not inbox
        await clock.pass_by(0.01)

        newest = seen(MOST_A_SECOND + 4)
        assert await inbox.take() == [newest, DiceSeen("board", 0.0, DiceState.LIFTED)]

    proved(rule)


def test_a_flood_that_goes_on_is_not_reported_again(expected_logs: LogWatch) -> None:
    expected_logs.expect(*TOO_MUCH)

    async def rule(inbox: Inbox, clock: SimulatedClock) -> None:
        for _ in range(5):
            for number in range(2 * MOST_A_SECOND):
                inbox.hear(seen(number, clock.now()))
            await clock.pass_by(1)

        signals = await inbox.take()
        assert sum(isinstance(signal, Garbled) for signal in signals) == 1
        assert inbox.alarm.at is None

    proved(rule)


def test_the_order_of_one_source_holds_in_a_flood_too(expected_logs: LogWatch) -> None:
    expected_logs.expect(*TOO_MUCH)

    async def rule(inbox: Inbox, clock: SimulatedClock) -> None:
        for step in range(3 * MOST_A_SECOND):
            clock.advance(0.0019)
            inbox.hear(seen(step, clock.now()))
        await clock.pass_by(1)

        times = [s.at for s in await inbox.take() if isinstance(s, Observation)]
        assert times == sorted(times)

    proved(rule)


def test_who_floods_does_not_silence_the_others(expected_logs: LogWatch) -> None:
    expected_logs.expect(*TOO_MUCH)

    async def rule(inbox: Inbox, _clock: SimulatedClock) -> None:
        for number in range(10 * MOST_A_SECOND):
            inbox.hear(seen(number))

        assert inbox.hear(press(source="buttons"))
        assert press(source="buttons") in await inbox.take()

    proved(rule)


def test_each_source_has_a_second_of_its_own(expected_logs: LogWatch) -> None:
    expected_logs.expect("service.tables.inbox", logging.WARNING, "says too much")

    async def rule(inbox: Inbox, clock: SimulatedClock) -> None:
        for source, second in (("first", 0.0), ("second", 0.6)):
            clock.advance_to(second)
            for number in range(MOST_A_SECOND + 1):
                inbox.hear(seen(number, second, source))
        await inbox.take()

        await clock.pass_until(1.0)
        assert [signal.source for signal in await inbox.take()] == ["first"]
        await clock.pass_until(1.6)
        assert [signal.source for signal in await inbox.take()] == ["second"]

    proved(rule)


def test_what_was_kept_back_of_a_lost_device_does_not_come_in(expected_logs: LogWatch) -> None:
    expected_logs.expect(*TOO_MUCH)

    async def rule(inbox: Inbox, clock: SimulatedClock) -> None:
        for number in range(MOST_A_SECOND + 1):
            inbox.hear(seen(number))
        lost = DeviceLost("board", 0.5, "unplugged")
        inbox.put(lost)
        await clock.pass_by(2)

        assert (await inbox.take())[-1] == lost

    proved(rule)


def test_an_inbox_that_nobody_empties_takes_only_so_much(expected_logs: LogWatch) -> None:
    expected_logs.expect("service.tables.inbox", logging.WARNING, "signals wait already")

    async def rule(inbox: Inbox, clock: SimulatedClock) -> None:
        for number in range(2 * MOST_WAITING):
            clock.advance(0.1)
            inbox.hear(press(clock.now(), f"buttons {number % 3}"))
        assert len(inbox) <= MOST_WAITING + 3

        inbox.put(TimeCame("clock", clock.now()))
        assert isinstance((await inbox.take())[-1], TimeCame)

    proved(rule)


@pytest.mark.parametrize("at", [nan, inf, -inf, 10 + AHEAD + 0.1])
def test_a_time_that_cannot_be_true_is_told_as_nonsense(at: float) -> None:
    async def rule(inbox: Inbox, clock: SimulatedClock) -> None:
        clock.advance(10)
        inbox.hear(seen(1, at))

        (heard,) = await inbox.take()
        assert isinstance(heard, Garbled)
        assert (heard.source, heard.at) == ("board", 10)

    proved(rule)


def test_who_comes_to_a_full_inbox_is_not_blamed_for_it(expected_logs: LogWatch) -> None:
    expected_logs.expect(
        "service.tables.inbox", logging.WARNING, f"window: {MOST_WAITING} signals wait already"
    )

    async def rule(_inbox: Inbox, clock: SimulatedClock) -> None:
        inbox = Inbox(clock, "window")
        for _ in range(MOST_WAITING):
            inbox.put(TimeCame("clock", 0.0))
        inbox.hear(press())

        told = (await inbox.take())[-1]
        assert isinstance(told, Garbled)
        assert told.what == f"{MOST_WAITING} signals wait already"

    proved(rule)


def test_who_says_too_much_is_told_with_the_name_of_the_table(expected_logs: LogWatch) -> None:
    expected_logs.expect("service.tables.inbox", logging.WARNING, "window: board says too much")

    async def rule(_inbox: Inbox, clock: SimulatedClock) -> None:
        inbox = Inbox(clock, "window")
        for _ in range(MOST_A_SECOND + 1):
            inbox.hear(press())

    proved(rule)
