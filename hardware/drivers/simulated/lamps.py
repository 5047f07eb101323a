"""Lamps that remember what they were told to show."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass

from hardware.checkers import BACKGAMMON, Place
from hardware.devices import Clock
from hardware.drivers.simulated.device import SimulatedDevice
from hardware.lights import DARK, Frame

REMEMBERED = 1000
"""How many frames the lamps remember."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A frame as the lamps showed it, and since when."""

    at: float
    frame: Frame


class SimulatedLamps(SimulatedDevice):
    """One lamp at each of some places, dark until told otherwise."""

    def __init__(self, name: str, clock: Clock, places: Iterable[Place] = BACKGAMMON) -> None:
        super().__init__(name, clock)
        self._places = frozenset(places)
        self._history: deque[Shown] = deque(maxlen=REMEMBERED)
        self._shining = DARK

    @property
    def places(self) -> frozenset[Place]:
        return self._places

    @property
    def shining(self) -> Frame:
        """What is to be seen; lamps that nobody can reach any more go on as they were."""
        return self._shining

    @property
    def history(self) -> tuple[Shown, ...]:
        """The last frames shown, the oldest first."""
        return tuple(self._history)

    async def show(self, frame: Frame) -> None:
        """Shine like this from now on; what is meant for places without a lamp is left out."""
        self._check()
        lights = {place: light for place, light in frame.lights.items() if place in self._places}
        self._shining = Frame(lights)
        self._history.append(Shown(self._clock.now(), self._shining))
