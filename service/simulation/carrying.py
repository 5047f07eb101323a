"""Checkers carried from any board to any other: put right, put wrong, or set up for a game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby, zip_longest

from engine.backgammon.places import BAR
from engine.backgammon.position import CHECKERS, Position, Setup
from hardware.checkers import Colour, Place
from hardware.drivers.simulated.table import BOX
from service.simulation.gestures import Fetch, Gesture, Lift, Pause, Put
from service.simulation.habits import Temper
from service.simulation.hands import AT, MOST_IN_HAND

SWEEP = 0.05
"""Seconds for each checker that is swept from the board."""


@dataclass(frozen=True, slots=True)
class Board:
    """What lies on a table, seen by the side with checkers of this colour."""

    setup: Setup
    colour: Colour

    @classmethod
    def of(cls, position: Position, colour: Colour) -> Board:
        """The board of a legal position."""
        return cls(position.setup, colour)

    def side(self, colour: Colour) -> tuple[int, ...]:
        """The counts of a colour in its own numbering."""
        return self.setup.mover if colour is self.colour else self.setup.other


@dataclass(frozen=True, slots=True)
class Errand:
    """A checker to be carried."""

    source: Place | None
    """None: from nowhere, for there are no more of its colour at this table."""
    target: Place
    colour: Colour


def errands(now: Board, wanted: Board) -> list[Errand]:
    """The fewest carries that make one board of another, the colour of the one wanted first."""
    return [
        errand
        for colour in (wanted.colour, wanted.colour.other)
        for errand in _errands(now.side(colour), wanted.side(colour), colour)
    ]


def carried(now: Board, wanted: Board, temper: Temper) -> Iterator[Gesture]:
    """Carry what must be carried, a few checkers at once or one by one."""
    left = errands(now, wanted)
    while left:
        many = 1 + temper.will(temper.habits.together)
        handful, left = left[:many], left[many:]
        yield from _take(handful, temper.glance())
        yield Pause(temper.moment())
        yield from _put(handful, temper.glance())
        yield Pause(temper.moment())


def set_up(now: Board, wanted: Board, temper: Temper) -> Iterator[Gesture]:
    """Set up a board point by point, sometimes after sweeping each colour from it."""
    for colour in temper.chance.sample(tuple(Colour), 2):
        left = [errand for errand in errands(now, wanted) if errand.colour is colour]
        left.sort(key=lambda errand: AT[colour].index(errand.target) if errand.target != BOX else 0)
        if temper.will(temper.habits.sweep):
            yield from _take(left, SWEEP)
            yield from _put(left, temper.glance())
            continue
        for _, same in groupby(left, key=lambda errand: errand.target):
            yield from _by_the_handful(list(same), temper)


def _by_the_handful(left: list[Errand], temper: Temper) -> Iterator[Gesture]:
    for begin in range(0, len(left), MOST_IN_HAND):
        handful = left[begin : begin + MOST_IN_HAND]
        yield from _take(handful, temper.glance())
        yield Pause(temper.moment())
        yield from _put(handful, temper.glance())
        yield Pause(temper.moment())


def _take(handful: Iterable[Errand], seconds: float) -> Iterator[Gesture]:
    for errand in handful:
        yield Lift(errand.source, errand.colour) if errand.source else Fetch(errand.colour)
        yield Pause(seconds)


def _put(handful: Iterable[Errand], seconds: float) -> Iterator[Gesture]:
    for errand in handful:
        yield Put(errand.target, errand.colour)
        yield Pause(seconds)


def _errands(now: tuple[int, ...], wanted: tuple[int, ...], colour: Colour) -> Iterator[Errand]:
    """Who goes farthest back comes from farthest back; what is left over is in the box."""
    sources, targets = list[Place](), list[Place]()
    for place in range(BAR, -1, -1):
        more = wanted[place] - now[place]
        targets += [AT[colour][place]] * more
        sources += [AT[colour][place]] * -more
    spare: Place | None = None if sum(wanted) > CHECKERS else BOX
    for source, target in zip_longest(sources, targets):
        yield Errand(source or spare, target or BOX, colour)
