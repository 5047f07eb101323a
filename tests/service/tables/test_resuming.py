"""Where a table goes on, it is known what has happened there."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

from engine.backgammon.game import events
from engine.backgammon.game.match import Match
from engine.backgammon.players import Player
from hardware.checkers import Colour, point
from hardware.signals import SetUpWanted, Wish, Wished
from referee.effects import Effect, Happened
from service.config.settings import Table as Setup
from service.tables.resuming import Happening
from service.tables.running import Running, running
from tests.rigs.tables import SETUP, Sitting, a_match, performance, seated_at, ways

Rule = Callable[[Sitting], Awaitable[None]]
LONG = replace(SETUP, length=3)


async def nothing(seated: Sitting) -> None:
    await seated.passes(1)


async def some_games(seated: Sitting) -> None:
    await seated.play(performance(a_match()))


def evening(
    folder: Path, rule: Rule = nothing, setup: Setup = LONG
) -> tuple[Running, list[events.Event]]:
    """What runs, and all events that happened there."""
    happened: list[events.Event] = []

    def hear(effect: Effect) -> None:
        if isinstance(effect, Happened):
            happened.append(effect.event)

    async def run() -> Running:
        def watch(table: Running) -> None:
            table.table.listeners.append(hear)

        async with running(setup, ways(folder), watch) as table:
            seated = seated_at(table)
            await seated.passes(1)
            await rule(seated)
        return table

    return asyncio.run(run()), happened


def joined(happened: tuple[Happening, ...], first: Match) -> Match:
    """The match after all this; each begins where the last one ended."""
    for one in happened:
        assert one.before == first
        first = one.after
    return first


def test_all_that_has_happened_in_a_match_that_goes_on_is_told_in_order(tmp_path: Path) -> None:
    first, happened = evening(tmp_path, some_games)

    second, _ = evening(tmp_path)

    resumed = second.resumption
    assert resumed.state
    assert [one.event for one in resumed.happened] == happened
    assert len(happened) > 50
    assert joined(resumed.happened, LONG.match.match()) == first.table.state.match


def test_a_turn_that_was_taken_back_is_told_with_its_taking_back(tmp_path: Path) -> None:
    async def undone(seated: Sitting) -> None:
        seated.dice().roll(3, 1)
        await seated.passes(1)
        for source in (point(8), point(6)):
            seated.checkers.put(point(5), seated.checkers.lift(source))
        await seated.passes(1)
        seated.dice().lift()
        await seated.passes(1)
        seated.table.say(Wished("page", seated.clock.now(), Colour.LIGHT, Wish.UNDO))
        await seated.passes(1)

    first, happened = evening(tmp_path, undone)
    second, _ = evening(tmp_path)

    assert [one.event for one in second.resumption.happened] == happened
    assert events.AskUndo(Player.ONE) in happened
    assert joined(second.resumption.happened, LONG.match.match()) == first.table.state.match


def test_where_a_position_was_set_up_the_story_has_a_gap(tmp_path: Path) -> None:
    async def set_up(seated: Sitting) -> None:
        seated.dice().roll(3, 1)
        await seated.passes(1)
        layout = seated.table.state.expected_layout
        wanted = SetUpWanted("page", seated.clock.now(), layout, Colour.DARK)
        seated.table.say(wanted)
        await seated.passes(2)
        seated.dice().lift()
        seated.dice().roll(6, 2)
        await seated.passes(1)

    evening(tmp_path, set_up)
    second, _ = evening(tmp_path)

    happened = second.resumption.happened
    assert any(one.after != two.before for one, two in pairwise(happened))
    assert second.resumption.state
    assert happened[-1].after == second.resumption.state.match


def test_of_a_new_match_nothing_has_happened(tmp_path: Path) -> None:
    first, _ = evening(tmp_path)

    assert first.resumption.happened == ()


def test_a_match_that_goes_on_behind_others_brings_its_story(tmp_path: Path) -> None:
    _, happened = evening(tmp_path, some_games)
    evening(tmp_path, setup=replace(LONG, names=("Alice", "Carol")))

    again, _ = evening(tmp_path)

    assert again.resumption.carried
    assert [one.event for one in again.resumption.happened] == happened
