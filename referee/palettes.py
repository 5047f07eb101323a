"""How each meaning of a lamp shines: a colour and a rhythm, for every kind of eyes.

The rhythm tells what to do, the colour why. A light that blinks wants a checker, one that
flashes twice or three times wants one taken away, a steady one is well as it is, and one that only
winks holds until something else is done. So no two meanings of a group in `TOGETHER` need their
colours to be told apart: where they share a rhythm, one is bright and the other dim.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from hardware.checkers import Place
from hardware.lights import Frame, Light, Rgb, Rhythm
from referee.effects import Meaning

WHOSE = (Meaning.TURN, Meaning.OFFER)
"""What half of the bar is lit with, one or the other, unless the table cannot be seen."""
OF_THE_BOARD = (
    {Meaning.MISSING, Meaning.TOO_MANY},
    {Meaning.ILLEGAL, Meaning.CAME_FROM},
    {Meaning.MOVABLE},
    {Meaning.LIFTED, Meaning.DESTINATION, Meaning.COMPLETE},
    {Meaning.AMBIGUOUS, Meaning.CHOSEN},
    {Meaning.DOUBT},
    {Meaning.COMPUTER, Meaning.COMPUTER_TO},
)
"""Setting up and putting right, an illegal play, before a move, moving, asking, a switch that is
not to be trusted, and moving for the computer."""
TOGETHER = (
    *(frozenset({whose, *group}) for group in OF_THE_BOARD for whose in WHOSE),
    frozenset({Meaning.LINK_LOST}),
)
"""The meanings that may be lit at the same time."""

GENTLE = frozenset({Meaning.MOVABLE, Meaning.TURN, Meaning.DOUBT, Meaning.LINK_LOST})
"""What shines dimly: what may be lit for long, or in many places."""

RHYTHMS: Mapping[Meaning, Rhythm] = MappingProxyType(
    {
        Meaning.MISSING: Rhythm.BLINK,
        Meaning.TOO_MANY: Rhythm.DOUBLE,
        Meaning.MOVABLE: Rhythm.STEADY,
        Meaning.LIFTED: Rhythm.WINK,
        Meaning.DESTINATION: Rhythm.BLINK,
        Meaning.ILLEGAL: Rhythm.TRIPLE,
        Meaning.CAME_FROM: Rhythm.BLINK,
        Meaning.COMPLETE: Rhythm.STEADY,
        Meaning.AMBIGUOUS: Rhythm.BLINK,
        Meaning.CHOSEN: Rhythm.WINK,
        Meaning.TURN: Rhythm.WINK,
        Meaning.OFFER: Rhythm.FLASH,
        Meaning.DOUBT: Rhythm.DOUBLE,
        Meaning.LINK_LOST: Rhythm.FLASH,
        Meaning.COMPUTER: Rhythm.DOUBLE,
        Meaning.COMPUTER_TO: Rhythm.BLINK,
    }
)
"""A meaning keeps its rhythm in every palette."""


@dataclass(frozen=True, slots=True)
class Palette:
    """A light for every meaning."""

    name: str
    lights: Mapping[Meaning, Light]

    def __post_init__(self) -> None:
        missing = [meaning.value for meaning in Meaning if meaning not in self.lights]
        if missing:
            raise ValueError(f"the palette {self.name} has no light for {', '.join(missing)}")

    def __getitem__(self, meaning: Meaning) -> Light:
        return self.lights[meaning]


def frame(meanings: Mapping[Place, Meaning], palette: Palette) -> Frame:
    """The picture of light that tells these meanings."""
    return Frame({place: palette[meaning] for place, meaning in meanings.items()})


def _palette(name: str, colours: Mapping[Meaning, Rgb]) -> Palette:
    lights = {meaning: Light(rgb, RHYTHMS[meaning]) for meaning, rgb in colours.items()}
    return Palette(name, MappingProxyType(lights))


STANDARD = _palette(
    "standard",
    {
        Meaning.MISSING: Rgb(0, 150, 255),
        Meaning.TOO_MANY: Rgb(255, 120, 0),
        Meaning.MOVABLE: Rgb(0, 70, 20),
        Meaning.LIFTED: Rgb(210, 210, 210),
        Meaning.DESTINATION: Rgb(0, 255, 0),
        Meaning.ILLEGAL: Rgb(255, 0, 0),
        Meaning.CAME_FROM: Rgb(255, 210, 150),
        Meaning.COMPLETE: Rgb(0, 230, 160),
        Meaning.AMBIGUOUS: Rgb(255, 0, 220),
        Meaning.CHOSEN: Rgb(190, 130, 255),
        Meaning.TURN: Rgb(70, 70, 70),
        Meaning.OFFER: Rgb(255, 220, 0),
        Meaning.DOUBT: Rgb(90, 0, 90),
        Meaning.LINK_LOST: Rgb(110, 0, 0),
        Meaning.COMPUTER: Rgb(150, 110, 255),
        Meaning.COMPUTER_TO: Rgb(0, 220, 255),
    },
)
RED_GREEN = _palette(
    "red-green",
    {
        Meaning.MISSING: Rgb(0, 120, 255),
        Meaning.TOO_MANY: Rgb(255, 160, 0),
        Meaning.MOVABLE: Rgb(0, 45, 100),
        Meaning.LIFTED: Rgb(210, 210, 210),
        Meaning.DESTINATION: Rgb(0, 150, 255),
        Meaning.ILLEGAL: Rgb(240, 20, 0),
        Meaning.CAME_FROM: Rgb(190, 190, 220),
        Meaning.COMPLETE: Rgb(240, 150, 0),
        Meaning.AMBIGUOUS: Rgb(90, 90, 255),
        Meaning.CHOSEN: Rgb(225, 225, 200),
        Meaning.TURN: Rgb(70, 70, 70),
        Meaning.OFFER: Rgb(255, 255, 130),
        Meaning.DOUBT: Rgb(65, 45, 0),
        Meaning.LINK_LOST: Rgb(0, 0, 180),
        Meaning.COMPUTER: Rgb(255, 150, 0),
        Meaning.COMPUTER_TO: Rgb(0, 180, 255),
    },
)
"""For those who see red and green alike: blue, white and yellow."""
BLUE_YELLOW = _palette(
    "blue-yellow",
    {
        Meaning.MISSING: Rgb(0, 190, 200),
        Meaning.TOO_MANY: Rgb(255, 110, 60),
        Meaning.MOVABLE: Rgb(0, 75, 65),
        Meaning.LIFTED: Rgb(210, 210, 210),
        Meaning.DESTINATION: Rgb(30, 250, 210),
        Meaning.ILLEGAL: Rgb(255, 0, 0),
        Meaning.CAME_FROM: Rgb(220, 225, 235),
        Meaning.COMPLETE: Rgb(0, 170, 110),
        Meaning.AMBIGUOUS: Rgb(255, 40, 80),
        Meaning.CHOSEN: Rgb(215, 215, 225),
        Meaning.TURN: Rgb(75, 70, 70),
        Meaning.OFFER: Rgb(255, 190, 190),
        Meaning.DOUBT: Rgb(95, 0, 40),
        Meaning.LINK_LOST: Rgb(130, 0, 0),
        Meaning.COMPUTER: Rgb(255, 70, 100),
        Meaning.COMPUTER_TO: Rgb(0, 220, 220),
    },
)
"""For those who see blue and yellow alike: red, white and blue-green."""
MONO = _palette(
    "mono",
    {meaning: Rgb(60, 60, 60) if meaning in GENTLE else Rgb(230, 230, 230) for meaning in Meaning},
)
"""No colour at all: rhythm and brightness only, for lamps of one colour too."""
PALETTES = {palette.name: palette for palette in (STANDARD, RED_GREEN, BLUE_YELLOW, MONO)}
"""The palettes, by name."""
