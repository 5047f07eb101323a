"""The clauses of present-day practice, TO-1 to TO-6; docs/rulebooks.md has them in words."""

from dataclasses import replace

import pytest

from engine.backgammon.cube import Cube
from engine.backgammon.dice import ALL_THROWS
from engine.backgammon.game import events
from engine.backgammon.game.doubling import told_cube_is_dead
from engine.backgammon.game.match import Crawford, Match, Phase
from engine.backgammon.game.refusals import Ban
from engine.backgammon.game.scoring import Win
from engine.backgammon.moves.plays import LegalPlays
from engine.backgammon.players import ByPlayer
from engine.backgammon.position import START, Position
from engine.backgammon.rulebook import GRAVES, TOURNAMENT, IllegalPlay
from engine.backgammon.why.reasons import Why
from tests.rigs.play import (
    ONE,
    TWO,
    after,
    board,
    borne_off,
    given_up,
    play,
    refused,
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

    assert borne_off(TOURNAMENT, loser, cube=cube) == borne_off(GRAVES, loser, cube=cube)


def test_to_1_a_match_has_its_crawford_game_and_play_for_money_has_none() -> None:
    in_match = after(given_up(Match(TOURNAMENT, 3), ONE, Win.GAMMON), events.NextGame())
    for_money = after(given_up(Match(TOURNAMENT), ONE, Win.GAMMON), events.NextGame())

    assert in_match.crawford is Crawford.NOW
    assert for_money.crawford is Crawford.AHEAD


def test_to_2_there_is_no_cube_in_a_match_to_one_point() -> None:
    match = to_throw(TOURNAMENT, START, length=1)

    assert refused(match, events.Double(ONE)).ban is Ban.NO_CUBE_IN_ONE_POINT_MATCH


def test_to_2_there_is_no_cube_in_the_crawford_game() -> None:
    match = replace(to_throw(TOURNAMENT, START, length=3, score=(2, 0)), crawford=Crawford.NOW)

    assert refused(match, events.Double(ONE)).ban is Ban.NO_CUBE_IN_CRAWFORD_GAME


def test_to_2_a_player_is_told_where_a_higher_cube_cannot_change_the_match() -> None:
    match = to_throw(TOURNAMENT, START, length=5, score=(3, 0), cube=Cube(2, ONE))

    assert told_cube_is_dead(match, ONE)
    assert not told_cube_is_dead(match, TWO)
    assert after(match, events.Double(ONE)).game.phase is Phase.DOUBLED


@pytest.mark.parametrize("length", [1, 25])
def test_to_3_a_match_is_won_with_as_many_points_as_it_is_long(length: int) -> None:
    one_short = replace(Match(TOURNAMENT, length), score=ByPlayer(length - 1, length - 1))

    assert one_short.winner is None
    assert given_up(one_short, TWO).winner is TWO


def test_to_3_no_match_is_longer_than_25() -> None:
    with pytest.raises(ValueError, match="up to 25"):
        Match(TOURNAMENT, 26)


def test_to_3_play_for_money_has_no_end() -> None:
    match = to_throw(TOURNAMENT, START, score=(1000, 0))

    assert match.winner is None
    assert after(given_up(Match(TOURNAMENT), ONE), events.NextGame()).number == 2


def test_to_4_picking_up_the_dice_ends_the_turn() -> None:
    match = turn(to_throw(TOURNAMENT, START), "31", "8/5 6/5")

    assert (match.game.phase, match.game.turn) == (Phase.TO_THROW, TWO)


@pytest.mark.parametrize("length", [0, 7])
def test_to_4_running_out_of_time_loses_the_match(length: int) -> None:
    match = to_throw(TOURNAMENT, START, length=length, score=(6, 0))

    lost = after(match, events.RunOutOfTime(ONE))

    assert lost.winner is TWO
    assert refused(lost, throw(ONE, "31")).ban is Ban.MATCH_OVER


def test_to_4_running_out_of_time_is_final() -> None:
    illegal = turn(to_throw(RESPONSIBLE, START, length=7), "31", "8/5")

    lost = after(illegal, events.RunOutOfTime(TWO))

    assert refused(lost, events.Challenge(TWO)).ban is Ban.MATCH_OVER
    assert refused(lost, events.AskUndo(TWO)).ban is Ban.MATCH_OVER


def test_to_5_an_illegal_play_must_be_put_right() -> None:
    match = after(to_throw(TOURNAMENT, START), throw(ONE, "31"))

    refusal = refused(match, play(match, "8/5"))

    assert refusal.ban is Ban.ILLEGAL_PLAY
    assert [reason.why for reason in refusal.reasons] == [Why.BOTH_DICE]
    assert after(match, play(match, "8/5 6/5")).game.phase is Phase.PLAYED


def test_to_5_nothing_goes_on_before_it_is_put_right() -> None:
    match = after(to_throw(TOURNAMENT, START), throw(ONE, "31"))

    assert refused(match, events.EndTurn(ONE)).ban is Ban.PLAY_FIRST
    assert refused(match, throw(TWO, "62")).ban is Ban.PLAY_FIRST


def test_to_6_if_the_table_has_chosen_so_the_opponent_may_let_it_stand() -> None:
    illegal = turn(to_throw(RESPONSIBLE, START), "31", "8/5")

    stands = after(illegal, throw(TWO, "62"))

    assert stands.game.reasons == ()
    assert stands.game.phase is Phase.TO_PLAY


def test_to_6_or_the_opponent_may_have_it_retaken() -> None:
    match = to_throw(RESPONSIBLE, START)

    retaken = after(turn(match, "31", "8/5"), events.Challenge(TWO))

    assert retaken == after(match, throw(ONE, "31"))
