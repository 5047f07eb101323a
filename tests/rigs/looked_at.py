"""Pictures of boards in files, and readings of boards that nobody had to draw."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware.checkers import BACKGAMMON, Colour, Layout, Pile, Place
from hardware.drivers.simulated.camera.pictures import START, View, rendered
from hardware.drivers.simulated.camera.plans import Home as Where
from hardware.drivers.simulated.camera.viewpoints import VIEWPOINTS
from service.looking.looked import Looked
from vision.chances import SET, Chances
from vision.corners import Corners
from vision.eye import Eye
from vision.field import Field
from vision.home import Home
from vision.learned import Learned
from vision.learning.start import learn
from vision.overlay import Sight
from vision.pictures import Picture
from vision.readings import Reading

SMALL = (640, 480)
NUDGED = (0.5, -0.3, 0.2)
"""Degrees by which a camera is knocked."""
Ways = Mapping[tuple[int, int], float]
"""How likely each number of Light's and of Dark's is."""


def seen(
    lying: Layout = START,
    home: Where = Where.BOTTOM_RIGHT,
    bump: tuple[float, float, float] = (0.0, 0.0, 0.0),
) -> View:
    """A small picture of a board, by a camera that is always the same."""
    return _seen(frozenset(lying.piles.items()), home, bump)


@lru_cache(maxsize=16)
def _seen(
    piles: frozenset[tuple[Place, Pile]], home: Where, bump: tuple[float, float, float]
) -> View:
    leaning = VIEWPOINTS["leaning"].bumped(*bump)
    return rendered("club", "soft", leaning, Layout(dict(piles)), size=SMALL, home=home)


def kept(picture: Picture, file: Path) -> str:
    """The name of a file with this picture."""
    assert cv2.imwrite(str(file), picture)
    return str(file)


def written(corners: Corners) -> str:
    """Corners as somebody types them."""
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in corners.points.tolist())


def corners_of(view: View) -> Corners:
    """Those of the board in a picture."""
    return Corners.of(view.corners)


def chances(ways: Ways) -> Chances:
    """Some ways a place may be."""
    table = np.zeros((SET + 1, SET + 1))
    for way, weight in ways.items():
        table[way] = weight
    return Chances(table / table.sum())


def reading_of(
    lying: Layout, covered: Iterable[Place] = (), doubts: Mapping[Place, Ways] | None = None
) -> Reading:
    """A board read without a doubt, but for these."""
    told = {
        place: chances({(lying.count(place, Colour.LIGHT), lying.count(place, Colour.DARK)): 1})
        for place in BACKGAMMON
    }
    doubted = {place: chances(ways) for place, ways in (doubts or {}).items()}
    return Reading(told | doubted, frozenset(covered))


FROM_ABOVE = Eye(np.array([[40.0, 0, 0, 60], [0, 40, 0, 14], [0, 0, 0, 1]]), SMALL)
"""A camera straight above a board, a point being 40 pixels wide."""


def looked_at(reading: Reading, home: Home = Home.BOTTOM_RIGHT) -> Looked:
    """What was read, of a board that lies straight before the camera."""
    return Looked(Sight(FROM_ABOVE, Field(), home, reading), ())


def learnt_once(picture: Picture, corners: Corners) -> Learned:
    """What `learn` says, which is asked only once for the same picture with the same corners."""
    asked = picture.tobytes(), corners
    if asked not in _lessons:
        _lessons[asked] = learn(picture, corners)
    return _lessons[asked]


def learn_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have every picture learnt from only once, whoever asks."""
    for room in ("vision.learning.start", "service.looking.looked", "service.looking.looking"):
        monkeypatch.setattr(f"{room}.learn", learnt_once)


_lessons: dict[tuple[bytes, Corners], Learned] = {}


def without_one(lying: Layout, place: Place) -> Layout:
    """The same with one checker fewer on a place."""
    piles = dict(lying.piles)
    pile = piles.pop(place)
    if pile.count > 1:
        piles[place] = replace(pile, count=pile.count - 1)
    return Layout(piles)
