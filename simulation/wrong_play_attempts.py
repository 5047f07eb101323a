"""Attempts of everyday players to get a wrong play past the referee, without putting it right."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from hardware.checkers import POINTS, Colour
from simulation.dice_and_button_gestures import OWN_BUTTON
from simulation.everyday_checkers import CheckerHands
from simulation.everyday_dice import EverydayDice
from simulation.gestures import Gesture, LiftDice, Pause, Press

MOST_PRESSES = 5
"""Most presses of the button in one attempt."""
WAITS = (5.0, 20.0, 90.0)
"""The times in seconds that players wait for a refusal to be forgotten."""
AttemptGestures = Iterator[Gesture]


class WrongPlayAttempts:
    """Presses, waits, throws and touches after a refusal, instead of putting the play right."""

    def __init__(self, hands: CheckerHands, dice: EverydayDice) -> None:
        self._hands = hands
        self._temper = hands.temper
        self._dice = dice

    def make(self, colour: Colour, owner: Colour | None, *, throws_count: bool) -> AttemptGestures:
        """Some attempts in random order; no throw where it makes an illegal play stand."""
        habits, temper = self._temper.habits, self._temper
        attempts: list[Callable[[], AttemptGestures]] = [
            one
            for share, one in (
                (habits.presses, lambda: self._press(colour)),
                (habits.waits, self._wait),
                (habits.lifts, lambda: self._lift_dice(owner)),
                (0.0 if throws_count else habits.throws, lambda: self._throw(owner)),
                (habits.touches, self._touch),
            )
            if temper.decides(share)
        ]
        temper.rng.shuffle(attempts)
        for attempt in attempts:
            yield from attempt()
            yield Pause(temper.thinking_seconds())

    def _press(self, colour: Colour) -> AttemptGestures:
        for _ in range(self._temper.rng.randint(1, MOST_PRESSES)):
            yield Press(OWN_BUTTON[colour])
            yield Pause(self._temper.carry_seconds())

    def _wait(self) -> AttemptGestures:
        yield Pause(self._temper.rng.choice(WAITS))

    def _lift_dice(self, owner: Colour | None) -> AttemptGestures:
        yield LiftDice(owner)
        yield Pause(self._temper.carry_seconds())

    def _throw(self, owner: Colour | None) -> AttemptGestures:
        yield from self._dice.throw_anything(owner)
        yield Pause(self._temper.thinking_seconds())
        yield LiftDice(owner)
        yield Pause(self._temper.carry_seconds())

    def _touch(self) -> AttemptGestures:
        piles = [place for place in POINTS if self._hands.table[place]]
        if piles:
            yield from self._hands.lift_and_lay_back(self._temper.rng.choice(piles))
