"""What can be wrong with a switch, and how one flickers."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from enum import Enum
from random import Random

from hardware.checkers import Place

DEBOUNCED = 0.02
"""A flicker shorter than this (s) does not get past the firmware: four samples, 5 ms apart."""
RESTLESS = (DEBOUNCED, 3 * DEBOUNCED)
"""How long (s) a bad contact stays as it is before it changes its mind."""
FLICKERING = 0.25
"""How long (s) a bad contact flickers after it was touched."""


class Fault(Enum):
    """What may be wrong with one switch."""

    BOUNCE = "bounce"
    """It flickers for a while when it is touched."""
    STUCK = "stuck"
    """It stays closed; a scale stays at what it weighs."""
    DEAD = "dead"
    """It never closes."""
    MISSED = "missed"
    """The next checker put there is not seen until it is touched again; then all is well."""


@dataclass(frozen=True, slots=True)
class FaultySwitch:
    """One switch that cannot be trusted."""

    place: Place
    slot: int
    """From 1 at the rim; a place with one switch has slot 1 only."""
    fault: Fault


@dataclass(frozen=True, slots=True)
class Broken:
    """A faulty switch, and what it goes on saying whatever it feels."""

    faulty: FaultySwitch
    reading: int | None = None
    """None: it says what it feels."""


@dataclass(frozen=True, slots=True)
class Flicker:
    """A switch that changes its mind at some moments before it stays as it should be."""

    before: int
    after: int
    moments: tuple[float, ...]

    def __post_init__(self) -> None:
        if not self.moments or len(self.moments) % 2:
            raise ValueError("a switch that flickers falls back as often as it returns")

    def reading(self, at: float) -> int:
        """What it reads at this time."""
        return self.before if bisect_right(self.moments, at) % 2 else self.after

    def is_over(self, at: float) -> bool:
        return at >= self.moments[-1]


def flicker(before: int, after: int, at: float, chance: Random) -> Flicker:
    """A bad contact touched at this time, no faster than the firmware lets through."""
    moments = [at + chance.uniform(*RESTLESS)]
    while moments[-1] < at + FLICKERING or len(moments) % 2:
        moments.append(moments[-1] + chance.uniform(*RESTLESS))
    return Flicker(before, after, tuple(moments))
