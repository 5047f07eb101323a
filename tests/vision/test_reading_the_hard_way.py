"""Reading a learnt board while hands, dice, cups, shadows and dusk are about."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np
import pytest

from hardware.checkers import Layout, Pile, Place, bar, point, tray
from hardware.drivers.simulated.camera.blocks import Block
from hardware.drivers.simulated.camera.hands import reaching
from hardware.drivers.simulated.camera.laying import spot
from hardware.drivers.simulated.camera.lights import LIGHTS, Edge, Light
from hardware.drivers.simulated.camera.looks import Grain, Stuff
from hardware.drivers.simulated.camera.pictures import START, USUAL_SIZE, rendered, rendering_of
from hardware.drivers.simulated.camera.plans import Plan
from hardware.drivers.simulated.camera.rendering import Thing
from hardware.drivers.simulated.camera.rounds import Round
from hardware.drivers.simulated.camera.stock import look_of
from hardware.drivers.simulated.camera.throwing import thrown
from hardware.drivers.simulated.camera.viewpoints import VIEWPOINTS
from tests.rigs.vision_boards import DARK, LIGHT, MIDDLE, board, learnt, outside, wrong
from vision.pictures import Picture
from vision.reading import read

CLUB = Plan(look_of("club"))
CUBE = Block((0.0, 0.0, CLUB.look.height), 0.8, 64, (242, 240, 232), (20, 20, 24), 0.2, pips=False)
CUP = Stuff((70, 44, 30), Grain.LEATHER, 0.05)
SHIFT = 1
"""Pixels by which a camera that was found again may be off."""


def hand_at(place: Place, *, side: int, skin: int) -> Thing:
    """A hand over a place, from above the board (1) or from below it (-1)."""
    x, y, z = spot(CLUB, place, 2)
    return reaching((x, y, z + 0.3), side, x / 2, skin, skin)


def beside(number: int) -> list[Place]:
    """A point and those next to it in its row."""
    row = range(1, 13) if number <= 12 else range(13, 25)
    return [point(other) for other in (number - 1, number, number + 1) if other in row]


def shone_on(light: Light, lying: Layout) -> Picture:
    """What a camera sees that is held as it was when the board was learnt."""
    held = rendering_of(CLUB, LIGHTS["soft"], VIEWPOINTS["leaning"], USUAL_SIZE)
    exposure = held.metered(LIGHTS["soft"])
    return rendered(light=light, lying=lying, exposure=exposure).picture


@pytest.mark.parametrize(
    ("number", "side", "skin"),
    [(6, -1, 0), (19, 1, 4), (17, -1, 2), (8, 1, 3), (13, 1, 1), (2, -1, 4)],
)
def test_a_hand_hides_what_lies_under_it(number: int, side: int, skin: int) -> None:
    hand = hand_at(point(number), side=side, skin=skin)
    reading = read(rendered(lying=MIDDLE, things=[hand]).picture, learnt())
    assert point(number) in reading.covered
    assert outside(reading, MIDDLE, beside(number)) == []


def test_a_hand_does_not_hide_the_other_side_of_the_board() -> None:
    hand = hand_at(point(6), side=-1, skin=1)
    reading = read(rendered(lying=MIDDLE, things=[hand]).picture, learnt())
    far = [point(number) for number in (10, 11, 12, 13, 14, 15)]
    assert reading.covered.isdisjoint(far)
    assert wrong(reading, MIDDLE, far) == []


@pytest.mark.parametrize("seed", [1, 2])
def test_what_else_lies_about_is_neither_a_checker_nor_a_hand(seed: int) -> None:
    dice = thrown(CLUB, (3, 5), 1, Random(seed))  # noqa: S311 - chance that repeats itself
    beside_the_board = Round((2.0, CLUB.outer.high + 1.2, 0.0), 1.5, 1.9, CUP, hollow=True)
    view = rendered(lying=MIDDLE, seed=seed, things=[*dice, beside_the_board])
    reading = read(view.picture, learnt())
    assert reading.covered == frozenset()
    assert wrong(reading, MIDDLE) == []
    assert outside(reading, MIDDLE) == []


def test_the_cube_on_the_bar_is_no_hit_checker() -> None:
    reading = read(rendered(lying=START, things=[CUBE]).picture, learnt())
    assert [reading.best(bar(colour)) for colour in (LIGHT, DARK)] == [(0, 0), (0, 0)]
    assert wrong(reading, START) == []


def test_hit_checkers_of_both_colours_wait_on_the_bar() -> None:
    hit = board({6: 5, 8: 3, 13: 5}, {19: 5, 17: 3, 12: 5, 1: 1}, light_hit=2, dark_hit=1)
    reading = read(rendered(lying=hit).picture, learnt())
    assert wrong(reading, hit) == []


def test_the_sum_of_all_tells_that_a_sixth_lies_on_five() -> None:
    six = board({6: 6, 8: 2, 13: 5, 24: 2}, {19: 5, 17: 3, 12: 5, 1: 2})
    reading = read(rendered(lying=six).picture, learnt())
    assert wrong(reading, six) == []
    assert outside(reading, six) == []


def test_borne_off_checkers_are_seen_in_their_trays() -> None:
    race = board({1: 2, 2: 3, 3: 4}, {24: 3, 23: 4, 22: 1}, light_off=6, dark_off=7)
    reading = read(rendered(lying=race).picture, learnt())
    assert outside(reading, race) == []
    assert wrong(reading, race, [tray(LIGHT), *map(point, range(1, 25))]) == []


def test_a_checker_that_is_missing_is_missed() -> None:
    short = Layout({**MIDDLE.piles, point(6): Pile(LIGHT, 3), tray(LIGHT): Pile(LIGHT, 1)})
    reading = read(rendered(lying=short).picture, learnt())
    assert reading.best(point(6)) == (3, 0)
    assert outside(reading, short) == []


@pytest.mark.parametrize("part", [0.5, 0.25])
def test_a_board_is_read_when_the_light_is_dimmed(part: float) -> None:
    soft = LIGHTS["soft"]
    dim = replace(soft, around=soft.around * part, main=soft.main * part)
    reading = read(shone_on(dim, MIDDLE), learnt())
    assert wrong(reading, MIDDLE) == []
    assert outside(reading, MIDDLE) == []


@pytest.mark.parametrize("at", [-3.0, 0.5, 4.0])
def test_a_shadow_that_crosses_the_board_makes_no_checkers(at: float) -> None:
    shadow = replace(LIGHTS["soft"], edge=Edge(angle=10.0, at=at, dark=0.7))
    reading = read(shone_on(shadow, MIDDLE), learnt())
    assert outside(reading, MIDDLE) == []
    assert wrong(reading, MIDDLE) == []


@pytest.mark.parametrize("way", [(1, 0), (0, -1), (-1, 1)])
def test_a_camera_that_is_a_pixel_off_makes_no_wrong_claims(way: tuple[int, int]) -> None:
    moved = np.roll(rendered(lying=MIDDLE).picture, way, axis=(0, 1))
    reading = read(moved, learnt())
    assert outside(reading, MIDDLE) == []
    assert wrong(reading, MIDDLE) == []


@pytest.mark.parametrize(
    ("look", "light", "viewpoint"),
    [
        ("two-woods", "soft", "slanted"),
        ("paper", "dim", "crooked"),
        ("cork-domes", "glare", "short-side"),
        ("white-and-grey", "soft", "far-side"),
    ],
)
def test_boards_of_every_kind_are_read(look: str, light: str, viewpoint: str) -> None:
    learned = learnt(look, light, viewpoint)
    reading = read(rendered(look, light, viewpoint, MIDDLE, seed=2).picture, learned)
    assert outside(reading, MIDDLE) == []
    assert wrong(reading, MIDDLE) == []


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_dark_checkers_that_wait_on_a_dark_bar_in_little_light_are_never_denied(seed: int) -> None:
    lying = board({6: 5, 8: 3, 13: 5, 24: 2}, {19: 5, 17: 3, 12: 5}, dark_hit=2)
    plain = LIGHTS["plain"]
    held = rendering_of(Plan(look_of("wood")), plain, VIEWPOINTS["slanted"], USUAL_SIZE)
    dim = replace(plain, around=0.65 * plain.around, main=0.65 * plain.main)
    view = rendered("wood", dim, "slanted", lying, seed=seed, exposure=held.metered(plain))
    reading = read(view.picture, learnt("wood", "plain", "slanted"))
    assert outside(reading, lying) == []
