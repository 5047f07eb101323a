"""One pair made of single dice that each tell what they are doing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hardware.signals import FACES, DiceState


@dataclass(frozen=True, slots=True)
class Die:
    """What one die is doing, and what it shows once it lies still and flat."""

    state: DiceState | None
    """None while it cannot be told."""
    number: int = 0

    def __post_init__(self) -> None:
        if (self.number in FACES) != (self.state is DiceState.SETTLED) or self.number < 0:
            raise ValueError(f"a die that is {self.state} does not show {self.number}")


@dataclass(frozen=True, slots=True)
class Pair:
    """What one die or two, thrown together, are doing."""

    state: DiceState
    numbers: tuple[int, ...] = ()


UNKNOWN = Die(None)


def paired(dice: Sequence[Die], before: Pair | None) -> Pair | None:
    """What these dice are doing together; as before while they do not agree, None if unknown.

    A pair is in hand when all of it is: one die that is touched has perhaps only been nudged.
    """
    states = {die.state for die in dice}
    if DiceState.ROLLING in states:
        return Pair(DiceState.ROLLING)
    if None in states:
        return before
    if states == {DiceState.SETTLED}:
        return Pair(DiceState.SETTLED, tuple(die.number for die in dice))
    if states == {DiceState.LIFTED}:
        return Pair(DiceState.LIFTED)
    return before if DiceState.LIFTED in states else Pair(DiceState.COCKED)
