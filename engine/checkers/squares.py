"""The squares of the board: their numbers, their names, and their bits.

A side numbers the 32 dark squares, on which the game is played, from 1 in its own back row to 32
in its far row. Squares 1, 9, 17 and 25 lie one field from the left edge as the other side looks at
the board, and 5, 13, 21 and 29 at that edge. A square of one side is 33 less that of the other.

The numbers of Dark are those of the Portable Draughts Notation, with 1 at the top left of a
picture that has Dark at the top. The names are those that Light reads off such a picture, a to h
from left to right and 1 to 8 upwards: Light's lower left field a1 is dark, and is square 29 of
Dark and 4 of Light; Dark's square 1 is b8.

The 64 fields, light ones included, are numbered as the squares are: 0 to 63, row by row.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

SQUARES = 32
FIELDS = 64
ROW = 8
"""The number of rows, and of the fields in one."""
_PER_ROW = ROW // 2
_MIRROR = SQUARES + 1

# Nine bits for two rows: the one that is left over makes 4 and 5 the steps to both neighbours in
# the next row from any square, and a step over the edge of the board always ends on such a bit.
SHIFTS = (4, 5)
"""The distances of bits from a square to its two neighbours in the next row."""
BITS = 35
_OF_SQUARE = tuple(1 << (square + square // ROW) for square in range(SQUARES))
ALL_SQUARES = sum(_OF_SQUARE)
"""The bits of all squares."""
BACK_ROW = sum(_OF_SQUARE[:_PER_ROW])
FAR_ROW = sum(_OF_SQUARE[-_PER_ROW:])
_SQUARE_OF = {bit: square for square, bit in enumerate(_OF_SQUARE, 1)}
_REVERSED_BYTES = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))


def bit_of(square: int) -> int:
    """The bit of a square from 1 to 32."""
    return _OF_SQUARE[square - 1]


def square_of(bit: int) -> int:
    """The square of a single bit."""
    return _SQUARE_OF[bit]


def squares_of(bits: int) -> tuple[int, ...]:
    """The squares of these bits in ascending order."""
    return tuple(_SQUARE_OF[bit] for bit in each_bit(bits))


def bits_of(squares: Iterable[int]) -> int:
    """The bits of these squares, each of them once."""
    return sum(map(bit_of, squares))


def each_bit(bits: int) -> Iterator[int]:
    """Yields every bit, the lowest first."""
    while bits:
        bit = bits & -bits
        yield bit
        bits ^= bit


def mirror_bits(bits: int) -> int:
    """The same squares as the other side numbers them."""
    turned = bits.to_bytes(5, "little").translate(_REVERSED_BYTES)
    return int.from_bytes(turned, "big") >> (40 - BITS)


def mirror_square(square: int) -> int:
    """The number that the other side gives to a square."""
    return _MIRROR - square


def field_of(square: int) -> int:
    """The field on which a square lies."""
    row, place = divmod(square - 1, _PER_ROW)
    return ROW * row + 2 * place + (row + 1) % 2


def square_on(field: int) -> int | None:
    """The square on a field; None if the field is a light one."""
    row, column = divmod(field, ROW)
    return _PER_ROW * row + column // 2 + 1 if (row + column) % 2 else None


def field_name(field: int, *, dark: bool) -> str:
    """The name of a field, `a1` to `h8`, that Dark or Light numbers so."""
    row, column = divmod(field if dark else FIELDS - 1 - field, ROW)
    return f"{'abcdefgh'[column]}{ROW - row}"


def field_named(name: str, *, dark: bool) -> int:
    """The number that Dark or Light gives to a field; raises `ValueError` if there is none."""
    if len(name) != len("a1") or name[0] not in "abcdefgh" or name[1] not in "12345678":
        raise ValueError(f"a field is named a1 to h8, not {name[:10]!r}")
    field = ROW * (ROW - int(name[1])) + "abcdefgh".index(name[0])
    return field if dark else FIELDS - 1 - field


def square_name(square: int, *, dark: bool) -> str:
    """The name of a square that Dark or Light numbers so."""
    return field_name(field_of(square), dark=dark)


def square_named(name: str, *, dark: bool) -> int | None:
    """The number of a square to Dark or Light; None if the field of this name is a light one.

    Raises `ValueError` if there is no such field.
    """
    return square_on(field_named(name, dark=dark))
