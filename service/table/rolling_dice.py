"""Rolls simulated dice and brings them to rest."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from hardware.devices import Clock
from hardware.drivers.simulated.simulated_devices import SimulatedDice
from hardware.signals import DiceState

ROLLING_SECONDS = 0.6
"""Seconds that dice roll."""


class StillRolling(ValueError):
    """Raised by a throw of dice that are still rolling."""


@dataclass(frozen=True, slots=True)
class PendingRoll:
    """The result of a throw, and the time at which the dice come to rest."""

    at: float
    numbers: tuple[int, ...]
    """The dice as they will lie; empty if one will be cocked."""


class RollingDice:
    """The simulated dice of a table that are rolling; those that are lifted meanwhile stay so."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._pending: dict[SimulatedDice, PendingRoll] = {}
        self._news = asyncio.Event()

    async def run(self) -> None:
        """Brings dice to rest when their time has come, until cancelled."""
        while True:
            self._news.clear()
            if not self._pending:
                await self._news.wait()
            # All dice roll equally long, so dice that are thrown later come to rest later.
            await self._clock.wait_until(min((it.at for it in self._pending.values()), default=0.0))
            now = self._clock.now()
            for dice in [dice for dice, throw in self._pending.items() if throw.at <= now]:
                numbers = self._pending.pop(dice).numbers
                if dice.reading().state is DiceState.ROLLING:
                    self._settle(dice, numbers)

    def throw(self, dice: SimulatedDice, numbers: tuple[int, ...]) -> None:
        """Throws dice, after picking them up if needed; without numbers one will be cocked.

        StillRolling if they are rolling already.
        """
        state = dice.reading().state
        if state is DiceState.ROLLING:
            raise StillRolling(f"{dice.name} are rolling")
        if state is not DiceState.LIFTED:
            dice.lift()
        dice.start_rolling()
        self._pending[dice] = PendingRoll(self._clock.now() + ROLLING_SECONDS, numbers)
        self._news.set()

    def outcome(self, dice: SimulatedDice) -> tuple[DiceState, tuple[int, ...]]:
        """The state and numbers of dice; for rolling dice, those with which they will rest."""
        reading = dice.reading()
        if reading.state is not DiceState.ROLLING:
            return reading.state, reading.numbers
        pending = self._pending.get(dice)
        if pending is None or not pending.numbers:
            return DiceState.COCKED, ()
        return DiceState.SETTLED, pending.numbers

    def _settle(self, dice: SimulatedDice, numbers: tuple[int, ...]) -> None:
        if numbers:
            dice.settle(*numbers)
        else:
            dice.cock()
