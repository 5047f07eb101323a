"""Games that nobody plays well: for positions as they come up, and for sequences of turns."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from random import Random

from engine.backgammon.dice import Dice
from engine.backgammon.moves.plays import LegalPlays, StepSequence
from engine.backgammon.position import START, Position
from hardware.checkers import Colour, Layout, Pile, bar, tray
from referee.seating import place_of

CROWDED = 6
"""Checkers on a point, of which one must lie on another."""
GAMES = 400
"""In fewer games than this every kind of position comes up."""
LIKES_STACKS = 0.6
"""Probability that the play is taken which crowds a point."""


class Kind(Enum):
    """The reason for which a position is picked."""

    MIDDLE = "middle"
    STACK = "stack"
    BAR = "bar"
    OFF = "off"
    RACE = "race"


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn, from the board it begins with."""

    number: int
    mover: Colour
    dice: tuple[int, int]
    line: StepSequence
    """The steps as the mover counts; none if nothing can be played."""


def game(chance: Random) -> Iterator[tuple[Turn, Layout]]:
    """Each turn of a game until somebody has won, and how the board lies after it."""
    position, mover = START, chance.choice(tuple(Colour))
    number = 0
    while position.winner is None:
        number += 1
        one, two = chance.randint(1, 6), chance.randint(1, 6)
        while number == 1 and one == two:
            two = chance.randint(1, 6)
        plays = LegalPlays(position, Dice(max(one, two), min(one, two)))
        after = _take(plays, chance)
        turn = Turn(number, mover, (one, two), plays.lines.get(after, ()))
        yield turn, layout_of(after, mover)
        position, mover = after.mirrored, mover.other


def layout_of(position: Position, mover: Colour) -> Layout:
    """The layout of a position, seen by the side whose checkers are of this colour."""
    setup = position.setup
    return Layout(
        {
            place_of(number, colour): Pile(colour, count)
            for colour, side in ((mover, setup.mover), (mover.other, setup.other))
            for number, count in enumerate(side)
            if count
        }
    )


def positions(kinds: list[Kind], seed: int) -> list[Layout]:
    """A position of each kind, each from another game."""
    chance = Random(f"positions {seed}")  # noqa: S311 - chance that repeats itself, no secret
    found: list[Layout] = []
    for kind in kinds:
        for _ in range(GAMES):
            fitting = [layout for _, layout in game(chance) if _is(kind, layout)]
            if fitting:
                found.append(chance.choice(fitting))
                break
    return found


def _is(kind: Kind, layout: Layout) -> bool:
    off = sum(layout.count(tray(colour), colour) for colour in Colour)
    points = [pile.count for place, pile in layout.piles.items() if place.startswith("p")]
    match kind:
        case Kind.MIDDLE:
            return not off and len(points) > 10  # noqa: PLR2004 - well spread
        case Kind.STACK:
            return max(points, default=0) >= CROWDED
        case Kind.BAR:
            return any(layout.count(bar(colour), colour) for colour in Colour)
        case Kind.OFF:
            return off > 8  # noqa: PLR2004 - more than a few
        case Kind.RACE:
            return 0 < off < 8  # noqa: PLR2004 - a few


def _take(plays: LegalPlays, chance: Random) -> Position:
    every = sorted(plays, key=lambda play: play.counts)
    if chance.random() < LIKES_STACKS:
        some = chance.sample(every, min(4, len(every)))
        return max(some, key=lambda play: sum(max(count, 0) ** 2 for count in play.counts[:24]))
    return chance.choice(every)
