"""Everyday players do odd things at the checkers, and arrive at the play they meant."""

from collections.abc import Iterable
from random import Random

import pytest

from engine.backgammon.dice import Dice
from engine.backgammon.moves.plays import LegalPlays
from engine.backgammon.position import START, Position
from hardware.checkers import BACKGAMMON, Colour, bar
from hardware.drivers.simulated.simulated_table import BOX, SimulatedTable
from simulation.everyday_checkers import CheckerHands
from simulation.everyday_habits import HABITS, HUMAN, EverydayHabits, EverydayTemper, only
from simulation.everyday_turns import EverydayTurn
from simulation.gestures import Gesture, Lift, Mark, Pause, Put
from simulation.turn_gestures import NotAPlay, TurnToPlay
from tests.rigs.engine.play_notation import position_after
from tests.rigs.engine.reference_results import play_rows
from tests.rigs.simulation.gesture_observer import GestureObserver

DICE = Dice(6, 1)


def played(
    turn: TurnToPlay, play: Position, habits: EverydayHabits, seed: int = 0
) -> tuple[GestureObserver, CheckerHands, list[Gesture | Mark]]:
    """The table after a play, the hands, and what they did."""
    observer = GestureObserver(turn.position, turn.colour)
    hands = CheckerHands(observer.table, EverydayTemper(habits, Random(seed)))  # noqa: S311 - hands
    done = list[Gesture | Mark]()
    for gesture in EverydayTurn(hands, turn).play(play):
        observer.do(gesture)
        done.append(gesture)
    return observer, hands, done


def some_turns(every: int, seed: int) -> Iterable[tuple[TurnToPlay, Position]]:
    chance = Random(seed)  # noqa: S311 - plays, not secrets
    for row in play_rows()[seed % every :: every]:
        plays = LegalPlays(row.position, row.dice)
        play = chance.choice(sorted(plays, key=lambda play: play.counts))
        yield TurnToPlay(row.position, row.dice, chance.choice(tuple(Colour))), play


def check(habits: EverydayHabits, every: int, seed: int) -> None:
    for number, (turn, play) in enumerate(some_turns(every, seed)):
        observer, hands, _ = played(turn, play, habits, number)
        assert hands.setup(turn.colour).setup == play.setup
        assert not observer.table.hand
        assert all(observer.table.is_flat(place) for place in BACKGAMMON.places)


@pytest.mark.parametrize("habits", [only({}), HUMAN, HUMAN.times(100)], ids=["no", "human", "all"])
def test_every_turn_ends_in_the_play_that_was_meant(habits: EverydayHabits) -> None:
    check(habits, every=60, seed=1)


@pytest.mark.soak
def test_no_turn_ends_otherwise_in_the_long_run(soak_factor: int) -> None:
    for seed in range(soak_factor):
        check(HUMAN.times(100), every=4, seed=seed)


@pytest.mark.parametrize("habit", HABITS)
def test_each_habit_may_be_the_only_one(habit: str) -> None:
    check(only({habit: 1.0}), every=400, seed=2)


def test_point_is_touched_for_up_to_a_second() -> None:
    play = position_after(START, "13/7 8/7")
    _, _, done = played(TurnToPlay(START, DICE, Colour.LIGHT), play, only({"tapping": 1.0}))

    rests = [
        pause.seconds
        for put, pause, lift in zip(done, done[1:], done[2:], strict=False)
        if isinstance(put, Put) and isinstance(pause, Pause) and isinstance(lift, Lift)
        and put.place == lift.place
    ]  # fmt: skip
    assert len(rests) == 5
    assert all(0.2 <= rest <= 1.0 for rest in rests)


def test_six_checkers_may_be_in_the_hand() -> None:
    most = max(
        played(turn, play, only({"handful": 1.0}), seed)[0].most_in_hand
        for seed, (turn, play) in enumerate(some_turns(100, 3))
    )
    assert most == 6


def test_hit_checker_may_lie_on_the_other_half_of_the_bar() -> None:
    before = position_after(START, "24/23 24/18").mirrored
    hit = next(play for play in LegalPlays(before, DICE) if play.bar.other)
    observer, hands, _ = played(
        TurnToPlay(before, DICE, Colour.DARK), hit, only({"wrong_bar": 1.0})
    )

    assert observer.table.count(bar(Colour.DARK), Colour.LIGHT) == 1
    assert hands.setup(Colour.DARK).setup == hit.setup


def test_borne_off_checker_may_lie_beside_the_board() -> None:
    table = SimulatedTable()
    hands = CheckerHands(table, EverydayTemper(only({"box": 1.0}), Random(0)))  # noqa: S311 - hands

    gesture = hands.put(Colour.LIGHT, 0)

    assert gesture == Put(BOX, Colour.LIGHT)
    assert hands.count(Colour.LIGHT, 0) == 15


def test_play_that_no_steps_lead_to_is_refused() -> None:
    with pytest.raises(NotAPlay):
        played(TurnToPlay(START, DICE, Colour.LIGHT), position_after(START, "24/15"), only({}))
