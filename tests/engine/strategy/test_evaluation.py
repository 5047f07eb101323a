"""The computer's value of a position, and the value of points to it."""

from base64 import b85encode
from math import exp, isclose, tanh
from struct import pack

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.backgammon.game.match import Match
from engine.backgammon.game.scoring import CENTRED, Cube, Win
from engine.backgammon.position import START, Position
from engine.backgammon.rulebook import CLASSIC, TOURNAMENT
from engine.backgammon.strategy.evaluation import (
    CUBE_LIFE,
    INPUTS,
    Chances,
    Net,
    Stake,
    chances_after,
    chances_before,
    match_winning_chance,
)
from engine.players import ByPlayer
from tests.rigs.engine.play_notation import ONE, board
from tests.rigs.engine.random_positions import positions

EVEN = Chances(0.5, 0, 0, 0, 0)


@given(positions())
def test_chances_are_between_nothing_and_certainty(position: Position) -> None:
    assert all(0 <= chance <= 1 for chance in chances_after(position, TOURNAMENT))


def test_player_to_throw_first_is_a_little_ahead() -> None:
    assert 0.5 < chances_before(START, TOURNAMENT).win < 0.56


def test_player_who_has_borne_off_is_not_gammoned() -> None:
    chances = chances_after(board("1:1", "23:1 6:13"), TOURNAMENT)
    assert chances.gammon == chances.lost_gammon == 0


def test_the_end_of_a_game_is_scored_by_the_rulebook() -> None:
    one_outside = board("", "7:1 6:13")

    assert chances_after(one_outside, TOURNAMENT) == Chances.certain(Win.SINGLE)
    assert chances_after(one_outside, CLASSIC) == Chances.certain(Win.GAMMON)


def test_chances_turned_twice_are_the_same() -> None:
    chances = Chances(0.75, 0.25, 0, 0.125, 0)

    assert chances.mirrored == Chances(0.25, 0.125, 0, 0.25, 0)
    assert chances.mirrored.mirrored == chances


def test_a_net_is_unpacked_as_it_was_packed() -> None:
    inputs = bytes(at % 100 for at in range(INPUTS))
    packed = b85encode(inputs + pack("<12f", 1 / 1024, 0.5, *[2.0] * 5, *[-1.0] * 5)).decode()

    found = Net.unpack(packed).evaluate((1, -2, *[0] * 22, 2, 0, 0, 3))

    # The blot on the 1 point, the other's point on the 2 point, two on the bar, three off.
    total = (0 + 13 + 2 / 2 * 92 + 3 / 15 * 95) / 1024
    assert all(isclose(one, 1 / (1 + exp(1 - 2 * tanh(0.5 + total)))) for one in found)


@given(st.integers(1, 25), st.integers(1, 25), st.sampled_from((False, True)))
def test_match_winning_chances_of_players_sum_to_one(one: int, two: int, ahead: object) -> None:
    pairs = ((one, two), (two, one))
    chances = [match_winning_chance(*pair, crawford_ahead=bool(ahead)) for pair in pairs]

    assert isclose(sum(chances), 1)
    assert (chances[0] > chances[1]) == (one < two) or isclose(*chances)


@pytest.mark.parametrize(
    ("needed", "others", "known"),
    [
        (1, 2, 0.68),
        (1, 3, 0.75),
        (1, 5, 0.84),
        (2, 3, 0.6),
        (2, 5, 0.75),
        (3, 5, 0.65),
        (7, 7, 0.5),
    ],
)
def test_chances_at_a_score_are_near_the_tables_that_players_use(
    needed: int, others: int, known: float
) -> None:
    assert abs(match_winning_chance(needed, others, crawford_ahead=True) - known) < 0.025


def test_centred_cube_is_worth_nothing_to_equals_and_an_owned_one_favours_its_owner() -> None:
    match = Match(TOURNAMENT)

    assert isclose(Stake.of(match, ONE, CENTRED).live(EVEN), 0, abs_tol=1e-9)
    assert isclose(Stake.of(match, ONE, Cube(2, ONE)).live(EVEN), 0.5 * CUBE_LIFE)
    assert isclose(Stake.of(match, ONE, Cube(2, ONE.opponent)).live(EVEN), -0.5 * CUBE_LIFE)


def test_dead_cube_is_worth_nothing() -> None:
    match = Match(TOURNAMENT, 3, ByPlayer(1, 1))
    stake = Stake.of(match, ONE, Cube(2, ONE))

    assert stake.live(EVEN) == stake.dead(EVEN)
