"""Places, setups and legal positions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from engine.backgammon.errors import NotAPosition
from engine.sides import BySide, Side

POINTS = 24
HOME = 6
"""The highest point of a side's home, which is its points 1 to 6."""
BAR = 25
"""A side's bar, numbered as the point before its first one, 24."""
OFF = 0
"""A side's tray, numbered as the point after its last one, 1."""

FIELDS = 28
"""The number of counts that describe a position: 24 points, two bars, two trays."""
MOVER_BAR, OTHER_BAR, MOVER_OFF, OTHER_OFF = 24, 25, 26, 27
"""The indices of the counts that follow those of the points."""

CHECKERS = 15
"""The number of checkers of each side."""


class SetupFaultKind(Enum):
    """The kinds of faults that keep a setup from being a position."""

    TOO_FEW = "too few"
    TOO_MANY = "too many"
    SHARED_POINT = "shared point"
    BOTH_FINISHED = "both finished"


@dataclass(frozen=True, slots=True)
class SetupFault:
    """One thing wrong with a setup: the side, the number of checkers too many or few, the point."""

    kind: SetupFaultKind
    side: Side | None = None
    count: int = 0
    point: int | None = None


@dataclass(frozen=True, slots=True)
class Setup:
    """Any arrangement of checkers on a board, legal or not.

    Each side is 26 counts in its own numbering: 0 its tray, 1 to 24 the points as it travels
    down them, 25 its bar.
    """

    mover: tuple[int, ...]
    other: tuple[int, ...]

    def __post_init__(self) -> None:
        for counts in (self.mover, self.other):
            if len(counts) != BAR + 1 or min(counts) < 0:
                raise ValueError(f"a side is 26 counts of 0 or more, not {counts}")

    @classmethod
    def of(cls, mover: Mapping[int, int], other: Mapping[int, int]) -> Setup:
        """The setup with these counts by place, and nothing elsewhere."""
        sides = (mover, other)
        return cls(*(tuple(side.get(place, 0) for place in range(BAR + 1)) for side in sides))

    @classmethod
    def of_fields(cls, mover: Sequence[int], other: Sequence[int]) -> Setup:
        """The setup with these counts for each side, in the order of the fields of a `Position`."""
        return cls(
            (mover[MOVER_OFF], *mover[:POINTS], mover[MOVER_BAR]),
            (other[OTHER_OFF], *other[POINTS - 1 :: -1], other[OTHER_BAR]),
        )

    def __getitem__(self, side: Side) -> tuple[int, ...]:
        return self.mover if side is Side.MOVER else self.other

    @property
    def mirrored(self) -> Setup:
        """The checkers of this setup, seen by the other side."""
        return Setup(self.other, self.mover)

    def faults(self) -> tuple[SetupFault, ...]:
        """The faults that keep this setup from being a position; empty if it is one."""
        return (*self._wrong_totals(), *self._shared_points(), *self._both_finished())

    def position(self) -> Position:
        """The setup as a legal position; raises `NotAPosition` with every fault if it is none."""
        if faults := self.faults():
            raise NotAPosition(faults)
        mover, other = self.mover, self.other
        points = (mover[point] - other[BAR - point] for point in range(1, BAR))
        return Position((*points, mover[BAR], other[BAR], mover[OFF], other[OFF]))

    def _wrong_totals(self) -> Iterable[SetupFault]:
        for side in Side:
            extra = sum(self[side]) - CHECKERS
            if extra > 0:
                yield SetupFault(SetupFaultKind.TOO_MANY, side, extra)
            elif extra < 0:
                yield SetupFault(SetupFaultKind.TOO_FEW, side, -extra)

    def _shared_points(self) -> Iterable[SetupFault]:
        for point in range(1, BAR):
            if self.mover[point] and self.other[BAR - point]:
                yield SetupFault(SetupFaultKind.SHARED_POINT, point=point)

    def _both_finished(self) -> Iterable[SetupFault]:
        if self.mover[OFF] == self.other[OFF] == CHECKERS:
            yield SetupFault(SetupFaultKind.BOTH_FINISHED)


@dataclass(frozen=True, slots=True)
class Position:
    """A legal arrangement of the thirty checkers, seen by the player who is to move.

    The 28 counts are points 1 to 24 in the mover's numbering (positive his, negative the other's),
    then the bars and then the trays, the mover's first.
    """

    counts: tuple[int, ...]

    def __post_init__(self) -> None:
        if len(self.counts) != FIELDS:
            raise ValueError(f"a position is {FIELDS} counts, not {len(self.counts)}")
        if faults := self.setup.faults():
            raise NotAPosition(faults)

    @classmethod
    def trusted(cls, counts: tuple[int, ...]) -> Position:
        """The position with counts that the rules derived from another one; skips the check."""
        position = object.__new__(cls)
        object.__setattr__(position, "counts", counts)
        return position

    @property
    def bar(self) -> BySide[int]:
        return BySide(self.counts[MOVER_BAR], self.counts[OTHER_BAR])

    @property
    def off(self) -> BySide[int]:
        return BySide(self.counts[MOVER_OFF], self.counts[OTHER_OFF])

    @property
    def setup(self) -> Setup:
        """The checkers of this position, as a setup."""
        points = self.counts[:POINTS]
        mover_bar, other_bar, mover_off, other_off = self.counts[POINTS:]
        return Setup(
            (mover_off, *(max(count, 0) for count in points), mover_bar),
            (other_off, *(max(-count, 0) for count in reversed(points)), other_bar),
        )

    @property
    def mirrored(self) -> Position:
        """The position, seen by the other side."""
        points = tuple(-count for count in reversed(self.counts[:POINTS]))
        mover_bar, other_bar, mover_off, other_off = self.counts[POINTS:]
        return Position.trusted((*points, other_bar, mover_bar, other_off, mover_off))

    @property
    def pips(self) -> BySide[int]:
        """The pip count of each side; a checker on the bar counts 25."""
        return BySide(*(_pips(side) for side in (self.setup.mover, self.setup.other)))

    @property
    def has_contact(self) -> bool:
        """True if a checker of one side can still meet one of the other."""
        setup = self.setup
        return _rearmost(setup.mover) + _rearmost(setup.other) > BAR

    @property
    def winner(self) -> Side | None:
        """The side that has borne off all its checkers, if one has."""
        return next((side for side in Side if self.off[side] == CHECKERS), None)


def _pips(side: Sequence[int]) -> int:
    return sum(place * count for place, count in enumerate(side))


def _rearmost(side: Sequence[int]) -> int:
    return max((place for place, count in enumerate(side) if count), default=OFF)


_START_SIDE = {24: 2, 13: 5, 8: 3, 6: 5}
START = Setup.of(_START_SIDE, _START_SIDE).position()
"""The starting position."""
