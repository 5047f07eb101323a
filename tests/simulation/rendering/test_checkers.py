"""Checkers lie as people lay them: nearly in their places, in piles, on the bar and in trays."""

from dataclasses import replace
from functools import partial
from itertools import combinations
from random import Random

import cv2
import numpy as np
import pytest

from hardware.checkers import BACKGAMMON, Colour, Layout, Place, point
from simulation.rendering.board_geometry import (
    UNTOUCHED,
    BoardPlan,
    Disc,
    HomeQuarter,
    TouchCounts,
    place_checkers,
)
from simulation.rendering.board_looks import CLUB, LOOKS, Material
from simulation.rendering.board_pictures import START, arrangement_of, render_board
from simulation.rendering.dice_and_cube import PIPS, Block, place_dice
from simulation.rendering.picture_conditions import VIEWPOINTS, Viewpoint
from simulation.rendering.round_bodies import RoundBody
from tests.rigs.vision.rendered_boards import layout_of

SIZE = (320, 180)
CROWDED = layout_of({6: 8, 13: 2}, {19: 6}, light_hit=1, light_off=4, dark_hit=2, dark_off=7)
"""A layout with piles, hit checkers and borne-off ones."""


def discs(
    look: str, layout: Layout = CROWDED, seed: int = 0, touches: TouchCounts = UNTOUCHED
) -> list[Disc]:
    return place_checkers(arrangement_of(layout), BoardPlan(LOOKS[look]), seed, touches)


def place_of(disc: Disc) -> Place:
    assert disc.seat is not None
    return disc.seat[0]


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("layout", [START, CROWDED], ids=["start", "crowded"])
def test_every_checker_of_a_layout_lies_somewhere(look: str, layout: Layout) -> None:
    lying = discs(look, layout)

    for place in BACKGAMMON.places:
        for colour in Colour:
            there = [disc for disc in lying if place_of(disc) == place and disc.colour is colour]
            assert len(there) == layout.count(place, colour)


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("seed", range(5))
def test_no_two_checkers_are_in_one_spot(look: str, seed: int) -> None:
    make = LOOKS[look].make
    # Where there is no bar, hit checkers lie between the longest rows and lean on them.
    lying = [
        disc for disc in discs(look, seed=seed) if LOOKS[look].bar or "bar" not in place_of(disc)
    ]

    for one, other in combinations(lying, 2):
        apart = np.subtract(one.spot, other.spot)
        if one.on_edge or other.on_edge:
            assert np.abs(apart).max() > 0.9 * make.thick
        elif abs(apart[2]) < 0.9 * make.thick:
            assert np.hypot(*apart[:2]) > 0.85 * make.across


@pytest.mark.parametrize("look", LOOKS)
def test_a_checker_lies_near_its_place_but_never_quite_in_it(look: str) -> None:
    plan = BoardPlan(LOOKS[look])
    off = [disc.spot[0] - plan.column(plan.slot_of(place_of(disc))) for disc in discs(look, START)]

    assert max(map(abs, off)) < 0.2
    assert 0.01 < np.std(off) < 0.1


def test_checkers_lie_the_same_for_the_same_seed_only() -> None:
    spots = [[disc.spot for disc in discs("club", START, seed)] for seed in (1, 2, 1)]

    assert spots[0] == spots[2]
    assert not set(spots[0]) & set(spots[1])


def test_only_the_touched_checker_is_displaced() -> None:
    seat = (point(6), 2, 0)
    before, after = discs("club", START), discs("club", START, touches={seat: 1})

    moved = [one.seat for one, other in zip(before, after, strict=True) if one != other]
    assert moved == [seat]


@pytest.mark.parametrize("look", LOOKS)
def test_a_sixth_checker_lies_on_the_first(look: str) -> None:
    six = [disc for disc in discs(look) if place_of(disc) == point(19)]
    upper = [disc for disc in six if disc.seat is not None and disc.seat[2] == 1]

    assert len(upper) == 1
    below = min(
        (disc for disc in six if disc not in upper),
        key=lambda disc: float(np.hypot(*np.subtract(disc.spot, upper[0].spot)[:2])),
    )
    assert upper[0].spot[2] >= below.spot[2] + 0.9 * LOOKS[look].make.thick
    assert 0 < np.hypot(*np.subtract(below.spot, upper[0].spot)[:2]) < 0.5


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("home", HomeQuarter)
def test_borne_off_checkers_lie_on_the_side_of_their_player(look: str, home: HomeQuarter) -> None:
    plan = BoardPlan(LOOKS[look], home)
    for disc in place_checkers(arrangement_of(CROWDED), plan):
        if place_of(disc).startswith("off"):
            up = home.up if disc.colour is Colour.LIGHT else -home.up
            assert disc.spot[1] * up > 0
            assert disc.spot[0] * home.right > plan.half_width


@pytest.mark.parametrize("look", LOOKS)
def test_every_checker_is_visible_from_above(look: str) -> None:
    view = render_board(look, "plain", "above", CROWDED, size=SIZE, quality=None)

    rounds = [patch for thing, patch in view.layers if isinstance(thing, RoundBody)]
    assert len(rounds) == 30
    assert all(patch.cover.max() > 0.95 for patch in rounds)


def test_pile_appears_higher_from_aside() -> None:
    aside = replace(VIEWPOINTS["steep"], azimuth=0.0)
    view = render_board("club", "plain", aside, CROWDED, size=SIZE, quality=None)
    tops = {}
    for disc in view.discs:
        if place_of(disc) == point(6) and disc.seat is not None and disc.seat[1] == 1:
            top = np.array([[*disc.spot[:2], disc.spot[2] + CLUB.make.thick]])
            tops[disc.seat[2]] = view.camera.pixels(top)[0]

    assert tops[0][1] - tops[1][1] > 1


@pytest.mark.parametrize("number", range(1, 7))
def test_a_die_shows_its_pips_on_top(number: int) -> None:
    near = Viewpoint(tilt=0.0, distortion=0.0, focus=0.0)
    die = Block((0.0, 0.0, 0.0), 3.0, number, (255, 255, 255), (0, 0, 0))
    look, empty = replace(CLUB, bar=0.0), Layout({})
    view = render_board(look, "plain", near, empty, size=SIZE, things=[die], quality=None, noise=0)
    half = 0.9 * view.camera.per_unit(np.array([0.0, 0.0, 3.0])) * 1.5
    x, y = view.camera.pixels(np.array([[0.0, 0.0, 3.0]]))[0]
    top = view.picture[round(y - half) : round(y + half), round(x - half) : round(x + half)]
    blobs, _ = cv2.connectedComponents((top.max(axis=2) < 90).astype(np.uint8))

    assert blobs - 1 == number == len(PIPS[number])


@pytest.mark.parametrize("side", [-1, 1])
def test_dice_come_to_lie_apart_in_the_half_of_their_player(side: int) -> None:
    plan, chance = BoardPlan(CLUB), Random(1)  # noqa: S311 - chance that repeats itself, no secret
    for _ in range(50):
        one, other = place_dice(plan, (3, 5), side, chance)
        assert (one.number, other.number) == (3, 5)
        assert np.hypot(*np.subtract(one.spot, other.spot)[:2]) > one.side
        for die in (one, other):
            assert CLUB.bar / 2 < die.spot[0] * side < plan.half_width
            assert abs(die.spot[1]) < 1.5


def test_cube_and_cup_are_drawn_where_they_stand() -> None:
    cube = Block((3.0, 0.0, 0.0), 0.8, 64, (240, 240, 240), (0, 0, 0), pips=False)
    cup = RoundBody((-3.0, 0.0, 0.0), 1.5, 1.9, Material((70, 44, 30)), hollow=True)
    clean = partial(render_board, "club", "plain", size=SIZE, quality=None, noise=0)
    bare, view = (clean("leaning", START, things=things) for things in ((), (cube, cup)))

    changed = np.abs(bare.picture.astype(int) - view.picture).max(axis=2) > 25
    for thing in (cube, cup):
        x, y = view.camera.pixels(np.array([[*thing.spot[:2], thing.high]]))[0].round().astype(int)
        assert changed[y - 2 : y + 3, x - 2 : x + 3].mean() > 0.5
    assert not changed[:, :40].any()
