"""A piezo on a pin of a Pi."""

from __future__ import annotations

import asyncio
from collections import deque

from hardware.devices import Clock
from hardware.drivers.pi import factory
from hardware.drivers.pi.board import Part, PiBoard
from hardware.drivers.pi.device import PiDevice
from hardware.drivers.pi.pins import SOUNDER
from hardware.sounds import Tune

HALF = 0.5
"""A tone is loudest when the pin is high for half of the time."""


class Piezo(Part):
    """One tone after the other."""

    def __init__(self) -> None:
        self._pin: factory.Tone | None = None
        self._wanted: deque[Tune] = deque(maxlen=1)
        """The tune that is to begin, which the loop puts here and the thread of the pins takes."""
        self._ends: list[tuple[float, int]] = []
        """Until when each tone is played, and its hertz; the next one last."""
        self._sounding = 0

    def play(self, tune: Tune) -> None:
        """Play this from the next turn on, in place of all else; it may be said in any thread."""
        self._wanted.append(tune)

    def open(self, pins: factory.Pins) -> None:
        self._pin = pins.tone(SOUNDER)

    def turn(self, now: float) -> bool:
        if self._wanted:
            self._begin(self._wanted.popleft(), now)
        while self._ends and now >= self._ends[-1][0]:
            self._ends.pop()
        self._sound(self._ends[-1][1] if self._ends else 0)
        return bool(self._ends)

    def close(self) -> None:
        pin, self._pin = self._pin, None
        if pin is not None:
            pin.close()

    def _begin(self, tune: Tune, now: float) -> None:
        ends = []
        for tone in tune:
            now += tone.seconds
            ends.append((now, tone.hertz))
        self._ends = ends[::-1]

    def _sound(self, hertz: int) -> None:
        if self._pin is None or hertz == self._sounding:
            return
        self._sounding = hertz
        if hertz:
            self._pin.frequency = hertz
            self._pin.value = HALF
        else:
            self._pin.off()


class PiSounder(PiDevice[Piezo]):
    """A piezo that is swung by the Pi itself."""

    def __init__(self, name: str, clock: Clock, board: PiBoard) -> None:
        super().__init__(name, clock, board)
        self._played = 0
        """Tunes so far: whoever finds that it is not the last one any more has been cut short."""

    async def play(self, tune: Tune) -> None:
        """Play this, and return when it is over; a tune that is still played is cut short."""
        piezo = self._opened
        self._played += 1
        which = self._played
        piezo.play(tune)
        try:
            over = self._clock.now() + sum(tone.seconds for tone in tune)
            await self._clock.wait_until(over)
        except asyncio.CancelledError:
            if which == self._played:
                piezo.play(())
            raise
        self._check()

    def _made(self) -> Piezo:
        return Piezo()
