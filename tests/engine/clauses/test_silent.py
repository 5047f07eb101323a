"""The rules of which no leaflet speaks and which all six rulebooks share."""

from dataclasses import replace

import pytest

from engine.backgammon.errors import NotAPosition
from engine.backgammon.game import events
from engine.backgammon.game.events import Ban
from engine.backgammon.game.match import Ending, Phase, Result
from engine.backgammon.game.scoring import Cube, Win
from engine.backgammon.position import START
from engine.backgammon.rulebook import RULEBOOKS, Rulebook
from tests.rigs.engine.play_notation import (
    ONE,
    TWO,
    after,
    board,
    legal,
    play,
    position_after,
    refusal_of,
    throw,
    to_throw,
    turn,
)

every_rulebook = pytest.mark.parametrize("rulebook", RULEBOOKS.values(), ids=RULEBOOKS)


@every_rulebook
@pytest.mark.parametrize("win", Win)
def test_silent_player_resigns_a_game_gammon_or_backgammon(rulebook: Rulebook, win: Win) -> None:
    offered = after(to_throw(rulebook, START, cube=Cube(2)), events.Resign(ONE, win))

    over = after(offered, events.AcceptResignation(TWO))

    assert over.game.result == Result(TWO, Ending.RESIGNED, 2 * win, win)
    assert over.score[TWO] == 2 * win


@every_rulebook
def test_silent_the_opponent_may_refuse_a_resignation_and_play_on(rulebook: Rulebook) -> None:
    match = to_throw(rulebook, START)
    assert after(match, events.Resign(ONE, Win.SINGLE), events.PlayOn(TWO)) == match


@every_rulebook
def test_silent_a_resignation_is_answered_by_the_opponent_and_first(rulebook: Rulebook) -> None:
    offered = after(to_throw(rulebook, START), events.Resign(TWO, Win.SINGLE))

    assert refusal_of(offered, throw(ONE, "31")).ban is Ban.ANSWER_RESIGNATION
    assert refusal_of(offered, events.AcceptResignation(TWO)).ban is Ban.OWN_OFFER
    assert refusal_of(offered, events.PlayOn(TWO)).ban is Ban.OWN_OFFER


@every_rulebook
def test_silent_a_player_who_has_offered_to_resign_may_only_offer_more(rulebook: Rulebook) -> None:
    offered = after(to_throw(rulebook, START), events.Resign(TWO, Win.GAMMON))

    assert refusal_of(offered, events.Resign(TWO, Win.SINGLE)).ban is Ban.ANSWER_RESIGNATION
    assert refusal_of(offered, events.Resign(TWO, Win.GAMMON)).ban is Ban.ANSWER_RESIGNATION
    assert refusal_of(offered, events.Resign(ONE, Win.BACKGAMMON)).ban is Ban.ANSWER_RESIGNATION
    raised = after(offered, events.Resign(TWO, Win.BACKGAMMON), events.AcceptResignation(ONE))
    assert raised.game.result
    assert raised.game.result.win is Win.BACKGAMMON


@every_rulebook
def test_silent_a_player_takes_back_freely_until_his_turn_is_completed(rulebook: Rulebook) -> None:
    thrown = after(to_throw(rulebook, START), throw(ONE, "31"))
    played = after(thrown, play(thrown, "24/23 13/10"))

    assert after(played, events.TakeBack(ONE)) == thrown
    replayed = after(played, play(played, "8/5 6/5"))
    assert replayed.game.played == position_after(START, "8/5 6/5")


@every_rulebook
def test_silent_a_completed_turn_is_taken_back_if_both_agree(rulebook: Rulebook) -> None:
    thrown = after(to_throw(rulebook, START), throw(ONE, "31"))
    asked = after(turn(to_throw(rulebook, START), "31", "8/5 6/5"), events.AskUndo(ONE))

    assert refusal_of(asked, throw(TWO, "62")).ban is Ban.ANSWER_UNDO
    assert refusal_of(asked, events.AgreeUndo(ONE)).ban is Ban.OWN_OFFER
    assert after(asked, events.AgreeUndo(TWO)) == thrown


@every_rulebook
def test_silent_a_completed_turn_stands_if_the_opponent_does_not_agree(rulebook: Rulebook) -> None:
    completed = turn(to_throw(rulebook, START), "31", "8/5 6/5")
    assert after(completed, events.AskUndo(ONE), events.RefuseUndo(TWO)) == completed


@every_rulebook
def test_silent_as_a_setting_undo_needs_no_consent(rulebook: Rulebook) -> None:
    match = to_throw(replace(rulebook, undo_needs_both=False), START)

    undone = after(turn(match, "31", "8/5 6/5"), events.AskUndo(ONE))

    assert undone == after(match, throw(ONE, "31"))
    assert undone.game.phase is Phase.TO_PLAY


def test_silent_a_board_with_a_checker_in_hand_is_no_position_to_judge() -> None:
    with pytest.raises(NotAPosition):
        board("6:14 0:0", "6:15")


@every_rulebook
def test_silent_the_last_checker_plays_both_dice_where_it_can(rulebook: Rulebook) -> None:
    position = board("4:1", "22:1 6:14")
    assert set(legal(rulebook, position, "41")) == {position_after(position, "4/3 3/0")}
