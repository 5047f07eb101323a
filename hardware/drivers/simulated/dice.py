"""Electronic dice without electronics: a pair that is thrown by saying what it shows."""

from __future__ import annotations

from dataclasses import replace

from hardware.checkers import Colour
from hardware.devices import Clock
from hardware.drivers.simulated.device import SimulatedReporter
from hardware.signals import DiceSeen, DiceState


class SimulatedDice(SimulatedReporter):
    """One pair of dice, of one player or of both, in the cup to begin with."""

    def __init__(self, name: str, clock: Clock, colour: Colour | None = None) -> None:
        super().__init__(name, clock)
        self._colour = colour
        self._state = DiceState.LIFTED
        self._numbers: tuple[int, ...] = ()

    @property
    def colour(self) -> Colour | None:
        """Whose dice they are."""
        return self._colour

    def look(self) -> DiceSeen:
        """What the dice do and show now."""
        return DiceSeen(self.name, self._clock.now(), self._state, self._numbers, self._colour)

    def roll(self, *numbers: int) -> None:
        """Throw: they roll, and at once come to rest showing these numbers."""
        DiceSeen(self.name, self._clock.now(), DiceState.SETTLED, numbers)
        self.start_rolling()
        self.settle(*numbers)

    def start_rolling(self) -> None:
        """Throw: they roll until they settle or are cocked."""
        self._turn(DiceState.ROLLING)

    def settle(self, *numbers: int) -> None:
        """Lie still and flat, showing one number or two."""
        self._turn(DiceState.SETTLED, numbers)

    def cock(self) -> None:
        """Lie still, but one of them not flat."""
        self._turn(DiceState.COCKED)

    def lift(self) -> None:
        """Go back into the cup."""
        self._turn(DiceState.LIFTED)

    def _turn(self, state: DiceState, numbers: tuple[int, ...] = ()) -> None:
        seen = DiceSeen(self.name, self._clock.now(), state, numbers, self._colour)
        if (state, numbers) != (self._state, self._numbers):
            self._state, self._numbers = state, numbers
            self._report(seen)

    def _standing(self) -> DiceSeen:
        return replace(self.look(), standing=True)
