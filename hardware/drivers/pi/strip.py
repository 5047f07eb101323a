"""A strip of WS2812 lamps on the bus of a Pi."""

from __future__ import annotations

from hardware.cells import LIT, lamp_counts
from hardware.devices import Clock
from hardware.drivers.pi.board import PiBoard
from hardware.drivers.pi.bus import STRIP
from hardware.drivers.pi.lamps import LampPart, PiLampDevice, seen
from hardware.drivers.pi.ws2812 import capped, message
from hardware.lights import Frame


class Strip(LampPart):
    """WS2812s one after the other, one to three at each place."""

    def __init__(self, each: int, most_milliamps: float) -> None:
        super().__init__(STRIP)
        self._each = each
        self._most = most_milliamps

    def _written(self, frame: Frame, now: float) -> bytes:
        lights = capped(frame, self._each, self._most).lights
        return message([seen(lights.get(place), now) for place in LIT for _ in range(self._each)])


class PiStrip(PiLampDevice):
    """A strip of WS2812s on the pins of a Pi, which keep to a current whatever they are told."""

    def __init__(
        self,
        name: str,
        clock: Clock,
        board: PiBoard,
        lamps: int = len(LIT),
        most_milliamps: float = 400.0,
    ) -> None:
        super().__init__(name, clock, board)
        if lamps not in lamp_counts():
            raise ValueError(f"a strip has {lamp_counts()} lamps, not {lamps}")
        self._lamps = lamps
        self._most = most_milliamps

    def _made(self) -> LampPart:
        return Strip(self._lamps // len(LIT), self._most)
