"""What was read is drawn where it lies."""

from __future__ import annotations

import numpy as np
import pytest

from hardware.checkers import BACKGAMMON, Colour, Place, bar, point, tray
from hardware.drivers.simulated.camera.pictures import START
from hardware.sightings import ANYTHING, NOTHING, Sighting, of_any_colour, of_colour
from tests.rigs.looked_at import SMALL, Ways, looked_at, reading_of
from vision import overlay as overlay_inks
from vision.home import Home
from vision.overlay import Sight, overlay, plates, spot, told
from vision.pictures import Picture

GREY = 120
WIDE, HIGH = SMALL
LIGHT, DARK = Colour


def sight(home: Home = Home.BOTTOM_RIGHT, covered: frozenset[Place] = frozenset()) -> Sight:
    return looked_at(reading_of(START, covered), home).sight


def plain() -> Picture:
    return np.full((HIGH, WIDE, 3), GREY, np.uint8)


def inked(drawn: Picture, place: Place, within: Sight) -> bool:
    """Whether anything is drawn close to where a place is written."""
    x, y = within.eye.pixels(np.array([spot(within, place)]))[0].round().astype(int)
    return bool((drawn[max(y - 8, 0) : y + 8, max(x - 8, 0) : x + 8] != GREY).any())


def test_the_picture_itself_is_left_as_it_is() -> None:
    picture = plain()

    drawn = overlay(picture, sight())

    assert (picture == GREY).all()
    assert drawn.shape == picture.shape
    assert (drawn != GREY).any()


def test_a_place_is_written_on_if_something_lies_there() -> None:
    drawn, there = overlay(plain(), sight()), sight()

    written = {place for place in BACKGAMMON if inked(drawn, place, there)}

    assert written >= {*START.piles}
    assert not written & {point(2), point(10), point(22), tray(LIGHT), tray(DARK)}


def test_a_covered_place_is_asked_about_on_the_picture() -> None:
    covered = sight(covered=frozenset({point(2)}))

    assert inked(overlay(plain(), covered), point(2), covered)


def inks(drawn: Picture, place: Place, within: Sight) -> set[tuple[int, ...]]:
    """The colours close to where a place is written."""
    x, y = within.eye.pixels(np.array([spot(within, place)]))[0].round().astype(int)
    around = drawn[max(y - 14, 0) : y + 14, max(x - 14, 0) : x + 14].reshape(-1, 3)
    return {tuple(pixel) for pixel in around.tolist()}


def test_a_plate_has_the_colour_of_the_checkers_and_a_rim_for_doubt() -> None:
    doubts: dict[Place, Ways] = {point(6): {(4, 0): 0.5, (5, 0): 0.5}}
    there = looked_at(reading_of(START, [point(2)], doubts)).sight

    drawn = overlay(plain(), there)

    assert {overlay_inks.LIGHT, overlay_inks.UNSURE} <= inks(drawn, point(6), there)
    assert {overlay_inks.LIGHT, overlay_inks.SURE} <= inks(drawn, point(8), there)
    assert {overlay_inks.DARK, overlay_inks.SURE} <= inks(drawn, point(12), there)
    assert {overlay_inks.EMPTY, overlay_inks.UNSURE} <= inks(drawn, point(2), there)


@pytest.mark.parametrize(
    ("ways", "colours"),
    [
        ({(0, 0): 0.9, (0, 1): 0.1}, {overlay_inks.DARK}),
        ({(0, 0): 0.9, (1, 0): 0.1}, {overlay_inks.LIGHT}),
        ({(1, 0): 0.5, (0, 1): 0.5}, {overlay_inks.LIGHT, overlay_inks.DARK}),
    ],
)
def test_a_doubtful_plate_has_the_colours_of_all_that_may_lie_there(
    ways: Ways, colours: set[overlay_inks.Ink]
) -> None:
    there = looked_at(reading_of(START, doubts={point(2): ways})).sight

    assert {*plates(there.reading.sightings[point(2)])} == colours
    assert colours <= inks(overlay(plain(), there), point(2), there)


def test_what_lies_at_the_rim_of_a_picture_is_cut_off_there() -> None:
    both: dict[Place, Ways] = {place: {(1, 0): 0.5, (0, 1): 0.5} for place in BACKGAMMON}
    there = looked_at(reading_of(START, doubts=both)).sight

    for wide in range(1, WIDE, 40):
        whole, part = overlay(plain(), there), overlay(plain()[:, :wide].copy(), there)
        assert (part[:, : wide - 20] == whole[:, : max(wide - 20, 0)]).all()


@pytest.mark.parametrize("home", list(Home))
def test_every_place_has_a_spot_of_its_own_wherever_home_is(home: Home) -> None:
    there = sight(home)

    spots = [spot(there, place) for place in BACKGAMMON]

    assert len({*spots}) == len(BACKGAMMON)


@pytest.mark.parametrize("home", list(Home))
def test_a_tray_is_beside_the_home_and_hit_checkers_are_where_they_enter(home: Home) -> None:
    there = sight(home)
    middle = there.field.depth / 2

    for colour, first in ((LIGHT, 1), (DARK, 24)):
        _, home_row = spot(there, point(first))
        beside, off_row = spot(there, tray(colour))
        _, bar_row = spot(there, bar(colour))
        assert (off_row > middle) == (home_row > middle)
        assert not 0 <= beside <= there.field.width
        assert (bar_row > middle) != (home_row > middle)


@pytest.mark.parametrize(
    ("sighting", "best", "text"),
    [
        (ANYTHING, (3, 0), "?"),
        (NOTHING, (0, 0), ""),
        (of_colour(DARK, 4), (0, 4), "4"),
        (of_colour(LIGHT, 4, 6), (5, 0), "4-6"),
        (of_any_colour(2), (2, 0), "2?"),
    ],
)
def test_a_doubtful_place_is_written_as_doubtful(
    sighting: Sighting, best: tuple[int, int], text: str
) -> None:
    assert told(sighting, best) == text
