"""What one look at the board speaks for, in numbers that can be added up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log
from typing import Protocol

from engine.backgammon.places import OTHER_BAR, OTHER_OFF
from engine.backgammon.position import CHECKERS
from hardware.checkers import Colour, Place
from hardware.sightings import ANYTHING, Sighting
from referee.seating import PLACES

HOPELESS = -9.0
"""How much at most speaks against one way a place may be: nobody who looks is ever quite sure."""
NEW = 0.2
"""A place tells something new once so much of its likelihood has moved elsewhere."""

Weights = Sequence[float]
"""By signed number, those below zero counted from the end: Light's are above, Dark's below."""
_WIDTH = 2 * CHECKERS + 1
_NUMBERS = (*range(CHECKERS + 1), *range(-CHECKERS, 0))
OPEN: Weights = (0.0,) * _WIDTH
"""Nothing speaks against anything."""


class Likelihoods(Protocol):
    """How likely each way a place may be is: rows by Light's checkers, columns by Dark's."""

    def __getitem__(self, way: tuple[int, int], /) -> float: ...


@dataclass(frozen=True, slots=True)
class Glimpse:
    """One look at a board that lay still."""

    name: str
    """The picture, or whatever else it is known by."""
    weights: Mapping[Place, Weights]
    """What speaks against each number, at most 0; a place that is hidden is left out."""
    dice_moved: bool = False
    """Whether dice were thrown or taken up since the last glimpse, as far as can be told."""

    def of(self, place: Place) -> Weights:
        """What speaks against each number there."""
        return self.weights.get(place, OPEN)

    @property
    def likeliest(self) -> Mapping[Place, int]:
        """The signed number on each place in sight that least speaks against."""
        return {
            place: max(_NUMBERS, key=weights.__getitem__) for place, weights in self.weights.items()
        }


def of_likelihoods(name: str, likely: Mapping[Place, Likelihoods]) -> Glimpse:
    """The glimpse of a sensor that tells how likely every way is, for the places in sight."""
    return Glimpse(name, {place: _logarithms(table) for place, table in likely.items()})


def of_sightings(name: str, sightings: Mapping[Place, Sighting]) -> Glimpse:
    """The glimpse of a sensor that tells only what may be and what may not."""
    weights = {
        place: tuple(_allowed(sighting, number) for number in _NUMBERS)
        for place, sighting in sightings.items()
        if sighting != ANYTHING
    }
    return Glimpse(name, weights)


def is_news(before: Weights, now: Weights) -> bool:
    """Whether a place tells something else than before."""
    if not before or before is now:
        return before is not now
    chances = [[10**weight for weight in weights] for weights in (before, now)]
    was, now_is = ([chance / sum(row) for chance in row] for row in chances)
    return sum(abs(a - b) for a, b in zip(was, now_is, strict=True)) / 2 > NEW


def fields(weights: Mapping[Place, Weights], mover: Colour) -> list[Weights]:
    """By field of a position as this colour sees it, and then by the count it has there."""
    found = []
    for field, place in enumerate(PLACES[mover]):
        table = weights.get(place, OPEN)
        turned = (mover is Colour.DARK) != (field in (OTHER_BAR, OTHER_OFF))
        found.append((table[0], *table[:0:-1]) if turned else table)
    return found


def _logarithms(table: Likelihoods) -> Weights:
    chances = [float(table[max(number, 0), max(-number, 0)]) for number in _NUMBERS]
    best = max(chances)
    if best <= 0:
        return OPEN
    return tuple(
        max(log(chance / best), HOPELESS) if chance > 0 else HOPELESS for chance in chances
    )


def _allowed(sighting: Sighting, number: int) -> float:
    return 0.0 if sighting.allows(max(number, 0), max(-number, 0)) else HOPELESS
