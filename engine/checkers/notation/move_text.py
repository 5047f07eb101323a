"""Moves as text: `11-15` for a step, `22x15x8` for jumps, and what they mean on a board."""

from __future__ import annotations

from engine.checkers.errors import NoSuchMove, SeveralMoves
from engine.checkers.moves.plays import HopLine, LegalPlays
from engine.checkers.position import Position, Setup
from engine.checkers.squares import (
    FAR_ROW,
    ROW,
    SQUARES,
    bit_of,
    field_of,
    mirror_square,
    square_named,
    square_on,
)
from engine.scanner import SPACE, Scanner

STEP, JUMP = "-", "x"
SEPARATOR = r"\s{0,9}[-xX:]\s{0,9}"
_WORD = "[0-9]{1,2}|[a-h][1-8]"
PAIR = 2
"""The number of squares of a step."""
JUMP_LENGTH = 2
"""The number of rows, and of columns, that a jump goes."""


def write_move(plays: LegalPlays, result: Position, *, dark: bool) -> str:
    """The move that leads to a result, with every square on the way, as Dark numbers them.

    Raises `KeyError` if the result is not legal.
    """
    return write_line(plays.lines[result][0], dark=dark)


def write_line(line: HopLine, *, dark: bool) -> str:
    """The hops of one checker as text."""
    separator = STEP if line[0].jumped is None else JUMP
    squares = (line[0].source, *(hop.target for hop in line))
    return separator.join(str(square if dark else mirror_square(square)) for square in squares)


def read_squares(text: str, *, dark: bool) -> tuple[int, ...]:
    """The squares of a move in the mover's numbering; raises `NotationError` for other text.

    They are written as Dark numbers them, or by the names that Light gives them.
    """
    scanner = Scanner(text)
    scanner.read_if(SPACE)
    squares = [_read_square(scanner, dark=dark)]
    while scanner.read_if(SEPARATOR):
        squares.append(_read_square(scanner, dark=dark))
    if len(squares) == 1:
        raise scanner.failure("- or x, and the square to go to")
    scanner.read_end()
    return tuple(squares)


def read_move(plays: LegalPlays, text: str, *, dark: bool) -> Position:
    """The result of a move, of which squares on the way may be left out where one way is left.

    Raises `NotationError` for text that is no move, `NoSuchMove` if it is not legal, and
    `SeveralMoves` if it can be read in several ways.
    """
    squares = read_squares(text, dark=dark)
    step = _step_result(plays, squares)
    if step is not None:
        return step
    found: dict[Position, HopLine] = {}
    for result, ways in plays.lines.items():
        for line in ways:
            visited = (line[0].source, *(hop.target for hop in line))
            if visited == squares:
                return result
            if visited[0] == squares[0] and _is_shortened(squares, visited):
                found.setdefault(result, line)
    if not found:
        raise NoSuchMove(text)
    if len(found) > 1:
        ways_in_full = tuple(sorted(write_line(line, dark=dark) for line in found.values()))
        raise SeveralMoves(ways_in_full, text)
    return next(iter(found))


def board_after(position: Position, squares: tuple[int, ...]) -> Setup | None:
    """The board that a move leaves, legal or not, with what it jumps lifted.

    None if the mover has no checker where the move begins.
    """
    if not position.mover & bit_of(squares[0]):
        return None
    return _after(position, squares).setup


def _after(position: Position, squares: tuple[int, ...]) -> Position:
    """The position with the checker on the first square moved, and what it jumps lifted."""
    source, target = bit_of(squares[0]), bit_of(squares[-1])
    lifted = sum({bit_of(over) for over in map(_between, squares, squares[1:]) if over})
    other = position.other & ~lifted
    mover = position.mover & ~source | target
    crowned = target if position.kings & source else target & FAR_ROW
    kings = position.kings & ~source & (mover | other) | crowned
    return Position.trusted(mover, other, kings)


def _step_result(plays: LegalPlays, squares: tuple[int, ...]) -> Position | None:
    """The result of a legal step, found without the tree of all plays; None for another move."""
    (row, column), (to_row, to_column) = (divmod(field_of(squares[at]), ROW) for at in (0, -1))
    if len(squares) > PAIR or abs(row - to_row) != 1 or abs(column - to_column) != 1:
        return None
    result = _after(plays.position, squares)
    return result if result in plays else None


def _is_shortened(squares: tuple[int, ...], visited: tuple[int, ...]) -> bool:
    """True if the squares written are among those visited, in their order and with the last."""
    rest = iter(visited[1:-1])
    return squares[-1] == visited[-1] and all(square in rest for square in squares[1:-1])


def _between(source: int, target: int) -> int | None:
    """The square that a jump goes over; None if this is no jump."""
    (row, column), (to_row, to_column) = (divmod(field_of(it), ROW) for it in (source, target))
    is_jump = abs(row - to_row) == abs(column - to_column) == JUMP_LENGTH
    return square_on((field_of(source) + field_of(target)) // 2) if is_jump else None


def _read_square(scanner: Scanner, *, dark: bool) -> int:
    at, expected = scanner.at, "a square from 1 to 32, or from a1 to h8"
    word = scanner.read(_WORD, expected)
    if word.isdigit():
        number = int(word)
        square = number if dark else mirror_square(number)
        found = square if 1 <= number <= SQUARES else None
    else:
        found = square_named(word, dark=dark)
    if found is None:
        raise scanner.failure(expected, at)
    return found
