"""The throw and the table without rules on which slips are made."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations
from random import Random

from engine.backgammon.dice import Dice
from engine.backgammon.moves.plays import LegalPlays
from engine.backgammon.moves.steps import CheckerStep
from engine.backgammon.position import BAR, HOME, Position, Setup

POINTS = range(1, BAR)
PLACES = range(BAR + 1)

SlipMove = tuple[int, int]


class RulelessTable:
    """A board on which any move is possible; places are numbered as the mover counts them."""

    def __init__(self, position: Position) -> None:
        self.mover = list(position.setup.mover)
        self.other = _mirrored(position.setup.other)
        self.moved_to: set[int] = set()
        self.moved_from: set[int] = set()
        self.hit: list[int] = []

    @property
    def setup(self) -> Setup:
        return Setup(tuple(self.mover), tuple(_mirrored(self.other)))

    def carry(self, source: int, target: int) -> None:
        """Moves one of the mover's checkers, and hits a blot on the target."""
        self.mover[source] -= 1
        self.mover[target] += 1
        self.moved_from.add(source)
        self.moved_to.add(target)
        if target in POINTS and self.other[target] == 1:
            self.push(target, BAR)

    def push(self, source: int, target: int) -> None:
        """Moves one of the other side's checkers."""
        self.other[source] -= 1
        self.other[target] += 1

    def follow(self, line: Iterable[CheckerStep]) -> None:
        """Takes these steps of a legal line."""
        for step in line:
            self.carry(step.source, step.target)
            self.hit += [step.target] * step.hits

    @property
    def resting(self) -> list[int]:
        """The points with a checker of the mover, but none that came in this turn."""
        return [point for point in POINTS if self.mover[point] and point not in self.moved_to]

    @property
    def outside(self) -> list[int]:
        return [place for place in range(HOME + 1, BAR + 1) if self.mover[place]]

    def free(self, side: list[int]) -> list[int]:
        """The places where a checker of this side would not share a point."""
        enemy = self.other if side is self.mover else self.mover
        return [place for place in PLACES if place not in POINTS or not enemy[place]]

    def moves(self, *distances: int, blocked: bool = False) -> list[SlipMove]:
        """Moves by these distances between points that neither continue nor undo another move.

        All lead to blocked points if `blocked`, and none otherwise.
        """
        tried = [(source, source - pips) for source in self.resting for pips in distances]
        return [
            (source, target)
            for source, target in tried
            if target in POINTS
            and target not in self.moved_from
            and (self.other[target] > 1) == blocked
        ]


def _mirrored(places: Iterable[int]) -> list[int]:
    tray, *points, bar = places
    return [tray, *reversed(points), bar]


@dataclass(frozen=True, slots=True)
class SlipScene:
    """A throw, and a legal line of steps for it."""

    plays: LegalPlays
    line: tuple[CheckerStep, ...]
    rng: Random

    @classmethod
    def of(cls, position: Position, dice: Dice, rng: Random) -> SlipScene:
        """The scene with a random legal line."""
        plays = LegalPlays(position, dice)
        node, line = plays.tree, list[CheckerStep]()
        while node.playable:
            most = node.playable - 1
            steps = [step for step, after in node.next.items() if after.playable == most]
            line.append(rng.choice(steps))
            node = node.next[line[-1]]
        return cls(plays, tuple(line), rng)

    @property
    def numbers(self) -> tuple[int, ...]:
        return self.plays.dice.numbers

    @property
    def reach(self) -> set[int]:
        """Every distance that some of the numbers make together."""
        many = range(1, len(self.numbers) + 1)
        return {sum(some) for n in many for some in combinations(self.numbers, n)}

    @property
    def dead_ends(self) -> list[CheckerStep]:
        """The steps that a die allows, but that begin no legal play."""
        return [step for step in self.plays.all_steps.next if step not in self.plays.first_steps]

    def any_die(self) -> int:
        return self.rng.choice(self.numbers)
