"""Dice that have been thrown roll for a while, on the clock of the table, and then lie still."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from hardware.checkers import Colour
from hardware.drivers.clocks import SimulatedClock
from hardware.drivers.simulated.simulated_devices import SimulatedDice
from hardware.signals import DiceState
from service.table.rolling_dice import ROLLING_SECONDS, RollingDice, StillRolling
from service.table.timers import cancel_and_wait
from tests.rigs.devices.device_rigs import SignalRecorder


class Cup:
    """Two pairs of dice, and a recorder for the signals of the light pair."""

    def __init__(self) -> None:
        self.clock = SimulatedClock()
        self.throws = RollingDice(self.clock)
        self.light, self.dark = (
            SimulatedDice(f"dice.{colour.value}", self.clock, colour) for colour in Colour
        )
        self.recorder = SignalRecorder()

    @property
    def states(self) -> list[DiceState]:
        return [getattr(signal, "state") for signal in self.recorder.signals[1:]]  # noqa: B009


@asynccontextmanager
async def open_cup() -> AsyncIterator[Cup]:
    cup = Cup()
    async with cup.light:
        running = cup.throws.run(), cup.recorder.listen(cup.light)
        tasks = [asyncio.create_task(run) for run in running]
        await cup.clock.pass_seconds(1)
        yield cup
        await cup.clock.pass_seconds(5)
        await cancel_and_wait(tasks)


async def test_dice_roll_before_they_lie_still() -> None:
    async with open_cup() as cup:
        cup.throws.throw(cup.light, (3, 1))
        await cup.clock.pass_seconds(ROLLING_SECONDS - 0.01)
        assert cup.light.reading().state is DiceState.ROLLING
        await cup.clock.pass_seconds(0.02)
        assert cup.light.reading().numbers == (3, 1)

    assert cup.states == [DiceState.ROLLING, DiceState.SETTLED]


async def test_dice_that_lie_there_are_picked_up_before_they_are_thrown() -> None:
    once = [DiceState.ROLLING, DiceState.SETTLED]
    async with open_cup() as cup:
        cup.throws.throw(cup.light, (3, 1))
        await cup.clock.pass_seconds(1)
        cup.throws.throw(cup.light, (3, 1))

    assert cup.states == [*once, DiceState.LIFTED, *once]


async def test_dice_that_roll_are_not_thrown_again() -> None:
    async with open_cup() as cup:
        cup.throws.throw(cup.light, (3, 1))
        with pytest.raises(StillRolling):
            cup.throws.throw(cup.light, (6, 6))

    assert cup.light.reading().numbers == (3, 1)


async def test_dice_that_are_caught_do_not_come_to_rest() -> None:
    async with open_cup() as cup:
        cup.throws.throw(cup.light, (3, 1))
        await cup.clock.pass_seconds(0.1)
        cup.light.lift()

    assert cup.states == [DiceState.ROLLING, DiceState.LIFTED]


async def test_dice_that_are_caught_and_thrown_again_come_to_rest_once() -> None:
    async with open_cup() as cup:
        cup.throws.throw(cup.light, (3, 1))
        await cup.clock.pass_seconds(0.1)
        cup.light.lift()
        cup.throws.throw(cup.light, (6, 5))
        await cup.clock.pass_seconds(0.55)
        assert cup.light.reading().state is DiceState.ROLLING

    assert cup.light.reading().numbers == (6, 5)


@pytest.mark.parametrize("numbers", [(), (3, 1)])
async def test_rolling_die_may_come_to_lie_askew(numbers: tuple[int, ...]) -> None:
    async with open_cup() as cup:
        cup.throws.throw(cup.light, numbers)
        if numbers:
            cup.light.cock()

    assert cup.states == [DiceState.ROLLING, DiceState.COCKED]


async def test_two_pairs_roll_each_in_its_own_time() -> None:
    async with open_cup() as cup:
        cup.throws.throw(cup.light, (3,))
        await cup.clock.pass_seconds(0.3)
        cup.throws.throw(cup.dark, (5,))
        await cup.clock.pass_seconds(0.4)
        assert cup.light.reading().numbers == (3,)
        assert cup.dark.reading().state is DiceState.ROLLING
        assert cup.throws.outcome(cup.dark) == (DiceState.SETTLED, (5,))

    assert cup.dark.reading().numbers == (5,)
