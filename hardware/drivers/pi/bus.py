"""What the drivers need of an SPI bus: a line to each of its two ends."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from hardware.drivers.pi.pins import CHAIN_SELECT, LAMPS_SELECT, Pin

READ_FALLING, READ_RISING = 2, 3
"""The SPI modes in which the clock rests high. If it rested low for one end only, it would rise on
the way from one end to the other, and that edge would push the first switch out of the chain."""


@dataclass(frozen=True, slots=True)
class End:
    """One end of the bus: how fast, and at which edge of the clock, it is talked to."""

    chip: int
    """The number of its select; nothing hangs on the selects, they only keep two speeds apart."""
    select: Pin
    mode: int
    hertz: int


CHAIN = End(0, CHAIN_SELECT, READ_FALLING, 1_000_000)
"""74HC165s: they shift when the clock rises, so half a clock after they were read."""
STRIP = End(1, LAMPS_SELECT, READ_RISING, 2_400_000)
"""WS2812s: three bits of the bus make one of theirs."""
PLAIN = End(1, LAMPS_SELECT, READ_RISING, 1_000_000)
"""74HC595s: they read when the clock rises."""


class SpiBus(Protocol):
    """One end of the bus, opened."""

    def transfer(self, data: bytes) -> bytes:
        """Send bytes, and hear as many; OSError if that cannot be done."""

    def close(self) -> None: ...
