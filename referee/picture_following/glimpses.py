"""The evidence of one look at the board, as natural logarithms of likelihoods."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log
from typing import Protocol

from engine.backgammon.position import CHECKERS, OTHER_BAR, OTHER_OFF
from hardware.checkers import Colour, Place
from hardware.observations import UNKNOWN_SIGHTING, Sighting
from referee.seating import PLACES_BY_FIELD

MIN_WEIGHT = -9.0
"""The lowest weight of a number of checkers: no sensor is ever quite sure."""
NEWS_THRESHOLD = 0.2
"""The part of a place's likelihood that must move elsewhere to count as news."""

Weights = Sequence[float]
"""Natural logarithms by signed number of checkers: Light's above 0, Dark's indexed from the end."""
_WIDTH = 2 * CHECKERS + 1
_NUMBERS = (*range(CHECKERS + 1), *range(-CHECKERS, 0))
NO_EVIDENCE: Weights = (0.0,) * _WIDTH
"""The weights of a place without evidence."""


class Likelihoods(Protocol):
    """The likelihood of each content of a place: rows by Light's checkers, columns by Dark's."""

    def __getitem__(self, way: tuple[int, int], /) -> float: ...


@dataclass(frozen=True, slots=True)
class Glimpse:
    """One look at a board that lay still."""

    name: str
    """The name of the picture or other source."""
    weights: Mapping[Place, Weights]
    """The weights of each number, at most 0; hidden places are left out."""
    dice_moved: bool = False
    """True if dice are known to have been thrown or taken up since the last glimpse."""

    def of(self, place: Place) -> Weights:
        """The weights of each number on a place."""
        return self.weights.get(place, NO_EVIDENCE)

    @property
    def likeliest(self) -> Mapping[Place, int]:
        """The likeliest signed number on each visible place."""
        weights = self.weights.items()
        return {place: max(_NUMBERS, key=table.__getitem__) for place, table in weights}


def glimpse_of_likelihoods(name: str, likely: Mapping[Place, Likelihoods]) -> Glimpse:
    """The glimpse of a sensor that gives likelihoods, for the visible places."""
    return Glimpse(name, {place: _logarithms(table) for place, table in likely.items()})


def glimpse_of_sightings(name: str, sightings: Mapping[Place, Sighting]) -> Glimpse:
    """The glimpse of a sensor that only tells possible numbers from impossible ones."""
    weights = {
        place: tuple(_weight_of(sighting, number) for number in _NUMBERS)
        for place, sighting in sightings.items()
        if sighting != UNKNOWN_SIGHTING
    }
    return Glimpse(name, weights)


def is_news(before: Weights, now: Weights) -> bool:
    """True if the evidence about a place has changed.

    Raises 10, not e, to the weights, so that differences of likelihood weigh more here.
    """
    if not before or before is now:
        return before is not now
    chances = [[10**weight for weight in weights] for weights in (before, now)]
    was, now_is = ([chance / sum(row) for chance in row] for row in chances)
    return sum(abs(a - b) for a, b in zip(was, now_is, strict=True)) / 2 > NEWS_THRESHOLD


def weights_by_field(weights: Mapping[Place, Weights], mover: Colour) -> list[Weights]:
    """The weights by field of a position as `mover` sees it, each indexed by the count there."""
    found = []
    for field, place in enumerate(PLACES_BY_FIELD[mover]):
        table = weights.get(place, NO_EVIDENCE)
        mirrored = (mover is Colour.DARK) != (field in (OTHER_BAR, OTHER_OFF))
        found.append((table[0], *table[:0:-1]) if mirrored else table)
    return found


def _logarithms(table: Likelihoods) -> Weights:
    chances = [float(table[max(number, 0), max(-number, 0)]) for number in _NUMBERS]
    best = max(chances)
    if best <= 0:
        return NO_EVIDENCE
    least = MIN_WEIGHT
    return tuple(max(log(chance / best), least) if chance > 0 else least for chance in chances)


def _weight_of(sighting: Sighting, number: int) -> float:
    return 0.0 if sighting.allows(max(number, 0), max(-number, 0)) else MIN_WEIGHT
