"""Nothing of one turn affects the next, and only the player who is asked may answer."""

import pytest

from engine.backgammon.dice import Dice
from engine.backgammon.game import events
from engine.backgammon.game.match import Phase
from engine.backgammon.position import START, Position, Setup
from engine.players import Player
from hardware.checkers import Colour, bar, point
from hardware.signals import Button, DiceState, PlayerRequestKind
from referee import notices
from referee.effects import LampMeaning
from referee.match_settings import CASUAL_PROFILE, TOURNAMENT_PROFILE
from referee.questions import QuestionKind
from referee.verdicts import Disturbed
from service.story.simulated_evening import Evening
from tests.rigs.referee.board_views import SEATING, evening_at, make_settings

LIGHT, DARK = Colour


def with_an_early_throw() -> Evening:
    """Light is still moving; Dark has thrown already, and his throw waits."""
    evening = evening_at(START, "31", profile=TOURNAMENT_PROFILE)
    evening.move("8/5")
    evening.throw(6, 4, colour=DARK)
    assert evening.state.this_turn.early_throw == Dice(6, 4)
    return evening


def set_up(evening: Evening) -> None:
    """Hands lay everything where it is wanted at this moment."""
    evening.table.arrange(evening.state.expected_layout)
    evening.wait(1)


def ask_which_play() -> Evening:
    """Light has ended his turn with one of two plays that look alike."""
    evening = evening_at(START, "42", kind="single")
    evening.move("8/4 6/4", 1)
    evening.dice(DiceState.LIFTED)
    assert evening.state.question
    assert len(evening.state.question.plays) == 2
    return evening


# ---- throws that came too early ----


def test_throw_over_a_board_that_looks_untouched_is_asked_about() -> None:
    before = Setup.of({13: 3, 8: 3, 6: 3, 3: 3, 1: 3}, {13: 5, 8: 5, 6: 5}).position()
    evening = evening_at(before, "52", kind="single")
    evening.move("13/8 8/6", 1)
    evening.dice(DiceState.LIFTED)
    evening.throw(6, 4)
    assert evening.state.question
    assert evening.state.question.kind is QuestionKind.VOID
    assert evening.state.question.dice == Dice(6, 4)


def test_a_game_that_is_given_up_takes_its_early_throw_with_it() -> None:
    evening = with_an_early_throw()
    evening.say(LIGHT, PlayerRequestKind.RESIGN, 1)
    evening.say(DARK, PlayerRequestKind.YES)
    assert evening.state.match.game.phase is Phase.OVER
    assert evening.state.this_turn.early_throw is None


def want_by_both(evening: Evening, position: Position, turn: Colour) -> None:
    """Asks for a position on the page, to which both players agree."""
    evening.want(SEATING.layout(position, SEATING.player(turn)), turn)
    for _each in Player:
        question = evening.state.question
        assert question
        assert question.kind is QuestionKind.POSITION
        assert evening.state.set_up_request is None
        evening.say(SEATING.colour(question.to), PlayerRequestKind.YES)
    assert evening.state.question is None


def test_a_position_that_is_set_up_knows_of_no_early_throw() -> None:
    evening = with_an_early_throw()
    want_by_both(evening, START, LIGHT)
    set_up(evening)
    assert evening.state.match.game.phase is Phase.TO_THROW
    assert evening.state.this_turn.early_throw is None


def test_die_of_an_abandoned_opening_throw_opens_no_other_game() -> None:
    evening = Evening(make_settings())
    set_up(evening)
    evening.throw(3, colour=LIGHT)
    want_by_both(evening, START, LIGHT)
    set_up(evening)
    evening.say(LIGHT, PlayerRequestKind.RESIGN, 1)
    evening.say(DARK, PlayerRequestKind.YES)
    set_up(evening)
    assert evening.state.match.game.phase is Phase.OPENING
    evening.throw(5, colour=DARK)
    assert evening.state.match.game.phase is Phase.OPENING


# ---- who answers ----


@pytest.mark.parametrize(
    "kind",
    [PlayerRequestKind.YES, PlayerRequestKind.DONE, PlayerRequestKind.NO, PlayerRequestKind.CHOOSE],
)
def test_opponent_cannot_complete_the_play(kind: PlayerRequestKind) -> None:
    evening = ask_which_play()
    asking = evening.state.question
    evening.say(DARK, kind, 1 if kind is PlayerRequestKind.CHOOSE else 0)
    assert evening.state.question == asking
    assert evening.state.match.game.phase is Phase.TO_PLAY


def test_choosing_a_play_for_the_opponent_makes_no_sense() -> None:
    evening = ask_which_play()
    since = len(evening.history)
    evening.say(DARK, PlayerRequestKind.CHOOSE, 1)
    assert evening.notices(since) == [notices.NotUnderstood]


def test_the_button_for_no_answers_for_the_player_who_is_asked() -> None:
    evening = ask_which_play()
    evening.press(Button.DARK)
    assert evening.state.question
    assert evening.state.question.chosen == 0
    evening.press(Button.NO)
    assert evening.state.question.chosen == 1
    evening.press(Button.LIGHT)
    assert evening.state.match.game.turn is Player.TWO


def test_a_question_about_ones_own_play_is_no_offer() -> None:
    assert ask_which_play().state.lamps[bar(LIGHT)] is LampMeaning.TURN


def test_the_button_for_no_first_answers_an_offer() -> None:
    evening = ask_which_play()
    evening.say(LIGHT, PlayerRequestKind.RESIGN, 1)
    assert evening.state.lamps[bar(DARK)] is LampMeaning.OFFER
    evening.press(Button.NO)
    assert evening.events()[-1] == events.PlayOn(Player.TWO)
    assert evening.state.question


# ---- knocks ----


@pytest.mark.parametrize("before", [0.0, 1.0])
def test_knock_is_recognised_whenever_the_dice_are_lifted(before: float) -> None:
    evening = evening_at(START, "31")
    evening.knock([(point(24), point(23)), (point(13), point(11)), (point(19), point(20)),
                   (point(12), point(14))])  # fmt: skip
    evening.wait(before)
    evening.dice(DiceState.LIFTED)
    evening.wait(1)
    assert isinstance(evening.state.verdict, Disturbed)
    assert evening.state.is_knocked


# ---- dice ----


def test_dice_that_were_found_in_the_cup_are_rolling_no_more() -> None:
    """An unseen throw in the cup does not count; dice that show something else were nudged."""
    evening = evening_at(START, "31", profile=CASUAL_PROFILE)
    evening.dice(DiceState.LIFTED)
    evening.dice(DiceState.ROLLING)
    evening.find_dice()
    since = len(evening.history)
    evening.dice(DiceState.SETTLED, 6, 4)
    assert evening.notices(since) == [notices.ThrowStands]
    assert evening.state.match.game.dice == Dice(3, 1)
