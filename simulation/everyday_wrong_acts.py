"""Wrong acts of everyday players at the checkers, each put right at once."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from engine.backgammon.position import BAR, OFF, Setup
from hardware.checkers import POINTS, Colour
from simulation.checker_transfers import ColouredSetup
from simulation.everyday_checkers import CheckerHands
from simulation.gestures import Gesture, Lift, Pause, Put, WrongActBegins, WrongActMended

ActGestures = Iterator[Gesture | WrongActBegins | WrongActMended]
REST = 2.0
"""Seconds for which the board is left alone before a wrong act counts as put right."""
SLIDERS = (3, 6)
"""Fewest and most checkers that slide when the board is knocked."""


class WrongActs:
    """Wrong acts, after each of which the board lies as it lay before."""

    def __init__(self, hands: CheckerHands) -> None:
        self._hands = hands
        self._temper = hands.temper

    def move_and_take_back(self, habit: str, colour: Colour) -> ActGestures:
        """Moves a checker of a player who may not move, and takes it back after a while."""
        temper, before = self._temper, self._hands.setup(colour)
        moved = _any_move(before.setup, temper.rng)
        if moved is None:
            return
        yield WrongActBegins(habit)
        yield from self._hands.carry_to(ColouredSetup(moved, colour))
        yield Pause(temper.thinking_seconds())
        yield from self._hands.carry_to(before)
        yield from self._rest_after()

    def knock(self) -> ActGestures:
        """Knocks the board; restores it wrongly, and then rightly."""
        hands, temper = self._hands, self._temper
        before = hands.setup(Colour.LIGHT)
        yield WrongActBegins("knock")
        for _ in range(temper.rng.randint(*SLIDERS)):
            number = temper.rng.choice([at for at in range(1, BAR) if hands.table[POINTS[at - 1]]])
            beside = min(max(number + temper.rng.choice((-1, 1)), 1), BAR - 1)
            colour = hands.table[POINTS[number - 1]][-1]
            yield Lift(POINTS[number - 1], colour)
            yield Put(POINTS[beside - 1], colour)
        yield Pause(temper.thinking_seconds())
        wrong = _any_move(before.setup, temper.rng)
        if wrong is not None:
            yield from hands.carry_to(ColouredSetup(wrong, Colour.LIGHT))
            yield Pause(temper.thinking_seconds())
        yield from hands.carry_to(before)
        yield from self._rest_after()

    def set_up(self, wanted: ColouredSetup) -> ActGestures:
        """Sets up a board, sometimes wrongly first."""
        habits, decides = self._temper.habits, self._temper.decides
        if decides(habits.misplaced):
            yield from self._set_up_wrongly("misplaced", _misplace(wanted, self._temper.rng))
        if decides(habits.mirrored):
            yield from self._set_up_wrongly("mirrored", _mirror(wanted))
        if decides(habits.exchanged):
            exchanged = ColouredSetup(wanted.setup, wanted.colour.other)
            yield from self._set_up_wrongly("exchanged", exchanged)
        yield from self._hands.carry_to(wanted)
        yield from self._rest_after()

    def _set_up_wrongly(self, habit: str, wrong: ColouredSetup) -> ActGestures:
        yield WrongActBegins(habit)
        yield from self._hands.carry_to(wrong)
        yield Pause(self._temper.thinking_seconds())

    def _rest_after(self) -> ActGestures:
        yield Pause(REST)
        yield WrongActMended()


def _any_move(setup: Setup, rng: Random) -> Setup | None:
    """The setup with one of the mover's checkers moved to another open point, if there is one."""
    mover, other = list(setup.mover), setup.other
    sources = [place for place in range(1, BAR + 1) if mover[place]]
    if not sources:
        return None
    source = rng.choice(sources)
    targets = [at for at in range(1, BAR) if at != source and not other[BAR - at]]
    target = rng.choice([at for at in targets if abs(at - source) <= 6] or targets)  # noqa: PLR2004
    mover[source] -= 1
    mover[target] += 1
    return Setup(tuple(mover), other)


def _misplace(wanted: ColouredSetup, rng: Random) -> ColouredSetup:
    """The board with one or two checkers on wrong points."""
    setup, colour = wanted.setup, wanted.colour
    for _ in range(rng.choice((1, 2))):
        if rng.choice((True, False)):
            setup, colour = setup.mirrored, colour.other
        moved = _any_move(setup, rng)
        setup = setup if moved is None else moved
    return ColouredSetup(setup, colour)


def _mirror(wanted: ColouredSetup) -> ColouredSetup:
    """The board with left and right exchanged."""
    half = len(POINTS) // 2
    turned = {at: half + 1 - at for at in range(1, half + 1)}
    turned |= {at: 3 * half + 1 - at for at in range(half + 1, BAR)}
    turned |= {OFF: OFF, BAR: BAR}
    sides = (
        tuple(counts[turned[at]] for at in range(BAR + 1))
        for counts in (wanted.setup.mover, wanted.setup.other)
    )
    return ColouredSetup(Setup(*sides), wanted.colour)
