"""The two players of a match, whoever's turn it is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Generic, TypeVar

T = TypeVar("T")


class Player(Enum):
    """One of the two; in records ONE is the left column, in diagrams he sits at the top."""

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

    def having(self, player: Player, value: T) -> ByPlayer[T]:
        """The same values, but this one for that player."""
        return ByPlayer(value, self.two) if player is Player.ONE else ByPlayer(self.one, value)


NO_POINTS = ByPlayer(0, 0)
"""The score when a match begins."""
