"""Simulated dice that have been thrown: they roll for a while, and then they lie still."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from hardware.devices import Clock
from hardware.drivers.simulated.dice import SimulatedDice
from hardware.signals import DiceState

ROLLING = 0.6
"""Seconds."""


class StillRolling(ValueError):
    """Dice that roll cannot be thrown."""


@dataclass(frozen=True, slots=True)
class Throw:
    """How dice are to come to rest, and when."""

    at: float
    numbers: tuple[int, ...]
    """None of them: one lies askew."""


class Throws:
    """All dice of a table that roll now."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._coming: dict[SimulatedDice, Throw] = {}
        self._news = asyncio.Event()

    async def run(self) -> None:
        """Let dice come to rest in their own time, until cancelled."""
        while True:
            self._news.clear()
            if not self._coming:
                await self._news.wait()
            # All roll equally long, so whatever is thrown later rests later.
            await self._clock.wait_until(min((it.at for it in self._coming.values()), default=0.0))
            now = self._clock.now()
            for dice in [dice for dice, throw in self._coming.items() if throw.at <= now]:
                self._rest(dice, self._coming.pop(dice).numbers)

    def throw(self, dice: SimulatedDice, numbers: tuple[int, ...]) -> None:
        """Throw dice, picked up first if they lie there; no numbers: one comes to lie askew."""
        state = dice.look().state
        if state is DiceState.ROLLING:
            raise StillRolling(f"{dice.name} are rolling")
        if state is not DiceState.LIFTED:
            dice.lift()
        dice.start_rolling()
        self._coming[dice] = Throw(self._clock.now() + ROLLING, numbers)
        self._news.set()

    def lift(self, dice: SimulatedDice) -> None:
        """Pick dice up, and if they roll, catch them."""
        self._coming.pop(dice, None)
        dice.lift()

    def cock(self, dice: SimulatedDice) -> None:
        """Throw so that one comes to lie askew; at once if they roll already."""
        if dice.look().state is DiceState.ROLLING:
            self._coming.pop(dice, None)
            dice.cock()
        else:
            self.throw(dice, ())

    def outcome(self, dice: SimulatedDice) -> tuple[DiceState, tuple[int, ...]]:
        """How dice lie, or will as soon as they have stopped rolling."""
        seen = dice.look()
        if seen.state is not DiceState.ROLLING:
            return seen.state, seen.numbers
        coming = self._coming.get(dice)
        if coming is None or not coming.numbers:
            return DiceState.COCKED, ()
        return DiceState.SETTLED, coming.numbers

    def _rest(self, dice: SimulatedDice, numbers: tuple[int, ...]) -> None:
        if numbers:
            dice.settle(*numbers)
        else:
            dice.cock()
