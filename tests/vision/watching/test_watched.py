"""A board watched over time: nothing that is told of it is ever wrong, and it recovers."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import numpy as np
import pytest

from hardware.checkers import BACKGAMMON, POINTS, Colour, point, tray
from hardware.drivers.simulated.camera.lights import Edge
from hardware.signals import Trouble
from tests.rigs.watched_table import WatchedTable
from vision.watching.watch import Why

SOON = 1.0
"""Seconds in which anything that lies still is judged."""
LONG = 4.0
"""Seconds after which trouble is told."""


@pytest.fixture
def table() -> WatchedTable:
    """A table that has been looked at for a moment."""
    watched = WatchedTable()
    watched.later(SOON)
    assert watched.untold == set()
    return watched


def test_what_does_not_change_is_read_once(table: WatchedTable) -> None:
    assert table.reads == 1
    look = table.later(3 * SOON)
    assert table.reads == 1
    assert look.sightings is None
    assert look.untold == {}


def test_a_checker_is_told_of_where_it_lies_once_it_lies_still(table: WatchedTable) -> None:
    table.carry(point(13), point(9))
    assert table.later().untold[point(9)] in (Why.HIDDEN, Why.MOVING)
    table.later(2 * SOON)
    assert table.untold == set()
    assert table.told[point(9)].light.low == 1
    assert table.told[point(13)].light.high < 5 + 1


def test_what_is_under_a_hand_is_not_told(table: WatchedTable) -> None:
    table.camera.hand_in(point(20))
    look = table.later()
    assert look.untold[point(20)] is Why.HIDDEN
    assert point(1) not in table.untold
    table.camera.hand_out()
    table.later(SOON)
    assert table.untold == set()


def test_a_hand_over_one_side_does_not_hide_what_was_borne_off_at_the_other(
    table: WatchedTable,
) -> None:
    table.camera.hand_in(point(13))
    table.later()
    assert point(13) in table.untold
    assert table.untold.isdisjoint(map(tray, Colour))


def test_checkers_that_were_borne_off_are_no_hand(table: WatchedTable) -> None:
    for number in (24, 24, 13, 13):
        table.carry(point(number), tray(Colour.LIGHT))
    look = table.later(2 * SOON)
    assert look.untold == {}
    assert table.told[tray(Colour.LIGHT)].light.high >= 4


def test_a_checker_that_is_moved_under_a_hand_is_not_told_of_too_early(
    table: WatchedTable,
) -> None:
    for place in (point(6), point(5), point(13)):
        table.camera.hand_in(place)
        table.later(SOON)
    lifted = table.table.lift(point(13))
    table.later(SOON)
    assert point(13) in table.untold
    table.table.put(point(11), lifted)
    table.camera.hand_out()
    table.later(2 * SOON)
    assert table.untold == set()


@pytest.mark.parametrize("strengths", [(0.9, 0.8, 0.7, 0.6, 0.5), (0.45,), (1.3,)])
def test_other_light_changes_nothing_that_is_told(
    table: WatchedTable, strengths: tuple[float, ...]
) -> None:
    for strength in strengths:
        table.camera.dim(strength)
        table.later(SOON)
    table.later(SOON)
    assert table.untold == set()


def test_a_shadow_may_cross_the_board(table: WatchedTable) -> None:
    table.camera.shade(Edge(0, 7.0, 0.4, 0.9, -2.0))
    for _ in range(7):
        table.later(SOON)
    table.camera.shade(None)
    table.later(LONG)
    assert table.untold == set()


@pytest.mark.parametrize(
    ("happens", "ends", "trouble"),
    [
        (lambda camera: camera.cover(), lambda camera: camera.uncover(), Trouble.TOO_DARK),
        (lambda camera: camera.dim(0.002), lambda camera: camera.dim(1.0), Trouble.TOO_DARK),
        (lambda camera: camera.unfocus(), lambda camera: camera.focus(), Trouble.OUT_OF_FOCUS),
    ],
    ids=["covered", "dark", "out of focus"],
)
def test_a_camera_that_sees_nothing_says_why_and_goes_on_when_it_can(
    table: WatchedTable, happens: Callable[..., None], ends: Callable[..., None], trouble: Trouble
) -> None:
    happens(table.camera)
    assert set(table.later().untold) == set(BACKGAMMON)
    assert table.later(LONG).trouble is trouble
    ends(table.camera)
    assert table.later(3 * SOON).trouble is None
    assert table.untold == set()


def test_a_camera_that_was_knocked_goes_on_from_where_it_is(table: WatchedTable) -> None:
    before = table.watch.learned.eye
    table.camera.bump(4.0, -2.0, 1.5)
    table.later(3 * SOON)
    assert table.watch.learned.eye is not before
    assert table.untold == set()
    table.carry(point(24), point(22))
    table.later(2 * SOON)
    assert table.told[point(22)].light.low == 1


def test_a_camera_that_looks_elsewhere_has_lost_the_board(table: WatchedTable) -> None:
    table.camera.bump(60.0, 0.0)
    assert table.later(LONG).trouble in (Trouble.BOARD_LOST, Trouble.COVERED)
    assert table.untold == set(BACKGAMMON)
    table.camera.bump(-60.0, 0.0)
    table.later(2 * LONG)
    assert table.untold == set()


def test_what_hides_the_board_for_long_is_told_even_if_it_moves_all_the_time(
    table: WatchedTable,
) -> None:
    chance = np.random.default_rng(3)
    noise = (chance.integers(0, 256, (480, 640, 3)).astype(np.uint8) for _ in range(60))
    assert table.shown(noise).trouble is not None
    table.later(3 * SOON)
    assert table.untold == set()


def happen(table: WatchedTable, chance: Random) -> None:
    """Let something happen that happens in an evening."""
    camera, lying = table.camera, table.table.layout
    own = [place for place in POINTS if place in lying.piles]
    source = chance.choice(own)
    free = [place for place in POINTS if lying.count(place, lying.piles[source].colour.other) == 0]
    what: list[Callable[[], object]] = [
        *[lambda: table.carry(source, chance.choice(free))] * 6,
        lambda: camera.hand_in(chance.choice(POINTS)),
        camera.hand_out,
        lambda: camera.dim(chance.uniform(0.5, 1.2)),
        lambda: camera.shade(Edge(chance.uniform(0, 360), 7.0, 0.4, 0.9, -2.0)),
        lambda: camera.shade(None),
        lambda: table.dice.roll(chance.randint(1, 6), chance.randint(1, 6)),
        table.dice.lift,
        camera.cover,
        camera.uncover,
    ]
    chance.choice(what)()
    table.later(chance.choice((0.2, 0.4, 1.0, 2.0)))


def test_nothing_that_is_told_in_an_evening_is_wrong(soak_factor: int) -> None:
    """The table itself compares what is told with the truth after every picture."""
    for evening in range(soak_factor):
        table, chance = WatchedTable(), Random(f"evening {evening}")  # noqa: S311 - no secret
        table.later(SOON)
        for _ in range(25):
            happen(table, chance)
        for ends in (table.camera.uncover, table.camera.hand_out):
            ends()
        table.camera.shade(None)
        table.later(2 * LONG)
        assert table.untold == set()


def test_dice_do_not_hide_what_lies_there_for_long(table: WatchedTable) -> None:
    table.dice.roll(6, 5)
    table.later(2 * SOON)
    assert table.untold == set()
