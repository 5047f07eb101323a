"""The clauses of the `seaside` leaflet, SE-1 to SE-9; docs/rulebooks.md has them in words."""

import pytest

from engine.backgammon.dice import Dice
from engine.backgammon.game import events
from engine.backgammon.game.match import Match, Phase
from engine.backgammon.game.refusals import Ban
from engine.backgammon.game.scoring import Win
from engine.backgammon.players import Player
from engine.backgammon.position import START
from engine.backgammon.rulebook import SEASIDE
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
    refused,
    to_throw,
    turn,
    whys,
)


@pytest.mark.parametrize(("one", "two", "winner"), [(6, 4, ONE), (1, 3, TWO)])
def test_se_1_the_higher_single_die_plays_both_numbers_shown(
    one: int, two: int, winner: Player
) -> None:
    match = after(Match(SEASIDE), events.OpeningThrow(one, two))

    assert (match.game.turn, match.game.dice) == (winner, Dice(one, two))


def test_se_2_a_point_is_open_unless_two_opponents_hold_it() -> None:
    position = board("13:3 11:1", "15:1 17:2")

    assert moved(position, "13/11 13/10") in legal(SEASIDE, position, "32")
    assert whys(SEASIDE, position, "52", "13/8 13/11") == {Why.POINT_BLOCKED}


@pytest.mark.parametrize(
    ("blocks", "reasons"),
    [("17:2", set()), ("16:2", set()), ("16:2 17:2", {Why.POINT_BLOCKED})],
)
def test_se_3_one_checker_moves_the_sum_if_either_count_alone_lands_open(
    blocks: str, reasons: set[Why]
) -> None:
    position = board("13:2", blocks)

    assert whys(SEASIDE, position, "54", "13/4") == reasons


def test_se_4_a_double_is_four_moves() -> None:
    position = board("13:4", "6:15")

    plays = legal(SEASIDE, position, "55")

    assert plays.required == 4
    assert moved(position, "13/8 8/3 13/8 13/8") in plays


def test_se_5_a_blot_landed_on_goes_to_the_bar() -> None:
    position = board("13:2", "16:1")

    hit = moved(position, "13/9 13/12")

    assert hit in legal(SEASIDE, position, "41")
    assert hit.bar == BySide(0, 1)


def test_se_6_all_checkers_enter_before_any_other_moves() -> None:
    position = board("25:2 13:2", "6:2")

    assert whys(SEASIDE, position, "41", "25/21 13/12") == {Why.STILL_ON_BAR}
    assert set(legal(SEASIDE, position, "41")) == {moved(position, "25/21 25/24")}


def test_se_6_whoever_can_enter_must_and_loses_what_is_left() -> None:
    position = board("25:2 13:2", "6:2")

    assert set(legal(SEASIDE, position, "64")) == {moved(position, "25/21")}
    assert whys(SEASIDE, position, "64", "") == {Why.STILL_ON_BAR}


def test_se_6_with_neither_point_open_the_turn_is_lost() -> None:
    match = turn(to_throw(SEASIDE, board("25:1 13:2", "6:2 4:2")), "64")

    assert (match.game.phase, match.game.turn) == (Phase.TO_THROW, TWO)


def test_se_6_after_the_last_entry_the_rest_is_played_by_any_checker() -> None:
    position = board("25:1 13:2", "6:2")

    assert set(legal(SEASIDE, position, "64")) == {
        moved(position, "25/21 21/15"),
        moved(position, "25/21 13/7"),
    }
    assert whys(SEASIDE, position, "64", "25/21") == {Why.BOTH_DICE}


def test_se_7_a_number_bears_off_from_its_own_point_only_with_all_home() -> None:
    home, away = board("6:2 3:2", "6:15"), board("7:1 6:2 3:2", "6:15")

    assert moved(home, "6/0 3/0") in legal(SEASIDE, home, "63")
    assert whys(SEASIDE, away, "63", "6/0 3/0") == {Why.NOT_ALL_HOME}


def test_se_7_a_number_higher_than_any_occupied_point_takes_one_from_the_highest() -> None:
    position = board("4:1 3:3", "6:15")

    assert set(legal(SEASIDE, position, "65")) == {moved(position, "4/0 3/0")}


def test_se_7_the_number_of_an_empty_point_is_moved_from_a_higher_one() -> None:
    position = board("6:1 5:1 3:3", "6:15")

    assert whys(SEASIDE, position, "41", "3/0 3/2") == {Why.CHECKER_BEHIND}
    assert moved(position, "6/2 3/2") in legal(SEASIDE, position, "41")


def test_se_7_nobody_need_bear_off_who_can_move() -> None:
    position = board("6:2 4:2 1:2", "6:15")

    assert moved(position, "6/2 6/5") in legal(SEASIDE, position, "41")


def test_se_8_a_checker_hit_while_bearing_off_comes_home_again_first() -> None:
    position = board("25:1 6:5", "5:2")

    assert whys(SEASIDE, position, "61", "25/24 6/0") == {Why.NOT_ALL_HOME}


@pytest.mark.parametrize(
    ("loser", "win"),
    [
        ("6:14", Win.SINGLE),
        ("6:15", Win.GAMMON),
        ("7:1 6:13", Win.GAMMON),
        ("19:1 6:1", Win.BACKGAMMON),
        ("25:1 6:1", Win.BACKGAMMON),
    ],
)
def test_se_9_stakes_are_multiplied_even_for_a_loser_with_some_off(loser: str, win: Win) -> None:
    result = borne_off(SEASIDE, loser, length=5)

    assert (result.win, result.points) == (win, win)


def test_se_9_there_is_no_cube() -> None:
    match = to_throw(SEASIDE, START)

    assert refused(match, events.Double(ONE)).ban is Ban.NO_CUBE
