"""The two sides of a position, relative to the turn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Generic, TypeVar

T = TypeVar("T")


class Side(Enum):
    """The owner of a checker, relative to the turn: the player to move or the other player."""

    MOVER = "mover"
    OTHER = "other"

    @property
    def opponent(self) -> Side:
        return Side.OTHER if self is Side.MOVER else Side.MOVER


@dataclass(frozen=True, slots=True)
class BySide(Generic[T]):
    """One value for each side."""

    mover: T
    other: T

    def __iter__(self) -> Iterator[T]:
        yield self.mover
        yield self.other

    def __getitem__(self, side: Side) -> T:
        return self.mover if side is Side.MOVER else self.other
