"""Learning where the camera is from the checkers of the starting position."""

from collections.abc import Callable
from random import Random

import numpy as np
import pytest

from hardware.checkers import BACKGAMMON, Colour, Layout, Pile, Place, point, tray
from hardware.drivers.simulated.simulated_table import TableSnapshot
from simulation.rendering.board_geometry import BoardPlan, HomeQuarter
from simulation.rendering.board_looks import Grain, Material, find_look
from simulation.rendering.board_pictures import START, BoardPicture, arrangement_of, render_board
from simulation.rendering.dice_and_cube import Block, place_dice
from simulation.rendering.round_bodies import RoundBody
from tests.rigs.vision.decoy_pictures import discs, draughts
from tests.rigs.vision.photo_readings import SMALL, layout_without_one
from tests.rigs.vision.rendered_boards import DARK, LIGHT, MIDDLE, corners_of
from vision.calibration.calibration_flaws import CalibrationFlaw, NotTheStart
from vision.calibration.from_start_position import calibrate_either_way, fit_camera
from vision.camera_model import Corners
from vision.field_geometry import LightHome
from vision.picture_arrays import Picture

CLOSE = 0.01
"""The largest error of a corner, in widths of the board."""
CORNER_OFFSETS = np.array([(9.0, -7.0), (-8.0, -9.0), (7.0, 10.0), (-10.0, 6.0)])
"""The errors of four imprecise corners, in pixels."""
BOTTOM_RIGHT = 2
"""The index of this corner among those of a drawn picture."""
CUP = Material((70, 44, 30), Grain.LEATHER, 0.05)
WHITE, BLACK = (242, 240, 232), (20, 20, 24)


def upright_corners(left: int, top: int, right: int, bottom: int) -> Corners:
    """The corners of an upright board."""
    corners = [(left, top), (right, top), (right, bottom), (left, bottom)]
    return Corners.of(np.array(corners, np.float64))


def start_with_extra_checker(place: Place, colour: Colour) -> TableSnapshot:
    """The starting position with a checker of another set on a place."""
    stacks = dict(arrangement_of(START).stacks)
    slots = [list(slot) for slot in stacks.get(place, ((),) * BACKGAMMON.capacity[place])]
    next(slot for slot in slots if not slot).append(colour)
    return TableSnapshot(stacks | {place: tuple(map(tuple, slots))}, fetched=(colour,))


@pytest.mark.release
def test_imprecise_corners_are_corrected_by_the_checkers() -> None:
    view = render_board()
    fit = fit_camera(view.picture, Corners.of(view.corners + CORNER_OFFSETS))
    corners = fit.camera.corners(fit.field)
    off = np.hypot(*(corners.points - view.corners).T)
    assert off.max() < CLOSE * corners.width
    assert fit.home is LightHome.BOTTOM_RIGHT


@pytest.mark.release(after=1)
@pytest.mark.parametrize("quarters", [0, 1, 2, 3])
def test_corners_may_be_given_in_any_order_around_the_board(quarters: int) -> None:
    view = render_board()
    learned = calibrate_either_way(view.picture, corners_of(view).rotated(quarters))
    corners = learned.camera.corners(learned.field)
    near = np.linalg.norm(corners.points[:, None] - view.corners, axis=2).min(axis=1)
    assert near.max() < CLOSE * corners.width
    ace_point = np.array([learned.field.spot(learned.home.number(1), 0)])
    away = np.linalg.norm(learned.camera.pixels(ace_point) - view.corners, axis=1)
    assert away.argmin() == BOTTOM_RIGHT


def test_mirrored_picture_is_calibrated_with_the_numbering_of_its_board() -> None:
    view = render_board()
    width = view.picture.shape[1]
    mirrored = np.ascontiguousarray(view.picture[:, ::-1])
    corners = Corners.of(np.column_stack([width - 1 - view.corners[:, 0], view.corners[:, 1]]))
    fit = fit_camera(mirrored, corners)
    assert fit.camera.corners(fit.field).is_mirrored
    assert fit.home is LightHome.BOTTOM_RIGHT


def start_with_other_objects() -> BoardPicture:
    """The start with dice, a cube and a cup beside the board."""
    plan = BoardPlan(find_look("club"))
    cup = RoundBody((-4.0, plan.outer.high + 1.2, 0.0), 1.5, 1.9, CUP, hollow=True)
    dice = place_dice(plan, (6, 2), 1, Random(3))  # noqa: S311 - chance that repeats itself
    cube = Block((0.0, 0.0, plan.look.height), 0.8, 64, WHITE, BLACK, 0.1, pips=False)
    return render_board(things=[cup, cube, *dice])


@pytest.mark.release(after=2)
@pytest.mark.parametrize(
    "rendered",
    [
        start_with_other_objects,
        lambda: render_board("wood", "plain", "steep", size=SMALL),
        lambda: render_board("red-and-black", "glare", "above"),
    ],
    ids=["dice, cube and cup", "bare point in the colour of checkers", "checkers pale by glare"],
)
def test_start_is_learnt_in_spite_of_disturbances(rendered: Callable[[], BoardPicture]) -> None:
    view = rendered()
    assert fit_camera(view.picture, corners_of(view)).home is LightHome.BOTTOM_RIGHT


@pytest.mark.release(after=1)
@pytest.mark.parametrize(
    "otherwise",
    [
        {point(6): Pile(LIGHT, 4), point(4): Pile(LIGHT, 1)},
        {point(13): Pile(LIGHT, 4), point(14): Pile(LIGHT, 1)},
        {point(1): Pile(DARK, 1), point(12): Pile(DARK, 6)},
        {point(8): Pile(LIGHT, 2), tray(LIGHT): Pile(LIGHT, 1)},
        None,
    ],
    ids=["two points on", "on the next point", "a sixth on five", "one short", "in a game"],
)
def test_position_that_is_not_the_start_is_refused(otherwise: dict[Place, Pile] | None) -> None:
    view = render_board(lying=Layout({**START.piles, **otherwise}) if otherwise else MIDDLE)
    with pytest.raises(NotTheStart):
        fit_camera(view.picture, corners_of(view))


@pytest.mark.release(after=1)
@pytest.mark.parametrize(
    ("number", "colour"), [(24, LIGHT), (17, DARK), (3, DARK), (10, LIGHT), (21, LIGHT)]
)
def test_extra_checker_is_reported_with_its_point(number: int, colour: Colour) -> None:
    view = render_board(lying=start_with_extra_checker(point(number), colour))
    with pytest.raises(NotTheStart) as refusal:
        fit_camera(view.picture, corners_of(view))
    assert refusal.value.flaw is CalibrationFlaw.TOO_MANY
    assert refusal.value.places == (point(number),)


@pytest.mark.release(after=1)
@pytest.mark.parametrize("home", HomeQuarter)
def test_point_with_a_missing_checker_is_named_in_lights_numbering(home: HomeQuarter) -> None:
    lying = layout_without_one(layout_without_one(START, point(17)), point(24))
    view = render_board(lying=lying, home=home, size=SMALL)
    with pytest.raises(NotTheStart) as refusal:
        calibrate_either_way(view.picture, corners_of(view).rotated(1))
    assert refusal.value.flaw is CalibrationFlaw.MISSING
    assert refusal.value.places == (point(17), point(24))


NOISE = np.random.default_rng(1).integers(0, 256, (720, 1280, 3), dtype=np.uint8)


@pytest.mark.release(after=2)
@pytest.mark.parametrize(
    ("picture", "corners"),
    [
        (np.zeros_like(NOISE), upright_corners(200, 100, 1080, 620)),
        (draughts(), upright_corners(0, 0, 999, 799)),
        (NOISE, upright_corners(200, 100, 1080, 620)),
        (discs(), upright_corners(290, 100, 990, 620)),
    ],
    ids=["black", "draughts of one colour", "noise", "thirty discs of one colour"],
)
def test_other_pictures_are_not_the_starting_position(picture: Picture, corners: Corners) -> None:
    with pytest.raises(NotTheStart):
        fit_camera(picture, corners)
