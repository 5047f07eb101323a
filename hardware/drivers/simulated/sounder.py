"""A piezo that remembers what it was told to play."""

from __future__ import annotations

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


class SimulatedSounder(SimulatedDevice):
    """Silence, with a memory."""

    def __init__(self, name: str, clock: Clock) -> None:
        super().__init__(name, clock)
        self._history: deque[Played] = deque(maxlen=REMEMBERED)

    @property
    def history(self) -> tuple[Played, ...]:
        """The last tunes, the oldest first."""
        return tuple(self._history)

    async def play(self, tune: Tune) -> None:
        """Play this; it takes no time."""
        self._check()
        self._history.append(Played(self._clock.now(), tune))
