"""What a piezo can play: tones, one after the other."""

from __future__ import annotations

from dataclasses import dataclass

AUDIBLE = range(100, 8001)
"""Hertz that a piezo plays so that people hear it."""
LONGEST = 2.0
"""Seconds of one tone at most: a sound tells something, and then is silent."""


@dataclass(frozen=True, slots=True)
class Tone:
    """A tone, or a rest."""

    hertz: int
    """0 is a rest."""
    seconds: float

    def __post_init__(self) -> None:
        if self.hertz and self.hertz not in AUDIBLE:
            raise ValueError(f"a tone has {AUDIBLE[0]} to {AUDIBLE[-1]} hertz, not {self.hertz}")
        if not 0 < self.seconds <= LONGEST:
            raise ValueError(f"a tone takes at most {LONGEST} s, and not {self.seconds} s")


Tune = tuple[Tone, ...]
