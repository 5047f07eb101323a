"""Gestures at the dice as everyday players make them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.backgammon.dice import Dice
from hardware.checkers import Colour
from hardware.signals import FACES
from simulation.dice_and_button_gestures import ROLL_SECONDS, cock
from simulation.everyday_habits import EverydayTemper
from simulation.gestures import (
    Gesture,
    LiftDice,
    Pause,
    RollDice,
    SettleDice,
    WrongActBegins,
    WrongActMended,
)

DiceGestures = Iterator[Gesture | WrongActBegins | WrongActMended]


class EverydayDice:
    """Hands at the dice; None is the owner of shared dice."""

    def __init__(self, temper: EverydayTemper) -> None:
        self._temper = temper
        self.has_thrown_anew = False
        """True if the last throw replaced one that the referee may still count."""

    def throw(self, numbers: Sequence[int], owner: Colour | None) -> DiceGestures:
        """Throws these numbers, sometimes after a throw that does not count."""
        temper, habits = self._temper, self._temper.habits
        if temper.decides(habits.cocked):
            yield from cock(owner, temper.plain)
        if temper.decides(habits.one_die):
            yield from self._roll(self._any_numbers(1), owner)
            yield Pause(temper.carry_seconds())
            yield LiftDice(owner)
            yield Pause(temper.carry_seconds())
        if temper.decides(habits.die_on_checker):
            yield WrongActBegins("die_on_checker")
            yield from self._roll(self._any_numbers(2), owner)
            yield Pause(temper.thinking_seconds())
            yield LiftDice(owner)
            yield Pause(temper.carry_seconds())
            self.has_thrown_anew = True
        yield from self._roll(numbers, owner)

    def mishandle(self, dice: Dice, owner: Colour | None) -> DiceGestures:
        """Knocks the dice, or throws them again with nothing moved; the first throw is played."""
        temper, habits = self._temper, self._temper.habits
        if temper.decides(habits.dice_knocked):
            yield WrongActBegins("dice_knocked")
            yield SettleDice(self._other_numbers(dice), owner)
            yield Pause(temper.thinking_seconds())
            if temper.rng.choice((True, False)):
                yield SettleDice((dice.high, dice.low), owner)
                yield Pause(temper.thinking_seconds())
            yield WrongActMended()
        if temper.decides(habits.rethrow):
            yield WrongActBegins("rethrow")
            yield LiftDice(owner)
            yield Pause(temper.carry_seconds())
            yield from self._roll(self._other_numbers(dice), owner)
            yield Pause(temper.thinking_seconds())
            yield WrongActMended()

    def grab(self, dice: Dice, owner: Colour | None) -> DiceGestures:
        """Picks up the dice of a play that is not finished, and lays them down again."""
        if self._temper.decides(self._temper.habits.grabs):
            yield WrongActBegins("grabs")
            yield LiftDice(owner)
            yield Pause(self._temper.thinking_seconds())
            yield SettleDice((dice.high, dice.low), owner)
            yield Pause(self._temper.thinking_seconds())
            yield WrongActMended()

    def throw_early(self, colour: Colour) -> DiceGestures:
        """Throws a player's own dice while the opponent is playing, and picks them up again."""
        if self._temper.decides(self._temper.habits.throws_early):
            yield WrongActBegins("throws_early")
            yield from self._roll(self._any_numbers(2), colour)
            yield Pause(self._temper.thinking_seconds())
            yield LiftDice(colour)
            yield Pause(self._temper.thinking_seconds())
            yield WrongActMended()

    def throw_anything(self, owner: Colour | None) -> Iterator[Gesture]:
        """Picks up the dice and throws some numbers."""
        yield LiftDice(owner)
        yield Pause(self._temper.carry_seconds())
        yield from self._roll(self._any_numbers(2), owner)

    def _roll(self, numbers: Sequence[int], owner: Colour | None) -> Iterator[Gesture]:
        yield RollDice(owner)
        yield Pause(ROLL_SECONDS + self._temper.carry_seconds())
        yield SettleDice(tuple(numbers), owner)

    def _any_numbers(self, many: int) -> tuple[int, ...]:
        return tuple(self._temper.rng.choice(FACES) for _ in range(many))

    def _other_numbers(self, dice: Dice) -> tuple[int, ...]:
        """Some numbers that are not those of this throw."""
        while (numbers := self._any_numbers(2)) in ((dice.high, dice.low), (dice.low, dice.high)):
            pass
        return numbers
