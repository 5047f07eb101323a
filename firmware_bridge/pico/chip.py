"""The microcontroller (memory, restart, watchdog, clock), its identity and firmware."""

import gc
import sys
import time
from binascii import crc32

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType

WATCHDOG_TIMEOUT = 8000
"""Milliseconds without a tick after which the watchdog restarts the chip; an RP2040's maximum."""
# WATCHDOG_BASE and the alias that clears bits, as in the address maps of both data sheets.
WATCHDOGS = {"RP2040": 0x40058000, "RP2350": 0x400D8000}
CLEAR = 0x3000
ENABLED = 1 << 30
"""A bit of CTRL, the first register of a watchdog."""


class Pico:
    """A Pico, Pico W, Pico 2 or Pico 2 W."""

    def __init__(self, machine: "ModuleType") -> None:
        self.restart = machine.reset
        self._machine = machine

    @property
    def uid(self) -> bytes:
        """The unique identifier of the chip."""
        from binascii import hexlify

        return hexlify(self._machine.unique_id())

    def memory(self) -> int:
        """The free memory in bytes, after a garbage collection at a convenient moment."""
        gc.collect()
        free: int = gc.mem_free()  # type: ignore[attr-defined]
        return free

    def random_bytes(self) -> bytes:
        """Bytes that differ at each start, as far as the chip can provide them."""
        import os

        if hasattr(os, "urandom"):
            return os.urandom(8)
        return b"%s %d %d" % (self.uid, time.ticks_us(), time.time())  # type: ignore[attr-defined]

    def stop_watchdog(self) -> None:
        """Stops the watchdog, which MicroPython cannot do; leaves an unknown chip alone."""
        model = getattr(sys.implementation, "_machine", "")
        for name, watchdog in WATCHDOGS.items():
            if name in model:
                self._machine.mem32[watchdog + CLEAR] = ENABLED


class Clock:
    """Milliseconds since its creation, which do not wrap around as the counter of the chip does.

    It must be read at least once a day.
    """

    def __init__(self, ticks: "Callable[[], int]", difference: "Callable[[int, int], int]") -> None:
        self._ticks = ticks
        self._difference = difference
        self._last = ticks()
        self._now = 0

    def now(self) -> int:
        """Milliseconds since the start."""
        ticks = self._ticks()
        self._now += self._difference(ticks, self._last)
        self._last = ticks
        return self._now


FIRMWARE = b"0.2.0"
"""The version of the firmware."""


class Identity:
    """The values that do not change while a board runs."""

    def __init__(
        self, kind: bytes, uid: bytes, boot: bytes, layout: bytes, places: bytes = b""
    ) -> None:
        self.kind = kind
        self.uid = uid
        self.boot = boot
        """Differs at each start: eight digits of 0-9a-f."""
        self.layout = layout
        self.places = places
        """The game and the places of sensors and lamps, in the notation of the wire."""


def boot_id(seed: bytes) -> bytes:
    """The boot identifier, derived from bytes that differ at each start."""
    return b"%08x" % crc32(seed)
