"""The chip that a board sits on."""

import gc
import sys
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType

PATIENCE = 8000
"""Milliseconds without a step after which the watchdog starts it again; an RP2040 knows no more."""
# WATCHDOG_BASE and the alias that clears bits, as in the address maps of both data sheets.
WATCHDOGS = {"RP2040": 0x40058000, "RP2350": 0x400D8000}
CLEAR = 0x3000
ENABLED = 1 << 30
"""Of CTRL, the first register of a watchdog."""


class Pico:
    """A Pico, Pico W, Pico 2 or Pico 2 W."""

    def __init__(self, machine: "ModuleType") -> None:
        self.restart = machine.reset
        self._machine = machine

    @property
    def uid(self) -> bytes:
        """What its maker has called it."""
        from binascii import hexlify

        return hexlify(self._machine.unique_id())

    def memory(self) -> int:
        """Bytes that are free; tidying up takes its time now and not whenever it likes."""
        gc.collect()
        free: int = gc.mem_free()  # type: ignore[attr-defined]
        return free

    def chance(self) -> bytes:
        """Bytes that are different at each start, as far as it has any."""
        import os

        if hasattr(os, "urandom"):
            return os.urandom(8)
        return b"%s %d %d" % (self.uid, time.ticks_us(), time.time())  # type: ignore[attr-defined]

    def stop_watchdog(self) -> None:
        """MicroPython has no way to; a chip that we do not know is better left alone."""
        model = getattr(sys.implementation, "_machine", "")
        for name, watchdog in WATCHDOGS.items():
            if name in model:
                self._machine.mem32[watchdog + CLEAR] = ENABLED
