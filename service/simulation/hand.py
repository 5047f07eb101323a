"""A hand on simulated devices: what each gesture does to them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from hardware.checkers import BACKGAMMON, Colour, Layout, Place
from hardware.drivers.simulated.buttons import SimulatedButtons
from hardware.drivers.simulated.dice import SimulatedDice
from hardware.drivers.simulated.table import SimulatedTable
from hardware.signals import Wish
from service.simulation import gestures as made
from service.simulation.gestures import Gesture

Saying = Callable[[Colour, Wish, int], None]


@dataclass(frozen=True, slots=True)
class Hand:
    """What can be touched at a table, and somebody who hears what is said there."""

    checkers: SimulatedTable
    dice: Mapping[Colour | None, SimulatedDice]
    """By whose they are."""
    buttons: SimulatedButtons
    say: Saying

    def has_set_up(self, layout: Layout) -> bool:
        """Whether the checkers lie just so, for whoever looks."""
        return all(
            self.checkers.count(place, colour) == layout.count(place, colour)
            for place in BACKGAMMON
            for colour in Colour
        )

    def tidy(self, places: Iterable[Place]) -> None:
        """Touch what lies on some places, and lay down beside the others what lies on top."""
        for place in places:
            while not self.checkers.is_flat(place):
                self.checkers.put(place, self.checkers.lift(place))
            self.checkers.nudge(place)

    def do(self, gesture: Gesture) -> None:
        """Touch what the gesture touches; a pause touches nothing."""
        if not isinstance(gesture, made.Pause):
            _DO[type(gesture)](self, gesture)


def _lift(hand: Hand, it: made.Lift) -> None:
    hand.checkers.lift(it.place, it.colour)


def _put(hand: Hand, it: made.Put) -> None:
    hand.checkers.put(it.place, it.colour)


def _put_between(hand: Hand, it: made.PutBetween) -> None:
    hand.checkers.put_between(it.place, it.neighbour, it.colour, it.seen_by)


def _straighten(hand: Hand, it: made.Straighten) -> None:
    hand.checkers.straighten(it.place, it.neighbour)


def _nudge(hand: Hand, it: made.Nudge) -> None:
    hand.checkers.nudge(it.place)


def _fetch(hand: Hand, it: made.Fetch) -> None:
    hand.checkers.fetch(it.colour)


def _roll(hand: Hand, it: made.Roll) -> None:
    hand.dice[it.colour].start_rolling()


def _throw(hand: Hand, it: made.Throw) -> None:
    hand.dice[it.colour].settle(*it.numbers)


def _cock(hand: Hand, it: made.Cock) -> None:
    hand.dice[it.colour].cock()


def _lift_dice(hand: Hand, it: made.LiftDice) -> None:
    hand.dice[it.colour].lift()


def _press(hand: Hand, it: made.Press) -> None:
    hand.buttons.press(it.button)


def _speak(hand: Hand, it: made.Say) -> None:
    hand.say(it.colour, it.wish, it.number)


_DO: Mapping[type[Gesture], Callable[[Hand, Any], None]] = {
    made.Lift: _lift,
    made.Put: _put,
    made.PutBetween: _put_between,
    made.Straighten: _straighten,
    made.Nudge: _nudge,
    made.Fetch: _fetch,
    made.Roll: _roll,
    made.Throw: _throw,
    made.Cock: _cock,
    made.LiftDice: _lift_dice,
    made.Press: _press,
    made.Say: _speak,
}
