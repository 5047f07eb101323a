"""The clauses of the `classic` leaflet, CL-1 to CL-13; docs/rulebooks.md has them in words."""

import pytest

from engine.backgammon.cube import Cube
from engine.backgammon.dice import Dice
from engine.backgammon.game import events
from engine.backgammon.game.doubling import told_cube_is_dead
from engine.backgammon.game.match import Ending, Match, Phase, Result
from engine.backgammon.game.refusals import Ban
from engine.backgammon.game.scoring import Win
from engine.backgammon.players import Player
from engine.backgammon.position import START
from engine.backgammon.rulebook import CLASSIC
from engine.backgammon.sides import BySide
from engine.backgammon.why.reasons import Why
from referee.words import Language, load_phrases
from tests.rigs.play import (
    ONE,
    TWO,
    after,
    board,
    borne_off,
    legal,
    moved,
    refused,
    throw,
    to_throw,
    turn,
    whys,
)


@pytest.mark.parametrize(("one", "two", "winner"), [(5, 2, ONE), (2, 5, TWO)])
def test_cl_1_the_higher_single_die_plays_both_numbers_shown(
    one: int, two: int, winner: Player
) -> None:
    match = after(Match(CLASSIC), events.OpeningThrow(one, two))

    assert (match.game.turn, match.game.dice) == (winner, Dice(5, 2))


def test_cl_2_a_point_is_open_if_it_is_empty_own_or_held_by_one_opponent() -> None:
    position = board("13:3 11:1", "15:1 17:2")

    plays = legal(CLASSIC, position, "32")

    assert moved(position, "13/11 13/10") in plays
    assert moved(position, "13/11 13/10").bar == BySide(0, 1)
    assert whys(CLASSIC, position, "52", "13/8 13/11") == {Why.POINT_BLOCKED}


@pytest.mark.parametrize(
    ("blocks", "reasons"),
    [("17:2", set()), ("16:2", set()), ("16:2 17:2", {Why.POINT_BLOCKED})],
)
def test_cl_3_one_checker_takes_both_counts_only_by_way_of_an_open_point(
    blocks: str, reasons: set[Why]
) -> None:
    position = board("13:2", blocks)

    assert whys(CLASSIC, position, "54", "13/4") == reasons


def test_cl_4_a_double_is_four_moves() -> None:
    position = board("24:2 13:2", "6:2")

    assert set(legal(CLASSIC, position, "55")) == {moved(position, "13/8 13/8 8/3 8/3")}


def test_cl_5_a_hit_checker_goes_to_the_bar_and_enters_before_any_other_moves() -> None:
    hit = turn(to_throw(CLASSIC, board("13:2", "16:1 10:2 6:2")), "41", "13/9 13/12")
    position = hit.game.position

    assert position.bar == BySide(1, 0)
    assert whys(CLASSIC, position, "63", "10/4 10/7") == {Why.STILL_ON_BAR}
    assert moved(position, "25/22 10/4") in legal(CLASSIC, position, "63")


def test_cl_5_the_rest_of_the_throw_is_free_after_entering() -> None:
    position = board("25:1 13:1 8:1", "6:2")

    plays = legal(CLASSIC, position, "63")

    assert set(plays) == {
        moved(position, moves) for moves in ("25/22 22/16", "25/22 13/7", "25/22 8/2")
    }


def test_cl_6_checkers_are_borne_off_from_a_full_home_only() -> None:
    position = board("7:1 4:14", "6:15")

    assert whys(CLASSIC, position, "41", "4/0 4/3") == {Why.NOT_ALL_HOME}
    assert moved(position, "7/6 4/0") in legal(CLASSIC, position, "41")


def test_cl_6_a_die_higher_than_needed_bears_off_from_the_highest_point() -> None:
    position = board("4:3 1:3", "6:15")

    assert set(legal(CLASSIC, position, "65")) == {moved(position, "4/0 4/0")}


def test_cl_7_a_checker_hit_while_bearing_off_comes_round_again() -> None:
    position = board("25:1 6:5", "5:2")

    assert whys(CLASSIC, position, "61", "25/24 6/0") == {Why.NOT_ALL_HOME}
    assert moved(position, "25/24 24/18") in legal(CLASSIC, position, "61")


@pytest.mark.parametrize(
    ("loser", "win"),
    [
        ("6:14", Win.SINGLE),
        ("6:15", Win.GAMMON),
        ("7:1 6:13", Win.GAMMON),
        ("18:1 6:1", Win.GAMMON),
        ("19:1 6:1", Win.BACKGAMMON),
        ("25:1 6:1", Win.BACKGAMMON),
    ],
)
def test_cl_8_a_loser_outside_his_home_or_farther_back_loses_more_even_with_some_off(
    loser: str, win: Win
) -> None:
    result = borne_off(CLASSIC, loser)

    assert (result.win, result.points) == (win, win)


@pytest.mark.parametrize("value", [1, 2, 4, 8, 16, 32])
def test_cl_9_the_cube_doubles_up_to_64_and_goes_to_whoever_takes(value: int) -> None:
    match = to_throw(CLASSIC, START, cube=Cube(value, ONE))

    taken = after(match, events.Double(ONE), events.Take(TWO))

    assert taken.game.cube == Cube(2 * value, TWO)
    assert refused(taken, events.Double(ONE)).ban is Ban.NOT_YOUR_CUBE


def test_cl_9_the_cube_goes_no_higher_than_64() -> None:
    match = to_throw(CLASSIC, START, cube=Cube(64, ONE))

    assert refused(match, events.Double(ONE)).ban is Ban.CUBE_AT_TOP


def test_cl_9_the_cube_is_offered_before_the_throw() -> None:
    match = after(to_throw(CLASSIC, START), throw(ONE, "31"))

    assert refused(match, events.Double(ONE)).ban is Ban.DOUBLE_BEFORE_THROW


@pytest.mark.parametrize("word", ["double", "take", "drop"])
def test_cl_9_the_words_of_the_cube_are_understood(word: str) -> None:
    assert word in load_phrases(Language.ENGLISH).synonyms[word]


def test_cl_10_a_match_to_one_point_has_no_cube() -> None:
    match = to_throw(CLASSIC, START, length=1)

    assert refused(match, events.Double(ONE)).ban is Ban.NO_CUBE_IN_ONE_POINT_MATCH


def test_cl_10_a_game_for_money_has_its_cube() -> None:
    match = to_throw(CLASSIC, START)

    assert after(match, events.Double(ONE)).game.phase is Phase.DOUBLED


@pytest.mark.parametrize("stake", [1, 2, 8])
def test_cl_11_a_drop_ends_the_game_at_the_stake_before(stake: int) -> None:
    match = to_throw(CLASSIC, START, cube=Cube(stake, ONE))

    dropped = after(match, events.Double(ONE), events.Drop(TWO))

    assert dropped.game.result == Result(ONE, Ending.DROPPED, stake)
    assert dropped.score[ONE] == stake


@pytest.mark.parametrize(("loser", "points"), [("6:14", 4), ("6:15", 8), ("25:1 6:14", 12)])
def test_cl_12_gammon_and_backgammon_multiply_the_cube(loser: str, points: int) -> None:
    assert borne_off(CLASSIC, loser, cube=Cube(4, TWO), length=7).points == points


@pytest.mark.parametrize(("score", "alive", "dead"), [((0, 0), 4, 8), ((3, 3), 2, 4)])
def test_cl_13_a_player_is_told_when_a_higher_cube_is_no_use(
    score: tuple[int, int], alive: int, dead: int
) -> None:
    useful = to_throw(CLASSIC, START, length=7, score=score, cube=Cube(alive, ONE))
    useless = to_throw(CLASSIC, START, length=7, score=score, cube=Cube(dead, ONE))

    assert not told_cube_is_dead(useful, ONE)
    assert told_cube_is_dead(useless, ONE)


def test_cl_13_a_useless_double_is_pointless_and_not_forbidden() -> None:
    match = to_throw(CLASSIC, START, length=7, cube=Cube(8, ONE))

    assert after(match, events.Double(ONE)).game.offer == 16


def test_cl_13_no_cube_is_dead_for_money() -> None:
    assert not told_cube_is_dead(to_throw(CLASSIC, START, cube=Cube(32, ONE)), ONE)
