"""What a make of dice is: how they are found, what they are asked, and how they are understood."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from firmware_bridge.dice.pairing import Die
from hardware.signals import DiceState

SERVICE = "6e400001-b5a3-f393-e0a9-e50e24dcca9e"
"""Nordic's serial line over Bluetooth, which most smart dice use in their own way."""
WRITE = "6e400002-b5a3-f393-e0a9-e50e24dcca9e"


@dataclass(frozen=True, slots=True)
class Battery:
    """How full it is, in per cent."""

    level: int


@dataclass(frozen=True, slots=True)
class Dots:
    """The colour of its dots."""

    colour: str


Said = Die | Battery | Dots | None
"""What a packet tells; None, if it is nothing about the throw."""


@dataclass(frozen=True, slots=True)
class Make:
    """One make of smart dice."""

    name: str
    notify: str
    """Where a die tells what happens."""
    questions: tuple[bytes, ...]
    """What a die is asked once it can be heard."""
    understand: Callable[[bytes], Said]
    tells: frozenset[DiceState]
    """What these dice can tell at all."""
    prefix: str = ""
    """How the names of these dice begin, where that is how they are found."""
    service: str = SERVICE
    """What they offer, where that is how they are found."""

    def is_made(self, name: str | None, services: list[str]) -> bool:
        """Whether a thing that calls itself this and offers these is such a die."""
        if self.prefix:
            return (name or "").startswith(self.prefix)
        return self.service in services
