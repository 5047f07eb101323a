"""A refused act stays refused until the board has changed or the opponent has answered."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.backgammon.players import Player
from engine.backgammon.position import START
from hardware.checkers import Colour, bar, point
from hardware.drivers.simulated.faults import Fault
from hardware.signals import Button, DiceState, Wish
from referee.asking import Question
from referee.effects import Happened, Notice, What
from tests.rigs.evening import Evening
from tests.rigs.looks import at_table
from tests.rigs.play import board

LIGHT, DARK = Colour
A_HIT = board("8:3 6:5 13:5 24:2", "18:1 24:1 13:5 6:5 8:3")


def wrong_number(kind: str) -> Evening:
    """A throw of 6-4 of which the 4 was played as a 2."""
    evening = at_table(START, "64", kind=kind)
    evening.carry(point(24), point(18))
    evening.carry(point(8), point(6))
    return evening


def hit_checker_in_the_hand(kind: str) -> Evening:
    """A throw of 6-1 that hits, and the checker that was hit stays in the hand."""
    evening = at_table(A_HIT, "61", kind=kind)
    evening.lift(point(7), DARK)
    evening.carry(point(13), point(7))
    evening.carry(point(8), point(7))
    return evening


def own_checker_gone(kind: str) -> Evening:
    """A throw of 6-1 of which the checker for the 1 was taken off the table."""
    evening = at_table(START, "61", kind=kind)
    evening.carry(point(13), point(7))
    evening.lift(point(8))
    return evening


REFUSED = (wrong_number, hit_checker_in_the_hand, own_checker_gone)


def say(wish: Wish) -> Callable[[Evening], None]:
    return lambda evening: evening.say(LIGHT, wish)


MOVERS_ACTS: Mapping[str, Callable[[Evening], None]] = {
    "press": lambda evening: evening.press(Button.LIGHT),
    "press no": lambda evening: evening.press(Button.NO),
    "pick up the dice": lambda evening: evening.dice(DiceState.LIFTED),
    "throw again": lambda evening: evening.throw(5, 3),
    "throw the same": lambda evening: evening.throw(6, 4),
    "wait": lambda evening: evening.wait(1),
    **{f"say {wish.value}": say(wish) for wish in Wish if wish is not Wish.RESIGN},
}


def happened(evening: Evening) -> list[object]:
    """All that is in the record."""
    effects = (effect for heard in evening.heard for effect in heard.step.effects)
    return [effect for effect in effects if isinstance(effect, Happened)]


def told(evening: Evening, what: What) -> int:
    """How often people have been told this."""
    effects = (effect for heard in evening.heard for effect in heard.step.effects)
    return sum(isinstance(effect, Notice) and effect.what is what for effect in effects)


@pytest.mark.parametrize("kind", ["slots", "hall", "counts"])
@pytest.mark.parametrize("refused", REFUSED)
@given(acts=st.lists(st.sampled_from(sorted(MOVERS_ACTS)), max_size=12))
def test_nothing_the_mover_does_gets_a_refused_play_past_the_referee(
    refused: Callable[[str], Evening], kind: str, acts: list[str]
) -> None:
    evening = refused(kind)
    before = happened(evening)
    for act in ("wait", "press", *acts, "wait"):
        MOVERS_ACTS[act](evening)

    assert happened(evening) == before
    assert evening.state.match.game.turn is Player.ONE
    assert not evening.state.sight.doubts


@pytest.mark.parametrize("kind", ["slots", "hall"])
def test_opponent_is_asked_about_the_switch_and_his_yes_ends_the_turn(kind: str) -> None:
    evening = at_table(START, "31", kind=kind)
    evening.spoil(point(5), 2, Fault.DEAD)
    evening.carry(point(8), point(5))
    evening.carry(point(6), point(5))
    evening.wait(1)
    evening.press(Button.LIGHT)
    asking = evening.state.asking
    assert asking
    assert (asking.question, asking.to) == (Question.UNSEEN, Player.TWO)

    evening.press(Button.DARK)
    assert evening.state.match.game.turn is Player.TWO
    assert list(evening.state.sight.doubts) == [point(5)]


def test_opponent_who_says_no_is_not_asked_again_about_the_same_board() -> None:
    evening = wrong_number("slots")
    evening.wait(1)
    evening.press(Button.LIGHT)
    evening.say(DARK, Wish.NO)
    asked, refused = told(evening, What.SWITCH_SILENT), told(evening, What.ILLEGAL)
    evening.press(Button.LIGHT)

    assert evening.state.asking is None
    assert told(evening, What.SWITCH_SILENT) == asked == 1
    assert told(evening, What.ILLEGAL) == refused + 1 == 2


def test_opponent_who_said_no_is_asked_anew_once_the_board_has_changed() -> None:
    evening = wrong_number("slots")
    evening.wait(1)
    evening.press(Button.LIGHT)
    evening.say(DARK, Wish.NO)
    evening.carry(point(18), point(14))
    evening.wait(1)
    evening.press(Button.LIGHT)

    assert evening.state.asking
    assert evening.state.asking.to is Player.TWO


def test_question_ends_when_the_board_changes() -> None:
    evening = wrong_number("slots")
    evening.wait(1)
    evening.press(Button.LIGHT)
    evening.lift(point(13))
    assert evening.state.asking is None

    evening.press(Button.DARK)
    assert evening.state.match.game.turn is Player.ONE


def test_question_outlasts_the_hand_that_reaches_for_the_button() -> None:
    evening = at_table(START, "31", kind="camera")
    evening.carry(point(8), point(5))
    evening.lift(point(6))
    evening.wait(1)
    evening.press(Button.LIGHT)
    evening.wait(1)
    asked = evening.state.asking
    evening.hold_over([point(24), bar(DARK)])
    assert asked
    assert evening.state.asking == asked

    evening.press(Button.DARK)
    assert evening.state.match.game.turn is Player.TWO


def test_word_for_what_is_hidden_holds_for_one_act() -> None:
    """Whoever's play is refused all the same needs it anew, for the board may be another."""
    evening = at_table(START, "31", kind="camera")
    evening.carry(point(8), point(3))
    evening.hold_over([point(13)])
    evening.press(Button.LIGHT)
    evening.wait(6)
    assert evening.state.asking
    assert evening.state.asking.question is Question.HIDDEN
    evening.press(Button.DARK)
    evening.wait(1)
    assert told(evening, What.ILLEGAL) + told(evening, What.DISTURBED) == 1

    evening.press(Button.LIGHT)
    evening.wait(6)
    assert told(evening, What.HIDDEN) == 2
    assert evening.state.match.game.turn is Player.ONE
