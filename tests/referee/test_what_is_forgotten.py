"""What belonged to one turn says nothing about the next, and only who is asked may answer."""

from __future__ import annotations

import pytest

from engine.backgammon.dice import Dice
from engine.backgammon.game import events
from engine.backgammon.game.match import Phase
from engine.backgammon.players import Player
from engine.backgammon.position import START
from hardware.checkers import Colour, bar, point
from hardware.signals import Button, DiceState, Wish
from referee.effects import Happened, Meaning, Notice, What
from referee.profiles import CASUAL, TOURNAMENT
from referee.verdicts import Disturbed
from tests.rigs.evening import Evening
from tests.rigs.looks import SEATING, agreed, at_table
from tests.rigs.play import moved

LIGHT, DARK = Colour
DEAD_CUBE = moved(START, "8/5 6/5").turned


def happened(evening: Evening) -> list[events.Event]:
    """What has happened in the match."""
    steps = (heard.step for heard in evening.heard)
    return [one.event for each in steps for one in each.effects if isinstance(one, Happened)]


def told(evening: Evening, since: int) -> list[What]:
    """What people have been told since."""
    steps = (heard.step for heard in evening.heard[since:])
    return [one.what for each in steps for one in each.effects if isinstance(one, Notice)]


def with_an_early_throw() -> Evening:
    """Light is still moving; Dark has thrown already, and his throw waits."""
    evening = at_table(START, "31", profile=TOURNAMENT)
    evening.carry(point(8), point(5))
    evening.throw(6, 4, colour=DARK)
    assert evening.state.this_turn.early == Dice(6, 4)
    return evening


def set_up(evening: Evening) -> None:
    """Hands lay everything where it is wanted at this moment."""
    evening.table.arrange(evening.state.expected_layout)
    evening.wait(1)


def asked_which() -> Evening:
    """Light has ended his turn with one of two plays that look alike."""
    evening = at_table(START, "42", kind="single")
    evening.carry(point(8), point(4))
    evening.carry(point(6), point(4))
    evening.wait(1)
    evening.dice(DiceState.LIFTED)
    assert evening.state.asking
    assert len(evening.state.asking.plays) == 2
    return evening


# ---- throws that came too early ----


def test_a_game_that_is_given_up_takes_its_early_throw_with_it() -> None:
    evening = with_an_early_throw()
    evening.say(LIGHT, Wish.RESIGN, 1)
    evening.say(DARK, Wish.YES)
    assert evening.state.match.game.phase is Phase.OVER
    assert evening.state.this_turn.early is None


def test_a_position_that_is_set_up_knows_of_no_early_throw() -> None:
    evening = with_an_early_throw()
    evening.want(SEATING.layout(START, Player.ONE), LIGHT)
    set_up(evening)
    assert evening.state.match.game.phase is Phase.TO_THROW
    assert evening.state.this_turn.early is None


def test_one_die_of_an_opening_that_never_was_opens_no_other_game() -> None:
    evening = Evening(agreed())
    set_up(evening)
    evening.throw(3, colour=LIGHT)
    evening.want(SEATING.layout(START, Player.ONE), LIGHT)
    set_up(evening)
    evening.say(LIGHT, Wish.RESIGN, 1)
    evening.say(DARK, Wish.YES)
    set_up(evening)
    assert evening.state.match.game.phase is Phase.OPENING
    evening.throw(5, colour=DARK)
    assert evening.state.match.game.phase is Phase.OPENING


# ---- who answers ----


@pytest.mark.parametrize("wish", [Wish.YES, Wish.DONE, Wish.NO, Wish.CHOOSE])
def test_nobody_completes_the_play_of_the_other(wish: Wish) -> None:
    evening = asked_which()
    asking = evening.state.asking
    evening.say(DARK, wish, 1 if wish is Wish.CHOOSE else 0)
    assert evening.state.asking == asking
    assert evening.state.match.game.phase is Phase.TO_PLAY


def test_who_chooses_for_the_other_is_told_that_it_makes_no_sense() -> None:
    evening = asked_which()
    since = len(evening.heard)
    evening.say(DARK, Wish.CHOOSE, 1)
    assert told(evening, since) == [What.NO_SENSE]


def test_the_button_for_no_answers_for_the_player_who_is_asked() -> None:
    evening = asked_which()
    evening.press(Button.DARK)
    assert evening.state.asking
    assert evening.state.asking.chosen == 0
    evening.press(Button.NO)
    assert evening.state.asking.chosen == 1
    evening.press(Button.LIGHT)
    assert evening.state.match.game.turn is Player.TWO


def test_a_question_about_ones_own_play_is_no_offer() -> None:
    assert asked_which().state.lit[bar(LIGHT)] is Meaning.TURN


def test_the_button_for_no_first_answers_an_offer() -> None:
    evening = asked_which()
    evening.say(LIGHT, Wish.RESIGN, 1)
    assert evening.state.lit[bar(DARK)] is Meaning.OFFER
    evening.press(Button.NO)
    assert happened(evening)[-1] == events.PlayOn(Player.TWO)
    assert evening.state.asking


# ---- knocks ----


@pytest.mark.parametrize("before", [0.0, 1.0])
def test_a_knock_is_one_whenever_the_dice_are_lifted(before: float) -> None:
    evening = at_table(START, "31")
    evening.knock([(point(24), point(23)), (point(13), point(11)), (point(19), point(20)),
                   (point(12), point(14))])  # fmt: skip
    evening.wait(before)
    evening.dice(DiceState.LIFTED)
    evening.wait(1)
    assert isinstance(evening.state.verdict, Disturbed)
    assert evening.state.knocked


# ---- dice ----


def test_dice_that_were_found_in_the_cup_are_rolling_no_more() -> None:
    """A throw that ended unseen in the cup is none; dice that show something else were nudged."""
    evening = at_table(START, "31", profile=CASUAL)
    evening.dice(DiceState.LIFTED)
    evening.dice(DiceState.ROLLING)
    evening.find_dice()
    since = len(evening.heard)
    evening.dice(DiceState.SETTLED, 6, 4)
    assert told(evening, since) == [What.THROW_STANDS]
    assert evening.state.match.game.dice == Dice(3, 1)
