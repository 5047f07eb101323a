"""The clauses of present-day practice, TO-1 to TO-6; docs/rulebooks.md has them in words."""

from dataclasses import replace

import pytest

from engine.backgammon.dice import ALL_THROWS
from engine.backgammon.game import events
from engine.backgammon.game.events import Ban
from engine.backgammon.game.match import Crawford, Match, Phase
from engine.backgammon.game.scoring import Cube, Win
from engine.backgammon.game.turns import must_announce_dead_cube
from engine.backgammon.illegal_plays.play_reasons import ReasonKind
from engine.backgammon.moves.plays import LegalPlays
from engine.backgammon.position import START, Position
from engine.backgammon.rulebook import GRAVES, TOURNAMENT, IllegalPlay
from engine.players import ByPlayer
from tests.rigs.engine.play_notation import (
    ONE,
    TWO,
    after,
    board,
    play,
    refusal_of,
    resigned_game,
    result_of_bearing_off,
    throw,
    to_throw,
    turn,
)

RESPONSIBLE = replace(TOURNAMENT, illegal_play=IllegalPlay.OPPONENT_DECIDES)


@pytest.mark.parametrize(
    "position",
    [
        START,
        board("13:1", "23:2"),
        board("25:2 13:2", "1:2 6:2"),
        board("7:1 6:2 5:1 3:3", "25:1 6:3"),
        board("6:2 5:1 3:3", "6:15"),
        board("4:1", "22:1 6:14"),
    ],
)
def test_to_1_checkers_are_played_as_in_graves(position: Position) -> None:
    for dice in ALL_THROWS:
        plays = LegalPlays(position, dice, TOURNAMENT)

        assert set(plays) == set(LegalPlays(position, dice, GRAVES))


@pytest.mark.parametrize("loser", ["6:14", "24:1 6:13", "6:15", "24:1 6:14", "25:1 6:14"])
def test_to_1_games_count_as_in_graves(loser: str) -> None:
    cube = Cube(2, TWO)

    in_graves = result_of_bearing_off(GRAVES, loser, cube=cube)
    assert result_of_bearing_off(TOURNAMENT, loser, cube=cube) == in_graves


def test_to_1_a_match_has_its_crawford_game_and_play_for_money_has_none() -> None:
    in_match = after(resigned_game(Match(TOURNAMENT, 3), ONE, Win.GAMMON), events.NextGame())
    for_money = after(resigned_game(Match(TOURNAMENT), ONE, Win.GAMMON), events.NextGame())

    assert in_match.crawford is Crawford.NOW
    assert for_money.crawford is Crawford.AHEAD


def test_to_2_there_is_no_cube_in_the_crawford_game() -> None:
    match = replace(to_throw(TOURNAMENT, START, length=3, score=(2, 0)), crawford=Crawford.NOW)
    assert refusal_of(match, events.Double(ONE)).ban is Ban.NO_CUBE_IN_CRAWFORD_GAME


def test_to_2_a_player_is_informed_when_a_higher_cube_cannot_change_the_match() -> None:
    match = to_throw(TOURNAMENT, START, length=5, score=(3, 0), cube=Cube(2, ONE))

    assert must_announce_dead_cube(match, ONE)
    assert not must_announce_dead_cube(match, TWO)
    assert after(match, events.Double(ONE)).game.phase is Phase.DOUBLED


@pytest.mark.parametrize("length", [1, 25])
def test_to_3_a_match_is_won_with_as_many_points_as_it_is_long(length: int) -> None:
    one_short = replace(Match(TOURNAMENT, length), score=ByPlayer(length - 1, length - 1))

    assert one_short.winner is None
    assert resigned_game(one_short, TWO).winner is TWO


def test_to_3_play_for_money_has_no_end() -> None:
    match = to_throw(TOURNAMENT, START, score=(1000, 0))

    assert match.winner is None
    assert after(resigned_game(Match(TOURNAMENT), ONE), events.NextGame()).number == 2


def test_to_4_picking_up_the_dice_ends_the_turn() -> None:
    match = turn(to_throw(TOURNAMENT, START), "31", "8/5 6/5")
    assert (match.game.phase, match.game.turn) == (Phase.TO_THROW, TWO)


@pytest.mark.parametrize("length", [0, 7])
def test_to_4_running_out_of_time_loses_the_match(length: int) -> None:
    match = to_throw(TOURNAMENT, START, length=length, score=(6, 0))

    lost = after(match, events.RunOutOfTime(ONE))

    assert lost.winner is TWO
    assert refusal_of(lost, throw(ONE, "31")).ban is Ban.MATCH_OVER


def test_to_4_running_out_of_time_is_final() -> None:
    illegal = turn(to_throw(RESPONSIBLE, START, length=7), "31", "8/5")

    lost = after(illegal, events.RunOutOfTime(TWO))

    assert refusal_of(lost, events.Challenge(TWO)).ban is Ban.MATCH_OVER
    assert refusal_of(lost, events.AskUndo(TWO)).ban is Ban.MATCH_OVER


def test_to_5_an_illegal_play_must_be_put_right() -> None:
    match = after(to_throw(TOURNAMENT, START), throw(ONE, "31"))

    refusal = refusal_of(match, play(match, "8/5"))

    assert refusal.ban is Ban.ILLEGAL_PLAY
    assert [reason.why for reason in refusal.reasons] == [ReasonKind.BOTH_DICE]
    assert after(match, play(match, "8/5 6/5")).game.phase is Phase.PLAYED


def test_to_6_the_opponent_may_let_an_illegal_play_stand_if_the_table_chose_so() -> None:
    illegal = turn(to_throw(RESPONSIBLE, START), "31", "8/5")

    stands = after(illegal, throw(TWO, "62"))

    assert stands.game.reasons == ()
    assert stands.game.phase is Phase.TO_PLAY
