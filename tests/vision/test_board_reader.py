"""A picture of a calibrated board is read, hard ones included."""

from dataclasses import replace
from random import Random

import numpy as np
import pytest

from hardware.checkers import BACKGAMMON, Layout, Pile, Place, bar, point, tray
from hardware.drivers.simulated.simulated_table import SimulatedTable
from simulation.rendering.board_geometry import BoardPlan, checker_spot
from simulation.rendering.board_looks import Grain, Material, find_look
from simulation.rendering.board_pictures import START, USUAL_SIZE, cached_renderer, render_board
from simulation.rendering.dice_and_cube import Block, place_dice
from simulation.rendering.hand_and_arm import make_hand
from simulation.rendering.picture_conditions import LIGHTS, VIEWPOINTS, SceneLight, ShadowEdge
from simulation.rendering.renderer import Thing
from simulation.rendering.round_bodies import RoundBody
from tests.rigs.vision.rendered_boards import (
    DARK,
    LIGHT,
    MIDDLE,
    calibration_of,
    false_claims,
    layout_of,
    mistakes,
    wrong_places,
)
from vision.board_reader import read_picture
from vision.picture_arrays import Picture

EITHER = ((0, 0), (1, 0))
"""No checker, and one of Light's, as counts of light and dark ones."""


def test_starting_position_is_read_after_calibration_from_it() -> None:
    learned = calibration_of()
    reading = read_picture(render_board().picture, learned)
    assert mistakes(reading, START) == []


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_position_is_read_wherever_checkers_come_to_lie(seed: int) -> None:
    learned = calibration_of()
    reading = read_picture(render_board(lying=MIDDLE, seed=seed).picture, learned)
    assert mistakes(reading, MIDDLE) == []


def test_checker_between_two_points_may_be_on_either_or_neither() -> None:
    table = SimulatedTable(START)
    table.put_between(point(3), point(2), table.lift(point(6)), seen_by=())
    reading = read_picture(render_board(lying=table.snapshot).picture, calibration_of())
    assert all(reading.sightings[point(number)].allows(*way) for number in (2, 3) for way in EITHER)


def test_the_likeliest_board_has_all_the_checkers() -> None:
    reading = read_picture(render_board(lying=MIDDLE).picture, calibration_of())
    counts = np.array([reading.best(place) for place in BACKGAMMON.places])
    assert counts.sum(axis=0).tolist() == [15, 15]


CLUB = BoardPlan(find_look("club"))
CUBE = Block((0.0, 0.0, CLUB.look.height), 0.8, 64, (242, 240, 232), (20, 20, 24), 0.2, pips=False)
CUP = Material((70, 44, 30), Grain.LEATHER, 0.05)


def hand_at(place: Place, *, side: int, skin: int) -> Thing:
    """A hand over a place, from above the board (1) or from below it (-1)."""
    x, y, z = checker_spot(CLUB, place, 2)
    return make_hand((x, y, z + 0.3), side, x / 2, skin, skin)


def beside(number: int) -> list[Place]:
    """A point and those next to it in its row."""
    row = range(1, 13) if number <= 12 else range(13, 25)
    return [point(other) for other in (number - 1, number, number + 1) if other in row]


def picture_in_light(light: SceneLight, lying: Layout) -> Picture:
    """The picture in this light, with the exposure frozen at the calibration."""
    held = cached_renderer(CLUB, LIGHTS["soft"], VIEWPOINTS["leaning"], USUAL_SIZE)
    exposure = held.meter(LIGHTS["soft"])
    return render_board(light=light, lying=lying, exposure=exposure).picture


@pytest.mark.parametrize(
    ("number", "side", "skin"),
    [(6, -1, 0), (19, 1, 4), (17, -1, 2), (8, 1, 3), (13, 1, 1), (2, -1, 4)],
)
def test_a_hand_hides_what_lies_under_it(number: int, side: int, skin: int) -> None:
    hand = hand_at(point(number), side=side, skin=skin)
    reading = read_picture(render_board(lying=MIDDLE, things=[hand]).picture, calibration_of())
    assert point(number) in reading.covered
    assert false_claims(reading, MIDDLE, beside(number)) == []


def test_a_hand_does_not_hide_the_other_side_of_the_board() -> None:
    hand = hand_at(point(6), side=-1, skin=1)
    reading = read_picture(render_board(lying=MIDDLE, things=[hand]).picture, calibration_of())
    far = [point(number) for number in (10, 11, 12, 13, 14, 15)]
    assert reading.covered.isdisjoint(far)
    assert wrong_places(reading, MIDDLE, far) == []


@pytest.mark.parametrize("seed", [1, 2])
def test_other_objects_are_neither_checkers_nor_hands(seed: int) -> None:
    dice = place_dice(CLUB, (3, 5), 1, Random(seed))  # noqa: S311 - chance that repeats itself
    beside_the_board = RoundBody((2.0, CLUB.outer.high + 1.2, 0.0), 1.5, 1.9, CUP, hollow=True)
    view = render_board(lying=MIDDLE, seed=seed, things=[*dice, beside_the_board])
    reading = read_picture(view.picture, calibration_of())
    assert reading.covered == frozenset()
    assert mistakes(reading, MIDDLE) == []


def test_cube_on_the_bar_is_not_read_as_a_hit_checker() -> None:
    reading = read_picture(render_board(lying=START, things=[CUBE]).picture, calibration_of())
    assert [reading.best(bar(colour)) for colour in (LIGHT, DARK)] == [(0, 0), (0, 0)]
    assert wrong_places(reading, START) == []


def test_hit_checkers_of_both_colours_wait_on_the_bar() -> None:
    hit = layout_of({6: 5, 8: 3, 13: 5}, {19: 5, 17: 3, 12: 5, 1: 1}, light_hit=2, dark_hit=1)
    reading = read_picture(render_board(lying=hit).picture, calibration_of())
    assert wrong_places(reading, hit) == []


def test_sixth_checker_on_a_full_point_is_inferred_from_the_total() -> None:
    six = layout_of({6: 6, 8: 2, 13: 5, 24: 2}, {19: 5, 17: 3, 12: 5, 1: 2})
    reading = read_picture(render_board(lying=six).picture, calibration_of())
    assert mistakes(reading, six) == []


def test_borne_off_checkers_are_seen_in_their_trays() -> None:
    race = layout_of({1: 2, 2: 3, 3: 4}, {24: 3, 23: 4, 22: 1}, light_off=6, dark_off=7)
    reading = read_picture(render_board(lying=race).picture, calibration_of())
    assert false_claims(reading, race) == []
    assert wrong_places(reading, race, [tray(LIGHT), *map(point, range(1, 25))]) == []


def test_missing_checker_is_noticed() -> None:
    short = Layout({**MIDDLE.piles, point(6): Pile(LIGHT, 3), tray(LIGHT): Pile(LIGHT, 1)})
    reading = read_picture(render_board(lying=short).picture, calibration_of())
    assert reading.best(point(6)) == (3, 0)
    assert false_claims(reading, short) == []


@pytest.mark.parametrize("part", [0.5, 0.25])
def test_a_board_is_read_when_the_light_is_dimmed(part: float) -> None:
    soft = LIGHTS["soft"]
    dim = replace(soft, around=soft.around * part, main=soft.main * part)
    reading = read_picture(picture_in_light(dim, MIDDLE), calibration_of())
    assert mistakes(reading, MIDDLE) == []


@pytest.mark.parametrize("at", [-3.0, 0.5, 4.0])
def test_a_shadow_that_crosses_the_board_makes_no_checkers(at: float) -> None:
    shadow = replace(LIGHTS["soft"], edge=ShadowEdge(angle=10.0, at=at, dark=0.7))
    reading = read_picture(picture_in_light(shadow, MIDDLE), calibration_of())
    assert mistakes(reading, MIDDLE) == []


@pytest.mark.parametrize("way", [(1, 0), (0, -1), (-1, 1)])
def test_a_camera_that_is_a_pixel_off_makes_no_wrong_claims(way: tuple[int, int]) -> None:
    moved = np.roll(render_board(lying=MIDDLE).picture, way, axis=(0, 1))
    reading = read_picture(moved, calibration_of())
    assert mistakes(reading, MIDDLE) == []


@pytest.mark.release
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
    learned = calibration_of(look, light, viewpoint)
    reading = read_picture(render_board(look, light, viewpoint, MIDDLE, seed=2).picture, learned)
    assert mistakes(reading, MIDDLE) == []


@pytest.mark.release(after=1)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_dark_checkers_on_a_dark_bar_in_dim_light_are_never_denied(seed: int) -> None:
    lying = layout_of({6: 5, 8: 3, 13: 5, 24: 2}, {19: 5, 17: 3, 12: 5}, dark_hit=2)
    plain = LIGHTS["plain"]
    held = cached_renderer(BoardPlan(find_look("wood")), plain, VIEWPOINTS["slanted"], USUAL_SIZE)
    dim = replace(plain, around=0.65 * plain.around, main=0.65 * plain.main)
    view = render_board("wood", dim, "slanted", lying, seed=seed, exposure=held.meter(plain))
    reading = read_picture(view.picture, calibration_of("wood", "plain", "slanted"))
    assert false_claims(reading, lying) == []
