"""Combines single dice into a pair."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hardware.signals import FACES, DiceState


@dataclass(frozen=True, slots=True)
class Die:
    """The state of one die, and its number once it lies still and flat."""

    state: DiceState | None
    """None while the state is unknown."""
    number: int = 0

    def __post_init__(self) -> None:
        if (self.number in FACES) != (self.state is DiceState.SETTLED) or self.number < 0:
            raise ValueError(f"a die that is {self.state} does not show {self.number}")


@dataclass(frozen=True, slots=True)
class DicePair:
    """The state of one die or two that are thrown together."""

    state: DiceState
    numbers: tuple[int, ...] = ()


UNKNOWN_DIE = Die(None)


def combine_dice(dice: Sequence[Die], before: DicePair | None) -> DicePair | None:
    """The state of several dice as a pair; the previous one while they disagree, None if unknown.

    A pair is lifted only if all of it is: a single die that is touched may just have been nudged.
    """
    states = {die.state for die in dice}
    if DiceState.ROLLING in states:
        return DicePair(DiceState.ROLLING)
    if None in states:
        return before
    if states == {DiceState.SETTLED}:
        return DicePair(DiceState.SETTLED, tuple(die.number for die in dice))
    if states == {DiceState.LIFTED}:
        return DicePair(DiceState.LIFTED)
    return before if DiceState.LIFTED in states else DicePair(DiceState.COCKED)
