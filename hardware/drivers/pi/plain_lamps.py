"""Plain lamps on a chain of 74HC595s on the bus of a Pi."""

from __future__ import annotations

from hardware.cells import LIT
from hardware.drivers.pi.bus import PLAIN
from hardware.drivers.pi.factory import Output, Pins
from hardware.drivers.pi.lamps import OFF, LampPart, PiLampDevice, seen
from hardware.drivers.pi.pins import LAMPS_LATCH
from hardware.lights import Frame


class Row(LampPart):
    """Plain lamps, each on an output of a 74HC595; the first on QA of the first."""

    def __init__(self) -> None:
        super().__init__(PLAIN)
        self._latch_pin: Output | None = None

    def open(self, pins: Pins) -> None:
        self._latch_pin = pins.output(LAMPS_LATCH)
        super().open(pins)

    def close(self) -> None:
        try:
            super().close()
        finally:
            pin, self._latch_pin = self._latch_pin, None
            if pin is not None:
                pin.close()

    def _written(self, frame: Frame, now: float) -> bytes:
        lit = [seen(frame.lights.get(place), now) != OFF for place in LIT]
        bits = sum(1 << number for number, on in enumerate(lit) if on)
        return bits.to_bytes(-(-len(LIT) // 8), "big")

    def _latch(self) -> None:
        if self._latch_pin is not None:
            self._latch_pin.on()
            self._latch_pin.off()


class PiLamps(PiLampDevice):
    """Plain lamps on 74HC595s on the pins of a Pi: lit or not, whatever the colour."""

    def _made(self) -> LampPart:
        return Row()
