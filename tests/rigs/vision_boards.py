"""Boards drawn by the simulated camera and learnt by the reader, as tests ask for them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from hardware.checkers import BACKGAMMON, Colour, Layout, Pile, Place, bar, point, tray
from hardware.drivers.simulated.camera.pictures import View, rendered
from vision.corners import Corners
from vision.learned import Learned
from vision.learning.start import learn
from vision.readings import Reading

LIGHT, DARK = Colour.LIGHT, Colour.DARK


@lru_cache(maxsize=2)
def learnt(look: str = "club", light: str = "soft", viewpoint: str = "leaning") -> Learned:
    """A board that was learnt from its starting position."""
    view = rendered(look, light, viewpoint)
    return learn(view.picture, corners_of(view))


def corners_of(view: View) -> Corners:
    """The corners as somebody would have pointed to them."""
    return Corners.of(view.corners)


def board(light: Mapping[int, int], dark: Mapping[int, int], **rest: int) -> Layout:
    """Light's and Dark's checkers by point, both as Light counts; and who is beside them."""
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

MIDDLE = board(
    {6: 4, 8: 3, 13: 4, 4: 2, 24: 1, 20: 1},
    {19: 4, 17: 3, 12: 4, 1: 1, 5: 1, 21: 1},
    dark_hit=1,
)
"""A position in the middle of a game."""


def wrong(reading: Reading, layout: Layout, among: Iterable[Place] = BACKGAMMON) -> list[str]:
    """The places taken for something else than what lies there."""
    return [
        f"{place}: {reading.best(place)}"
        for place in among
        if reading.best(place) != pair(layout, place)
    ]


def outside(reading: Reading, layout: Layout, among: Iterable[Place] = BACKGAMMON) -> list[str]:
    """The places of which something is claimed that does not hold."""
    claims = reading.sightings
    return [
        f"{place}: {claims[place]}"
        for place in among
        if not claims[place].allows(*pair(layout, place))
    ]


def pair(layout: Layout, place: Place) -> tuple[int, int]:
    """How many of Light's and of Dark's lie there."""
    return layout.count(place, LIGHT), layout.count(place, DARK)
