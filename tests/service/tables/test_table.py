"""One table: every signal is kept before it is judged, and what the referee wants is done."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.backgammon.game.match import Phase
from engine.backgammon.players import Player
from hardware.checkers import Layout, Place, point
from hardware.drivers.simulated.clock import SimulatedClock
from hardware.drivers.simulated.lamps import SimulatedLamps
from hardware.lights import DARK, Frame
from hardware.observations import Observation
from hardware.signals import (
    Button,
    ButtonPressed,
    DeviceLost,
    DiceSeen,
    DiceState,
    Garbled,
    PlayChosen,
    Restarted,
    TimeCame,
    Wish,
    Wished,
)
from referee.effects import Effect, Happened, Judged, Lit, NextMatch, Notice, What
from referee.state import State
from referee.verdicts import Complete, OnTheWay, Unchanged
from service.journal.problems import JournalProblem
from service.tables.devices import Attached, AttachedLamps, attach
from service.tables.supervisor import FIRST_WAIT, Link
from service.tables.table import Table
from tests.rigs.logs import LogWatch
from tests.rigs.noted import Noted
from tests.rigs.tables import SETUP, Sitting, a_match, performance, sitting

OPEN = dict.fromkeys(("board", "dice", "buttons", "lamps"), Link.OPEN)
LIFT = (point(8), point(5))


def proved(rule: Callable[[Sitting], Awaitable[None]], **how: Any) -> None:
    """A rule, proved at a table where nothing has happened yet but the set-up."""

    async def prove() -> None:
        async with sitting(**how) as seated:
            await rule(seated)

    asyncio.run(prove())


async def begin(seated: Sitting) -> None:
    """Light throws 3 and Dark 1, so Light begins with 31."""
    seated.dice().roll(3, 1)
    await seated.passes(1)


async def move(seated: Sitting, source: Place, target: Place) -> None:
    colour = seated.checkers.lift(source)
    await seated.passes(0.2)
    seated.checkers.put(target, colour)
    await seated.passes(0.2)


def notices(effects: Iterable[Effect]) -> list[What]:
    return [effect.what for effect in effects if isinstance(effect, Notice)]


def test_a_lifted_checker_lights_where_it_may_go() -> None:
    async def rule(seated: Sitting) -> None:
        await begin(seated)

        seated.checkers.lift(point(8))
        await seated.table.quiet()

        assert isinstance(seated.table.state.verdict, OnTheWay)
        assert {point(5), point(7), point(4)} <= seated.lamps.shining.lights.keys()

    proved(rule)


def test_a_board_is_judged_when_it_has_been_still_and_not_before() -> None:
    async def rule(seated: Sitting) -> None:
        await begin(seated)
        seated.checkers.lift(point(8))
        seated.checkers.put(point(2), seated.checkers.hand[0])
        await seated.passes(0.3)
        assert seated.table.state.verdict is None or isinstance(
            seated.table.state.verdict, OnTheWay
        )

        await seated.passes(0.2)

        assert seated.table.state.sight.still_at is None

    proved(rule)


def test_whoever_listens_is_told_of_everything_that_happens() -> None:
    async def rule(seated: Sitting) -> None:
        await begin(seated)
        await move(seated, point(8), point(5))
        await move(seated, point(6), point(5))
        assert isinstance(seated.table.state.verdict, Complete)
        seated.dice().lift()
        await seated.passes(1)

        kinds = [type(effect) for effect in seated.effects]
        assert {Judged, Lit, Happened} <= set(kinds)
        assert kinds.count(Happened) == 3
        assert seated.table.state.match.game.turn is Player.TWO
        assert seated.table.before.match.number == 1

    proved(rule)


def test_a_signal_is_on_the_disk_before_it_is_judged() -> None:
    book = Noted()

    async def rule(seated: Sitting) -> None:
        book.done.clear()
        seated.buttons.press(Button.UNDO)
        await seated.table.quiet()

        assert book.done == ["add", "written", "decide"]

    proved(rule, journal=book)


def test_what_comes_while_the_disk_is_slow_is_kept_in_one_go() -> None:
    book = Noted()

    async def rule(seated: Sitting) -> None:
        book.slow = True
        book.done.clear()
        for _ in range(6):
            seated.buttons.press(Button.UNDO)
            await asyncio.sleep(0)
            await asyncio.sleep(0)
        await seated.table.quiet()

        first, *rest = " ".join(book.done).split("written")
        assert first.split() == ["add"]
        assert rest[0].split() == ["decide", *["add"] * 5]
        assert rest[1].split() == ["decide"] * 5

    proved(rule, journal=book)


def test_a_journal_that_cannot_be_written_does_not_stop_the_game(expected_logs: LogWatch) -> None:
    expected_logs.expect("service.tables.table", logging.ERROR, "cannot be written")
    expected_logs.expect("service.tables.table", logging.WARNING, "nothing is lost")
    problem = JournalProblem("full", Path("a.journal"))

    class Full(Noted):
        problem: JournalProblem | None = None

        async def written(self) -> None:
            if self.problem:
                raise self.problem

    book = Full()

    async def rule(seated: Sitting) -> None:
        book.problem = problem
        await begin(seated)
        assert seated.table.state.match.game.phase is Phase.TO_PLAY
        assert seated.table.unwritten is problem

        book.problem = None
        seated.buttons.press(Button.UNDO)
        await seated.table.quiet()

        assert seated.table.unwritten is None

    proved(rule, journal=book)


def test_a_bug_in_a_listener_ends_the_program_like_any_other() -> None:
    async def rule(seated: Sitting) -> None:
        def fail(_effect: Effect) -> None:
            raise ZeroDivisionError("a page with a bug")

        seated.table.listeners.insert(0, fail)
        await begin(seated)

    with pytest.raises(ExceptionGroup) as caught:
        proved(rule)
    assert caught.value.subgroup(ZeroDivisionError)


def test_nonsense_is_counted_and_logged_once_for_each_source(expected_logs: LogWatch) -> None:
    expected_logs.expect("service.tables.table", logging.WARNING, "what dice says makes no sense")

    async def rule(seated: Sitting) -> None:
        for _ in range(3):
            seated.table.say(Garbled("dice", seated.clock.now(), "bad frame"))
        await seated.table.quiet()

        assert seated.table.nonsense == {"dice": 3}
        assert notices(seated.effects).count(What.NO_SENSE) == 3

    proved(rule)


def test_people_are_heard_like_devices() -> None:
    async def rule(seated: Sitting) -> None:
        await begin(seated)
        colour = seated.table.state.colour
        seated.table.say(Wished("page", seated.clock.now(), colour, Wish.RESIGN, 1))
        await seated.table.quiet()

        assert seated.table.state.match.game.resignation

    proved(rule)


def test_a_lost_board_is_shown_and_the_table_goes_on_when_it_is_back(
    expected_logs: LogWatch,
) -> None:
    expected_logs.expect("service.tables.supervisor", logging.WARNING, "board")

    async def rule(seated: Sitting) -> None:
        await begin(seated)
        seated.board.unplug()
        await seated.table.quiet()
        assert seated.table.links == {**OPEN, "board": Link.LOST}
        assert seated.table.state.lost == {"board"}

        seated.board.plug_in()
        await seated.passes(FIRST_WAIT + 1)

        assert seated.table.links == OPEN
        assert isinstance(seated.table.state.verdict, Unchanged)
        assert {What.DEVICE_LOST, What.DEVICE_BACK} <= set(notices(seated.effects))

    proved(rule)


def test_hands_play_a_whole_match_and_the_table_knows_every_event_of_it() -> None:
    record = a_match()

    async def rule(seated: Sitting) -> None:
        await seated.play(performance(record))

        happened = [effect.event for effect in seated.effects if isinstance(effect, Happened)]
        assert happened == list(record.events)
        assert seated.table.state.match.winner is record.final.winner

    proved(rule)


def test_when_a_match_is_over_another_begins_with_what_lies_on_the_table(
    expected_logs: LogWatch,
) -> None:
    expected_logs.expect("service.tables.supervisor", logging.WARNING, "dice")
    book = Noted()

    async def rule(seated: Sitting) -> None:
        await seated.play(performance(a_match()))
        assert "tidy" in book.done
        seated.dice().unplug()
        await seated.table.quiet()
        book.signals.clear()

        colour = seated.table.state.colour
        seated.table.say(Wished("page", seated.clock.now(), colour, Wish.NEXT))
        await seated.table.quiet()

        kinds = [type(signal) for signal in book.signals[:4]]
        assert kinds == [Wished, Observation, DiceSeen, DeviceLost]
        assert len(book.matches) == 2
        assert seated.table.state.match.score.one == seated.table.state.match.score.two == 0
        assert seated.table.state.sight.seen.keys() == {"board"}
        assert seated.table.state.lost == {"dice"}
        await seated.passes(1)
        assert seated.table.state.verdict is not None

    proved(rule, journal=book)


def test_what_comes_together_with_the_end_of_a_match_belongs_to_the_next(
    expected_logs: LogWatch,
) -> None:
    expected_logs.expect("service.tables.table", logging.WARNING, "what page says makes no sense")

    async def rule(seated: Sitting) -> None:
        await seated.play(performance(a_match()))
        start = State.of(SETUP.match).expected_layout
        seated.dice().lift()
        await seated.passes(1)
        seated.effects.clear()
        now, colour = seated.clock.now(), seated.table.state.colour

        seated.table.say(Wished("page", now, colour, Wish.NEXT))
        seated.table.say(Wished("page", now, colour, Wish.NEXT))
        seated.checkers.arrange(start)
        seated.table.say(Garbled("page", now, "said in the next match"))
        await seated.passes(1)
        seated.dice().roll(3, 1)
        await seated.passes(1)

        assert sum(isinstance(effect, NextMatch) for effect in seated.effects) == 1
        assert notices(seated.effects).count(What.NO_SENSE) == 1
        assert seated.table.state.match.game.phase is Phase.TO_PLAY

    proved(rule)


def test_a_table_that_is_resumed_asks_what_lies_there_and_lights_up_again() -> None:
    kept: list[State] = []

    async def first(seated: Sitting) -> None:
        await begin(seated)
        kept.append(seated.table.state)

    async def second() -> None:
        state, clock = kept[0], SimulatedClock(100)
        devices = attach(SETUP, clock, state)
        book = Noted()
        table = Table("table", SETUP.match, devices, clock, book, state)
        again = Sitting(table, devices, clock)
        async with table.open():
            await again.passes(1)

            assert isinstance(book.signals[0], Restarted)
            assert "begin" not in book.done
            assert table.state.match == state.match
            assert isinstance(table.state.verdict, Unchanged)
            assert again.lamps.shining.lights.keys() >= {point(8)}

    proved(first)
    asyncio.run(second())


def test_lamps_that_show_nothing_hold_nobody_up() -> None:
    class Stuck(SimulatedLamps):
        async def show(self, frame: Frame) -> None:
            if frame != DARK:
                await asyncio.get_running_loop().create_future()
            await super().show(frame)

    async def prove() -> None:
        clock = SimulatedClock()
        usual = attach(SETUP, clock, State.of(SETUP.match))
        lamps = (AttachedLamps(Stuck("stuck", clock)), *usual.lamps)
        devices = replace(usual, lamps=lamps)
        seated = Sitting(Table("table", SETUP.match, devices, clock), devices, clock)
        async with seated.table.open():
            await seated.passes(1)
            await begin(seated)
            seated.checkers.lift(point(8))
            await seated.table.quiet()

            well = devices.all_of(SimulatedLamps)[1]
            assert point(5) in well.shining.lights

    asyncio.run(prove())


def test_a_bug_ends_the_service_and_darkens_the_lamps() -> None:
    async def prove() -> None:
        clock = SimulatedClock()
        devices = attach(SETUP, clock, State.of(SETUP.match))
        table = Table("table", SETUP.match, devices, clock)
        seated = Sitting(table, devices, clock)
        async with table.open():
            await seated.passes(1)
            await begin(seated)
            table.say("no signal at all")  # type: ignore[arg-type]
            await seated.passes(1)

    with pytest.raises(AttributeError):
        asyncio.run(prove())


def test_a_bug_in_judging_ends_the_service() -> None:
    seen: list[Sitting] = []

    async def rule(seated: Sitting) -> None:
        seen.append(seated)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("service.tables.table.step", lambda _state, _signal: 1 // 0)
            seated.buttons.press(Button.NO)
            await seated.table.quiet()

    with pytest.raises(ExceptionGroup) as caught:
        proved(rule)
    assert caught.value.subgroup(ZeroDivisionError)
    assert seen[0].lamps.shining == DARK


def test_what_waits_when_the_service_stops_is_still_judged() -> None:
    seen: list[Sitting] = []

    async def rule(seated: Sitting) -> None:
        seen.append(seated)
        await begin(seated)
        colour = seated.table.state.colour
        seated.table.say(Wished("page", seated.clock.now(), colour, Wish.RESIGN, 2))

    proved(rule)
    assert seen[0].table.state.match.game.resignation
    assert seen[0].lamps.shining == DARK


def test_nothing_waits_and_nothing_runs_while_nothing_happens() -> None:
    async def rule(seated: Sitting) -> None:
        await begin(seated)
        loop: Any = asyncio.get_running_loop()
        for _ in range(30):
            await asyncio.sleep(0)

        assert not loop._ready
        assert not [call for call in loop._scheduled if not call.cancelled()]
        assert not [at for at, _, woken in seated.clock._waiting if not woken.done()]

    proved(rule)


def test_only_the_last_call_that_was_asked_for_comes() -> None:
    book = Noted()

    async def rule(seated: Sitting) -> None:
        await begin(seated)
        book.signals.clear()
        for source, target in (LIFT, LIFT[::-1], LIFT):
            colour = seated.checkers.lift(source)
            await seated.passes(0.1)
            seated.checkers.put(target, colour)
            await seated.passes(0.1)
        await seated.passes(5)

        calls = [signal for signal in book.signals if isinstance(signal, TimeCame)]
        assert len(calls) == 1

    proved(rule, journal=book)


def test_every_kind_of_device_says_that_it_is_simulated() -> None:
    async def rule(seated: Sitting) -> None:
        assert seated.table.simulated == ("board", "dice", "buttons", "lamps")

    proved(rule)


def test_a_device_of_unknown_make_is_just_one_more_source() -> None:
    async def rule(seated: Sitting) -> None:
        now = seated.clock.now()
        seated.table.say(DiceSeen("other dice", now, DiceState.SETTLED, (6, 2)))
        seated.table.say(ButtonPressed("other buttons", now, Button.LIGHT))
        await seated.table.quiet()

        assert seated.table.state.match.game.dice

    proved(rule)


def test_a_table_without_devices_is_a_table(expected_logs: LogWatch) -> None:
    expected_logs.expect("service.tables.table", logging.WARNING, "what page says makes no sense")

    async def prove() -> None:
        clock = SimulatedClock()
        async with Table("bare", SETUP.match, Attached(()), clock).open() as table:
            table.say(PlayChosen("page", 0.0, Layout({})))
            await table.quiet()
            assert table.nonsense == {"page": 1}

    asyncio.run(prove())
