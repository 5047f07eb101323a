"""The reasons against a move that somebody has written."""

from __future__ import annotations

from engine.checkers.illegal_plays.explanation import find_reasons
from engine.checkers.illegal_plays.play_reasons import Reason, ReasonKind
from engine.checkers.notation.move_text import board_after
from engine.checkers.position import Position
from engine.checkers.rulebook import Rulebook
from engine.checkers.squares import bit_of, field_of


def find_move_reasons(
    position: Position, squares: tuple[int, ...], rulebook: Rulebook
) -> tuple[Reason, ...] | None:
    """The rules that a move by these squares breaks, if what it jumps is lifted.

    None if the mover has no checker where it begins; empty if only its way is none, and another
    leads to the same board.
    """
    board = board_after(position, squares)
    if board is None:
        return None
    source, target = squares[0], squares[-1]
    if source != target and bit_of(target) & (position.mover | position.other):
        kind = ReasonKind.TARGET_OCCUPIED
        return (Reason(kind, source=field_of(source), target=field_of(target)),)
    return find_reasons(position, board, rulebook)
