"""A table that is seen by a camera alone goes on where it was, turned as it may be."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path

import pytest

from engine.backgammon.game.match import Phase
from hardware.checkers import Colour, Place, point
from hardware.observations import Observation
from hardware.signals import Trouble, Troubled
from referee.seating import FACINGS, Facing
from referee.verdicts import Complete, Unchanged
from service.commands.replay import compare
from service.config.settings import Home, Sits
from service.config.settings import Table as Setup
from service.journal.reading import read_match
from service.tables.amiss import amiss
from service.tables.running import camera_of as kept_board
from service.tables.running import journal_of, running
from tests.rigs.seeing import (
    WATCHED,
    camera_of,
    eyes_of,
    known,
    proved,
    sees_what_lies_there,
)
from tests.rigs.tables import Sitting, seated_at, ways

LIGHT = Colour.LIGHT
Rule = Callable[[Sitting], Awaitable[None]]


def evening(folder: Path, rule: Rule, setup: Setup = WATCHED) -> None:
    """The service is started, something happens, and it is stopped."""

    async def run() -> None:
        async with running(setup, ways(folder), lambda _running: None) as table:
            seated = seated_at(table)
            await seated.passes(1)
            await rule(seated)

    asyncio.run(run())


async def carry(seated: Sitting, source: Place, target: Place) -> None:
    facing = seated.table.facing
    seated.checkers.lift(facing[source], LIGHT)
    await seated.passes(0.6)
    seated.checkers.put(facing[target], LIGHT)
    await seated.passes(1)


async def play(seated: Sitting) -> None:
    """Light throws 3-1 and plays 8/5 6/5."""
    seated.dice().roll(3, 1)
    await seated.passes(1)
    await carry(seated, point(8), point(5))
    await carry(seated, point(6), point(5))
    await seated.passes(1)


def turned(facing: Facing) -> Setup:
    return replace(
        WATCHED,
        light_sits=Sits.FAR if facing.light_far else Sits.NEAR,
        home=Home.LEFT if facing.home_left else Home.RIGHT,
    )


def test_a_match_goes_on_where_it_was_and_nothing_has_to_be_learnt_again(tmp_path: Path) -> None:
    known(tmp_path)

    async def begin(seated: Sitting) -> None:
        await play(seated)
        assert isinstance(seated.table.state.verdict, Complete)

    async def go_on(seated: Sitting) -> None:
        await seated.passes(1)
        assert eyes_of(seated).verdict is None
        assert sees_what_lies_there(seated)
        assert isinstance(seated.table.state.verdict, Complete)
        seated.dice().lift()
        await seated.passes(1)
        assert seated.table.state.match.game.phase is Phase.TO_THROW

    evening(tmp_path, begin)
    evening(tmp_path, go_on)


def test_what_a_camera_has_told_is_judged_again_alike(tmp_path: Path) -> None:
    known(tmp_path)

    async def rule(seated: Sitting) -> None:
        await play(seated)
        camera_of(seated).cover()
        await seated.passes(5)
        camera_of(seated).uncover()
        await seated.passes(3)
        seated.dice().lift()
        await seated.passes(1)

    evening(tmp_path, rule)

    kept = read_match(journal_of(tmp_path, WATCHED.name))
    signals = [entry.signal for entry in kept.entries]
    assert {Observation, Troubled} <= {type(signal) for signal in signals}
    comparison = compare([kept])
    assert (comparison.signals, comparison.different) == (len(signals), 0)


def test_the_board_is_kept_beside_the_journal(tmp_path: Path) -> None:
    journal = journal_of(tmp_path, WATCHED.name)

    assert kept_board(journal) == known(tmp_path).file


@pytest.mark.parametrize("facing", FACINGS[-1:])
def test_places_are_as_light_counts_them_wherever_he_sits(tmp_path: Path, facing: Facing) -> None:
    async def rule(seated: Sitting) -> None:
        await seated.passes(3)
        assert sees_what_lies_there(seated)
        assert isinstance(seated.table.state.verdict, Unchanged)

    evening(tmp_path, rule, turned(facing))


def test_people_may_sit_elsewhere_for_the_next_match(tmp_path: Path) -> None:
    async def rule(seated: Sitting) -> None:
        table = seated.table
        await table.begin(table.settings, None, Facing(light_far=True))
        eyes_of(seated).facing = lambda: table.facing
        seated.checkers.arrange(table.facing.layout(table.state.expected_layout))
        await seated.passes(4)

        assert sees_what_lies_there(seated)
        assert isinstance(table.state.verdict, Unchanged)

    proved(rule, known(tmp_path))


def test_the_next_match_is_told_what_troubles_the_camera(tmp_path: Path) -> None:
    async def rule(seated: Sitting) -> None:
        camera_of(seated).cover()
        await seated.passes(5)
        (trouble,) = amiss(seated.table.state)
        assert isinstance(trouble, Troubled)
        assert trouble.by in (Trouble.COVERED, Trouble.TOO_DARK)

        await seated.table.begin(seated.table.settings, None, seated.table.facing)
        await seated.passes(1)
        assert seated.table.state.sight.troubles == {"camera": trouble.by}

    proved(rule, known(tmp_path))
