"""How round, and how square, what lies around a spot is."""

from __future__ import annotations

import cv2
import numpy as np

from vision.plane import Plane
from vision.weighing.circles import edges, gathered, rims, squares

RADIUS = 9.0
MIDDLE = (40, 40)
CLEARLY_ROUND, CLEARLY_SQUARE = 0.7, 0.6
HARDLY = 0.35


def drawn(kind: str) -> Plane:
    """Something bright in the middle of a dark plane."""
    plane = np.full((81, 81, 3), 60, np.uint8)
    if kind == "disc":
        cv2.circle(plane, MIDDLE, round(RADIUS), (200, 200, 200), cv2.FILLED, cv2.LINE_AA)
    elif kind == "square":
        corners = cv2.boxPoints(((40.0, 40.0), (16.0, 16.0), 20.0))
        cv2.fillConvexPoly(plane, corners.round().astype(int), (200, 200, 200), cv2.LINE_AA)
    return plane.astype(np.float32)


EVERYWHERE = np.ones((81, 81), np.bool_)


def test_the_rim_of_a_checker_is_seen_around_its_middle() -> None:
    found = rims(edges(drawn("disc")), RADIUS)
    assert found[MIDDLE] > CLEARLY_ROUND
    assert divmod(int(found.argmax()), found.shape[1]) == MIDDLE


def test_no_rim_is_seen_where_nothing_lies() -> None:
    assert np.abs(rims(edges(drawn("nothing")), RADIUS)).max() == 0


def test_what_lies_at_one_end_of_a_plane_is_not_seen_at_the_other() -> None:
    near_the_end = np.roll(drawn("disc"), MIDDLE[0] - round(RADIUS) - 3, axis=(0, 1))
    found = rims(edges(near_the_end), RADIUS)
    reach = round(3 * RADIUS)
    assert found[-reach:, -reach:].max() > CLEARLY_ROUND
    np.testing.assert_allclose(found[:reach], 0, atol=1e-6)
    np.testing.assert_allclose(found[:, :reach], 0, atol=1e-6)


def test_a_block_is_square_and_a_checker_is_not() -> None:
    block, checker = (squares(edges(drawn(k)), EVERYWHERE, 26.0) for k in ("square", "disc"))
    assert block[MIDDLE] > CLEARLY_SQUARE
    assert checker[MIDDLE] < HARDLY


def test_old_edges_make_nothing_square() -> None:
    old = ~EVERYWHERE
    assert squares(edges(drawn("square")), old, 26.0).max() == 0


def test_what_lies_within_a_rim_is_gathered() -> None:
    disc = drawn("disc")
    mean = gathered(disc, RADIUS)
    assert mean[MIDDLE][0] > 0.9 * disc[MIDDLE][0]
    assert mean[0, 0, 0] == disc[0, 0, 0]
