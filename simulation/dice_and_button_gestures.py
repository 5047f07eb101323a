"""Gestures at dice and buttons: throws, offers, answers, the end of a turn."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from engine.backgammon.game import events
from engine.backgammon.game.turns import must_announce_dead_cube
from engine.backgammon.notation.record.record import ReplayedEvent
from engine.backgammon.position import Position
from engine.players import Player
from hardware.checkers import Colour
from hardware.signals import FACES, Button, PlayerRequestKind
from simulation import gestures
from simulation.habits import Temperament, TurnCompletion

LISTENING_SECONDS = 1.0
"""Seconds in which a player hears what the own button confirms."""
GestureSequence = Iterator[gestures.Gesture]
OWN_BUTTON = {Colour.LIGHT: Button.LIGHT, Colour.DARK: Button.DARK}
"""The button of each player."""
ROLL_SECONDS = 0.3
"""Minimum seconds for which dice roll."""


def throw(numbers: Sequence[int], owner: Colour | None, temper: Temperament) -> GestureSequence:
    """Throws these numbers, sometimes after a cocked throw; None is the owner of shared dice."""
    if temper.decides(temper.habits.cocked):
        yield from cock(owner, temper)
    yield gestures.RollDice(owner)
    yield gestures.Pause(ROLL_SECONDS + temper.carry_seconds())
    yield gestures.SettleDice(tuple(numbers), owner)


def cock(owner: Colour | None, temper: Temperament) -> GestureSequence:
    """Throws dice so that they lie cocked, and picks them up."""
    yield gestures.RollDice(owner)
    yield gestures.Pause(ROLL_SECONDS + temper.carry_seconds())
    yield gestures.Cock(owner)
    yield gestures.Pause(temper.thinking_seconds())
    yield gestures.LiftDice(owner)
    yield gestures.Pause(temper.carry_seconds())


def opening_throw(light: int, dark: int, temper: Temperament, *, own_dice: bool) -> GestureSequence:
    """Throws one die for each player."""
    if not own_dice:
        yield from throw((light, dark), None, temper)
        return
    thrown = {Colour.LIGHT: light, Colour.DARK: dark}
    for colour in temper.rng.sample(tuple(Colour), 2):
        yield from throw((thrown[colour],), colour, temper)
        yield gestures.Pause(temper.carry_seconds())


def opening_tie(temper: Temperament, *, own_dice: bool) -> GestureSequence:
    """Throws the same number for both players, who pick up their dice again."""
    number = temper.rng.choice(FACES)
    yield from opening_throw(number, number, temper, own_dice=own_dice)
    yield gestures.Pause(temper.thinking_seconds())
    yield from pick_up(tuple(Colour) if own_dice else (None,), temper)


def pick_up(owners: Sequence[Colour | None], temper: Temperament) -> GestureSequence:
    """Picks up the dice of these owners; None is the owner of shared dice."""
    for owner in owners:
        yield gestures.LiftDice(owner)
        yield gestures.Pause(temper.carry_seconds())


def end_turn(
    act: TurnCompletion, colour: Colour, owner: Colour | None, temper: Temperament
) -> GestureSequence:
    """Completes the turn after a thought; the opponent does so later if `act` is OPPONENT."""
    yield gestures.Pause(temper.thinking_seconds())
    if act is TurnCompletion.DICE:
        yield gestures.LiftDice(owner)
    elif act is TurnCompletion.BUTTON:
        yield from _press_or_say(OWN_BUTTON[colour], colour, PlayerRequestKind.DONE, temper)
    yield gestures.Pause(temper.carry_seconds())


def double(colour: Colour, temper: Temperament) -> GestureSequence:
    """Offers a double."""
    yield from _make_shared_known(Button.CUBE, colour, PlayerRequestKind.DOUBLE, temper)


def beaver(colour: Colour, temper: Temperament) -> GestureSequence:
    """Answers a double with a beaver."""
    yield from _make_shared_known(Button.CUBE, colour, PlayerRequestKind.BEAVER, temper)


def agree(colour: Colour, temper: Temperament) -> GestureSequence:
    """Says yes to a question or an offer."""
    yield from _make_known(OWN_BUTTON[colour], colour, PlayerRequestKind.YES, temper)


def refuse(colour: Colour, temper: Temperament) -> GestureSequence:
    """Says no to a resignation or to a request to undo."""
    yield from _make_known(Button.NO, colour, PlayerRequestKind.NO, temper)


def drop(colour: Colour, temper: Temperament) -> GestureSequence:
    """Drops a double; on buttons the last press comes twice, as it loses the game."""
    did = tuple(_make_shared_known(Button.NO, colour, PlayerRequestKind.NO, temper))
    yield from did
    if gestures.Press(Button.NO) in did:
        yield gestures.Pause(LISTENING_SECONDS + temper.thinking_seconds())
        yield gestures.Press(OWN_BUTTON[colour])
        yield gestures.Pause(temper.carry_seconds())


def ask(
    colour: Colour, request: PlayerRequestKind, temper: Temperament, number: int = 0
) -> GestureSequence:
    """Makes a request on the page, after a thought."""
    yield gestures.Pause(temper.thinking_seconds())
    yield gestures.SendRequest(colour, request, number)
    yield gestures.Pause(temper.carry_seconds())


def next_game(colour: Colour, temper: Temperament) -> GestureSequence:
    """Asks for the next game."""
    yield from _make_known(OWN_BUTTON[colour], colour, PlayerRequestKind.NEXT, temper)


def number_of_play(plays: Sequence[Position], truth: Position) -> int | None:
    """The number, from 0, of the play that was made among several; None if it is not there."""
    return plays.index(truth) if truth in plays else None


def _make_known(
    button: Button, colour: Colour, request: PlayerRequestKind, temper: Temperament
) -> GestureSequence:
    """Presses a button or makes a request on the page, after a thought."""
    yield gestures.Pause(temper.thinking_seconds())
    yield from _press_or_say(button, colour, request, temper)
    yield gestures.Pause(temper.carry_seconds())


def _make_shared_known(
    button: Button, colour: Colour, request: PlayerRequestKind, temper: Temperament
) -> GestureSequence:
    """Makes a request on the page, or presses a shared button and confirms it with the own one."""
    yield gestures.Pause(temper.thinking_seconds())
    if temper.decides(temper.habits.page):
        yield gestures.SendRequest(colour, request)
    else:
        yield gestures.Press(button)
        yield gestures.Pause(LISTENING_SECONDS + temper.thinking_seconds())
        yield gestures.Press(OWN_BUTTON[colour])
    yield gestures.Pause(temper.carry_seconds())


def _press_or_say(
    button: Button, colour: Colour, request: PlayerRequestKind, temper: Temperament
) -> GestureSequence:
    if temper.decides(temper.habits.page):
        yield gestures.SendRequest(colour, request)
    else:
        yield gestures.Press(button)


ColourOf = Callable[[Player], Colour]
"""Returns the colour of a player's checkers."""
_REQUESTS = {events.AskUndo: PlayerRequestKind.UNDO, events.Challenge: PlayerRequestKind.CHALLENGE}


def offer_gestures(scene: ReplayedEvent, colour: ColourOf, temper: Temperament) -> GestureSequence:
    """The gestures for an offer, a request or an answer; empty for other events."""
    match scene.event:
        case events.Double(player):
            yield from double(colour(player), temper)
            if must_announce_dead_cube(scene.before, player):
                yield from double(colour(player), temper)
        case events.Beaver(player):
            yield from beaver(colour(player), temper)
        case events.Resign(player, win):
            yield from ask(colour(player), PlayerRequestKind.RESIGN, temper, int(win))
        case events.AskUndo(player) | events.Challenge(player):
            yield from ask(colour(player), _REQUESTS[type(scene.event)], temper)
        case events.Take(player) | events.AcceptResignation(player) | events.AgreeUndo(player):
            yield from agree(colour(player), temper)
        case events.VoidThrow(player):
            yield from ask(colour(player), PlayerRequestKind.VOID, temper)
            yield from agree(colour(player.opponent), temper)
        case events.Drop(player):
            yield from drop(colour(player), temper)
        case events.PlayOn(player) | events.RefuseUndo(player):
            yield from refuse(colour(player), temper)
