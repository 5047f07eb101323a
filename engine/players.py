"""The two players of a match, independent of whose turn it is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Generic, TypeVar

T = TypeVar("T")


class Player(Enum):
    """One of the two players; ONE is the left column of a record and the top of a diagram."""

    ONE = 0
    TWO = 1

    @property
    def opponent(self) -> Player:
        return Player.TWO if self is Player.ONE else Player.ONE


@dataclass(frozen=True, slots=True)
class ByPlayer(Generic[T]):
    """One value for each player."""

    one: T
    two: T

    def __iter__(self) -> Iterator[T]:
        yield self.one
        yield self.two

    def __getitem__(self, player: Player) -> T:
        return self.one if player is Player.ONE else self.two

    def with_value(self, player: Player, value: T) -> ByPlayer[T]:
        """Both values, except that `player` has this one instead."""
        return ByPlayer(value, self.two) if player is Player.ONE else ByPlayer(self.one, value)


NO_POINTS = ByPlayer(0, 0)
"""The score when a match begins."""
