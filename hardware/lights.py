"""What lamps can show: a colour and a rhythm at each place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from hardware.checkers import Place

BRIGHTEST = 255


class Rhythm(Enum):
    """When a light is on, in eighths of a second, over and over."""

    STEADY = "########"
    BLINK = "####...."
    WINK = "#######."
    FLASH = "#......."
    DOUBLE = "#.#....."
    TRIPLE = "#.#.#..."

    def is_on(self, at: float) -> bool:
        """Whether the light is on at this second."""
        return self.value[int(at * len(self.value)) % len(self.value)] == "#"


@dataclass(frozen=True, slots=True)
class Rgb:
    """A colour of light."""

    red: int
    green: int
    blue: int

    def __post_init__(self) -> None:
        if not all(0 <= part <= BRIGHTEST for part in (self.red, self.green, self.blue)):
            raise ValueError(f"light has three parts from 0 to {BRIGHTEST}, not {self}")


@dataclass(frozen=True, slots=True)
class Light:
    """One lamp that is lit."""

    colour: Rgb
    rhythm: Rhythm = Rhythm.STEADY


@dataclass(frozen=True, slots=True)
class Frame:
    """A whole picture of light: a place that is not in it is dark."""

    lights: Mapping[Place, Light] = field(default_factory=dict)


DARK = Frame()
"""No light at all."""
