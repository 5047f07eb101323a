"""A slow generator of checkers plays, written down from the rules and sharing no code with ours.

A board is a mapping from (row, column) to a letter: `m` and `k` are the mover's men and kings, `o`
and `q` the other side's. The mover goes to higher rows, from row 0 to row 7.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

Place = tuple[int, int]
Board = Mapping[Place, str]
Result = frozenset[tuple[Place, str]]
MINE, THEIRS = "mk", "oq"
SIZE = 8


class Play(NamedTuple):
    """A result, the number of checkers captured, and True if nothing more could be captured."""

    result: Result
    captured: int
    finished: bool


def every_play(board: Board) -> set[Play]:
    """Every step, and every capture with each of its beginnings."""
    found: set[Play] = set()
    for place, letter in board.items():
        if letter in MINE:
            found.update(_steps(board, place))
            found.update(_captures(board, place))
    return found


def free_results(board: Board) -> set[Result]:
    """The results where nothing is compulsory."""
    return {play.result for play in every_play(board)}


def forced_results(board: Board) -> set[Result]:
    """The results where captures are compulsory and are to be finished."""
    plays = every_play(board)
    captures = {play.result for play in plays if play.captured and play.finished}
    return captures or {play.result for play in plays}


def _steps(board: Board, place: Place) -> Iterator[Play]:
    for rows, columns in _ways(board[place]):
        target = place[0] + rows, place[1] + columns
        if _is_inside(target) and target not in board:
            yield Play(frozenset(_move_checker(board, place, target).items()), 0, True)


def _captures(board: Board, place: Place, before: int = 0) -> Iterator[Play]:
    """Yields the captures of a checker that has captured this many already."""
    for rows, columns in _ways(board[place]):
        over = place[0] + rows, place[1] + columns
        target = place[0] + 2 * rows, place[1] + 2 * columns
        if board.get(over, " ") not in THEIRS or not _is_inside(target) or target in board:
            continue
        after = _move_checker(
            {it: found for it, found in board.items() if it != over}, place, target
        )
        was_crowned = after[target] != board[place]
        more = [] if was_crowned else list(_captures(after, target, before + 1))
        yield Play(frozenset(after.items()), before + 1, not more)
        yield from more


def _move_checker(board: Board, source: Place, target: Place) -> dict[Place, str]:
    after = {place: letter for place, letter in board.items() if place != source}
    after[target] = "k" if target[0] == SIZE - 1 else board[source]
    return after


def _ways(letter: str) -> list[tuple[int, int]]:
    forward = [(1, -1), (1, 1)]
    return [*forward, (-1, -1), (-1, 1)] if letter == "k" else forward


def _is_inside(place: Place) -> bool:
    return all(0 <= number < SIZE for number in place)
