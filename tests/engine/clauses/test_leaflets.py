"""The clauses of the `parker`, `classic` and `seaside` leaflets that no other leaflet shares."""

import pytest

from engine.backgammon.dice import Dice
from engine.backgammon.game import events
from engine.backgammon.game.events import Ban
from engine.backgammon.game.match import Ending, Match, Phase, Result
from engine.backgammon.game.scoring import Cube
from engine.backgammon.game.turns import must_announce_dead_cube
from engine.backgammon.illegal_plays.play_reasons import ReasonKind
from engine.backgammon.position import START
from engine.backgammon.rulebook import CLASSIC, PARKER, SEASIDE
from engine.players import Player
from service.words.phrases import Language, load_phrases
from tests.rigs.engine.play_notation import (
    ONE,
    TWO,
    after,
    board,
    broken_rules,
    play,
    position_after,
    refusal_of,
    throw,
    to_throw,
    turn,
)


@pytest.mark.parametrize(("one", "two", "winner"), [(5, 2, ONE), (2, 5, TWO)])
def test_pb_1_the_higher_single_die_begins(one: int, two: int, winner: Player) -> None:
    match = after(Match(PARKER), events.OpeningThrow(one, two))
    assert match.game.turn is winner


def test_pb_2_the_winner_throws_both_dice_for_his_first_play() -> None:
    match = after(Match(PARKER), events.OpeningThrow(5, 2))

    assert refusal_of(match, play(match, "13/8 13/11")).ban is Ban.NOT_NOW
    assert after(match, throw(ONE, "66")).game.dice == Dice(6, 6)


def test_pb_3_fifteen_men_a_side_are_set_up_on_four_points() -> None:
    side = "24:2 13:5 8:3 6:5"
    assert Match(PARKER).game.position == board(side, side)


def test_pb_4_the_two_sides_move_in_opposite_directions() -> None:
    moved_on = position_after(START, "24/23")

    assert moved_on.mirrored.counts[2 - 1] == -1
    assert broken_rules(PARKER, START, "21", "6/8 6/5") == {ReasonKind.WRONG_DIRECTION}


def test_pb_16_the_first_to_bear_off_all_wins() -> None:
    last_throw = to_throw(PARKER, board("2:1 1:1", "6:1"))

    match = turn(last_throw, "21", "2/0 1/0")

    assert match.game.phase is Phase.OVER
    assert match.game.result == Result(ONE, Ending.BORNE_OFF, 1)


def test_pb_18_the_stake_may_be_doubled_without_end() -> None:
    high = to_throw(PARKER, START, cube=Cube(1024, ONE))
    assert after(high, events.Double(ONE)).game.offer == 2048


@pytest.mark.parametrize("word", ["double", "take", "drop"])
def test_cl_9_the_words_of_the_cube_are_understood(word: str) -> None:
    assert word in load_phrases(Language("en")).synonyms[word]


@pytest.mark.parametrize(("score", "alive", "dead"), [((0, 0), 4, 8), ((3, 3), 2, 4)])
def test_cl_13_a_player_is_informed_when_a_higher_cube_is_useless(
    score: tuple[int, int], alive: int, dead: int
) -> None:
    useful = to_throw(CLASSIC, START, length=7, score=score, cube=Cube(alive, ONE))
    useless = to_throw(CLASSIC, START, length=7, score=score, cube=Cube(dead, ONE))

    assert not must_announce_dead_cube(useful, ONE)
    assert must_announce_dead_cube(useless, ONE)


def test_cl_13_a_useless_double_is_pointless_and_not_forbidden() -> None:
    match = to_throw(CLASSIC, START, length=7, cube=Cube(8, ONE))
    assert after(match, events.Double(ONE)).game.offer == 16


def test_cl_13_no_cube_is_dead_for_money() -> None:
    assert not must_announce_dead_cube(to_throw(CLASSIC, START, cube=Cube(32, ONE)), ONE)


def test_se_9_there_is_no_cube() -> None:
    match = to_throw(SEASIDE, START)
    assert refusal_of(match, events.Double(ONE)).ban is Ban.NO_CUBE
