"""Lamps on the bus: a picture that is sent when it changes, and now and then all the same."""

from __future__ import annotations

from abc import abstractmethod

from hardware.cells import LIT
from hardware.checkers import Place
from hardware.devices import DeviceFault
from hardware.drivers.pi.board import Part
from hardware.drivers.pi.bus import End, SpiBus
from hardware.drivers.pi.device import PiDevice
from hardware.drivers.pi.factory import Pins
from hardware.lights import DARK, Frame, Light, Rgb, Rhythm

AGAIN = 1.0
"""Seconds after which a picture is sent again: a lamp that misheard it is right from then on."""
EIGHTHS = len(Rhythm.STEADY.value)
OFF = Rgb(0, 0, 0)


class LampPart(Part):
    """Lamps that are told whole pictures over the bus."""

    def __init__(self, end: End) -> None:
        self._end = end
        self._frame = DARK
        self._looked_at: Frame | None = None
        self._eighth = 0
        self._sent = b""
        self._again = 0.0
        self._bus: SpiBus | None = None
        self._pins: Pins | None = None

    def show(self, frame: Frame) -> None:
        """Shine like this from the next turn on; it may be said in any thread."""
        self._frame = frame

    def open(self, pins: Pins) -> None:
        self._pins = pins
        self._bus = pins.bus(self._end)
        self._send(self._written(DARK, 0.0))

    def turn(self, now: float) -> bool:
        frame, eighth = self._frame, int(now * EIGHTHS)
        if frame is self._looked_at and eighth == self._eighth and now < self._again:
            return False
        self._looked_at, self._eighth = frame, eighth
        written = self._written(frame, now)
        if written != self._sent or now >= self._again:
            self._send(written)
            self._again = now + AGAIN
        return False

    def close(self) -> None:
        """Go dark, since nobody keeps the rhythms any more."""
        bus, self._bus = self._bus, None
        if self._pins is not None and bus is not None:
            try:
                bus.transfer(self._written(DARK, 0.0))
                self._latch()
            finally:
                self._pins.free(bus)

    @abstractmethod
    def _written(self, frame: Frame, now: float) -> bytes:
        """What is sent so that the lamps show how a frame looks at this moment."""

    def _latch(self) -> None:
        """Let the lamps show what they were sent."""

    def _send(self, written: bytes) -> None:
        if self._bus is None:
            raise DeviceFault("is closed")
        self._bus.transfer(written)
        self._latch()
        self._sent = written


class PiLampDevice(PiDevice[LampPart]):
    """Lamps at the points and on the bar."""

    @property
    def places(self) -> frozenset[Place]:
        return frozenset(LIT)

    async def show(self, frame: Frame) -> None:
        """Shine like this from now on; what is meant for places without a lamp is left out."""
        self._opened.show(frame)


def seen(light: Light | None, now: float) -> Rgb:
    """What is to be seen of a light at this moment."""
    return light.colour if light is not None and light.rhythm.is_on(now) else OFF
