"""What WS2812 lamps are sent: three bits of the bus for each of theirs, within a current."""

from __future__ import annotations

from collections.abc import Sequence

from hardware.cells import LIT
from hardware.lights import BRIGHTEST, Frame, Light, Rgb
from hardware.power import worst_milliamps

IDLE = 1.0
"""Milliamperes that a lamp draws while it is dark."""
SHORT, LONG = "100", "110"
"""A zero and a one as the lamps hear them, at 2.4 MHz: high for 0.4 or for 0.8 microseconds."""
LOW_AT_LAST = bytes(90)
"""300 microseconds at 2.4 MHz; after 280 even the slowest lamps show what they have heard."""
LOW_AT_FIRST = bytes(1)
"""Some Pis begin with the line high, and a first bit that came late would be lost."""


def message(lamps: Sequence[Rgb]) -> bytes:
    """What to send so that the lamps, the first one first, shine like this."""
    told = bytes(part for lamp in lamps for part in (lamp.green, lamp.red, lamp.blue))
    return LOW_AT_FIRST + b"".join([_TRIPLED[part] for part in told]) + LOW_AT_LAST


def capped(frame: Frame, each: int, most_milliamps: float) -> Frame:
    """What so many lamps at each place may show, all lowered together if they would draw too much.

    One measure for every eighth of a second: what is steady must not flicker with what blinks.
    """
    lights = {place: frame.lights[place] for place in LIT if place in frame.lights}
    room = max(most_milliamps - IDLE * each * len(LIT), 0.0)
    drawn = worst_milliamps(Frame(lights)) * each
    if drawn <= room:
        return frame
    return Frame({place: _lowered(light, room / drawn) for place, light in lights.items()})


def _lowered(light: Light, share: float) -> Light:
    red, green, blue = light.colour.red, light.colour.green, light.colour.blue
    lower = Rgb(int(red * share), int(green * share), int(blue * share))
    return Light(lower, light.rhythm)


def _tripled(part: int) -> bytes:
    bits = "".join(LONG if bit == "1" else SHORT for bit in f"{part:08b}")
    return int(bits, 2).to_bytes(3, "big")


_TRIPLED = [_tripled(part) for part in range(BRIGHTEST + 1)]
