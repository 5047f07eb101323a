"""What one picture shows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from hardware.checkers import Place
from hardware.sightings import ANYTHING, Sighting
from vision.chances import Chances


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """What each place may hold, as Light counts them."""

    chances: Mapping[Place, Chances]
    """One for every place of a board."""
    covered: frozenset[Place] = field(default_factory=frozenset)
    """What a hand or anything else hides, or may be changing just now."""
    likeliest: Mapping[Place, tuple[int, int]] = field(default_factory=dict)
    """The likeliest board as a whole, where all checkers have to be somewhere."""

    def best(self, place: Place) -> tuple[int, int]:
        """How many of Light's and of Dark's most likely lie there."""
        return self.likeliest.get(place, self.chances[place].best)

    def confidence(self, place: Place) -> float:
        """How likely that is."""
        return float(self.chances[place].table[self.best(place)])

    @property
    def sightings(self) -> Mapping[Place, Sighting]:
        """What may honestly be claimed."""
        return {
            place: ANYTHING if place in self.covered else chances.sighting()
            for place, chances in self.chances.items()
        }
