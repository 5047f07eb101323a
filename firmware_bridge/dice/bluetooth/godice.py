"""What GoDice say: their packets, after the published interface of their maker."""

from __future__ import annotations

from math import hypot
from struct import unpack

from firmware_bridge.dice.bluetooth.makes import Battery, Dots, Make, Said
from firmware_bridge.dice.pairing import Die
from hardware.signals import DiceState

NOTIFY = "6e400003-b5a3-f393-e0a9-e50e24dcca9e"
ASK_BATTERY = b"\x03"
ASK_DOTS = b"\x17"
FULL = 100
FLAT = 0.8
"""How much of its weight a die that lies flat feels along one axis, at least."""

DOTS = ("black", "red", "green", "blue", "yellow", "orange")
"""The colours of their dots, which tell one die from another."""

_STILL = frozenset({b"S", b"FS", b"MS"})
"""Lies still: after a throw, after something that was hardly one, after a nudge."""
_TILTED = b"TS"
_FACES = {(0, -1): 1, (0, 1): 6, (1, -1): 4, (1, 1): 3, (2, -1): 5, (2, 1): 2}
"""The face that is up, by the axis along which it feels its weight, and the direction."""


def understand(packet: bytes) -> Said:
    """What a packet tells."""
    if packet[:1] == b"R":
        return Die(DiceState.ROLLING)
    if packet[:-1] == b"Bat":
        return Battery(packet[-1]) if packet[-1] <= FULL else None
    if packet[:-1] == b"Col":
        return Dots(DOTS[packet[-1]]) if packet[-1] < len(DOTS) else None
    key, felt = packet[:-3], packet[-3:]
    if key == _TILTED:
        return Die(DiceState.COCKED)
    return _lying(unpack("bbb", felt)) if key in _STILL else None


def _lying(felt: tuple[int, ...]) -> Die | None:
    """A die that lies still and feels its weight so."""
    strongest = max(felt, key=abs)
    if not strongest:
        return None
    if abs(strongest) < FLAT * hypot(*felt):
        return Die(DiceState.COCKED)
    face = _FACES[felt.index(strongest), 1 if strongest > 0 else -1]
    return Die(DiceState.SETTLED, face)


GODICE = Make(
    "GoDice",
    NOTIFY,
    (ASK_BATTERY, ASK_DOTS),
    understand,
    frozenset({DiceState.ROLLING, DiceState.SETTLED, DiceState.COCKED}),
    prefix="GoDice_",
)
