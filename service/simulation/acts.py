"""What people do at a table besides moving checkers: throw, offer, answer, and end their turns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.backgammon.position import Position
from hardware.checkers import Colour
from hardware.signals import FACES, Button, Wish
from service.simulation.gestures import (
    Cock,
    Gesture,
    LiftDice,
    Pause,
    Press,
    Roll,
    Say,
    Throw,
)
from service.simulation.habits import Act, Temper

Gestures = Iterator[Gesture]
OWN = {Colour.LIGHT: Button.LIGHT, Colour.DARK: Button.DARK}
"""Everybody's own button."""


def throw(numbers: Sequence[int], dice: Colour | None, temper: Temper) -> Gestures:
    """Throw these numbers, perhaps only after a throw that does not count."""
    if temper.will(temper.habits.cocked):
        yield from cock(dice, temper)
    yield Roll(dice)
    yield Pause(0.3 + temper.moment())
    yield Throw(tuple(numbers), dice)


def cock(dice: Colour | None, temper: Temper) -> Gestures:
    """Throw so that the dice do not lie flat, and pick them up."""
    yield Roll(dice)
    yield Pause(0.3 + temper.moment())
    yield Cock(dice)
    yield Pause(temper.thought())
    yield LiftDice(dice)
    yield Pause(temper.moment())


def opening_throw(light: int, dark: int, temper: Temper, *, own_dice: bool) -> Gestures:
    """Each throws one die."""
    if not own_dice:
        yield from throw((light, dark), None, temper)
        return
    thrown = {Colour.LIGHT: light, Colour.DARK: dark}
    for colour in temper.chance.sample(tuple(Colour), 2):
        yield from throw((thrown[colour],), colour, temper)
        yield Pause(temper.moment())


def opening_tie(temper: Temper, *, own_dice: bool) -> Gestures:
    """Each throws the same number, and both pick up their dice again."""
    number = temper.chance.choice(FACES)
    yield from opening_throw(number, number, temper, own_dice=own_dice)
    yield Pause(temper.thought())
    yield from pick_up(tuple(Colour) if own_dice else (None,), temper)


def pick_up(dice: Sequence[Colour | None], temper: Temper) -> Gestures:
    """Pick up the dice, whoever's they are."""
    for whose in dice:
        yield LiftDice(whose)
        yield Pause(temper.moment())


def end_turn(act: Act, colour: Colour, dice: Colour | None, temper: Temper) -> Gestures:
    """Look once more, and complete the turn."""
    yield Pause(temper.thought())
    if act is Act.DICE:
        yield LiftDice(dice)
    elif act is Act.BUTTON:
        yield from _press_or_say(OWN[colour], colour, Wish.DONE, temper)
    yield Pause(temper.moment())


def double(colour: Colour, temper: Temper) -> Gestures:
    """Offer to play for twice the stake."""
    yield from _make_known(Button.CUBE, colour, Wish.DOUBLE, temper)


def beaver(colour: Colour, temper: Temper) -> Gestures:
    """Double again at once."""
    yield from _make_known(Button.CUBE, colour, Wish.BEAVER, temper)


def agree(colour: Colour, temper: Temper) -> Gestures:
    """Say yes to whatever has been asked."""
    yield from _make_known(OWN[colour], colour, Wish.YES, temper)


def refuse(colour: Colour, temper: Temper) -> Gestures:
    """Say no to whatever has been asked."""
    yield from _make_known(Button.NO, colour, Wish.NO, temper)


def ask(colour: Colour, wish: Wish, temper: Temper, number: int = 0) -> Gestures:
    """Ask for something that takes a thought."""
    yield Pause(temper.thought())
    yield Say(colour, wish, number)
    yield Pause(temper.moment())


def next_game(colour: Colour, temper: Temper) -> Gestures:
    """Go on when a game is over."""
    yield from _make_known(OWN[colour], colour, Wish.NEXT, temper)


def answer_which(plays: Sequence[Position], truth: Position) -> int | None:
    """Which of several plays was meant, by its number from 0; None if it is not among them."""
    return plays.index(truth) if truth in plays else None


def _make_known(button: Button, colour: Colour, wish: Wish, temper: Temper) -> Gestures:
    """Think, and let it be known."""
    yield Pause(temper.thought())
    yield from _press_or_say(button, colour, wish, temper)
    yield Pause(temper.moment())


def _press_or_say(button: Button, colour: Colour, wish: Wish, temper: Temper) -> Gestures:
    if temper.will(temper.habits.page):
        yield Say(colour, wish)
    else:
        yield Press(button)
