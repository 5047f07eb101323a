"""Whether every checker of the starting position is really where it was found."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.field import SLOTS, Field
from vision.home import Home
from vision.learning.opening import COUNTS, opening
from vision.learning.posing import Pose, Seen
from vision.learning.rings import Rings, through
from vision.learning.solving import Vector
from vision.pictures import Points

INNER = 0.6
"""The part of a top, across, whose colour is looked at."""
WORST = 4
"""Parts of a circle, those seen worst, that tell a checker from a gap between two."""
BARE = 0.35
"""What a circle counts less where everything has the colour of the bare board."""
FAINT = 0.45
"""The least that a checker is worth, beside what is typical in the picture."""
SEEN = 0.3
"""What is typical where there are checkers, at least."""
GLARING = 6
"""Tops that may look like those of the other colour."""
CLEAR = 0.75
"""What a checker that should not be there is worth at least, beside what is typical."""
SAME = 0.3
"""How far from the colour of the tops one is that has it, as a part of how far both lie apart."""


class NotTheStart(ValueError):
    """A picture that does not show the starting position, well enough to be learnt from."""


@dataclass(frozen=True, slots=True, eq=False)
class Tops:
    """The colours of the thirty tops."""

    colours: Points
    """One row for each, in the order of `opening`."""

    @property
    def typical(self) -> tuple[Points, Points]:
        """Those of the first fifteen, and of the others."""
        first, second = np.split(self.colours, 2)
        return np.median(first, axis=0), np.median(second, axis=0)

    @property
    def apart(self) -> float:
        """How far the two typical ones lie apart."""
        first, second = self.typical
        return float(np.linalg.norm(first - second))

    @property
    def from_own(self) -> Vector:
        """How far each is from the typical one of its like."""
        return self._distances(self.typical)

    @property
    def from_other(self) -> Vector:
        """How far each is from the typical one of the others."""
        return self._distances(self.typical[::-1])

    def _distances(self, typical: tuple[Points, Points]) -> Vector:
        half = len(self.colours) // 2
        distances: Vector = np.linalg.norm(
            self.colours - np.repeat(np.array(typical), half, axis=0), axis=1
        )
        return distances


def proved(found: Rings, pose: Pose, seen: Seen, home: Home) -> Tops:
    """The colours of the tops; NotTheStart if not every checker of it is there, and no other."""
    field = pose.field(seen.checker)
    spots = through(seen.pixels, np.linalg.inv(found.plane))
    tops = Tops(_colours(found, field, spots))
    worth = _worth(found, field, spots)
    typical = float(np.median(worth))
    if typical < SEEN or (tops.from_own > tops.from_other).sum() > GLARING:
        raise NotTheStart("this does not look like the starting position")
    like_bare = np.clip((tops.from_own - _from_bare(found, field, home, tops)) / tops.apart, 0, 1)
    missing = worth - BARE * like_bare < FAINT * typical
    if missing.any():
        stands = np.array([stand.slot for stand in opening(home)])
        raise NotTheStart(
            f"a checker is missing, or cannot be made out, on {_named(stands[missing])}"
        )
    return tops


def _named(slots: Vector) -> str:
    return ", ".join(f"point {int(slot)}" for slot in sorted(set(slots)))


def _colours(found: Rings, field: Field, spots: Points) -> Points:
    return np.array([found.colour(spot, INNER * field.checker / 2) for spot in spots])


def _worth(found: Rings, field: Field, spots: Points) -> Vector:
    """How well circles are seen, where they are seen worst."""
    parts = np.array([found.sectors(spot, field.checker / 2) for spot in spots])
    worth: Vector = np.sort(parts, axis=1)[:, :WORST].mean(axis=1)
    return worth


def _from_bare(found: Rings, field: Field, home: Home, tops: Tops) -> Vector:
    """How far each top's colour is from the nearest one of the bare points of its row."""
    stands = opening(home)
    taken = {stand.slot for stand in stands}
    bare = {
        (is_top, number): _colours(
            found,
            field,
            np.array(
                [
                    field.spot(slot, number)
                    for slot in SLOTS
                    if slot not in taken and field.is_top(slot) is is_top
                ]
            ),
        )
        for is_top in (False, True)
        for number in range(max(COUNTS.values()))
    }
    return np.array(
        [
            np.linalg.norm(bare[field.is_top(stand.slot), stand.number] - colour, axis=1).min()
            for stand, colour in zip(stands, tops.colours, strict=True)
        ]
    )
