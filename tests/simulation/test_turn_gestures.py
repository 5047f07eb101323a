"""Hands play as people do, and only as the rules allow."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from engine.backgammon.dice import Dice
from engine.backgammon.moves.plays import LegalPlays
from engine.backgammon.position import START, Position
from hardware.checkers import Colour
from simulation.gestures import Lift, Pause, Put, PutBetween, Straighten
from simulation.habits import PEOPLE, TIDY, Habits, Temperament
from simulation.turn_gestures import NotAPlay, TurnToPlay, play_turn
from tests.rigs.engine.play_notation import board, position_after
from tests.rigs.engine.reference_results import play_rows
from tests.rigs.simulation.gesture_observer import GestureObserver, is_on_the_way

EAGER = Habits(
    together=0.6, slide=0.5, keep=0.5, late=0.5, askew=0.4, fidget=0.3, nudge=0.2, rearrange=0.5
)
"""People with every habit."""


def temper(habits: Habits, seed: int) -> Temperament:
    return Temperament(habits, Random(seed))  # noqa: S311 - hands, not secrets


def turns(every: int, seed: int) -> Iterator[tuple[TurnToPlay, Position, LegalPlays]]:
    """Some turns of the reference programs, by either colour, each with its play."""
    chance = Random(seed)  # noqa: S311 - plays, not secrets
    for pair in play_rows()[seed % every :: every]:
        colour = chance.choice(list(Colour))
        plays = LegalPlays(pair.position, pair.dice)
        play = chance.choice(sorted(plays, key=lambda play: play.counts))
        yield TurnToPlay(pair.position, pair.dice, colour), play, plays


def check(habits: Habits, every: int, seed: int) -> None:
    for number, (turn, play, plays) in enumerate(turns(every, seed)):
        observer = GestureObserver(turn.position, turn.colour)
        for rest in observer.watch(play_turn(turn, play, temper(habits, number))):
            assert is_on_the_way(rest, plays), (turn, play, number, rest)
        assert observer.most_in_hand <= 4
        assert observer.setup == play.setup
        assert not observer.table.hand
        assert not observer.table.leaning_checkers


@pytest.mark.parametrize("habits", [TIDY, PEOPLE, EAGER], ids=["tidy", "people", "eager"])
def test_resting_boards_are_on_the_way_to_the_play_and_end_in_it(habits: Habits) -> None:
    check(habits, every=40, seed=1)


@pytest.mark.soak
def test_hands_never_err_by_themselves_in_the_long_run(soak_factor: int) -> None:
    for seed in range(soak_factor):
        check(EAGER, every=4, seed=seed)


def test_same_seed_plays_the_same_way() -> None:
    turn = TurnToPlay(START, Dice(3, 1), Colour.DARK)
    play = position_after(START, "8/5 6/5")

    one, other = (list(play_turn(turn, play, temper(EAGER, 7))) for _ in range(2))
    assert one == other


def test_tidy_hands_carry_one_checker_after_the_other() -> None:
    turn = TurnToPlay(START, Dice(3, 1), Colour.LIGHT)

    gestures = list(play_turn(turn, position_after(START, "8/5 6/5"), temper(TIDY, 1)))

    kinds = [type(gesture) for gesture in gestures if not isinstance(gesture, Pause)]
    assert kinds == [Lift, Put, Lift, Put]


def test_hands_carry_a_hit_checker_to_the_bar() -> None:
    before = board("24:2 13:5 8:3 6:5", "24:1 21:1 13:5 8:3 6:5")
    turn = TurnToPlay(before, Dice(4, 2), Colour.LIGHT)
    play = position_after(before, "8/4 6/4")
    observer = GestureObserver(before, Colour.LIGHT)

    list(observer.watch(play_turn(turn, play, temper(PEOPLE, 3))))

    assert observer.setup.other[25] == 1


def test_turn_without_a_legal_play_moves_no_checker() -> None:
    before = board("25:1 13:14", "6:3 5:3 4:3 3:2 2:2 1:2")
    turn = TurnToPlay(before, Dice(6, 5), Colour.LIGHT)

    assert list(play_turn(turn, before, temper(TIDY, 1))) == []


def test_illegal_play_is_refused() -> None:
    turn = TurnToPlay(START, Dice(3, 1), Colour.LIGHT)
    with pytest.raises(NotAPlay):
        play_turn(turn, position_after(START, "13/7"), temper(TIDY, 1))


def ways(habits: Habits, dice: Dice, moves: str) -> Counter[tuple[type, ...]]:
    """The number of ways in which the same play is made."""
    turn, play = TurnToPlay(START, dice, Colour.LIGHT), position_after(START, moves)
    every = (play_turn(turn, play, temper(habits, seed)) for seed in range(200))
    return Counter(tuple(type(one) for one in made if not isinstance(one, Pause)) for made in every)


@pytest.mark.parametrize(
    ("habit", "begins"),
    [
        ("together", (Lift, Lift, Put, Put)),
        ("askew", (Lift, PutBetween, Straighten)),
        ("fidget", (Lift, Put, Lift, Put, Lift, Put)),
    ],
)
def test_people_have_their_habits(habit: str, begins: tuple[type, ...]) -> None:
    found = ways(replace(TIDY, **{habit: 0.9}), Dice(3, 1), "8/5 6/5")
    assert any(way[: len(begins)] == begins for way in found)


def test_people_may_play_something_else_first_and_take_it_back() -> None:
    found = ways(replace(TIDY, rearrange=1.0), Dice(3, 1), "8/5 6/5")
    assert any(len(way) >= 8 for way in found)


def test_share_outside_zero_to_one_is_refused() -> None:
    with pytest.raises(ValueError, match="together must be between 0 and 1"):
        Habits(together=1.5)
