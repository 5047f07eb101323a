"""Every event that no checker tells of is said or pressed by whoever it is for."""

from random import Random

import pytest

from engine.backgammon.game import events
from engine.backgammon.game.scoring import Win
from engine.backgammon.notation.record.record import Scene
from engine.backgammon.position import START
from engine.backgammon.rulebook import PARKER
from hardware.checkers import Colour
from hardware.signals import Button, Wish
from service.simulation.gestures import Gesture, Pause, Press, Say
from service.simulation.habits import TIDY, Temper
from service.simulation.offers import make_offer
from tests.rigs.onlooker import SEATING
from tests.rigs.play import ONE, TWO, to_throw

LIGHT, DARK = Colour.LIGHT, Colour.DARK


@pytest.mark.parametrize(
    ("event", "gesture"),
    [
        (events.Double(ONE), Press(Button.CUBE)),
        (events.Beaver(TWO), Press(Button.CUBE)),
        (events.Take(TWO), Press(Button.DARK)),
        (events.Drop(TWO), Press(Button.NO)),
        (events.Resign(ONE, Win.BACKGAMMON), Say(LIGHT, Wish.RESIGN, 3)),
        (events.AcceptResignation(TWO), Press(Button.DARK)),
        (events.PlayOn(TWO), Press(Button.NO)),
        (events.AskUndo(TWO), Say(DARK, Wish.UNDO)),
        (events.AgreeUndo(ONE), Press(Button.LIGHT)),
        (events.RefuseUndo(ONE), Press(Button.NO)),
        (events.Challenge(TWO), Say(DARK, Wish.CHALLENGE)),
        (events.TakeBack(ONE), None),
        (events.RunOutOfTime(ONE), None),
    ],
)
def test_each_event_is_said_or_pressed(event: events.Event, gesture: Gesture | None) -> None:
    match = to_throw(PARKER, START)
    temper = Temper(TIDY, Random(1))  # noqa: S311 - hands, not secrets

    did = list(make_offer(Scene(match, event, match), SEATING, temper))

    assert [one for one in did if not isinstance(one, Pause)] == [gesture] * (gesture is not None)
