"""Strews checkers over the board, reproducibly, so that every corner of the rules comes up."""

from collections import Counter
from collections.abc import Iterator
from random import Random

from engine.backgammon.dice import ALL_THROWS, Dice
from engine.backgammon.places import BAR, HOME, OFF, POINTS
from engine.backgammon.position import CHECKERS, Position, Setup

KINDS = ("anywhere", "bar", "few left", "coming home", "bearing off", "race")
"""Kinds of position, each dwelling on rules that the others seldom meet."""


def strewn(kind: str, number: int) -> Iterator[tuple[Position, Dice]]:
    """Legal positions of this kind, reachable or not, each with a throw to play in it."""
    chance = Random(f"{number} of {kind}")  # noqa: S311 - dice, not secrets
    for _ in range(number):
        yield _position(chance, kind), chance.choice(ALL_THROWS)


def _position(chance: Random, kind: str) -> Position:
    while True:
        mine, theirs = _points(chance, kind)
        setup = Setup.of(
            _placed(chance, _places(chance, kind, mine)),
            _placed(chance, [OFF, BAR, *(BAR - point for point in theirs)]),
        )
        if not setup.faults():
            return setup.position()


def _points(chance: Random, kind: str) -> tuple[list[int], list[int]]:
    """The points that each side may hold, in the mover's numbering."""
    border = chance.randint(1, POINTS)
    if kind == "race":
        return list(range(1, border)), list(range(border, BAR))
    points = chance.sample(range(1, BAR), POINTS)
    return points[:border], points[border:]


def _places(chance: Random, kind: str, points: list[int]) -> list[int]:
    """The places that the mover's checkers may be in, some of them more than once."""
    home = [point for point in points if point <= HOME]
    outside = [point for point in points if point > HOME]
    match kind:
        case "bar":
            return [BAR, *points, *points]
        case "few left":
            return [OFF] * 3 * len(points) + [BAR, *points]
        case "coming home":
            return home * 5 + chance.sample(outside, min(1, len(outside))) + [OFF]
        case "bearing off":
            return [OFF, *home]
        case _:
            return [OFF, *points]


def _placed(chance: Random, places: list[int]) -> Counter[int]:
    return Counter(chance.choices(places, k=CHECKERS))
