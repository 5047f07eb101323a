"""The kings that wait for a crown: none of their side's checkers has been captured for it yet."""

from __future__ import annotations

from engine.checkers.position import Position
from engine.checkers.squares import bit_of, mirror_square, squares_of
from engine.sides import BySide

Squares = tuple[int, ...]


def crowns_owed_in(position: Position) -> BySide[Squares]:
    """The kings of a position without history that wait for a crown: those farthest forward."""
    kings, due = position.king_squares, position.crowns_owed
    return BySide(_last(kings.mover, due.mover), _last(kings.other[::-1], due.other))


def crowns_owed_after(owed: BySide[Squares], before: Position, after: Position) -> BySide[Squares]:
    """The kings that wait for a crown after a move; whoever has waited longest is crowned first.

    All squares are numbered as the player counts them who has moved.
    """
    due = after.crowns_owed
    gone, new = before.mover & ~after.mover, after.mover & ~before.mover
    came_from = dict(zip(squares_of(gone), squares_of(new), strict=False))
    waiting = tuple(came_from.get(square, square) for square in owed.mover)
    if new & after.kings and not gone & before.kings:
        waiting += squares_of(new)
    left = tuple(square for square in owed.other if bit_of(square) & after.other)
    return BySide(_last(waiting, due.mover), _last(left, due.other))


def mirror_owed(owed: BySide[Squares]) -> BySide[Squares]:
    """The same kings as the other side numbers them."""
    return BySide(*(tuple(map(mirror_square, side)) for side in (owed.other, owed.mover)))


def _last(squares: Squares, count: int) -> Squares:
    return squares[len(squares) - count :]
