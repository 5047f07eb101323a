"""What a camera sees is drawn where it is in the picture, and as surely as it is seen."""

import math
from functools import cache

import numpy as np
import pytest

from hardware.checkers import BACKGAMMON, POINTS, Colour, bar, point, tray
from hardware.sightings import ANYTHING, Count, Sighting, of_any_colour, of_colour
from hardware.signals import Trouble
from referee.words import Language, load_phrases
from service.web.messages.from_page import Pixel
from service.web.messages.looks import PlaceSeen, Sureness
from service.web.parts.cameras import sight_shown
from service.web.parts.outlines import Outline, outline
from tests.rigs.gaze import glimpse
from tests.rigs.looked_at import FROM_ABOVE
from tests.rigs.seeing import WATCHED, usual_board
from vision.eye import Eye
from vision.field import Field
from vision.home import Home
from vision.learned import Learned

ENGLISH = load_phrases(Language.ENGLISH)
SETTINGS = WATCHED.match
LIGHT, DARK = Colour


@cache
def straight(home: Home = Home.BOTTOM_RIGHT, eye: Eye = FROM_ABOVE) -> Outline:
    """A board straight below the camera, a point being 40 pixels wide."""
    return outline(Learned(eye, Field(), home, usual_board().looks))


def seen(claim: Sighting) -> PlaceSeen:
    """How point 6 is shown if this is claimed of it."""
    sight = sight_shown(glimpse({point(6): claim}), straight(), SETTINGS, ENGLISH)
    return sight.places[point(6)]


@pytest.mark.parametrize(
    ("claim", "text", "sureness", "colour"),
    [
        (of_colour(LIGHT, 0), "", Sureness.SURE, None),
        (of_colour(LIGHT, 5), "5", Sureness.SURE, LIGHT),
        (of_colour(DARK, 4, 5), "4-5", Sureness.DOUBTFUL, DARK),
        (of_any_colour(2), "2?", Sureness.DOUBTFUL, None),
        (ANYTHING, "?", Sureness.OPEN, None),
        (Sighting(Count(1, 1), Count(1, 1), Count(2, 2)), "2", Sureness.SURE, None),
    ],
)
def test_a_place_is_shown_as_surely_as_it_is_seen(
    claim: Sighting, text: str, sureness: Sureness, colour: Colour | None
) -> None:
    shown = seen(claim)

    assert (shown.text, shown.sureness, shown.colour) == (text, sureness, colour)


def test_of_a_board_that_nobody_knows_or_sees_nothing_is_drawn() -> None:
    for nothing in (None, glimpse(learnt=False)):
        assert sight_shown(nothing, straight(), SETTINGS, ENGLISH).places == {}
    for hindered in (glimpse(trouble=Trouble.TOO_DARK), glimpse()):
        drawn = sight_shown(hindered, straight(), SETTINGS, ENGLISH)
        assert bool(drawn.lines) is (hindered.trouble is None)
    assert sight_shown(glimpse(), None, SETTINGS, ENGLISH).summary


def test_every_place_has_a_spot_and_every_point_a_number_within_reach_of_the_field() -> None:
    shown = straight()

    assert set(shown.at) == set(BACKGAMMON)
    assert set(shown.numbers) == set(POINTS)
    assert shown.point == pytest.approx(40)
    for spot in (*shown.at.values(), *shown.numbers.values()):
        assert 0 <= spot.x <= FROM_ABOVE.size[0]
        assert 0 <= spot.y <= FROM_ABOVE.size[1]


@pytest.mark.parametrize("home", Home)
def test_light_counts_from_the_corner_where_his_home_is(home: Home) -> None:
    shown = straight(home)
    at_left = home in (Home.BOTTOM_LEFT, Home.TOP_LEFT)
    at_top = home in (Home.TOP_LEFT, Home.TOP_RIGHT)
    first, sixth, far = (shown.numbers[point(number)] for number in (1, 6, 24))

    assert (first.x < sixth.x) is at_left
    assert (first.y < far.y) is at_top
    assert first.x == far.x
    assert (shown.at[tray(LIGHT)].x < first.x) is at_left
    assert (shown.at[bar(LIGHT)].y > shown.at[bar(DARK)].y) is at_top


def test_the_corners_begin_at_the_upper_left_however_the_camera_is_held() -> None:
    for quarters in range(4):
        for mirrored in (1.0, -1.0):
            corners = straight(Home.BOTTOM_RIGHT, _turned(quarters, mirrored)).corners
            assert corners[0] == min(corners, key=lambda it: it.x + it.y)
            assert _goes_with_the_clock(corners)


def test_the_lines_bend_with_the_lens() -> None:
    bent = straight(Home.BOTTOM_RIGHT, Eye(FROM_ABOVE.matrix, FROM_ABOVE.size, 0.05))

    assert bent.lines != straight().lines
    assert bent.lines.count("M") == straight().lines.count("M") == 1 + 2 + 24


def _turned(quarters: int, mirrored: float) -> Eye:
    """The same camera, held otherwise."""
    angle = math.pi / 2 * quarters
    sine, cosine = round(math.sin(angle)), round(math.cos(angle))
    wide, high = FROM_ABOVE.size
    middle = np.array([[1, 0, wide / 2], [0, 1, high / 2], [0, 0, 1]])
    turn = np.array([[cosine * mirrored, -sine, 0], [sine * mirrored, cosine, 0], [0, 0, 1]])
    return Eye(middle @ turn @ np.linalg.inv(middle) @ FROM_ABOVE.matrix, FROM_ABOVE.size)


def _goes_with_the_clock(corners: tuple[Pixel, ...]) -> bool:
    after = (*corners[1:], corners[0])
    return sum(a.x * b.y - b.x * a.y for a, b in zip(corners, after, strict=True)) > 0
