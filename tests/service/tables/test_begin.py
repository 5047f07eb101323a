"""Another match can begin at any moment, and every signal belongs to one match or the other."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from engine.backgammon.game.match import Phase
from engine.backgammon.players import Player
from hardware.checkers import Colour, point
from hardware.observations import Observation
from hardware.signals import Button, ButtonPressed, DeviceLost, DiceSeen, Signal, Wish, Wished
from referee.effects import Effect, NextMatch
from referee.seating import FACINGS, NEAR_RIGHT, Facing
from referee.settings import MatchSettings
from referee.state import State
from referee.verdicts import OnTheWay, Unchanged
from tests.rigs.logs import LogWatch
from tests.rigs.noted import Noted
from tests.rigs.tables import SETUP, Sitting, a_match, performance, sitting

OTHER = replace(SETUP, names=("Carol", "Dave"), length=5, light=Player.TWO).match


@dataclass
class Parted(Noted):
    """Notes which signals belong to which match."""

    matched: list[list[Signal]] = field(default_factory=list)

    def begin(self, settings: MatchSettings) -> int:
        self.matched.append([])
        return super().begin(settings)

    def add(self, signal: Signal) -> int:
        self.matched[-1].append(signal)
        return super().add(signal)


def proved(rule: Callable[[Sitting, Parted], Awaitable[None]]) -> None:
    async def prove() -> None:
        book = Parted()
        async with sitting(journal=book) as seated:
            await rule(seated, book)

    asyncio.run(prove())


async def begin(seated: Sitting, facing: Facing = NEAR_RIGHT, computer: Any = None) -> None:
    await seated.table.begin(OTHER, computer, facing)
    await seated.passes(1)


def test_a_match_begins_in_the_midst_of_another_with_what_lies_on_the_table() -> None:
    async def rule(seated: Sitting, book: Parted) -> None:
        seated.dice().roll(3, 1)
        await seated.passes(1)
        seated.checkers.lift(point(8))
        await seated.passes(1)
        assert isinstance(seated.table.state.verdict, OnTheWay)
        seated.effects.clear()

        await begin(seated)

        state = seated.table.state
        assert state.settings == seated.table.settings == book.matches[-1] == OTHER
        assert (state.match.game.phase, state.match.length) == (Phase.OPENING, 5)
        assert state.sight.seen.keys() == {"board"}
        assert not isinstance(state.verdict, Unchanged)
        assert seated.effects[0] == NextMatch()
        assert seated.lamps.shining.lights.keys() == state.lit.keys()

        seated.checkers.put(point(8), seated.checkers.hand[0])
        await seated.passes(1)
        assert isinstance(seated.table.state.verdict, Unchanged)
        seated.dice().roll(6, 2)
        await seated.passes(1)
        assert seated.table.state.match.game.phase is Phase.TO_PLAY

    proved(rule)


def test_dice_that_lie_on_the_table_are_no_throw_of_the_new_match() -> None:
    async def rule(seated: Sitting, book: Parted) -> None:
        seated.dice().roll(3, 1)
        await seated.passes(1)

        await begin(seated)

        assert seated.table.state.match.game.phase is Phase.OPENING
        (dice,) = [it for it in book.matched[-1] if isinstance(it, DiceSeen)]
        assert dice.standing
        assert seated.table.state.dice["dice"].numbers == (3, 1)

    proved(rule)


def test_every_signal_belongs_to_one_match_and_none_is_lost() -> None:
    async def rule(seated: Sitting, book: Parted) -> None:
        book.slow = True
        seated.buttons.press(Button.UNDO)
        await asyncio.sleep(0)
        now = seated.clock.now()
        wishes = [Wished("page", now + n / 100, Colour.LIGHT, Wish.HINTS, 1) for n in range(10)]
        before, after = wishes[:5], wishes[5:]
        for wish in before:
            seated.table.say(wish)
            await asyncio.sleep(0)
        beginning = asyncio.ensure_future(begin(seated))
        await asyncio.sleep(0)
        for wish in after:
            seated.table.say(wish)
            await asyncio.sleep(0)
        await beginning

        kept = [[it for it in signals if isinstance(it, Wished)] for signals in book.matched]
        assert kept == [before, after]
        pressed = [
            it for signals in book.matched for it in signals if isinstance(it, ButtonPressed)
        ]
        assert len(pressed) == 1

    proved(rule)


@pytest.mark.parametrize("facing", FACINGS)
def test_what_is_seen_is_named_anew_when_somebody_sits_elsewhere(facing: Facing) -> None:
    async def rule(seated: Sitting, book: Parted) -> None:
        seated.checkers.lift(point(6))
        await seated.passes(1)
        (before,) = seated.table.state.sight.seen.values()

        await begin(seated, facing)

        assert seated.table.facing == facing
        retold = book.matched[-1][0]
        assert isinstance(retold, Observation)
        assert retold == facing.observation(before)
        seated.checkers.arrange(facing.layout(State.of(OTHER).expected_layout))
        await seated.passes(1)
        assert isinstance(seated.table.state.verdict, Unchanged)
        (now,) = seated.table.state.sight.seen.values()
        assert now.sightings == facing.observation(seated.board.look()).sightings

        await begin(seated, NEAR_RIGHT)
        (again,) = seated.table.state.sight.seen.values()
        assert again == facing.observation(now)

    proved(rule)


def test_a_device_that_cannot_be_reached_is_still_lost_in_the_next_match(
    expected_logs: LogWatch,
) -> None:
    expected_logs.expect("service.tables.supervisor", logging.WARNING, "dice")

    async def rule(seated: Sitting, book: Parted) -> None:
        seated.dice().unplug()
        await seated.table.quiet()

        await begin(seated)

        assert seated.table.state.lost == {"dice"}
        assert any(isinstance(signal, DeviceLost) for signal in book.matched[-1])

    proved(rule)


def test_the_next_match_is_played_by_what_was_agreed_on_last() -> None:
    async def rule(seated: Sitting, book: Parted) -> None:
        one_point = replace(SETUP, names=("Carol", "Dave"), length=1).match
        await seated.table.begin(one_point, Player.TWO, NEAR_RIGHT)
        await seated.passes(1)
        await seated.play(performance(a_match()))
        assert seated.table.state.match.winner

        colour = seated.table.state.colour
        seated.table.say(Wished("page", seated.clock.now(), colour, Wish.NEXT))
        await seated.passes(1)

        assert book.matches == [SETUP.match, one_point, one_point]
        assert seated.table.computer is Player.TWO

    proved(rule)


def test_matches_that_are_asked_for_together_begin_one_after_the_other() -> None:
    async def rule(seated: Sitting, book: Parted) -> None:
        async with asyncio.TaskGroup() as tasks:
            for names in (("Carol", "Dave"), ("Erin", "Frank")):
                settings = replace(SETUP, names=names).match
                tasks.create_task(seated.table.begin(settings, None, NEAR_RIGHT))
        assert [match.names.one for match in book.matches] == ["Alice", "Carol", "Erin"]
        assert seated.table.state.sight.seen

    proved(rule)


def test_a_match_begins_even_if_whoever_asked_for_it_is_gone() -> None:
    async def rule(seated: Sitting, book: Parted) -> None:
        asking = asyncio.ensure_future(begin(seated))
        await asyncio.sleep(0)
        asking.cancel()
        await seated.passes(1)

        assert book.matches[-1] == OTHER
        assert asking.cancelled()

    proved(rule)


def test_what_is_to_be_done_first_is_done_before_the_match_begins() -> None:
    async def rule(seated: Sitting, book: Parted) -> None:
        done_before: list[int] = []

        async def first() -> None:
            await asyncio.sleep(0)
            done_before.append(len(book.matched))

        await seated.table.begin(OTHER, None, NEAR_RIGHT, first)

        assert done_before == [1]
        assert book.matches[-1] == OTHER

    proved(rule)


def test_where_a_bug_ends_the_table_before_a_match_begins_nothing_is_done_for_it() -> None:
    done: list[None] = []
    asking: list[asyncio.Future[None]] = []

    async def first() -> None:
        done.append(None)

    async def rule(seated: Sitting, _book: Parted) -> None:
        def fail(_effect: Effect) -> None:
            raise ZeroDivisionError("a page with a bug")

        with seated.table.watch(fail):
            seated.table.say(Wished("page", seated.clock.now(), Colour.LIGHT, Wish.DOUBLE))
            beginning = seated.table.begin(OTHER, None, NEAR_RIGHT, first)
            asking.append(asyncio.ensure_future(beginning))
            await asyncio.wait(asking)

    with pytest.raises(ExceptionGroup) as caught:
        proved(rule)
    assert caught.value.subgroup(ZeroDivisionError)
    assert asking[0].cancelled()
    assert not done


def test_a_table_that_is_closed_begins_no_match() -> None:
    async def prove() -> None:
        async with sitting() as seated:
            pass
        with pytest.raises(RuntimeError, match="closed"):
            await seated.table.begin(OTHER, None, NEAR_RIGHT)

    asyncio.run(prove())


def test_whoever_follows_hears_of_everything_that_may_look_different(
    expected_logs: LogWatch,
) -> None:
    expected_logs.expect("service.tables.supervisor", logging.WARNING, "board")

    async def rule(seated: Sitting, _book: Parted) -> None:
        news: list[State] = []
        told: list[Effect] = []
        table = seated.table
        with table.follow(lambda: news.append(table.state)), table.watch(told.append):
            seated.buttons.press(Button.UNDO)
            await table.quiet()
            assert news
            news.clear()
            seated.board.unplug()
            await table.quiet()
            assert news
            news.clear()
            await begin(seated)
            assert news[-1].settings == OTHER
            assert NextMatch() in told
        news.clear()
        told.clear()
        seated.dice().roll(3, 1)
        await seated.passes(1)
        assert not news
        assert not told

    proved(rule)


def test_each_source_is_counted_and_its_last_signals_are_remembered() -> None:
    async def rule(seated: Sitting, _book: Parted) -> None:
        for _ in range(25):
            seated.buttons.press(Button.UNDO)
            await seated.passes(1)

        heard = seated.table.heard
        assert heard["buttons"].signals == 25
        assert heard["buttons"].nonsense == 0
        assert [type(signal) for signal in heard["buttons"].last] == [ButtonPressed] * 20
        assert heard["buttons"].last[-1].at > heard["buttons"].last[0].at
        assert heard["board"].signals == 1

    proved(rule)
