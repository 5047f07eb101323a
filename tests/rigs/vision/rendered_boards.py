"""Boards drawn by the simulated camera, with cached calibrations and corners."""

from collections.abc import Iterable, Mapping
from functools import lru_cache

from hardware.checkers import BACKGAMMON, Colour, Layout, Pile, Place, bar, point, tray
from simulation.rendering.board_pictures import BoardPicture, render_board
from vision.board_search.corner_search import find_board
from vision.calibration.from_start_position import calibrate
from vision.calibration_data import Calibration
from vision.camera_model import Corners
from vision.picture_arrays import Picture
from vision.picture_reading import PictureReading

LIGHT, DARK = Colour.LIGHT, Colour.DARK


@lru_cache(maxsize=2)
def calibration_of(
    look: str = "club", light: str = "soft", viewpoint: str = "leaning"
) -> Calibration:
    """The calibration of a board in its starting position."""
    view = render_board(look, light, viewpoint)
    return calibrate(view.picture, corners_of(view))


def corners_of(view: BoardPicture) -> Corners:
    """The true corners, as a person would point to them."""
    return Corners.of(view.corners)


def layout_of(light: Mapping[int, int], dark: Mapping[int, int], **rest: int) -> Layout:
    """A layout by point, both colours in Light's numbering, with hit and borne-off checkers."""
    piles = {point(number): Pile(LIGHT, count) for number, count in light.items()}
    piles |= {point(number): Pile(DARK, count) for number, count in dark.items()}
    for name, place, colour in _BESIDE:
        if rest.get(name):
            piles[place] = Pile(colour, rest[name])
    return Layout(piles)


_BESIDE = (
    ("light_hit", bar(LIGHT), LIGHT),
    ("dark_hit", bar(DARK), DARK),
    ("light_off", tray(LIGHT), LIGHT),
    ("dark_off", tray(DARK), DARK),
)

MIDDLE = layout_of(
    {6: 4, 8: 3, 13: 4, 4: 2, 24: 1, 20: 1}, {19: 4, 17: 3, 12: 4, 1: 1, 5: 1, 21: 1}, dark_hit=1
)
"""A position in the middle of a game."""


Places = Iterable[Place]


def wrong_places(
    reading: PictureReading, layout: Layout, among: Places = BACKGAMMON.places
) -> list[str]:
    """The places whose most likely count is wrong."""
    best = {place: reading.best(place) for place in among}
    return [f"{at}: {seen}" for at, seen in best.items() if seen != counts_at(layout, at)]


def false_claims(
    reading: PictureReading, layout: Layout, among: Places = BACKGAMMON.places
) -> list[str]:
    """The places whose claim does not allow the truth."""
    claims = reading.sightings
    return [f"{at}: {claims[at]}" for at in among if not claims[at].allows(*counts_at(layout, at))]


def mistakes(reading: PictureReading, layout: Layout) -> list[str]:
    """The places whose most likely count is wrong, or whose claim does not allow the truth."""
    return wrong_places(reading, layout) + false_claims(reading, layout)


def counts_at(layout: Layout, place: Place) -> tuple[int, int]:
    """The numbers of light and dark checkers at a place."""
    return layout.count(place, LIGHT), layout.count(place, DARK)


def find_board_once(picture: Picture) -> Corners:
    """The result of `find_board`, computed only once for the same picture."""
    key = picture.tobytes()
    if key not in _found_corners:
        _found_corners[key] = find_board(picture)
    return _found_corners[key]


_found_corners: dict[bytes, Corners] = {}
