"""A reading is drawn where the checkers lie."""

import numpy as np
import pytest

from hardware import observations
from hardware.checkers import BACKGAMMON, Colour, Place, bar, point, tray
from simulation.rendering.board_pictures import START
from tests.rigs.vision.photo_readings import SMALL, CountWeights, photo_reading_of, reading_of
from vision import overlay as overlay_inks
from vision.field_geometry import LightHome
from vision.overlay import LocatedReading, draw_overlay, label_colours, label_spot, label_text
from vision.picture_arrays import Picture

GREY = 120
WIDE, HIGH = SMALL
LIGHT, DARK = Colour
USUAL = LightHome.BOTTOM_RIGHT
Inks = set[tuple[int, ...]]


def located_reading(
    home: LightHome = USUAL, covered: frozenset[Place] = frozenset()
) -> LocatedReading:
    return photo_reading_of(reading_of(START, covered), home).sight


def plain() -> Picture:
    return np.full((HIGH, WIDE, 3), GREY, np.uint8)


def is_labelled(drawn: Picture, place: Place, located: LocatedReading) -> bool:
    """True if anything is drawn close to the label of a place."""
    return inks(drawn, place, located, 8) != {(GREY,) * 3}


def test_original_picture_is_not_changed() -> None:
    picture = plain()

    drawn = draw_overlay(picture, located_reading())

    assert (picture == GREY).all()
    assert drawn.shape == picture.shape
    assert (drawn != GREY).any()


def test_occupied_place_is_labelled_and_empty_one_is_not() -> None:
    drawn, located = draw_overlay(plain(), located_reading()), located_reading()

    written = {place for place in BACKGAMMON.places if is_labelled(drawn, place, located)}

    assert written >= {*START.piles}
    assert not written & {point(2), point(10), point(22), tray(LIGHT), tray(DARK)}


def test_covered_place_is_labelled() -> None:
    covered = located_reading(covered=frozenset({point(2)}))
    assert is_labelled(draw_overlay(plain(), covered), point(2), covered)


def inks(drawn: Picture, place: Place, located: LocatedReading, reach: int = 14) -> Inks:
    """The colours close to the label of a place."""
    x, y = located.camera.pixels(np.array([label_spot(located, place)]))[0].round().astype(int)
    around = drawn[max(y - reach, 0) : y + reach, max(x - reach, 0) : x + reach].reshape(-1, 3)
    return {tuple(pixel) for pixel in around.tolist()}


def test_label_has_the_colour_of_the_checkers_and_a_rim_for_doubt() -> None:
    doubts: dict[Place, CountWeights] = {point(6): {(4, 0): 0.5, (5, 0): 0.5}}
    located = photo_reading_of(reading_of(START, [point(2)], doubts)).sight

    drawn = draw_overlay(plain(), located)

    assert {overlay_inks.LIGHT, overlay_inks.UNSURE} <= inks(drawn, point(6), located)
    assert {overlay_inks.LIGHT, overlay_inks.SURE} <= inks(drawn, point(8), located)
    assert {overlay_inks.DARK, overlay_inks.SURE} <= inks(drawn, point(12), located)
    assert {overlay_inks.EMPTY, overlay_inks.UNSURE} <= inks(drawn, point(2), located)


@pytest.mark.parametrize(
    ("ways", "colours"),
    [
        ({(0, 0): 0.9, (0, 1): 0.1}, {overlay_inks.DARK}),
        ({(0, 0): 0.9, (1, 0): 0.1}, {overlay_inks.LIGHT}),
        ({(1, 0): 0.5, (0, 1): 0.5}, {overlay_inks.LIGHT, overlay_inks.DARK}),
    ],
)
def test_label_of_a_doubtful_place_has_all_possible_colours(
    ways: CountWeights, colours: set[overlay_inks.InkColour]
) -> None:
    located = photo_reading_of(reading_of(START, doubts={point(2): ways})).sight

    assert {*label_colours(located.reading.sightings[point(2)])} == colours
    assert colours <= inks(draw_overlay(plain(), located), point(2), located)


def test_overlay_at_the_rim_of_a_picture_is_cut_off() -> None:
    both: dict[Place, CountWeights] = {
        place: {(1, 0): 0.5, (0, 1): 0.5} for place in BACKGAMMON.places
    }
    located = photo_reading_of(reading_of(START, doubts=both)).sight

    for wide in range(1, WIDE, 40):
        pictures = (plain(), plain()[:, :wide].copy())
        whole, part = (draw_overlay(picture, located) for picture in pictures)
        assert (part[:, : wide - 20] == whole[:, : max(wide - 20, 0)]).all()


@pytest.mark.parametrize("home", list(LightHome))
def test_every_label_has_a_spot_of_its_own_wherever_home_is(home: LightHome) -> None:
    located = located_reading(home)

    spots = [label_spot(located, place) for place in BACKGAMMON.places]

    assert len({*spots}) == len(BACKGAMMON.places)


@pytest.mark.parametrize("home", list(LightHome))
def test_a_tray_is_beside_the_home_and_hit_checkers_are_where_they_enter(home: LightHome) -> None:
    located = located_reading(home)
    middle = located.field.depth / 2

    for colour, first in ((LIGHT, 1), (DARK, 24)):
        _, home_row = label_spot(located, point(first))
        beside, off_row = label_spot(located, tray(colour))
        _, bar_row = label_spot(located, bar(colour))
        assert (off_row > middle) == (home_row > middle)
        assert not 0 <= beside <= located.field.width
        assert (bar_row > middle) != (home_row > middle)


@pytest.mark.parametrize(
    ("sighting", "best", "text"),
    [
        (observations.UNKNOWN_SIGHTING, (3, 0), "?"),
        (observations.EMPTY_SIGHTING, (0, 0), ""),
        (observations.of_colour(DARK, 4), (0, 4), "4"),
        (observations.of_colour(LIGHT, 4, 6), (5, 0), "4-6"),
        (observations.of_any_colour(2), (2, 0), "2?"),
    ],
)
def test_label_of_a_doubtful_place_shows_its_range(
    sighting: observations.Sighting, best: tuple[int, int], text: str
) -> None:
    assert label_text(sighting, best) == text
