"""What typed moves mean on a board: the steps that can make them, or just where checkers end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from operator import attrgetter

from engine.backgammon.errors import NoCheckerThere, NothingToHit
from engine.backgammon.moves.plays import Line
from engine.backgammon.moves.tree import Counts, Node
from engine.backgammon.notation.play.typed_moves import Move
from engine.backgammon.places import BAR, OFF
from engine.backgammon.position import Setup

Leg = tuple[int, int]
"""From where to where a checker is still to go."""


@dataclass(frozen=True, slots=True)
class Way:
    """Steps that make the moves, and where they lead."""

    node: Node
    line: Line
    passing: int
    """How many checkers they hit where no move ends."""

    def hits_on(self, points: set[int]) -> bool:
        """Whether these points are among those where a checker is hit."""
        return points <= {step.target for step in self.line if step.hits}


def best_ways(root: Node, moves: Sequence[Move], *, complete: bool) -> list[Way]:
    """One way for each board that the moves can mean: those with the fewest hits in passing."""
    legs = tuple((move.source.place, move.target.place) for move in moves)
    marked = {move.target.place for move in moves if move.target.hits}
    fitting: dict[Counts, Way] = {}
    for way in _ways(root, legs):
        if way.hits_on(marked) and not (complete and way.node.playable):
            known = fitting.setdefault(way.node.counts, way)
            fitting[way.node.counts] = min(known, way, key=attrgetter("passing"))
    fewest = min((way.passing for way in fitting.values()), default=0)
    return [way for way in fitting.values() if way.passing == fewest]


def board_after(setup: Setup, moves: Sequence[Move], text: str) -> Setup:
    """The board with the checkers where the moves end, by the rules or not."""
    mover, other = list(setup.mover), list(setup.other)
    left = list(moves)
    while left:
        move = next((move for move in left if mover[move.source.place]), left[0])
        left.remove(move)
        _check(move, mover, setup.other, text)
        mover[move.source.place] -= 1
        mover[move.target.place] += 1
        point = BAR - move.target.place
        if point < BAR and other[point] == 1:
            other[point] -= 1
            other[BAR] += 1
    return Setup(tuple(mover), tuple(other))


def _ways(node: Node, legs: tuple[Leg, ...], line: Line = (), passing: int = 0) -> Iterator[Way]:
    if not legs:
        yield Way(node, line, passing)
    if len(legs) > node.playable:
        return
    for step, after in node.next.items():
        for leg in dict.fromkeys(legs):
            source, target = leg
            if step.source == source and step.target >= target:
                rest = list(legs)
                rest.remove(leg)
                passes = step.target > target
                if passes:
                    rest.append((step.target, target))
                hits = passing + (passes and step.hits)
                yield from _ways(after, tuple(rest), (*line, step), hits)


def _check(move: Move, mover: Sequence[int], other: Sequence[int], text: str) -> None:
    source, target = move.source, move.target
    if not mover[source.place]:
        raise NoCheckerThere(source.place, text, source.at)
    if target.hits and (target.place == OFF or not other[BAR - target.place]):
        raise NothingToHit(target.place, text, target.at)
