"""Things are seen where they are, from wherever a camera looks."""

from collections.abc import Iterable
from dataclasses import replace
from functools import partial

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from hardware.checkers import Colour, Layout, Pile, point
from simulation.rendering.board_geometry import BoardPlan, HomeQuarter
from simulation.rendering.board_looks import CLUB, LOOKS, BoardLook, Material, TrayPosition
from simulation.rendering.board_pictures import BoardPicture, corners, render_board
from simulation.rendering.optics import place_camera
from simulation.rendering.picture_conditions import VIEWPOINTS, Viewpoint
from simulation.rendering.renderer import Thing
from simulation.rendering.round_bodies import RoundBody

SIZE = (320, 180)
WHITE, BLACK, BLUE = Material((255, 255, 255)), Material((0, 0, 0)), Material((0, 0, 255))
SHEET = BoardLook(
    BLUE, CLUB.dark, WHITE, WHITE, WHITE, BLACK, BLACK, BLACK, CLUB.make, 0.0, height=0.0,
    standing=0.0, trays=TrayPosition.NONE,
)  # fmt: skip
"""A white field on black ground, and nothing that stands up."""
EMPTY = Layout({})
Reals = NDArray[np.float64]


def clean_view(
    viewpoint: Viewpoint | str,
    layout: Layout = EMPTY,
    things: Iterable[Thing] = (),
    home: HomeQuarter = HomeQuarter.BOTTOM_RIGHT,
) -> BoardPicture:
    clean = partial(render_board, SHEET, "plain", size=SIZE, noise=0, quality=None)
    return clean(viewpoint, layout, home=home, things=things)


def field_corners(viewpoint: Viewpoint | str) -> Reals:
    """The corners of the field in the picture from a viewpoint."""
    stands = VIEWPOINTS[viewpoint] if isinstance(viewpoint, str) else viewpoint
    plan = BoardPlan(SHEET)
    return corners(plan.field, place_camera(stands, plan.half_size, SIZE))


def white_in(view: BoardPicture) -> Reals:
    """The outline of what is white, as the picture itself shows it."""
    mask = (view.picture.min(axis=2) > 90).astype(np.uint8)
    outlines, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    return np.asarray(max(outlines, key=len), np.float64).reshape(-1, 2)


def bow(outline: Reals, one: Reals, other: Reals) -> float:
    """The largest distance of the outline between two corners from the straight line."""
    along = (other - one) / np.linalg.norm(other - one)
    away = (outline - one) @ np.array([-along[1], along[0]])
    part = (outline - one) @ along / np.linalg.norm(other - one)
    middle = (part > 0.3) & (part < 0.7) & (np.abs(away) < 0.1 * np.linalg.norm(other - one))
    return float(np.abs(away[middle]).max())


@pytest.mark.parametrize("name", VIEWPOINTS)
def test_reported_corners_are_where_the_field_ends_in_the_picture(name: str) -> None:
    view = clean_view(replace(VIEWPOINTS[name], fill=min(VIEWPOINTS[name].fill, 0.8)))
    outline = white_in(view)

    for corner in view.corners:
        assert np.linalg.norm(outline - corner, axis=1).min() < 1.2
    four = view.corners.astype(np.float32)
    area = abs(cv2.contourArea(four))
    assert cv2.contourArea(outline.astype(np.float32)) == pytest.approx(area, rel=0.06)


@pytest.mark.parametrize("home", HomeQuarter)
def test_the_corners_go_around_as_the_slots_are_numbered(home: HomeQuarter) -> None:
    one = Layout({point(1): Pile(Colour.LIGHT, 1)})
    bare, view = (clean_view("above", layout, home=home) for layout in (EMPTY, one))

    rows, columns = np.nonzero(np.abs(bare.picture.astype(int) - view.picture).max(axis=2) > 60)
    checker = np.array([columns.mean(), rows.mean()])
    away = np.linalg.norm(view.corners - checker, axis=1)
    order = ("top-left", "top-right", "bottom-right", "bottom-left")
    assert order[away.argmin()] == home.value


def test_a_camera_on_the_far_side_sees_the_board_upside_down() -> None:
    near, far = field_corners("above"), field_corners("far-side")

    assert near[0][0] < near[1][0]
    assert near[0][1] < near[3][1]
    assert far[0][0] > far[1][0]
    assert far[0][1] > far[3][1]


def test_only_a_lens_with_distortion_bends_straight_edges() -> None:
    plain = Viewpoint(tilt=0, distortion=0.0)
    straight, bent = clean_view(plain), clean_view(replace(plain, distortion=-0.3))

    bows = [bow(white_in(view), view.corners[0], view.corners[1]) for view in (straight, bent)]
    assert bows[0] < 0.4
    assert bows[1] > 1.2


def test_nearer_objects_are_larger() -> None:
    view = clean_view("steep")
    far, near = (view.camera.per_unit(np.array([0.0, y, 0.0])) for y in (5.0, -5.0))
    sides = (view.corners[0] - view.corners[1], view.corners[3] - view.corners[2])
    top, bottom = (float(np.linalg.norm(side)) for side in sides)

    assert near > 1.2 * far
    assert bottom > 1.2 * top


def test_higher_object_is_displaced_away_from_the_camera() -> None:
    x, y = 5.0, 3.0
    low, high = (RoundBody((x, y, height), 0.9, 0.25, BLUE) for height in (0.0, 1.0))
    found = []
    for thing in (low, high):
        picture = clean_view("slanted", things=[thing]).picture.astype(int)
        rows, columns = np.nonzero(picture[..., 0] - picture[..., 2] > 40)
        found.append((columns.mean(), rows.mean(), len(rows)))

    assert found[1][1] < found[0][1] - 3
    assert found[1][0] > found[0][0] + 1
    assert found[1][2] > found[0][2]


def test_a_knock_moves_the_whole_picture() -> None:
    leaning = VIEWPOINTS["leaning"]
    before, after = (white_in(clean_view(each)) for each in (leaning, leaning.bumped(1.0, -0.5)))

    moved = after.mean(axis=0) - before.mean(axis=0)
    expected = (field_corners(leaning.bumped(1.0, -0.5)) - field_corners("leaning")).mean(axis=0)
    assert moved == pytest.approx(expected, abs=0.5)
    assert moved[0] < -3
    assert moved[1] > 1.5


@pytest.mark.parametrize("look", LOOKS)
def test_the_whole_field_is_in_the_picture_from_everywhere(look: str) -> None:
    plan = BoardPlan(LOOKS[look])

    for viewpoint in VIEWPOINTS.values():
        four = corners(plan.field, place_camera(viewpoint, plan.half_size, SIZE))
        assert (four > 1).all()
        assert (four < np.array(SIZE) - 2).all()
