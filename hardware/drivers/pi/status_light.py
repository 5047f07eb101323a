"""A light on a pin of a Pi that tells from afar how things are."""

from __future__ import annotations

from hardware.drivers.pi.board import Part
from hardware.drivers.pi.device import PiDevice
from hardware.drivers.pi.factory import Output, Pins
from hardware.drivers.pi.pins import STATUS
from hardware.lights import Rhythm


class StatusPin(Part):
    """One light and its rhythm."""

    def __init__(self) -> None:
        self._pin: Output | None = None
        self._rhythm: Rhythm | None = None
        self._is_on = False

    def show(self, rhythm: Rhythm | None) -> None:
        """Shine in this rhythm from the next turn on; it may be said anywhere."""
        self._rhythm = rhythm

    def open(self, pins: Pins) -> None:
        self._pin = pins.output(STATUS)
        self._is_on = False

    def turn(self, now: float) -> bool:
        is_on = self._rhythm is not None and self._rhythm.is_on(now)
        if self._pin is not None and is_on != self._is_on:
            self._is_on = is_on
            self._pin.on() if is_on else self._pin.off()
        return False

    def close(self) -> None:
        pin, self._pin = self._pin, None
        if pin is not None:
            pin.close()


class PiStatusLight(PiDevice[StatusPin]):
    """The light, and the rhythm that it shines in."""

    async def show(self, rhythm: Rhythm | None) -> None:
        """Shine in this rhythm, or not at all."""
        self._opened.show(rhythm)

    def _made(self) -> StatusPin:
        return StatusPin()
