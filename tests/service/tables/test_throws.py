"""Dice that have been thrown roll for a while, on the clock of the table, and then lie still."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from hardware.checkers import Colour
from hardware.drivers.simulated.clock import SimulatedClock
from hardware.drivers.simulated.dice import SimulatedDice
from hardware.signals import DiceState
from service.tables.throws import ROLLING, StillRolling, Throws
from tests.rigs.devices import Heard


class Cup:
    """Two pairs of dice, and what each of them says."""

    def __init__(self) -> None:
        self.clock = SimulatedClock()
        self.throws = Throws(self.clock)
        self.light, self.dark = (
            SimulatedDice(f"dice.{colour.value}", self.clock, colour) for colour in Colour
        )
        self.heard = Heard()

    @property
    def told(self) -> list[DiceState]:
        return [getattr(signal, "state") for signal in self.heard.signals[1:]]  # noqa: B009


def with_dice(rule: Callable[[Cup], Awaitable[None]]) -> Cup:
    async def run() -> Cup:
        cup = Cup()
        async with cup.light:
            tasks = [
                asyncio.create_task(cup.throws.run()),
                asyncio.create_task(cup.heard.listen(cup.light)),
            ]
            await cup.clock.pass_by(1)
            await rule(cup)
            await cup.clock.pass_by(5)
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks)
        return cup

    return asyncio.run(run())


def test_dice_roll_before_they_lie_still() -> None:
    async def rule(cup: Cup) -> None:
        cup.throws.throw(cup.light, (3, 1))
        await cup.clock.pass_by(ROLLING - 0.01)
        assert cup.light.look().state is DiceState.ROLLING
        await cup.clock.pass_by(0.02)
        assert cup.light.look().numbers == (3, 1)

    assert with_dice(rule).told == [DiceState.ROLLING, DiceState.SETTLED]


def test_dice_that_lie_there_are_picked_up_before_they_are_thrown() -> None:
    async def rule(cup: Cup) -> None:
        cup.throws.throw(cup.light, (3, 1))
        await cup.clock.pass_by(1)
        cup.throws.throw(cup.light, (3, 1))

    once = [DiceState.ROLLING, DiceState.SETTLED]
    assert with_dice(rule).told == [*once, DiceState.LIFTED, *once]


def test_dice_that_roll_are_not_thrown_again() -> None:
    async def rule(cup: Cup) -> None:
        cup.throws.throw(cup.light, (3, 1))
        with pytest.raises(StillRolling):
            cup.throws.throw(cup.light, (6, 6))

    assert with_dice(rule).light.look().numbers == (3, 1)


def test_dice_that_are_caught_do_not_come_to_rest() -> None:
    async def rule(cup: Cup) -> None:
        cup.throws.throw(cup.light, (3, 1))
        await cup.clock.pass_by(0.1)
        cup.throws.lift(cup.light)

    assert with_dice(rule).told == [DiceState.ROLLING, DiceState.LIFTED]


@pytest.mark.parametrize("rolls", [False, True])
def test_a_die_may_come_to_lie_askew(*, rolls: bool) -> None:
    async def rule(cup: Cup) -> None:
        if rolls:
            cup.throws.throw(cup.light, (3, 1))
        cup.throws.cock(cup.light)

    assert with_dice(rule).told == [DiceState.ROLLING, DiceState.COCKED]


def test_two_pairs_roll_each_in_its_own_time() -> None:
    async def rule(cup: Cup) -> None:
        cup.throws.throw(cup.light, (3,))
        await cup.clock.pass_by(0.3)
        cup.throws.throw(cup.dark, (5,))
        await cup.clock.pass_by(0.4)
        assert cup.light.look().numbers == (3,)
        assert cup.dark.look().state is DiceState.ROLLING
        assert cup.throws.outcome(cup.dark) == (DiceState.SETTLED, (5,))

    assert with_dice(rule).dark.look().numbers == (5,)
