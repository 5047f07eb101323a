"""The palettes: a colour and a rhythm for each meaning of a lamp, for every kind of eyesight.

The rhythm tells what to do, the colour why. A blinking light asks for a checker. A light that
flashes twice or three times asks for one to be taken away. A steady light needs nothing. A winking
light holds until something else is done. So no two meanings of a group in `SIMULTANEOUS_MEANINGS`
must be told apart by colour: if they share a rhythm, one is bright and the other dim.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from hardware.checkers import Place
from hardware.outputs import LampFrame, LampLight, Rgb, Rhythm
from referee.effects import LampMeaning

BAR_MEANINGS = (LampMeaning.TURN, LampMeaning.OFFER, LampMeaning.CONFIRM)
"""The meanings of a half of the bar, of which one is always lit while the table can be seen."""
BOARD_MEANINGS = (
    {LampMeaning.MISSING, LampMeaning.TOO_MANY},
    {LampMeaning.ILLEGAL, LampMeaning.CAME_FROM},
    {LampMeaning.MOVABLE},
    {LampMeaning.LIFTED, LampMeaning.DESTINATION, LampMeaning.COMPLETE},
    {LampMeaning.AMBIGUOUS, LampMeaning.CHOSEN},
    {LampMeaning.DOUBT},
    {LampMeaning.COMPUTER, LampMeaning.COMPUTER_TO},
)
"""The groups of meanings on the board: set-up and correction, an illegal play, hints before a move,
moving, a question, a distrusted switch, and moving for the computer.
"""
SIMULTANEOUS_MEANINGS = (
    *(frozenset({whose, *group}) for group in BOARD_MEANINGS for whose in BAR_MEANINGS),
    frozenset({LampMeaning.LINK_LOST}),
)
"""The meanings that may be lit at the same time."""

DIM_MEANINGS = frozenset(
    {
        LampMeaning.MOVABLE, LampMeaning.TURN, LampMeaning.CONFIRM, LampMeaning.DOUBT,
        LampMeaning.LINK_LOST,
    }
)  # fmt: skip
"""The meanings that shine dimly, as they may be lit for long or in many places."""

_Light = tuple[int, int, int]
_LIGHTS: Mapping[LampMeaning, tuple[Rhythm, _Light, _Light, _Light]] = {
    LampMeaning.MISSING: (Rhythm.BLINK, (0, 150, 255), (0, 120, 255), (0, 190, 200)),
    LampMeaning.TOO_MANY: (Rhythm.DOUBLE, (255, 120, 0), (255, 160, 0), (255, 110, 60)),
    LampMeaning.MOVABLE: (Rhythm.STEADY, (0, 70, 20), (0, 45, 100), (0, 75, 65)),
    LampMeaning.LIFTED: (Rhythm.WINK, (210, 210, 210), (210, 210, 210), (210, 210, 210)),
    LampMeaning.DESTINATION: (Rhythm.BLINK, (0, 255, 0), (0, 150, 255), (30, 250, 210)),
    LampMeaning.ILLEGAL: (Rhythm.TRIPLE, (255, 0, 0), (240, 20, 0), (255, 0, 0)),
    LampMeaning.CAME_FROM: (Rhythm.BLINK, (255, 210, 150), (190, 190, 220), (220, 225, 235)),
    LampMeaning.COMPLETE: (Rhythm.STEADY, (0, 230, 160), (240, 150, 0), (0, 170, 110)),
    LampMeaning.AMBIGUOUS: (Rhythm.BLINK, (255, 0, 220), (90, 90, 255), (255, 40, 80)),
    LampMeaning.CHOSEN: (Rhythm.WINK, (190, 130, 255), (225, 225, 200), (215, 215, 225)),
    LampMeaning.TURN: (Rhythm.WINK, (70, 70, 70), (70, 70, 70), (75, 70, 70)),
    LampMeaning.OFFER: (Rhythm.FLASH, (255, 220, 0), (255, 255, 130), (255, 190, 190)),
    LampMeaning.CONFIRM: (Rhythm.FLASH, (0, 60, 120), (30, 0, 120), (100, 0, 120)),
    LampMeaning.DOUBT: (Rhythm.DOUBLE, (90, 0, 90), (65, 45, 0), (95, 0, 40)),
    LampMeaning.LINK_LOST: (Rhythm.FLASH, (110, 0, 0), (0, 0, 180), (130, 0, 0)),
    LampMeaning.COMPUTER: (Rhythm.DOUBLE, (150, 110, 255), (255, 150, 0), (255, 70, 100)),
    LampMeaning.COMPUTER_TO: (Rhythm.BLINK, (0, 220, 255), (0, 180, 255), (0, 220, 220)),
}
"""The rhythm of each meaning, and its colour in the palettes `STANDARD`, `RED_GREEN` and
`BLUE_YELLOW`.
"""
RHYTHMS = MappingProxyType({meaning: rhythm for meaning, (rhythm, *_) in _LIGHTS.items()})
"""The rhythm of each meaning, the same in every palette."""


@dataclass(frozen=True, slots=True)
class Palette:
    """A light for every meaning."""

    name: str
    lights: Mapping[LampMeaning, LampLight]

    def __post_init__(self) -> None:
        missing = [meaning.value for meaning in LampMeaning if meaning not in self.lights]
        if missing:
            raise ValueError(f"the palette {self.name} has no light for {', '.join(missing)}")

    def __getitem__(self, meaning: LampMeaning) -> LampLight:
        return self.lights[meaning]


def frame(meanings: Mapping[Place, LampMeaning], palette: Palette) -> LampFrame:
    """The frame of lights for these meanings."""
    return LampFrame({place: palette[meaning] for place, meaning in meanings.items()})


def _palette(name: str, colours: Mapping[LampMeaning, Rgb]) -> Palette:
    lights = {meaning: LampLight(rgb, RHYTHMS[meaning]) for meaning, rgb in colours.items()}
    return Palette(name, MappingProxyType(lights))


def _column(number: int) -> Mapping[LampMeaning, Rgb]:
    return {meaning: Rgb(*colours[number]) for meaning, (_, *colours) in _LIGHTS.items()}


STANDARD = _palette("standard", _column(0))
RED_GREEN = _palette("red-green", _column(1))
"""A palette for red-green colour blindness: blue, white and yellow."""
BLUE_YELLOW = _palette("blue-yellow", _column(2))
"""A palette for blue-yellow colour blindness: red, white and blue-green."""
_DIM, _BRIGHT = Rgb(60, 60, 60), Rgb(230, 230, 230)
MONO = _palette("mono", {it: _DIM if it in DIM_MEANINGS else _BRIGHT for it in LampMeaning})
"""A palette without colours: rhythm and brightness only, also for lamps of one colour."""
PALETTES = {palette.name: palette for palette in (STANDARD, RED_GREEN, BLUE_YELLOW, MONO)}
"""The palettes, by name."""
