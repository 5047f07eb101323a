"""What lamps are sent: a brightness for eyes, within a limit for the supply that always holds.

A colour is written as for a screen, where 128 looks half as bright as 255. A lamp is dimmed by
switching it on and off too fast to be seen, and its light and its current go with the time it is
on, so that time is the colour to the power `GAMMA`. The brightness is treated alike: half looks
like half, and draws about a fifth.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter

from hardware.lights import BRIGHTEST, DARK, Frame, Light, Rgb, Rhythm

GAMMA = 2.2
PER_CHANNEL = 20.0
"""Milliamperes that one of the three parts of a lamp draws while it is on."""
_STEPS = 256
"""How finely lights are lowered to keep the limit."""
_LIT = tuple(
    tuple(rhythm for rhythm in Rhythm if rhythm.value[eighth] == "#")
    for eighth in range(len(Rhythm.STEADY.value))
)
"""The rhythms that are on in each eighth of a second."""


def powered(
    frame: Frame,
    brightness: float,
    most_milliamps: float,
    per_channel_milliamps: float = PER_CHANNEL,
) -> Frame:
    """The frame as a driver sends it, each part being how long it is on, 0 never and 255 always.

    All lights are lowered together until their worst moment keeps the limit, and none overtakes
    another. What is lit keeps a glow; only if the faintest glow of all is too much, all are dark.
    """
    if not 0 <= brightness <= 1:
        raise ValueError(f"a brightness is 0 to 1, not {brightness}")
    if not (most_milliamps >= 0 and per_channel_milliamps > 0):
        raise ValueError(f"no current: at most {most_milliamps}, {per_channel_milliamps} each")
    if not brightness:
        return DARK

    def lowered(step: int) -> Frame:
        return _dimmed(frame, brightness**GAMMA * step / _STEPS)

    def drawn(step: int) -> float:
        return worst_milliamps(lowered(step), per_channel_milliamps)

    full = lowered(_STEPS)
    if worst_milliamps(full, per_channel_milliamps) <= most_milliamps:
        return full
    kept = bisect_right(range(_STEPS), most_milliamps, key=drawn)
    return lowered(kept - 1) if kept else DARK


def worst_milliamps(sent: Frame, per_channel_milliamps: float = PER_CHANNEL) -> float:
    """What a frame that is sent draws in the eighth of a second in which most of it is on."""
    drawn = Counter[Rhythm]()
    for light in sent.lights.values():
        drawn[light.rhythm] += light.colour.red + light.colour.green + light.colour.blue
    most = max(sum(drawn[rhythm] for rhythm in lit) for lit in _LIT)
    return most * per_channel_milliamps / BRIGHTEST


def _dimmed(frame: Frame, share: float) -> Frame:
    """Every light with this share of its light."""
    dimmed = {light: _dimmed_light(light, share) for light in {*frame.lights.values()}}
    return Frame({place: dimmed[light] for place, light in frame.lights.items()})


def _dimmed_light(light: Light, share: float) -> Light:
    colour = light.colour
    parts = (_time_on(part, share) for part in (colour.red, colour.green, colour.blue))
    return Light(Rgb(*parts), light.rhythm)


def _time_on(part: int, share: float) -> int:
    """Rounded down, so that sums stay within the limit; but what is lit stays lit."""
    return max(int(BRIGHTEST * (part / BRIGHTEST) ** GAMMA * share), 1) if part else 0
