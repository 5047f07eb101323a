"""Light and sound values of output devices, and the current limit of lamps."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import NewType

from hardware.checkers import Place

BRIGHTEST = 255


class Rhythm(Enum):
    """A blinking pattern of eighths of a second that repeats; `#` is on."""

    STEADY = "########"
    BLINK = "####...."
    WINK = "#######."
    FLASH = "#......."
    DOUBLE = "#.#....."
    TRIPLE = "#.#.#..."

    def is_on(self, at: float) -> bool:
        """True if the light is on at this time (in seconds)."""
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
class LampLight:
    """The light of one lit lamp."""

    colour: Rgb
    rhythm: Rhythm = Rhythm.STEADY


@dataclass(frozen=True, slots=True)
class LampFrame:
    """The complete state of all lamps; a place that is not listed is dark."""

    lights: Mapping[Place, LampLight] = field(default_factory=dict)


DutyFrame = NewType("DutyFrame", LampFrame)
"""A frame whose colours are duty cycles of the lamps' current: 0 never, 255 always."""
DARK_FRAME = LampFrame()
"""The frame in which every lamp is dark."""


GAMMA = 2.2
PER_CHANNEL = 20.0
"""Milliamperes of one colour channel of one lamp at full duty."""
_DIMMING_STEPS = 256
"""Number of steps in which lights are lowered to keep the limit."""
_RHYTHMS_ON = tuple(
    tuple(rhythm for rhythm in Rhythm if rhythm.value[eighth] == "#")
    for eighth in range(len(Rhythm.STEADY.value))
)
"""The rhythms that are on, for each eighth of a second."""


def limit_power(
    frame: LampFrame,
    brightness: float,
    most_milliamps: float,
    per_channel_milliamps: float = PER_CHANNEL,
) -> DutyFrame:
    """Returns the duty cycles for a frame of colours, within the current limit.

    All lights are lowered together until their peak current keeps the limit; the order of their
    brightness is kept. A lit lamp keeps a minimal glow; if even that exceeds the limit, all lamps
    are dark. Raises ValueError if brightness or current is out of range.
    """
    if not 0 <= brightness <= 1:
        raise ValueError(f"a brightness is 0 to 1, not {brightness}")
    if not (most_milliamps >= 0 and per_channel_milliamps > 0):
        raise ValueError(f"no current: at most {most_milliamps}, {per_channel_milliamps} each")
    if not brightness:
        return DutyFrame(DARK_FRAME)

    def lower(step: int) -> DutyFrame:
        return _dimmed(frame, brightness**GAMMA * step / _DIMMING_STEPS)

    def current_at(step: int) -> float:
        return peak_milliamps(lower(step), per_channel_milliamps)

    full = lower(_DIMMING_STEPS)
    if peak_milliamps(full, per_channel_milliamps) <= most_milliamps:
        return full
    steps = bisect_right(range(_DIMMING_STEPS), most_milliamps, key=current_at)
    return lower(steps - 1) if steps else DutyFrame(DARK_FRAME)


def peak_milliamps(sent: DutyFrame, per_channel_milliamps: float = PER_CHANNEL) -> float:
    """The current in the heaviest eighth of a second, in milliamperes."""
    drawn = Counter[Rhythm]()
    for light in sent.lights.values():
        drawn[light.rhythm] += light.colour.red + light.colour.green + light.colour.blue
    most = max(sum(drawn[rhythm] for rhythm in lit) for lit in _RHYTHMS_ON)
    return most * per_channel_milliamps / BRIGHTEST


def _dimmed(frame: LampFrame, share: float) -> DutyFrame:
    """The duty cycles of a frame with every light scaled to this share."""
    dimmed = {light: _dimmed_light(light, share) for light in {*frame.lights.values()}}
    return DutyFrame(LampFrame({place: dimmed[light] for place, light in frame.lights.items()}))


def _dimmed_light(light: LampLight, share: float) -> LampLight:
    colour = light.colour
    parts = (_time_on(part, share) for part in (colour.red, colour.green, colour.blue))
    return LampLight(Rgb(*parts), light.rhythm)


def _time_on(part: int, share: float) -> int:
    """The duty cycle of one channel, rounded down to keep the limit, but at least 1 if lit."""
    return max(int(BRIGHTEST * (part / BRIGHTEST) ** GAMMA * share), 1) if part else 0


AUDIBLE_HERTZ = range(100, 8001)
"""The range of frequencies that a piezo plays audibly, in hertz."""
LONGEST_TONE = 2.0
"""Maximum length of one tone in seconds: a sound is a signal, not music."""


@dataclass(frozen=True, slots=True)
class Tone:
    """One tone or one rest."""

    hertz: int
    """The frequency; 0 is a rest."""
    seconds: float

    def __post_init__(self) -> None:
        if self.hertz and self.hertz not in AUDIBLE_HERTZ:
            raise ValueError(
                f"a tone has {AUDIBLE_HERTZ[0]} to {AUDIBLE_HERTZ[-1]} hertz, not {self.hertz}"
            )
        if not 0 < self.seconds <= LONGEST_TONE:
            raise ValueError(f"a tone takes at most {LONGEST_TONE} s, and not {self.seconds} s")


Tune = tuple[Tone, ...]
