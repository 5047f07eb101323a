"""Gestures that carry checkers from any board to any other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby, zip_longest

from engine.backgammon.position import BAR, CHECKERS, Position, Setup
from hardware.checkers import OWN_NUMBERING, Colour, Place
from hardware.drivers.simulated.simulated_table import BOX
from simulation.gestures import Fetch, Gesture, Lift, Pause, Put
from simulation.habits import Temperament
from simulation.turn_gestures import MAX_IN_HAND

SWEEP = 0.05
"""Seconds for each checker that is swept from the board."""


@dataclass(frozen=True, slots=True)
class ColouredSetup:
    """The setup on a table, seen by the side with checkers of this colour."""

    setup: Setup
    colour: Colour

    @classmethod
    def of(cls, position: Position, colour: Colour) -> ColouredSetup:
        """The board of a legal position."""
        return cls(position.setup, colour)

    def side(self, colour: Colour) -> tuple[int, ...]:
        """The counts of a colour in its own numbering."""
        return self.setup.mover if colour is self.colour else self.setup.other


@dataclass(frozen=True, slots=True)
class CheckerTransfer:
    """A checker to be carried from one place to another."""

    source: Place | None
    """None for a checker of another set, when this one has no more of its colour."""
    target: Place
    colour: Colour


def find_transfers(now: ColouredSetup, wanted: ColouredSetup) -> list[CheckerTransfer]:
    """The fewest transfers from one board to another; the colour of the wanted one comes first."""
    return [
        transfer
        for colour in (wanted.colour, wanted.colour.other)
        for transfer in _transfers_of_colour(now.side(colour), wanted.side(colour), colour)
    ]


def carry(now: ColouredSetup, wanted: ColouredSetup, temper: Temperament) -> Iterator[Gesture]:
    """The gestures that turn one board into another, with one or two checkers at once."""
    left = find_transfers(now, wanted)
    while left:
        many = 1 + temper.decides(temper.habits.together)
        handful, left = left[:many], left[many:]
        yield from _move(handful, temper)


def set_up(now: ColouredSetup, wanted: ColouredSetup, temper: Temperament) -> Iterator[Gesture]:
    """The gestures that set up a board point by point, sometimes after sweeping a colour away."""
    for colour in temper.rng.sample(tuple(Colour), 2):
        left = [transfer for transfer in find_transfers(now, wanted) if transfer.colour is colour]
        left.sort(key=_order_of_targets)
        if temper.decides(temper.habits.sweep):
            yield from _take(left, SWEEP)
            yield from _put(left, temper.glance_seconds())
            continue
        for _, same in groupby(left, key=lambda transfer: transfer.target):
            yield from _by_the_handful(list(same), temper)


def _by_the_handful(left: list[CheckerTransfer], temper: Temperament) -> Iterator[Gesture]:
    for begin in range(0, len(left), MAX_IN_HAND):
        yield from _move(left[begin : begin + MAX_IN_HAND], temper)


def _move(handful: list[CheckerTransfer], temper: Temperament) -> Iterator[Gesture]:
    yield from _take(handful, temper.glance_seconds())
    yield Pause(temper.carry_seconds())
    yield from _put(handful, temper.glance_seconds())
    yield Pause(temper.carry_seconds())


def _take(handful: Iterable[CheckerTransfer], seconds: float) -> Iterator[Gesture]:
    for transfer in handful:
        yield Lift(transfer.source, transfer.colour) if transfer.source else Fetch(transfer.colour)
        yield Pause(seconds)


def _put(handful: Iterable[CheckerTransfer], seconds: float) -> Iterator[Gesture]:
    for transfer in handful:
        yield Put(transfer.target, transfer.colour)
        yield Pause(seconds)


def _transfers_of_colour(
    now: tuple[int, ...], wanted: tuple[int, ...], colour: Colour
) -> Iterator[CheckerTransfer]:
    """Pairs sources with targets, the farthest back first; the box balances the rest."""
    sources, targets = list[Place](), list[Place]()
    for place in range(BAR, -1, -1):
        more = wanted[place] - now[place]
        targets += [OWN_NUMBERING[colour][place]] * more
        sources += [OWN_NUMBERING[colour][place]] * -more
    spare: Place | None = None if sum(wanted) > CHECKERS else BOX
    for source, target in zip_longest(sources, targets):
        yield CheckerTransfer(source or spare, target or BOX, colour)


def _order_of_targets(transfer: CheckerTransfer) -> int:
    """The target in the own numbering of the colour; the box counts as the tray."""
    if transfer.target == BOX:
        return 0
    return OWN_NUMBERING[transfer.colour].index(transfer.target)
