"""Learning where the camera is from the checkers of the starting position."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from hardware.checkers import Colour, Layout, Pile, Place, point, tray
from hardware.drivers.simulated.camera.blocks import Block
from hardware.drivers.simulated.camera.looks import Grain, Stuff
from hardware.drivers.simulated.camera.pictures import START, lying_of, rendered
from hardware.drivers.simulated.camera.plans import Home as Where
from hardware.drivers.simulated.camera.plans import Plan
from hardware.drivers.simulated.camera.rounds import Round
from hardware.drivers.simulated.camera.stock import look_of
from hardware.drivers.simulated.camera.throwing import thrown
from hardware.drivers.simulated.table import SLOTS, Lying
from tests.rigs.looked_at import SMALL, without_one
from tests.rigs.no_boards import discs, draughts
from tests.rigs.vision_boards import DARK, LIGHT, MIDDLE, corners_of
from vision.corners import Corners
from vision.home import Home
from vision.learning.fitting import fitted
from vision.learning.flaws import Flaw, NotTheStart
from vision.learning.start import learn_either_way
from vision.pictures import Picture

CLOSE = 0.01
"""Widths of the board."""
TOLD_BADLY = np.array([(9.0, -7.0), (-8.0, -9.0), (7.0, 10.0), (-10.0, 6.0)])
"""Pixels each corner is off."""
BOTTOM_RIGHT = 2
"""Among the corners of a picture that was drawn."""
CUP = Stuff((70, 44, 30), Grain.LEATHER, 0.05)
WHITE, BLACK = (242, 240, 232), (20, 20, 24)


def within(left: int, top: int, right: int, bottom: int) -> Corners:
    """Those of an upright board."""
    return Corners.of(
        np.array([(left, top), (right, top), (right, bottom), (left, bottom)], np.float64)
    )


def one_more(place: Place, colour: Colour) -> Lying:
    """The starting position, with a checker of another set on a place."""
    stacks = dict(lying_of(START).stacks)
    slots = [list(slot) for slot in stacks.get(place, ((),) * SLOTS[place])]
    next(slot for slot in slots if not slot).append(colour)
    return Lying(stacks | {place: tuple(map(tuple, slots))}, fetched=(colour,))


def test_checkers_tell_where_the_corners_are_that_were_pointed_to_badly() -> None:
    view = rendered()
    fit = fitted(view.picture, Corners.of(view.corners + TOLD_BADLY))
    corners = fit.eye.corners(fit.field)
    off = np.hypot(*(corners.points - view.corners).T)
    assert off.max() < CLOSE * corners.width
    assert fit.home is Home.BOTTOM_RIGHT


@pytest.mark.parametrize("quarters", [0, 1, 2, 3])
def test_corners_may_be_told_in_any_order_around_the_board(quarters: int) -> None:
    view = rendered()
    learned = learn_either_way(view.picture, corners_of(view).turned(quarters))
    corners = learned.eye.corners(learned.field)
    near = np.linalg.norm(corners.points[:, None] - view.corners, axis=2).min(axis=1)
    assert near.max() < CLOSE * corners.width
    ace_point = np.array([learned.field.spot(learned.home.number(1), 0)])
    away = np.linalg.norm(learned.eye.pixels(ace_point) - view.corners, axis=1)
    assert away.argmin() == BOTTOM_RIGHT


def test_a_mirrored_picture_is_learnt_as_the_board_is_numbered() -> None:
    view = rendered()
    width = view.picture.shape[1]
    mirrored = np.ascontiguousarray(view.picture[:, ::-1])
    corners = Corners.of(np.column_stack([width - 1 - view.corners[:, 0], view.corners[:, 1]]))
    fit = fitted(mirrored, corners)
    assert fit.eye.corners(fit.field).is_mirrored
    assert fit.home is Home.BOTTOM_RIGHT


def test_dice_a_cube_and_a_cup_beside_the_board_do_not_hinder() -> None:
    plan = Plan(look_of("club"))
    cup = Round((-4.0, plan.outer.high + 1.2, 0.0), 1.5, 1.9, CUP, hollow=True)
    dice = thrown(plan, (6, 2), 1, Random(3))  # noqa: S311 - chance that repeats itself
    cube = Block((0.0, 0.0, plan.look.height), 0.8, 64, WHITE, BLACK, 0.1, pips=False)
    view = rendered(things=[cup, cube, *dice])
    assert fitted(view.picture, corners_of(view)).home is Home.BOTTOM_RIGHT


def test_glare_that_makes_checkers_pale_does_not_hinder() -> None:
    view = rendered("red-and-black", "glare", "above")
    assert fitted(view.picture, corners_of(view)).home is Home.BOTTOM_RIGHT


@pytest.mark.parametrize(
    "otherwise",
    [
        {point(6): Pile(LIGHT, 4), point(4): Pile(LIGHT, 1)},
        {point(13): Pile(LIGHT, 4), point(14): Pile(LIGHT, 1)},
        {point(1): Pile(DARK, 1), point(12): Pile(DARK, 6)},
        {point(8): Pile(LIGHT, 2), tray(LIGHT): Pile(LIGHT, 1)},
    ],
    ids=["two points on", "on the next point", "a sixth on five", "one short"],
)
def test_what_is_nearly_the_starting_position_is_none(otherwise: dict[Place, Pile]) -> None:
    view = rendered(lying=Layout({**START.piles, **otherwise}))
    with pytest.raises(NotTheStart):
        fitted(view.picture, corners_of(view))


@pytest.mark.parametrize(
    ("number", "colour"), [(24, LIGHT), (17, DARK), (3, DARK), (10, LIGHT), (21, LIGHT)]
)
def test_a_checker_too_many_is_not_the_starting_position(number: int, colour: Colour) -> None:
    view = rendered(lying=one_more(point(number), colour))
    with pytest.raises(NotTheStart) as refusal:
        fitted(view.picture, corners_of(view))
    assert (refusal.value.flaw, refusal.value.places) == (Flaw.TOO_MANY, (point(number),))


@pytest.mark.parametrize("home", Where)
def test_a_point_where_a_checker_is_missing_is_named_as_light_counts(home: Where) -> None:
    lying = without_one(without_one(START, point(17)), point(24))
    view = rendered(lying=lying, home=home, size=SMALL)
    with pytest.raises(NotTheStart) as refusal:
        learn_either_way(view.picture, corners_of(view).turned(1))
    assert refusal.value.flaw is Flaw.MISSING
    assert refusal.value.places == (point(17), point(24))


def test_a_bare_point_in_the_colour_of_checkers_is_no_checker_too_many() -> None:
    view = rendered("wood", "plain", "steep", size=SMALL)
    assert fitted(view.picture, corners_of(view)).home is Home.BOTTOM_RIGHT


def test_another_position_is_not_the_starting_position() -> None:
    view = rendered(lying=MIDDLE)
    with pytest.raises(NotTheStart):
        fitted(view.picture, corners_of(view))


@pytest.mark.parametrize("kind", ["black", "noise"])
def test_a_picture_without_a_board_is_not_the_starting_position(kind: str) -> None:
    chance = np.random.default_rng(1)
    picture: Picture = np.zeros((720, 1280, 3), np.uint8)
    if kind == "noise":
        picture = chance.integers(0, 256, picture.shape, dtype=np.uint8)
    with pytest.raises(NotTheStart):
        fitted(picture, Corners((200, 100), (1080, 100), (1080, 620), (200, 620)))


@pytest.mark.parametrize(
    ("picture", "corners"),
    [(draughts(), within(0, 0, 999, 799)), (discs(), within(290, 100, 990, 620))],
    ids=["draughts", "discs"],
)
def test_thirty_tops_of_exactly_one_colour_are_no_start(picture: Picture, corners: Corners) -> None:
    with pytest.raises(NotTheStart):
        fitted(picture, corners)
