"""The clauses of the `graves` leaflet, GR-1 to GR-20; docs/rulebooks.md has them in words."""

from dataclasses import replace

import pytest

from engine.backgammon.cube import CENTRED, Cube
from engine.backgammon.dice import Dice
from engine.backgammon.game import events
from engine.backgammon.game.match import Ending, Match, Phase, Result
from engine.backgammon.game.refusals import Ban
from engine.backgammon.game.scoring import Win
from engine.backgammon.position import START
from engine.backgammon.rulebook import GRAVES, Option
from engine.backgammon.sides import BySide
from engine.backgammon.why.reasons import Why
from tests.rigs.play import (
    ONE,
    TWO,
    after,
    board,
    borne_off,
    given_up,
    legal,
    moved,
    play,
    refused,
    throw,
    to_throw,
    turn,
    whys,
)

CLOSED = "6:2 5:2 4:2 3:2 2:2 1:2"


def test_gr_1_equal_dice_are_thrown_again() -> None:
    tie = after(Match(GRAVES), events.OpeningThrow(4, 4))

    assert tie == Match(GRAVES)


def test_gr_1_the_high_roller_plays_the_two_opening_dice() -> None:
    match = after(Match(GRAVES), events.OpeningThrow(2, 6))

    assert (match.game.turn, match.game.dice) == (TWO, Dice(6, 2))


@pytest.mark.parametrize("moves", ["13/7 13/11", "13/7 7/5"])
def test_gr_2_each_die_is_a_move_of_its_own(moves: str) -> None:
    position = board("13:2", "6:15")

    assert moved(position, moves) in legal(GRAVES, position, "62")


def test_gr_2_a_checker_lands_on_open_points_and_passes_over_others() -> None:
    position = board("13:2", "17:2 15:1")

    assert whys(GRAVES, position, "51", "13/8 13/12") == {Why.POINT_BLOCKED}
    assert moved(position, "13/7 13/10") in legal(GRAVES, position, "63")


def test_gr_3_a_double_is_four_moves() -> None:
    position = board("13:2", "6:15")

    assert legal(GRAVES, position, "33").required == 4
    assert moved(position, "13/10 10/7 7/4 13/10") in legal(GRAVES, position, "33")


def test_gr_3_of_a_double_as_many_moves_as_possible_are_made() -> None:
    position = board("13:1", "21:2")

    assert set(legal(GRAVES, position, "33")) == {moved(position, "13/10 10/7")}
    assert whys(GRAVES, position, "33", "13/10") == {Why.MORE_OF_DOUBLE}


def test_gr_4_both_numbers_are_played_when_possible() -> None:
    assert whys(GRAVES, START, "31", "8/5") == {Why.BOTH_DICE}


def test_gr_4_the_only_number_that_can_be_played_must_be() -> None:
    position = board("13:1", "18:2 22:2")

    assert set(legal(GRAVES, position, "64")) == {moved(position, "13/9")}
    assert whys(GRAVES, position, "64", "") == {Why.NUMBER_PLAYABLE}


def test_gr_4_of_two_numbers_that_exclude_each_other_the_larger_must_be_played() -> None:
    position = board("13:1", "23:2")

    assert set(legal(GRAVES, position, "65")) == {moved(position, "13/7")}
    assert whys(GRAVES, position, "65", "13/8") == {Why.LARGER_DIE}


def test_gr_5_a_player_who_can_play_nothing_loses_the_turn() -> None:
    match = turn(to_throw(GRAVES, board("13:2", "17:2 18:2")), "65")

    assert (match.game.phase, match.game.turn) == (Phase.TO_THROW, TWO)
    assert match.game.position == board("13:2", "17:2 18:2").turned


def test_gr_6_a_blot_is_hit_and_put_on_the_bar() -> None:
    position = board("13:2", "17:1")

    hit = moved(position, "13/8 13/11")

    assert hit in legal(GRAVES, position, "52")
    assert hit.bar == BySide(0, 1)


def test_gr_6_one_double_can_hit_four_blots() -> None:
    position = board("24:1", "3:1 5:1 7:1 9:1")

    four_hits = moved(position, "24/22 22/20 20/18 18/16")

    assert four_hits.bar == BySide(0, 4)
    assert four_hits in legal(GRAVES, position, "22")


def test_gr_7_all_checkers_enter_before_any_other_moves() -> None:
    position = board("25:2 13:2", "6:2")

    assert set(legal(GRAVES, position, "31")) == {moved(position, "25/22 25/24")}
    assert whys(GRAVES, position, "31", "25/22 13/12") == {Why.STILL_ON_BAR}


def test_gr_7_as_many_as_possible_enter_and_the_rest_of_the_throw_is_lost() -> None:
    position = board("25:2 13:2", "1:2")

    assert set(legal(GRAVES, position, "31")) == {moved(position, "25/22")}
    assert whys(GRAVES, position, "31", "25/22 13/12") == {Why.STILL_ON_BAR}


def test_gr_7_after_the_last_has_entered_the_rest_must_be_played() -> None:
    position = board("25:1 13:2", "1:2")

    assert whys(GRAVES, position, "31", "25/22") == {Why.BOTH_DICE}


def test_gr_8_all_fifteen_come_home_before_any_is_borne_off() -> None:
    position = board("7:1 6:14", "6:15")

    assert whys(GRAVES, position, "63", "6/0 6/3") == {Why.NOT_ALL_HOME}


@pytest.mark.parametrize(
    ("checkers", "plays"),
    [
        ("6:2 1:2", ["6/0 1/0", "6/0 6/5"]),
        ("5:2 4:2", ["5/0 5/4", "5/0 4/3"]),
        ("3:2 2:2", ["3/0 3/2", "3/0 2/1"]),
    ],
)
def test_gr_8_a_number_bears_off_from_its_own_point_or_from_the_highest(
    checkers: str, plays: list[str]
) -> None:
    position = board(checkers, "6:15")

    assert set(legal(GRAVES, position, "61")) == {moved(position, moves) for moves in plays}


def test_gr_8_a_number_with_nobody_on_its_point_is_played_in_full_from_a_higher_one() -> None:
    position = board("6:2 5:2 3:2", "6:15")

    assert whys(GRAVES, position, "41", "3/0 3/2") == {Why.CHECKER_BEHIND}
    assert moved(position, "6/2 3/2") in legal(GRAVES, position, "41")
    assert moved(position, "5/1 3/2") in legal(GRAVES, position, "41")


def test_gr_9_bearing_off_is_not_required_while_another_full_play_exists() -> None:
    position = board("6:2 4:2 1:2", "6:15")

    plays = legal(GRAVES, position, "41")

    assert moved(position, "4/0 1/0") in plays
    assert moved(position, "6/2 6/5") in plays


def test_gr_10_a_checker_hit_while_bearing_off_comes_round_first() -> None:
    position = board("25:1 6:5", "5:2")

    assert whys(GRAVES, position, "61", "25/24 6/0") == {Why.NOT_ALL_HOME}
    assert moved(position, "25/24 24/18") in legal(GRAVES, position, "61")


def test_gr_11_the_cube_is_offered_at_the_start_of_ones_turn_before_the_dice() -> None:
    match = to_throw(GRAVES, START)

    assert after(match, events.Double(ONE)).game.offer == 2
    assert refused(match, events.Double(TWO)).ban is Ban.NOT_YOUR_TURN
    assert (
        refused(after(match, throw(ONE, "31")), events.Double(ONE)).ban is Ban.DOUBLE_BEFORE_THROW
    )


def test_gr_11_a_pass_pays_and_a_take_owns() -> None:
    doubled = after(to_throw(GRAVES, START), events.Double(ONE))

    assert after(doubled, events.Drop(TWO)).game.result == Result(ONE, Ending.DROPPED, 1)
    assert after(doubled, events.Take(TWO)).game.cube == Cube(2, TWO)


def test_gr_11_only_the_owner_redoubles() -> None:
    taken = after(to_throw(GRAVES, START), events.Double(ONE), events.Take(TWO))

    assert refused(taken, events.Double(ONE)).ban is Ban.NOT_YOUR_CUBE
    assert after(turn(taken, "31", "8/5 6/5"), events.Double(TWO)).game.offer == 4


def test_gr_11_passing_a_redouble_costs_the_value_the_cube_last_stood_at() -> None:
    redoubled = after(to_throw(GRAVES, START, cube=Cube(2, ONE)), events.Double(ONE))

    assert after(redoubled, events.Drop(TWO)).game.result == Result(ONE, Ending.DROPPED, 2)


def test_gr_11_even_a_match_to_one_point_has_its_cube() -> None:
    match = to_throw(GRAVES, START, length=1)

    assert after(match, events.Double(ONE)).game.phase is Phase.DOUBLED


def test_gr_11_the_cube_shows_64_at_most() -> None:
    match = to_throw(GRAVES, START, cube=Cube(64, ONE))

    assert refused(match, events.Double(ONE)).ban is Ban.CUBE_AT_TOP


@pytest.mark.parametrize(
    ("loser", "points"),
    [("6:14", 4), ("24:1 6:13", 4), ("6:15", 8), ("24:1 6:14", 12), ("25:1 6:14", 12)],
)
def test_gr_12_a_gammon_is_twice_the_cube_and_a_backgammon_three_times(
    loser: str, points: int
) -> None:
    assert borne_off(GRAVES, loser, cube=Cube(4, TWO)).points == points


@pytest.mark.parametrize(("most", "stakes"), [(0, [1, 1]), (1, [2, 2])])
def test_gr_13_as_an_option_one_tie_a_game_doubles_the_stake(most: int, stakes: list[int]) -> None:
    match = Match(replace(GRAVES, automatic_doubles=most))

    once = after(match, events.OpeningThrow(3, 3))
    twice = after(once, events.OpeningThrow(5, 5))

    assert [once.game.cube, twice.game.cube] == [Cube(stake) for stake in stakes]


def test_gr_13_another_game_has_its_own_automatic_double() -> None:
    match = Match(replace(GRAVES, automatic_doubles=1))
    next_game = after(given_up(after(match, events.OpeningThrow(3, 3)), ONE), events.NextGame())

    assert next_game.game.cube == CENTRED
    assert after(next_game, events.OpeningThrow(3, 3)).game.cube == Cube(2)


def test_gr_14_as_an_option_the_doubled_player_redoubles_at_once_and_keeps_the_cube() -> None:
    match = to_throw(replace(GRAVES, beavers=Option.ON), START)

    beavered = after(match, events.Double(ONE), events.Beaver(TWO))

    assert beavered.game.offer == 4
    assert after(beavered, events.Take(ONE)).game.cube == Cube(4, TWO)
    assert after(beavered, events.Drop(ONE)).game.result == Result(TWO, Ending.DROPPED, 2)


def test_gr_14_without_the_option_there_are_no_beavers() -> None:
    doubled = after(to_throw(GRAVES, START), events.Double(ONE))

    assert refused(doubled, events.Beaver(TWO)).ban is Ban.NO_BEAVERS


def test_gr_15_as_an_option_nobody_doubles_in_the_game_after_one_comes_within_a_point() -> None:
    match = Match(replace(GRAVES, crawford=True), length=3)

    crawford = after(given_up(match, ONE, Win.GAMMON), events.NextGame(), events.OpeningThrow(3, 1))
    second_turn = after(crawford, play(crawford, "8/5 6/5"), events.EndTurn(ONE))

    assert refused(second_turn, events.Double(TWO)).ban is Ban.NO_CUBE_IN_CRAWFORD_GAME


def test_gr_15_in_the_game_after_it_doubling_is_free_again() -> None:
    match = Match(replace(GRAVES, crawford=True), length=3)

    crawford = after(given_up(match, ONE, Win.GAMMON), events.NextGame())
    past = after(given_up(crawford, TWO), events.NextGame(), events.OpeningThrow(3, 1))
    second_turn = after(past, play(past, "8/5 6/5"), events.EndTurn(ONE))

    assert after(second_turn, events.Double(TWO)).game.phase is Phase.DOUBLED


def test_gr_16_as_an_option_gammons_count_single_while_nobody_has_doubled() -> None:
    jacoby = replace(GRAVES, jacoby=Option.ON)

    assert borne_off(jacoby, "6:15").points == 1
    assert borne_off(jacoby, "25:1 6:14").points == 1
    assert borne_off(jacoby, "6:15", cube=Cube(2, TWO)).points == 4
    assert borne_off(GRAVES, "6:15").points == 2


def test_gr_17_a_throw_that_does_not_lie_right_is_thrown_again() -> None:
    match = to_throw(GRAVES, START)

    cocked = after(match, events.CockedThrow(ONE))

    assert cocked == match
    assert after(cocked, throw(ONE, "31")).game.dice == Dice(3, 1)


def test_gr_17_a_die_of_the_opening_throw_may_be_cocked_too() -> None:
    assert after(Match(GRAVES), events.CockedThrow(TWO)) == Match(GRAVES)


def test_gr_18_until_the_dice_are_picked_up_a_play_may_be_changed() -> None:
    thrown = after(to_throw(GRAVES, START), throw(ONE, "31"))

    changed = after(thrown, play(thrown, "24/23 13/10"), play(thrown, "8/5 6/5"))

    assert after(changed, events.EndTurn(ONE)).game.position == moved(START, "8/5 6/5").turned


def test_gr_18_a_play_is_complete_when_the_dice_are_picked_up() -> None:
    completed = turn(to_throw(GRAVES, START), "31", "8/5 6/5")

    assert (completed.game.phase, completed.game.turn) == (Phase.TO_THROW, TWO)
    assert refused(completed, events.TakeBack(ONE)).ban is Ban.NOT_NOW
    assert refused(completed, play(completed, "24/23")).ban is Ban.NOT_NOW


@pytest.mark.parametrize("moves", ["8/5", "8/5 13/8"])
def test_gr_19_the_opponent_may_have_an_incomplete_or_illegal_play_retaken(moves: str) -> None:
    match = to_throw(GRAVES, START)

    retaken = after(turn(match, "31", moves), events.Challenge(TWO))

    assert retaken == after(match, throw(ONE, "31"))


def test_gr_19_an_unmoved_board_may_be_a_play_and_picking_up_the_dice_alone_is_none() -> None:
    thrown = after(to_throw(GRAVES, START), throw(ONE, "31"))

    assert refused(thrown, events.EndTurn(ONE)).ban is Ban.PLAY_FIRST
    unmoved = after(thrown, play(thrown, ""), events.EndTurn(ONE))
    assert after(unmoved, events.Challenge(TWO)) == thrown


def test_gr_19_only_the_opponent_challenges_and_only_what_is_illegal() -> None:
    illegal = turn(to_throw(GRAVES, START), "31", "8/5")
    right = turn(to_throw(GRAVES, START), "31", "8/5 6/5")

    assert refused(illegal, events.Challenge(ONE)).ban is Ban.NOTHING_TO_CHALLENGE
    assert refused(right, events.Challenge(TWO)).ban is Ban.NOTHING_TO_CHALLENGE


def test_gr_19_throwing_the_dice_accepts_the_play() -> None:
    thrown = after(turn(to_throw(GRAVES, START), "31", "8/5"), throw(TWO, "62"))

    assert thrown.game.position == moved(START, "8/5").turned
    assert refused(thrown, events.Challenge(TWO)).ban is Ban.NOT_NOW
    next_turn = after(thrown, play(thrown, "24/18 13/11"), events.EndTurn(TWO))
    assert refused(next_turn, events.Challenge(TWO)).ban is Ban.NOTHING_TO_CHALLENGE


def test_gr_19_offering_a_double_accepts_the_play() -> None:
    doubled = after(turn(to_throw(GRAVES, START), "31", "8/5"), events.Double(TWO))

    taken = after(doubled, events.Take(ONE))

    assert refused(taken, events.Challenge(TWO)).ban is Ban.NOTHING_TO_CHALLENGE


def test_gr_20_a_throw_before_the_opponent_has_picked_up_the_dice_does_not_count() -> None:
    thrown = after(to_throw(GRAVES, START), throw(ONE, "31"))
    played = after(thrown, play(thrown, "8/5 6/5"))

    assert refused(thrown, throw(TWO, "62")).ban is Ban.EARLY_THROW
    assert refused(played, throw(TWO, "62")).ban is Ban.EARLY_THROW
    assert refused(played, events.Double(TWO)).ban is Ban.EARLY_THROW
    assert after(played, events.EndTurn(ONE), throw(TWO, "62")).game.dice == Dice(6, 2)


def test_gr_20_a_throw_after_a_forced_play_counts() -> None:
    thrown = after(to_throw(GRAVES, board("25:2 13:2", "1:2 6:2")), throw(ONE, "31"))
    played = after(thrown, play(thrown, "25/22"))

    assert refused(thrown, throw(TWO, "62")).ban is Ban.PLAY_FIRST
    assert after(played, throw(TWO, "62")).game.turn is TWO


def test_gr_20_a_throw_counts_where_the_opponent_cannot_move() -> None:
    thrown = after(to_throw(GRAVES, board("25:1 13:2", CLOSED)), throw(ONE, "31"))

    assert after(thrown, throw(TWO, "62")).game.turn is TWO


def test_gr_20_a_throw_counts_once_there_is_no_contact() -> None:
    thrown = after(to_throw(GRAVES, board("13:1 6:5", "13:1 6:5")), throw(ONE, "31"))
    played = after(thrown, play(thrown, "13/10 10/9"))

    assert after(played, throw(TWO, "62")).game.turn is TWO
