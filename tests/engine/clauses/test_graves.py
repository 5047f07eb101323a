"""The clauses of the `graves` leaflet, GR-1 to GR-20; docs/rulebooks.md has them in words."""

from dataclasses import replace

import pytest

from engine.backgammon.dice import Dice
from engine.backgammon.game import events
from engine.backgammon.game.events import Ban
from engine.backgammon.game.match import Ending, Match, Phase, Result
from engine.backgammon.game.scoring import CENTRED, Cube, Win
from engine.backgammon.position import START
from engine.backgammon.rulebook import GRAVES, Option
from tests.rigs.engine.play_notation import (
    ONE,
    TWO,
    after,
    board,
    play,
    position_after,
    refusal_of,
    resigned_game,
    result_of_bearing_off,
    throw,
    to_throw,
    turn,
)

CLOSED = "6:2 5:2 4:2 3:2 2:2 1:2"


def test_gr_1_equal_dice_are_thrown_again() -> None:
    tie = after(Match(GRAVES), events.OpeningThrow(4, 4))
    assert tie == Match(GRAVES)


def test_gr_11_even_a_match_to_one_point_has_its_cube() -> None:
    match = to_throw(GRAVES, START, length=1)
    assert after(match, events.Double(ONE)).game.phase is Phase.DOUBLED


@pytest.mark.parametrize(("most", "stakes"), [(0, [1, 1]), (1, [2, 2])])
def test_gr_13_as_an_option_one_tie_a_game_doubles_the_stake(most: int, stakes: list[int]) -> None:
    match = Match(replace(GRAVES, automatic_doubles=most))

    once = after(match, events.OpeningThrow(3, 3))
    twice = after(once, events.OpeningThrow(5, 5))

    assert [once.game.cube, twice.game.cube] == [Cube(stake) for stake in stakes]


def test_gr_13_another_game_has_its_own_automatic_double() -> None:
    match = Match(replace(GRAVES, automatic_doubles=1))
    resigned = resigned_game(after(match, events.OpeningThrow(3, 3)), ONE)
    next_game = after(resigned, events.NextGame())

    assert next_game.game.cube == CENTRED
    assert after(next_game, events.OpeningThrow(3, 3)).game.cube == Cube(2)


def test_gr_14_as_an_option_the_doubled_player_redoubles_at_once_and_keeps_the_cube() -> None:
    match = to_throw(replace(GRAVES, beavers=Option.ON), START)

    beavered = after(match, events.Double(ONE), events.Beaver(TWO))

    assert beavered.game.offer == 4
    assert after(beavered, events.Take(ONE)).game.cube == Cube(4, TWO)
    assert after(beavered, events.Drop(ONE)).game.result == Result(TWO, Ending.DROPPED, 2)


def test_gr_15_as_an_option_the_cube_rests_in_the_game_after_one_comes_within_a_point() -> None:
    match = Match(replace(GRAVES, crawford=True), length=3)

    resigned = resigned_game(match, ONE, Win.GAMMON)
    crawford = after(resigned, events.NextGame(), events.OpeningThrow(3, 1))
    second_turn = after(crawford, play(crawford, "8/5 6/5"), events.EndTurn(ONE))

    assert refusal_of(second_turn, events.Double(TWO)).ban is Ban.NO_CUBE_IN_CRAWFORD_GAME


def test_gr_15_in_the_game_after_it_doubling_is_free_again() -> None:
    match = Match(replace(GRAVES, crawford=True), length=3)

    crawford = after(resigned_game(match, ONE, Win.GAMMON), events.NextGame())
    past = after(resigned_game(crawford, TWO), events.NextGame(), events.OpeningThrow(3, 1))
    second_turn = after(past, play(past, "8/5 6/5"), events.EndTurn(ONE))

    assert after(second_turn, events.Double(TWO)).game.phase is Phase.DOUBLED


def test_gr_16_as_an_option_gammons_count_single_before_any_double() -> None:
    jacoby = replace(GRAVES, jacoby=Option.ON)

    assert result_of_bearing_off(jacoby, "6:15").points == 1
    assert result_of_bearing_off(jacoby, "25:1 6:14").points == 1
    assert result_of_bearing_off(jacoby, "6:15", cube=Cube(2, TWO)).points == 4
    assert result_of_bearing_off(GRAVES, "6:15").points == 2


def test_gr_17_a_throw_that_does_not_lie_right_is_thrown_again() -> None:
    match = to_throw(GRAVES, START)

    cocked = after(match, events.CockedThrow(ONE))

    assert cocked == match
    assert after(cocked, throw(ONE, "31")).game.dice == Dice(3, 1)


def test_gr_17_a_die_of_the_opening_throw_may_be_cocked_too() -> None:
    assert after(Match(GRAVES), events.CockedThrow(TWO)) == Match(GRAVES)


def test_gr_17_both_may_agree_that_a_throw_does_not_count() -> None:
    thrown = after(to_throw(GRAVES, START), throw(ONE, "31"))
    opened = after(Match(GRAVES), events.OpeningThrow(3, 1))

    again = after(thrown, events.VoidThrow(ONE))

    assert (again.game.phase, again.game.turn, again.game.dice) == (Phase.TO_THROW, ONE, None)
    assert after(again, throw(ONE, "64")).game.dice == Dice(6, 4)
    assert after(opened, events.VoidThrow(ONE)).game == Match(GRAVES).game


def test_gr_18_until_the_dice_are_picked_up_a_play_may_be_changed() -> None:
    thrown = after(to_throw(GRAVES, START), throw(ONE, "31"))

    changed = after(thrown, play(thrown, "24/23 13/10"), play(thrown, "8/5 6/5"))

    completed = after(changed, events.EndTurn(ONE))
    assert completed.game.position == position_after(START, "8/5 6/5").mirrored


@pytest.mark.parametrize("moves", ["8/5", "8/5 13/8"])
def test_gr_19_the_opponent_may_have_an_incomplete_or_illegal_play_retaken(moves: str) -> None:
    match = to_throw(GRAVES, START)

    retaken = after(turn(match, "31", moves), events.Challenge(TWO))

    assert retaken == after(match, throw(ONE, "31"))


def test_gr_19_an_unmoved_board_may_be_a_play_but_picking_up_the_dice_is_not() -> None:
    thrown = after(to_throw(GRAVES, START), throw(ONE, "31"))

    assert refusal_of(thrown, events.EndTurn(ONE)).ban is Ban.PLAY_FIRST
    unmoved = after(thrown, play(thrown, ""), events.EndTurn(ONE))
    assert after(unmoved, events.Challenge(TWO)) == thrown


def test_gr_19_only_the_opponent_challenges_and_only_what_is_illegal() -> None:
    illegal = turn(to_throw(GRAVES, START), "31", "8/5")
    right = turn(to_throw(GRAVES, START), "31", "8/5 6/5")

    assert refusal_of(illegal, events.Challenge(ONE)).ban is Ban.NOTHING_TO_CHALLENGE
    assert refusal_of(right, events.Challenge(TWO)).ban is Ban.NOTHING_TO_CHALLENGE


def test_gr_19_throwing_the_dice_accepts_the_play() -> None:
    thrown = after(turn(to_throw(GRAVES, START), "31", "8/5"), throw(TWO, "62"))

    assert thrown.game.position == position_after(START, "8/5").mirrored
    assert refusal_of(thrown, events.Challenge(TWO)).ban is Ban.NOT_NOW
    next_turn = after(thrown, play(thrown, "24/18 13/11"), events.EndTurn(TWO))
    assert refusal_of(next_turn, events.Challenge(TWO)).ban is Ban.NOTHING_TO_CHALLENGE


def test_gr_19_offering_a_double_accepts_the_play() -> None:
    doubled = after(turn(to_throw(GRAVES, START), "31", "8/5"), events.Double(TWO))

    taken = after(doubled, events.Take(ONE))

    assert refusal_of(taken, events.Challenge(TWO)).ban is Ban.NOTHING_TO_CHALLENGE


def test_gr_20_a_throw_before_the_opponent_has_picked_up_the_dice_does_not_count() -> None:
    thrown = after(to_throw(GRAVES, START), throw(ONE, "31"))
    played = after(thrown, play(thrown, "8/5 6/5"))

    assert refusal_of(thrown, throw(TWO, "62")).ban is Ban.EARLY_THROW
    assert refusal_of(played, throw(TWO, "62")).ban is Ban.EARLY_THROW
    assert refusal_of(played, events.Double(TWO)).ban is Ban.EARLY_THROW
    assert after(played, events.EndTurn(ONE), throw(TWO, "62")).game.dice == Dice(6, 2)


def test_gr_20_a_throw_after_a_forced_play_counts() -> None:
    thrown = after(to_throw(GRAVES, board("25:2 13:2", "1:2 6:2")), throw(ONE, "31"))
    played = after(thrown, play(thrown, "25/22"))

    assert refusal_of(thrown, throw(TWO, "62")).ban is Ban.PLAY_FIRST
    assert after(played, throw(TWO, "62")).game.turn is TWO


@pytest.mark.parametrize(
    ("mover", "other", "moves"),
    [("25:1 13:2", CLOSED, ""), ("13:1 6:5", "13:1 6:5", "13/10 10/9")],
    ids=["no legal play", "no contact"],
)
def test_gr_20_a_throw_counts_where_it_tells_nothing(mover: str, other: str, moves: str) -> None:
    thrown = after(to_throw(GRAVES, board(mover, other)), throw(ONE, "31"))
    played = after(thrown, play(thrown, moves)) if moves else thrown
    assert after(played, throw(TWO, "62")).game.turn is TWO
