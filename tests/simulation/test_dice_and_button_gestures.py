"""People do more than move checkers: they throw, offer, answer and end turns."""

from random import Random

import pytest

from engine.backgammon.dice import Dice
from engine.backgammon.game import events
from engine.backgammon.game.scoring import Win
from engine.backgammon.moves.plays import LegalPlays
from engine.backgammon.notation.record.record import ReplayedEvent
from engine.backgammon.position import START
from engine.backgammon.rulebook import PARKER
from hardware.checkers import Colour
from hardware.signals import Button, PlayerRequestKind
from simulation import dice_and_button_gestures as hands
from simulation.dice_and_button_gestures import offer_gestures
from simulation.gestures import (
    Cock,
    Gesture,
    LiftDice,
    Pause,
    Press,
    RollDice,
    SendRequest,
    SettleDice,
)
from simulation.habits import TIDY, Habits, Temperament, TurnCompletion
from tests.rigs.engine.play_notation import ONE, TWO, to_throw
from tests.rigs.simulation.gesture_observer import SEATING

LIGHT, DARK = Colour.LIGHT, Colour.DARK


def temper(habits: Habits = TIDY) -> Temperament:
    return Temperament(habits, Random(1))  # noqa: S311 - hands, not secrets


def acts(gestures: hands.GestureSequence) -> list[object]:
    """The gestures without pauses."""
    return [gesture for gesture in gestures if not isinstance(gesture, Pause)]


def test_player_answers_which_play_it_was_with_its_number() -> None:
    plays = list(LegalPlays(START, Dice(3, 1)))
    assert hands.number_of_play(plays, plays[3]) == 3
    assert hands.number_of_play(plays[:3], plays[3]) is None


def test_turn_is_completed_by_dice_by_a_button_or_by_the_opponent() -> None:
    assert acts(hands.end_turn(TurnCompletion.DICE, DARK, DARK, temper())) == [LiftDice(DARK)]
    assert acts(hands.end_turn(TurnCompletion.BUTTON, DARK, None, temper())) == [Press(Button.DARK)]
    assert acts(hands.end_turn(TurnCompletion.OPPONENT, DARK, None, temper())) == []


def test_a_turn_is_never_completed_in_haste() -> None:
    first = next(hands.end_turn(TurnCompletion.DICE, DARK, None, temper()))
    assert isinstance(first, Pause)
    assert first.seconds >= 0.5


def test_people_may_use_the_page_instead_of_buttons() -> None:
    talker = temper(Habits(page=1.0))
    assert acts(hands.double(LIGHT, talker)) == [SendRequest(LIGHT, PlayerRequestKind.DOUBLE)]
    assert acts(hands.double(LIGHT, temper())) == [Press(Button.CUBE), Press(Button.LIGHT)]
    assert acts(hands.beaver(LIGHT, talker)) == [SendRequest(LIGHT, PlayerRequestKind.BEAVER)]
    assert acts(hands.agree(DARK, temper())) == [Press(Button.DARK)]
    assert acts(hands.refuse(DARK, talker)) == [SendRequest(DARK, PlayerRequestKind.NO)]
    assert acts(hands.next_game(DARK, talker)) == [SendRequest(DARK, PlayerRequestKind.NEXT)]


def test_dice_roll_before_they_lie_still() -> None:
    assert acts(hands.throw((6, 2), None, temper())) == [RollDice(None), SettleDice((6, 2), None)]
    assert acts(hands.cock(DARK, temper())) == [RollDice(DARK), Cock(DARK), LiftDice(DARK)]


def test_a_tie_in_the_opening_is_thrown_and_picked_up() -> None:
    rolled, thrown, lifted = acts(hands.opening_tie(temper(), own_dice=False))
    assert (rolled, lifted) == (RollDice(None), LiftDice(None))
    assert isinstance(thrown, SettleDice)
    assert thrown.numbers[0] == thrown.numbers[1]
    assert len(acts(hands.opening_tie(temper(), own_dice=True))) == 6


@pytest.mark.parametrize(
    ("event", "gesture"),
    [
        (events.Double(ONE), (Press(Button.CUBE), Press(Button.LIGHT))),
        (events.Beaver(TWO), (Press(Button.CUBE), Press(Button.DARK))),
        (events.VoidThrow(ONE), (SendRequest(LIGHT, PlayerRequestKind.VOID), Press(Button.DARK))),
        (events.Take(TWO), Press(Button.DARK)),
        (events.Drop(TWO), (Press(Button.NO), Press(Button.DARK), Press(Button.DARK))),
        (events.Resign(ONE, Win.BACKGAMMON), SendRequest(LIGHT, PlayerRequestKind.RESIGN, 3)),
        (events.AcceptResignation(TWO), Press(Button.DARK)),
        (events.PlayOn(TWO), Press(Button.NO)),
        (events.AskUndo(TWO), SendRequest(DARK, PlayerRequestKind.UNDO)),
        (events.AgreeUndo(ONE), Press(Button.LIGHT)),
        (events.RefuseUndo(ONE), Press(Button.NO)),
        (events.Challenge(TWO), SendRequest(DARK, PlayerRequestKind.CHALLENGE)),
        (events.TakeBack(ONE), None),
        (events.RunOutOfTime(ONE), None),
    ],
)
def test_each_event_is_requested_or_pressed(
    event: events.Event, gesture: Gesture | tuple[Gesture, ...] | None
) -> None:
    match = to_throw(PARKER, START)
    temper = Temperament(TIDY, Random(1))  # noqa: S311 - hands, not secrets

    did = acts(offer_gestures(ReplayedEvent(match, event, match), SEATING.colour, temper))

    expected = gesture if isinstance(gesture, tuple) else (gesture,)
    assert did == [each for each in expected if each]
