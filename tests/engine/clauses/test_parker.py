"""The clauses of the `parker` leaflet, PB-1 to PB-18; docs/rulebooks.md has them in words."""

import pytest

from engine.backgammon.cube import Cube
from engine.backgammon.dice import Dice
from engine.backgammon.game import events
from engine.backgammon.game.match import Ending, Match, Phase, Result
from engine.backgammon.game.refusals import Ban
from engine.backgammon.game.scoring import Win
from engine.backgammon.players import Player
from engine.backgammon.position import START
from engine.backgammon.rulebook import PARKER
from engine.backgammon.sides import BySide
from engine.backgammon.why.reasons import Why
from tests.rigs.play import (
    ONE,
    TWO,
    after,
    board,
    borne_off,
    legal,
    moved,
    play,
    refused,
    throw,
    to_throw,
    turn,
    whys,
)


@pytest.mark.parametrize(("one", "two", "winner"), [(5, 2, ONE), (2, 5, TWO)])
def test_pb_1_the_higher_single_die_begins(one: int, two: int, winner: Player) -> None:
    match = after(Match(PARKER), events.OpeningThrow(one, two))

    assert match.game.turn is winner


def test_pb_2_the_winner_throws_both_dice_for_his_first_play() -> None:
    match = after(Match(PARKER), events.OpeningThrow(5, 2))

    assert refused(match, play(match, "13/8 13/11")).ban is Ban.NOT_NOW
    assert after(match, throw(ONE, "66")).game.dice == Dice(6, 6)


def test_pb_3_fifteen_men_a_side_are_set_up_on_four_points() -> None:
    side = "24:2 13:5 8:3 6:5"

    assert Match(PARKER).game.position == board(side, side)


def test_pb_4_the_two_sides_move_in_opposite_directions() -> None:
    moved_on = moved(START, "24/23")

    assert moved_on.turned.counts[2 - 1] == -1
    assert whys(PARKER, START, "21", "6/8 6/5") == {Why.WRONG_DIRECTION}


def test_pb_5_a_point_holds_all_fifteen_men_of_a_side() -> None:
    position = board("14:1 6:14", "6:15")

    on_one_point = moved(position, "14/6")

    assert on_one_point.counts[6 - 1] == 15
    assert on_one_point in legal(PARKER, position, "62")


@pytest.mark.parametrize("moves", ["13/8 13/10", "13/8 8/5", "13/10 10/5"])
def test_pb_6_the_numbers_are_played_in_any_order_by_one_man_or_two(moves: str) -> None:
    position = board("13:2", "6:15")

    assert moved(position, moves) in legal(PARKER, position, "53")


@pytest.mark.parametrize(
    ("blocks", "reasons"),
    [("17:2", set()), ("15:2", set()), ("17:2 15:2", {Why.POINT_BLOCKED})],
)
def test_pb_6_one_man_taking_both_numbers_touches_down_between(
    blocks: str, reasons: set[Why]
) -> None:
    position = board("13:2", blocks)

    assert whys(PARKER, position, "53", "13/5") == reasons


@pytest.mark.parametrize(
    "moves",
    [
        "13/11 11/9 9/7 7/5",
        "13/11 11/9 13/11 11/9",
        "13/11 11/9 13/11 13/11",
        "13/11 13/11 13/11 13/11",
    ],
)
def test_pb_7_a_double_is_four_moves_by_one_to_four_men(moves: str) -> None:
    position = board("13:4", "6:15")

    assert moved(position, moves) in legal(PARKER, position, "22")


def test_pb_8_two_or_more_opponents_block_a_point_and_may_be_passed() -> None:
    position = board("13:2", "17:2")

    assert whys(PARKER, position, "51", "13/8 13/12") == {Why.POINT_BLOCKED}
    assert moved(position, "13/7 13/12") in legal(PARKER, position, "61")


def test_pb_9_what_cannot_be_played_is_lost() -> None:
    position = board("13:1", "18:2 22:2")

    plays = legal(PARKER, position, "64")

    assert set(plays) == {moved(position, "13/9")}


def test_pb_9_the_whole_of_a_throw_must_be_played_if_possible() -> None:
    assert whys(PARKER, START, "31", "8/5") == {Why.BOTH_DICE}
    assert moved(START, "8/5 6/5") in legal(PARKER, START, "31")


def test_pb_9_of_two_numbers_that_exclude_each_other_the_player_chooses() -> None:
    position = board("13:1", "23:2")

    plays = legal(PARKER, position, "65")

    assert set(plays) == {moved(position, "13/7"), moved(position, "13/8")}


def test_pb_10_a_lone_opponent_landed_on_goes_to_the_bar() -> None:
    position = board("13:2", "17:1")

    hit = moved(position, "13/8 13/11")

    assert hit in legal(PARKER, position, "52")
    assert hit.bar == BySide(0, 1)


def test_pb_11_with_a_man_on_the_bar_nothing_else_moves() -> None:
    position = board("25:1 13:2", "6:2")

    assert whys(PARKER, position, "31", "13/10 13/12") == {Why.STILL_ON_BAR}


def test_pb_11_either_die_enters_and_the_other_moves_any_man() -> None:
    position = board("25:1 13:2", "6:2")

    plays = legal(PARKER, position, "31")

    for moves in ("25/22 13/12", "25/24 13/10", "25/22 22/21"):
        assert moved(position, moves) in plays


def test_pb_11_dice_are_not_combined_to_enter() -> None:
    position = board("25:1 13:2", "1:2 3:2")

    assert moved(position, "25/21") not in legal(PARKER, position, "31")
    assert set(legal(PARKER, position, "31")) == {position}


def test_pb_12_the_bar_holds_any_number_of_men_of_both_sides() -> None:
    position = board("25:6 13:9", "25:4 18:1 6:10")

    hit = moved(position, "25/24 25/23")

    assert hit in legal(PARKER, position, "21")
    assert hit.bar == BySide(4, 4)


def test_pb_13_bearing_off_starts_with_all_fifteen_home() -> None:
    position = board("7:1 6:14", "6:15")

    assert whys(PARKER, position, "63", "6/0 6/3") == {Why.NOT_ALL_HOME}
    assert moved(position, "7/6 6/0") in legal(PARKER, position, "61")


@pytest.mark.parametrize("moves", ["6/0 3/0", "6/0 6/3", "6/0 5/2", "6/0 4/1"])
def test_pb_13_a_die_bears_off_from_its_own_point_or_moves_a_man_up(moves: str) -> None:
    position = board("6:4 5:4 4:4 3:3", "6:15")

    assert moved(position, moves) in legal(PARKER, position, "63")


def test_pb_13_a_die_higher_than_every_man_bears_off_from_the_farthest_point() -> None:
    position = board("4:2 3:6 2:7", "6:15")

    plays = legal(PARKER, position, "63")

    assert set(plays) == {moved(position, "4/0 4/1"), moved(position, "4/0 3/0")}


def test_pb_13_no_man_is_borne_off_past_one_on_a_higher_point() -> None:
    position = board("5:8 2:7", "6:15")

    assert whys(PARKER, position, "31", "2/0 5/4") == {Why.CHECKER_BEHIND}


def test_pb_14_a_man_hit_while_bearing_off_comes_round_before_it_goes_on() -> None:
    position = board("25:1 6:5", "5:2")

    assert whys(PARKER, position, "61", "25/24 6/0") == {Why.NOT_ALL_HOME}
    assert moved(position, "25/24 24/18") in legal(PARKER, position, "61")


def test_pb_15_a_double_bears_off_four_men() -> None:
    position = board("6:7", "6:15")

    assert set(legal(PARKER, position, "66")) == {moved(position, "6/0 6/0 6/0 6/0")}


def test_pb_16_the_first_to_bear_off_all_wins() -> None:
    last_throw = to_throw(PARKER, board("2:1 1:1", "6:1"))

    match = turn(last_throw, "21", "2/0 1/0")

    assert match.game.phase is Phase.OVER
    assert match.game.result == Result(ONE, Ending.BORNE_OFF, 1)


@pytest.mark.parametrize(
    ("loser", "win"),
    [
        ("6:14", Win.SINGLE),
        ("24:1 6:13", Win.SINGLE),
        ("18:1 6:14", Win.GAMMON),
        ("24:1 6:14", Win.BACKGAMMON),
        ("25:1 6:14", Win.BACKGAMMON),
    ],
)
def test_pb_17_simple_gammon_and_backgammon_win_one_two_and_three_stakes(
    loser: str, win: Win
) -> None:
    result = borne_off(PARKER, loser, cube=Cube(4, ONE))

    assert (result.win, result.points) == (win, 4 * win)


def test_pb_18_nobody_doubles_before_the_first_throw() -> None:
    match = after(Match(PARKER), events.OpeningThrow(5, 2))

    assert refused(match, events.Double(ONE)).ban is Ban.NO_DOUBLE_BEFORE_FIRST_THROW


def test_pb_18_a_player_doubles_before_his_own_throw_and_not_after_it() -> None:
    begun = turn(after(Match(PARKER), events.OpeningThrow(5, 2)), "31", "8/5 6/5")

    assert after(begun, events.Double(TWO)).game.phase is Phase.DOUBLED
    assert refused(begun, events.Double(ONE)).ban is Ban.NOT_YOUR_TURN
    assert (
        refused(after(begun, throw(TWO, "31")), events.Double(TWO)).ban is Ban.DOUBLE_BEFORE_THROW
    )


def test_pb_18_a_double_is_accepted_or_the_game_is_lost() -> None:
    doubled = after(to_throw(PARKER, START), events.Double(ONE))

    assert after(doubled, events.Take(TWO)).game.cube == Cube(2, TWO)
    assert after(doubled, events.Drop(TWO)).game.result == Result(ONE, Ending.DROPPED, 1)


def test_pb_18_the_right_to_double_lies_with_whoever_accepted_last() -> None:
    taken = after(to_throw(PARKER, START), events.Double(ONE), events.Take(TWO))

    assert refused(taken, events.Double(ONE)).ban is Ban.NOT_YOUR_CUBE
    assert after(turn(taken, "31", "8/5 6/5"), events.Double(TWO)).game.offer == 4


def test_pb_18_the_stake_may_be_doubled_without_end() -> None:
    high = to_throw(PARKER, START, cube=Cube(1024, ONE))

    assert after(high, events.Double(ONE)).game.offer == 2048
