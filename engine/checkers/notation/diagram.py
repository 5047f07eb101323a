"""A position drawn with letters."""

from __future__ import annotations

from engine.checkers.position import Position
from engine.checkers.squares import FIELDS, ROW, square_on

LETTERS = {True: ("b", "B"), False: ("w", "W")}
"""By colour, True for dark, the letters of a man and of a king."""
EMPTY, LIGHT = ".", " "
FILES = "abcdefgh"


def draw(position: Position, *, dark_to_move: bool, dark_below: bool = False) -> str:
    """The position drawn with Light below, or Dark, and the names of rows and columns around it."""
    dark = position if dark_to_move else position.mirrored
    cells = [_cell(dark, field) for field in range(FIELDS)]
    rows = [cells[start : start + ROW] for start in range(0, FIELDS, ROW)]
    lines = [f"{ROW - number} {' '.join(row)}" for number, row in enumerate(rows)]
    files = f"  {' '.join(FILES)}"
    if dark_below:
        lines = [f"{line[0]} {line[:1:-1]}" for line in reversed(lines)]
        files = f"  {' '.join(reversed(FILES))}"
    return "\n".join(line.rstrip() for line in (*lines, files))


def _cell(dark: Position, field: int) -> str:
    """The letter of a field in a position that Dark sees."""
    square = square_on(field)
    if square is None:
        return LIGHT
    for is_dark, men, kings in (
        (True, dark.man_squares.mover, dark.king_squares.mover),
        (False, dark.man_squares.other, dark.king_squares.other),
    ):
        if square in men or square in kings:
            return LETTERS[is_dark][square in kings]
    return EMPTY
