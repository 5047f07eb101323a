"""What one player may make of a position in his turn, whatever he throws."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from math import log

from engine.backgammon.dice import ALL_THROWS, Dice
from engine.backgammon.moves.plays import LegalPlays
from engine.backgammon.moves.tree import Counts, grow
from engine.backgammon.position import Position

WAYS = 36
"""In which two dice can fall."""
ON_THE_WAY = -2.0
"""How much speaks against a board that is met within a turn, beside one at its end."""


@dataclass(frozen=True, slots=True)
class Stop:
    """A board that may be met in a turn."""

    counts: Counts
    differing: tuple[tuple[int, int, int], ...]
    """Each field that is not as when the turn began, what it counted then, and what it does now."""
    weight: float
    """How usual it is, as a logarithm."""
    throws: tuple[Dice, ...]
    """Those that can lead there and no further; none for a board on the way."""


class Outcomes:
    """The boards of one turn: what it may lead to, and what may be met on the way."""

    def __init__(self, position: Position) -> None:
        self.position = position

    @cached_property
    def ends(self) -> Mapping[Counts, Stop]:
        """Where the turn may lead; to the same board if some throw cannot be played."""
        throws: dict[Counts, list[Dice]] = {}
        usual: dict[Counts, float] = {}
        for dice in ALL_THROWS:
            plays = LegalPlays(self.position, dice)
            chance = (1 if dice.is_double else 2) / WAYS / len(plays)
            for play in plays:
                throws.setdefault(play.counts, []).append(dice)
                usual[play.counts] = usual.get(play.counts, 0.0) + chance
        return {
            counts: self._stop(counts, log(usual[counts]), tuple(dice))
            for counts, dice in throws.items()
        }

    @cached_property
    def stops(self) -> tuple[Stop, ...]:
        """Every board that may be seen while the turn lasts, its beginning and its ends among."""
        met = {self.position.counts: self._stop(self.position.counts, 0.0, ())}
        for counts, end in self.ends.items():
            met.setdefault(counts, end)
        for dice in ALL_THROWS:
            for node in grow(self.position, dice).walk():
                if node.counts not in met:
                    met[node.counts] = self._stop(node.counts, self._usual + ON_THE_WAY, ())
        return tuple(met.values())

    @property
    def _usual(self) -> float:
        return -log(len(self.ends))

    def _stop(self, counts: Counts, weight: float, throws: tuple[Dice, ...]) -> Stop:
        before = self.position.counts
        pairs = zip(before, counts, strict=True)
        differing = [(at, was, now) for at, (was, now) in enumerate(pairs) if was != now]
        return Stop(counts, tuple(differing), weight, throws)
