"""One look at the table, and how the looks of several sensors become one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from hardware.checkers import Place
from hardware.sightings import ANYTHING, Sighting


@dataclass(frozen=True, slots=True)
class Observation:
    """What a sensor sees: a sighting for each place it can see, where it comes from and when."""

    source: str
    at: float
    """Seconds of a clock that never runs back."""
    sightings: Mapping[Place, Sighting]

    def __getitem__(self, place: Place) -> Sighting:
        """What is known of a place: anything, if it is not in sight."""
        return self.sightings.get(place, ANYTHING)


@dataclass(frozen=True, slots=True)
class View:
    """What several sensors see together."""

    sightings: Mapping[Place, Sighting]
    disagreements: tuple[Place, ...] = ()
    """Where two of them cannot both be right; nothing is known there."""

    def __getitem__(self, place: Place) -> Sighting:
        """What is known of a place: anything, if nobody sees it."""
        return self.sightings.get(place, ANYTHING)


def combined(observations: Iterable[Observation]) -> View:
    """The view of all sensors, each narrowing what the others leave open."""
    known: dict[Place, Sighting] = {}
    disagreements: dict[Place, None] = {}
    for observation in observations:
        for place, sighting in observation.sightings.items():
            narrowed = known.get(place, ANYTHING).narrowed(sighting)
            if narrowed is None:
                disagreements[place] = None
            else:
                known[place] = narrowed
    for place in disagreements:
        known[place] = ANYTHING
    return View(known, tuple(disagreements))
