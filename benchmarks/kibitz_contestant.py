"""Our engine as a contestant: a position of 28 counts and two dice in, all results out.

`legal_results` does the whole job; `prepare` and `generate` leave the conversion out.
"""

from collections.abc import Collection
from typing import NamedTuple

from engine.backgammon.dice import NUMBERS, Dice
from engine.backgammon.moves.steps import generate_boards, pack_counts, unpack_boards

Counts = tuple[int, ...]
THROWS = {(die1, die2): Dice(die1, die2) for die1 in NUMBERS for die2 in NUMBERS}


class PreparedThrow(NamedTuple):
    """A throw in the engine's own terms."""

    counts: Counts
    board: int
    dice: Dice


def legal_results(position: Counts, die1: int, die2: int) -> list[Counts]:
    """Every distinct legal result of a throw, the larger die compulsory."""
    board = pack_counts(position)
    return unpack_boards(generate_boards(position, board, THROWS[die1, die2], larger_die=True))


def prepare(position: Counts, die1: int, die2: int) -> PreparedThrow:
    """The throw, ready for `generate`."""
    return PreparedThrow(position, pack_counts(position), THROWS[die1, die2])


def generate(prepared: PreparedThrow) -> Collection[int]:
    """Every distinct legal result, packed."""
    return generate_boards(*prepared, larger_die=True)
