"""A piezo that makes no sound, and remembers what it was told to play."""

from __future__ import annotations

import asyncio
from collections import deque
from dataclasses import dataclass

from hardware.devices import Clock
from hardware.drivers.simulated.device import SimulatedDevice
from hardware.sounds import Tune

REMEMBERED = 1000
"""How many tunes are remembered."""


@dataclass(frozen=True, slots=True)
class Played:
    """A tune, and when it began."""

    at: float
    tune: Tune

    @property
    def over(self) -> float:
        """When it ends, if nothing cuts it short."""
        return self.at + sum(tone.seconds for tone in self.tune)

    def hertz(self, at: float) -> int:
        """What is to be heard at this time; 0 is silence."""
        over = self.at
        for tone in self.tune:
            over += tone.seconds
            if at < over:
                return tone.hertz
        return 0


class SimulatedSounder(SimulatedDevice):
    """Silence, with a memory."""

    def __init__(self, name: str, clock: Clock) -> None:
        super().__init__(name, clock)
        self._history: deque[Played] = deque(maxlen=REMEMBERED)
        self._playing: Played | None = None

    @property
    def history(self) -> tuple[Played, ...]:
        """The last tunes, the oldest first."""
        return tuple(self._history)

    @property
    def sounding(self) -> int:
        """Hertz of what would be heard now; 0 is silence."""
        return self._playing.hertz(self._clock.now()) if self._playing and self.plugged else 0

    async def play(self, tune: Tune) -> None:
        """Play this, and return when it is over; a tune that is still played is cut short."""
        self._check()
        played = self._playing = Played(self._clock.now(), tune)
        self._history.append(played)
        try:
            await self._clock.wait_until(played.over)
        except asyncio.CancelledError:
            if self._playing is played:
                self._playing = None
            raise
        self._check()

    async def _end(self) -> None:
        self._playing = None
