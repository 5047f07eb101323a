"""What Pixels say: their messages, after the published protocol of their maker."""

from __future__ import annotations

from firmware_bridge.dice.bluetooth.makes import SERVICE, Battery, Make, Said
from firmware_bridge.dice.pairing import UNKNOWN, Die
from hardware.signals import FACES, DiceState

NOTIFY = SERVICE
"""The same number stands for the service and for what tells."""
ASK_ROLL_STATE = b"\x17"
ASK_BATTERY = b"\x21"
ROLL_STATE = 3
BATTERY = 34
FULL = 100
_LENGTH = 3

_RESTING = frozenset({1, 5})
"""On a face, after a throw or without one; older dice know only the first."""
_MOVING = {
    0: UNKNOWN,
    2: Die(DiceState.LIFTED),
    3: Die(DiceState.ROLLING),
    4: Die(DiceState.COCKED),
}


def understand(packet: bytes) -> Said:
    """What a message tells."""
    if len(packet) != _LENGTH:
        return None
    kind, first, second = packet
    if kind == ROLL_STATE:
        return _lying(second) if first in _RESTING else _MOVING.get(first)
    return Battery(first) if kind == BATTERY and first <= FULL else None


def _lying(face: int) -> Die | None:
    """A die with this face up, counted from 0; None if no die of six has it."""
    return Die(DiceState.SETTLED, face + 1) if face + 1 in FACES else None


PIXELS = Make("Pixels", NOTIFY, (ASK_ROLL_STATE, ASK_BATTERY), understand, frozenset(DiceState))
