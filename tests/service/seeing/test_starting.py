"""A board is learnt from its starting position only, and people are told what else it shows."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from hardware.checkers import Colour, Layout, Pile, Place, point
from hardware.drivers.simulated.camera.pictures import START, rendered
from hardware.drivers.simulated.camera.viewpoints import VIEWPOINTS
from referee.words import Language, load_phrases
from service.camera_words import tell_verdict
from service.seeing.glimpse import Outcome, Quad, Verdict
from service.seeing.starting import lesson, quad
from tests.rigs.looked_at import SMALL, corners_of, seen, without_one
from tests.rigs.seeing import WATCHED
from vision.home import Home
from vision.pictures import Picture

LIGHT, DARK = Colour
ENGLISH = load_phrases(Language.ENGLISH)
ON_ITS_EDGE: Quad = ((120, 200), (520, 200), (600, 290), (40, 290))
"""The corners of a board of which hardly more than the rim is seen."""


def told(verdict: Verdict) -> str:
    return tell_verdict(verdict, WATCHED.match, ENGLISH)


def from_the_side() -> Picture:
    """A board that somebody photographs without standing up."""
    view = rendered("club", "soft", VIEWPOINTS["above"], START, size=SMALL)
    corners, aims = (np.array(four, np.float32) for four in (view.corners, ON_ITS_EDGE))
    plane = cv2.getPerspectiveTransform(corners, aims)
    edge_on = cv2.warpPerspective(view.picture, plane, SMALL, borderMode=cv2.BORDER_REPLICATE)
    return edge_on.astype(np.uint8)


def beside(place: Place, other: Place) -> Layout:
    """The starting position, with one of Light's checkers on a point where it does not belong."""
    piles = dict(without_one(START, place).piles)
    return Layout({**piles, other: Pile(LIGHT, START.count(other, LIGHT) + 1)})


@pytest.mark.parametrize(
    ("lying", "where"),
    [
        (without_one(START, point(13)), "point 13"),
        (without_one(START, point(1)), "point 1"),
        (beside(point(6), point(7)), "point 6"),
        (beside(point(13), point(8)), "point 13"),
    ],
    ids=["29", "29 others", "one astray", "one with others"],
)
def test_the_point_is_told_where_a_checker_is_missing(lying: Layout, where: str) -> None:
    taught = lesson(seen(lying).picture, quad(corners_of(seen())))

    assert taught.learned is None
    assert f"missing, or cannot be made out, on {where} (as Alice counts)" in told(taught.verdict)


def test_of_an_empty_board_no_point_is_told() -> None:
    taught = lesson(seen(Layout({})).picture, quad(corners_of(seen())))

    assert taught.learned is None
    assert told(taught.verdict) == "This does not look like the starting position."


def test_a_board_that_is_seen_from_the_side_is_not_learnt() -> None:
    picture = from_the_side()

    sought, pointed = lesson(picture, None), lesson(picture, ON_ITS_EDGE)

    assert sought.verdict.outcome is Outcome.NO_BOARD
    assert pointed.verdict.outcome is Outcome.NOT_THE_START
    assert pointed.learned is None


@pytest.mark.parametrize(
    ("down", "right", "home"),
    [(-1, -1, Home.TOP_LEFT), (1, -1, Home.BOTTOM_LEFT)],
    ids=["upside down", "mirrored"],
)
def test_a_picture_may_be_upside_down_or_mirrored(down: int, right: int, home: Home) -> None:
    held = np.ascontiguousarray(seen().picture[::down, ::right])

    taught = lesson(held, None)

    assert taught.verdict.outcome is Outcome.LEARNT
    assert taught.learned is not None
    assert taught.learned.home is home
