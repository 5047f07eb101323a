"""Positions as PDN writes them: `W:W21,22,K30:B1,2,K12`, the side to move first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.checkers.position import Position, Rank, Setup
from engine.checkers.squares import SQUARES, field_of, mirror_square
from engine.scanner import SPACE, Scanner

MAX_FEN = 1000
"""The largest number of characters of a position as text."""
_COLOURS = {"B": True, "W": False, "b": True, "w": False}
"""By letter, True for dark."""
_LETTERS = {True: "B", False: "W"}


@dataclass(frozen=True, slots=True)
class FenReading:
    """The checkers of a position as text, seen by the side to move, and its colour."""

    setup: Setup
    dark_to_move: bool

    @property
    def position(self) -> Position:
        """The legal position; raises `NotAPosition` with every fault if it is none."""
        return self.setup.position()


def read_fen(text: str) -> FenReading:
    """The checkers in a text, legal or not; raises `NotationError` if it cannot be read."""
    scanner = Scanner(text[:MAX_FEN])
    scanner.read_if(SPACE)
    dark_to_move = scanner.read_word(_COLOURS, "the side to move")
    sides: dict[bool, dict[int, Rank]] = {}
    while scanner.read_if(f"{SPACE}:{SPACE}"):
        at = scanner.at
        dark = scanner.read_word(_COLOURS, "the colour of the checkers")
        if dark in sides:
            raise scanner.failure("the checkers of the other side", at)
        sides[dark] = dict(_read_side(scanner, dark_to_move=dark_to_move))
    scanner.read_if(rf"{SPACE}\.")
    scanner.read_end()
    if len(text) > MAX_FEN:
        raise scanner.failure("the end of the text")
    if not sides:
        raise scanner.failure("the checkers of both sides, such as :W21,22:B1,2")
    mover, other = (sides.get(dark, {}) for dark in (dark_to_move, not dark_to_move))
    return FenReading(Setup.of(mover, other), dark_to_move)


def write_fen(position: Position, *, dark_to_move: bool) -> str:
    """A position as text, with the colour of the side to move."""
    dark = position if dark_to_move else position.mirrored
    sides = (
        (False, dark.man_squares.other, dark.king_squares.other),
        (True, dark.man_squares.mover, dark.king_squares.mover),
    )
    texts = []
    for is_dark, men, kings in sides:
        crowned = {square: f"K{square}" for square in kings}
        named = [crowned.get(square, str(square)) for square in sorted((*men, *kings))]
        texts.append(_LETTERS[is_dark] + ",".join(named))
    return ":".join((_LETTERS[dark_to_move], *texts))


def _read_side(scanner: Scanner, *, dark_to_move: bool) -> Iterator[tuple[int, Rank]]:
    """Yields the fields of one side with what stands there, as the side to move numbers them."""
    taken: set[int] = set()
    if scanner.read_if(r"(?=[K0-9])") is None:
        if scanner.read_if(r"(?=\s*(?::|\.|$))") is None:
            raise scanner.failure("squares such as 21,22,K30")
        return
    while True:
        at = scanner.at
        rank = Rank.KING if scanner.read_if("K") else Rank.MAN
        first = _read_square(scanner)
        last = _read_square(scanner) if scanner.read_if("-") else first
        for square in range(first, last + 1):
            if square in taken:
                raise scanner.failure(f"each square once, and not {square} again", at)
            taken.add(square)
            yield field_of(square if dark_to_move else mirror_square(square)), rank
        if not scanner.read_if(rf"{SPACE},{SPACE}"):
            return


def _read_square(scanner: Scanner) -> int:
    at = scanner.at
    square = scanner.read_number(SQUARES, "a square from 1 to 32")
    if not square:
        raise scanner.failure("a square from 1 to 32", at)
    return square
