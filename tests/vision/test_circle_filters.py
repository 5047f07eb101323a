"""Filters that measure how round or how square the surroundings of a spot are, and their peaks."""

import cv2
import numpy as np
import pytest

from vision.optimization import peak_offsets
from vision.picture_arrays import Plane
from vision.top_view import disc_means, edge_directions, rim_scores, squareness

RADIUS = 9.0
"""Pixels."""
MIDDLE = (40, 40)
CLEARLY_ROUND, CLEARLY_SQUARE = 0.7, 0.6
BARELY_SQUARE = 0.35


def drawn(kind: str) -> Plane:
    """A dark plane with a bright disc or square in its middle, or with nothing."""
    plane = np.full((81, 81, 3), 60, np.uint8)
    if kind == "disc":
        cv2.circle(plane, MIDDLE, round(RADIUS), (200, 200, 200), cv2.FILLED, cv2.LINE_AA)
    elif kind == "square":
        corners = cv2.boxPoints(((40.0, 40.0), (16.0, 16.0), 20.0))
        cv2.fillConvexPoly(plane, corners.round().astype(int), (200, 200, 200), cv2.LINE_AA)
    return plane.astype(np.float32)


EVERYWHERE = np.ones((81, 81), np.bool_)


def test_the_rim_of_a_checker_is_seen_around_its_middle() -> None:
    found = rim_scores(edge_directions(drawn("disc")), RADIUS)
    assert found[MIDDLE] > CLEARLY_ROUND
    assert divmod(int(found.argmax()), found.shape[1]) == MIDDLE


def test_no_rim_is_seen_where_nothing_lies() -> None:
    assert np.abs(rim_scores(edge_directions(drawn("nothing")), RADIUS)).max() == 0


def test_object_at_one_end_of_a_plane_does_not_appear_at_the_other() -> None:
    near_the_end = np.roll(drawn("disc"), MIDDLE[0] - round(RADIUS) - 3, axis=(0, 1))
    found = rim_scores(edge_directions(near_the_end), RADIUS)
    reach = round(3 * RADIUS)
    assert found[-reach:, -reach:].max() > CLEARLY_ROUND
    np.testing.assert_allclose(found[:reach], 0, atol=1e-6)
    np.testing.assert_allclose(found[:, :reach], 0, atol=1e-6)


def test_a_block_is_square_and_a_checker_is_not() -> None:
    block, checker = (
        squareness(edge_directions(drawn(k)), EVERYWHERE, 26.0) for k in ("square", "disc")
    )
    assert block[MIDDLE] > CLEARLY_SQUARE
    assert checker[MIDDLE] < BARELY_SQUARE


def test_old_edges_make_nothing_square() -> None:
    old = ~EVERYWHERE
    assert squareness(edge_directions(drawn("square")), old, 26.0).max() == 0


def test_pixels_within_a_rim_are_averaged() -> None:
    disc = drawn("disc")
    mean = disc_means(disc, RADIUS)
    assert mean[MIDDLE][0] > 0.9 * disc[MIDDLE][0]
    assert mean[0, 0, 0] == disc[0, 0, 0]


PLACES = np.arange(7.0)


@pytest.mark.parametrize("top", [2.6, 3.0, 3.4])
def test_peak_of_a_parabola_is_found_between_samples(top: float) -> None:
    samples = -((PLACES[None] - top) ** 2)
    assert 3 + peak_offsets(samples, np.array([3])) == pytest.approx(top)


def test_peak_beyond_the_first_or_the_last_is_not_reported() -> None:
    samples = np.stack([-PLACES, PLACES])
    assert peak_offsets(samples, np.array([0, 6])).tolist() == [0, 0]
