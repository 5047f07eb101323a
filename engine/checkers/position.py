"""Setups and legal positions of checkers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum

from engine.checkers.errors import NotAPosition
from engine.checkers.squares import (
    ALL_SQUARES,
    FIELDS,
    ROW,
    bit_of,
    each_bit,
    field_of,
    mirror_bits,
    square_on,
    squares_of,
)
from engine.sides import BySide, Side

CHECKERS = 12
"""The number of checkers of each side."""
ALL_FIELDS = (1 << FIELDS) - 1
_BIT_ON = {1 << field: bit_of(square) for field in range(FIELDS) if (square := square_on(field))}
_FIELD_UNDER = {bit: field for field, bit in _BIT_ON.items()}
_DARK_FIELDS = sum(_BIT_ON)
_FAR_FIELDS = ALL_FIELDS ^ ((1 << (FIELDS - ROW)) - 1)


class Rank(Enum):
    """The two kinds of checkers."""

    MAN = "man"
    KING = "king"


class SetupFaultKind(Enum):
    """The kinds of faults that keep a setup from being a position."""

    EMPTY_BOARD = "empty board"
    TOO_MANY = "too many"
    LIGHT_FIELD = "light field"
    SHARED_FIELD = "shared field"
    MAN_ON_FAR_ROW = "man on the far row"


@dataclass(frozen=True, slots=True)
class SetupFault:
    """One thing wrong with a setup: the side, the number of checkers too many, the fields."""

    kind: SetupFaultKind
    side: Side | None = None
    count: int = 0
    fields: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Checkers:
    """The checkers of one side: for men and for kings the fields that have one, as bits.

    Bit 0 is field 0 in the mover's numbering, for both sides.
    """

    men: int = 0
    kings: int = 0

    def __post_init__(self) -> None:
        if (self.men | self.kings) & ~ALL_FIELDS or min(self.men, self.kings) < 0:
            raise ValueError("checkers stand on fields 0 to 63")

    @property
    def fields(self) -> int:
        """The fields with a checker, as bits."""
        return self.men | self.kings

    @property
    def count(self) -> int:
        """The number of men and kings; a man and a king on one field are two."""
        return self.men.bit_count() + self.kings.bit_count()


@dataclass(frozen=True, slots=True)
class Setup:
    """Any arrangement of men and kings on the 64 fields, legal or not, seen by the mover."""

    mover: Checkers = Checkers()
    other: Checkers = Checkers()

    @classmethod
    def of(cls, mover: Mapping[int, Rank], other: Mapping[int, Rank]) -> Setup:
        """The setup with these men and kings by field, in the mover's numbering."""
        return cls(*(_checkers(side) for side in (mover, other)))

    def __getitem__(self, side: Side) -> Checkers:
        return self.mover if side is Side.MOVER else self.other

    @property
    def mirrored(self) -> Setup:
        """The checkers of this setup, seen by the other side."""
        turned = (
            Checkers(_mirror_fields(side.men), _mirror_fields(side.kings))
            for side in (self.other, self.mover)
        )
        return Setup(*turned)

    def faults(self) -> tuple[SetupFault, ...]:
        """The faults that keep this setup from being a position; empty if it is one."""
        return (*self._wrong_numbers(), *self._wrong_fields())

    def position(self) -> Position:
        """The setup as a legal position; raises `NotAPosition` with every fault if it is none."""
        if faults := self.faults():
            raise NotAPosition(faults)
        mover, other = (_squares_under(side.fields) for side in (self.mover, self.other))
        return Position.trusted(mover, other, _squares_under(self.mover.kings | self.other.kings))

    def _wrong_numbers(self) -> Iterator[SetupFault]:
        if not (self.mover.fields or self.other.fields):
            yield SetupFault(SetupFaultKind.EMPTY_BOARD)
        for side in Side:
            if (extra := self[side].count - CHECKERS) > 0:
                yield SetupFault(SetupFaultKind.TOO_MANY, side, extra)

    def _wrong_fields(self) -> Iterator[SetupFault]:
        far = {Side.MOVER: _FAR_FIELDS, Side.OTHER: _mirror_fields(_FAR_FIELDS)}
        for side in Side:
            if light := self[side].fields & ~_DARK_FIELDS:
                yield SetupFault(SetupFaultKind.LIGHT_FIELD, side, fields=fields_of(light))
        mover, other = self.mover, self.other
        shared = mover.fields & other.fields | mover.men & mover.kings | other.men & other.kings
        if shared:
            yield SetupFault(SetupFaultKind.SHARED_FIELD, fields=fields_of(shared))
        for side in Side:
            if men := self[side].men & far[side] & _DARK_FIELDS:
                yield SetupFault(SetupFaultKind.MAN_ON_FAR_ROW, side, fields=fields_of(men))


@dataclass(frozen=True, slots=True)
class Position:
    """A legal arrangement of checkers, seen by the player who is to move.

    Each number holds squares as bits, in the mover's numbering: those of the mover's checkers, of
    the other side's, and of the kings of both. `engine.checkers.squares` turns bits into squares.
    """

    mover: int
    other: int
    kings: int

    def __post_init__(self) -> None:
        own, other, kings = self.mover, self.other, self.kings
        stray = (own | other) & ~ALL_SQUARES or kings & ~(own | other)
        if min(own, other, kings) < 0 or stray:
            raise ValueError("a position is three numbers with the bits of squares")
        if faults := self.setup.faults():
            raise NotAPosition(faults)

    @classmethod
    def trusted(cls, mover: int, other: int, kings: int) -> Position:
        """The position with bits that the rules derived from another one; skips the check."""
        position = object.__new__(cls)
        object.__setattr__(position, "mover", mover)
        object.__setattr__(position, "other", other)
        object.__setattr__(position, "kings", kings)
        return position

    @property
    def bits(self) -> tuple[int, int, int]:
        """The three numbers of the position."""
        return self.mover, self.other, self.kings

    @property
    def setup(self) -> Setup:
        """The checkers of this position, as a setup."""
        sides = (self.mover, self.other)
        return Setup(
            *(
                Checkers(_fields_under(side & ~self.kings), _fields_under(side & self.kings))
                for side in sides
            )
        )

    @property
    def mirrored(self) -> Position:
        """The position, seen by the other side."""
        return Position.trusted(*map(mirror_bits, (self.other, self.mover, self.kings)))

    @property
    def man_squares(self) -> BySide[tuple[int, ...]]:
        """The squares of each side's men, in the mover's numbering."""
        return BySide(*(squares_of(side & ~self.kings) for side in (self.mover, self.other)))

    @property
    def king_squares(self) -> BySide[tuple[int, ...]]:
        """The squares of each side's kings, in the mover's numbering."""
        return BySide(*(squares_of(side & self.kings) for side in (self.mover, self.other)))

    @property
    def captured_count(self) -> BySide[int]:
        """The number of each side's checkers that the opponent has captured, crowns not counted."""
        return BySide(CHECKERS - self.mover.bit_count(), CHECKERS - self.other.bit_count())

    @property
    def crowns_owed(self) -> BySide[int]:
        """The number of each side's kings for which no captured checker of its own is there."""
        kings = BySide(*((side & self.kings).bit_count() for side in (self.mover, self.other)))
        return BySide(*(max(0, kings[side] - self.captured_count[side]) for side in Side))


def fields_of(bits: int) -> tuple[int, ...]:
    """The fields of these bits in ascending order."""
    return tuple(bit.bit_length() - 1 for bit in each_bit(bits))


def _checkers(side: Mapping[int, Rank]) -> Checkers:
    def of(rank: Rank) -> int:
        return sum(1 << field for field, found in side.items() if found is rank)

    if not all(0 <= field < FIELDS for field in side):
        raise ValueError("checkers stand on fields 0 to 63")
    return Checkers(of(Rank.MAN), of(Rank.KING))


def _mirror_fields(bits: int) -> int:
    return int(f"{bits:0{FIELDS}b}"[::-1], 2)


def _squares_under(fields: int) -> int:
    """The bits of the squares on these fields; light fields have none."""
    return sum(_BIT_ON[bit] for bit in each_bit(fields & _DARK_FIELDS))


def _fields_under(bits: int) -> int:
    """The fields of the squares with these bits."""
    return sum(_FIELD_UNDER[bit] for bit in each_bit(bits))


def place_men(mover: Iterable[int] = (), other: Iterable[int] = ()) -> Setup:
    """The setup with men on these squares, in the mover's numbering."""
    sides = (dict.fromkeys(map(field_of, side), Rank.MAN) for side in (mover, other))
    return Setup.of(*sides)


START = place_men(range(1, CHECKERS + 1), range(33 - CHECKERS, 33)).position()
"""The starting position."""
