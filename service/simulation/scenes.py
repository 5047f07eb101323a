"""What slips are made on: a throw with a legal way of playing it, and a table without rules."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations
from random import Random

from engine.backgammon.dice import Dice
from engine.backgammon.moves.plays import LegalPlays
from engine.backgammon.moves.steps import Step
from engine.backgammon.position import Position, Setup

TRAY, BAR, HOME = 0, 25, 6
POINTS = range(1, BAR)
PLACES = range(BAR + 1)

Move = tuple[int, int]


class Table:
    """A board on which a hand may do anything, all places as the mover counts them."""

    def __init__(self, position: Position) -> None:
        self.mover = list(position.setup.mover)
        self.theirs = _turned(position.setup.other)
        self.came: set[int] = set()
        self.went: set[int] = set()
        self.hit: list[int] = []

    @property
    def setup(self) -> Setup:
        return Setup(tuple(self.mover), tuple(_turned(self.theirs)))

    def carry(self, source: int, target: int) -> None:
        """Take one of the mover's checkers somewhere, and hit the blot that lies there."""
        self.mover[source] -= 1
        self.mover[target] += 1
        self.went.add(source)
        self.came.add(target)
        if target in POINTS and self.theirs[target] == 1:
            self.push(target, BAR)

    def push(self, source: int, target: int) -> None:
        """Take one of the other side's checkers somewhere."""
        self.theirs[source] -= 1
        self.theirs[target] += 1

    def follow(self, line: Iterable[Step]) -> None:
        """Take these steps by the rules."""
        for step in line:
            self.carry(step.source, step.target)
            self.hit += [step.target] * step.hits

    @property
    def resting(self) -> list[int]:
        """The points with a checker of the mover, but none that came in this turn."""
        return [point for point in POINTS if self.mover[point] and point not in self.came]

    @property
    def outside(self) -> list[int]:
        return [place for place in range(HOME + 1, BAR + 1) if self.mover[place]]

    def free(self, side: list[int]) -> list[int]:
        """The places where a checker of this side would not share a point."""
        enemy = self.theirs if side is self.mover else self.mover
        return [place for place in PLACES if place not in POINTS or not enemy[place]]

    def moves(self, *distances: int, blocked: bool = False) -> list[Move]:
        """Moves by these distances from point to point that neither carry on nor undo another."""
        tried = [(source, source - pips) for source in self.resting for pips in distances]
        return [
            (source, target)
            for source, target in tried
            if target in POINTS and target not in self.went and (self.theirs[target] > 1) == blocked
        ]


def _turned(places: Iterable[int]) -> list[int]:
    tray, *points, bar = places
    return [tray, *reversed(points), bar]


@dataclass(frozen=True, slots=True)
class Scene:
    """A throw, and a legal way of playing it."""

    plays: LegalPlays
    line: tuple[Step, ...]
    chance: Random

    @classmethod
    def of(cls, position: Position, dice: Dice, chance: Random) -> Scene:
        """The scene with any one of the legal ways of playing."""
        plays = LegalPlays(position, dice)
        node, line = plays.tree, list[Step]()
        while node.playable:
            most = node.playable - 1
            line.append(
                chance.choice([s for s, after in node.next.items() if after.playable == most])
            )
            node = node.next[line[-1]]
        return cls(plays, tuple(line), chance)

    @property
    def numbers(self) -> tuple[int, ...]:
        return self.plays.dice.numbers

    @property
    def reach(self) -> set[int]:
        """Every distance that some of the numbers make together."""
        many = range(1, len(self.numbers) + 1)
        return {sum(some) for n in many for some in combinations(self.numbers, n)}

    @property
    def dead_ends(self) -> list[Step]:
        """The steps that a die allows, but that begin no legal play."""
        return [step for step in self.plays.all_steps.next if step not in self.plays.first_steps]

    def any_die(self) -> int:
        return self.chance.choice(self.numbers)
