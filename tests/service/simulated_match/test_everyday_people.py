"""Everyday players play whole matches, react to the referee, and answer it truthfully."""

from dataclasses import replace

import pytest

from hardware.signals import (
    ButtonPressed,
    DiceReading,
    PlayerRequest,
    PlayerRequestKind,
    Signal,
)
from referee.match_settings import CASUAL_PROFILE
from referee.state import State
from referee.step import StepResult, step
from service.config.service_settings import BOARDS_BY_SENSOR
from service.simulated_match.complaints import Standstill
from service.simulated_match.runner import SimulationOptions
from service.simulated_match.simulated_people import DeviceTrouble
from simulation.everyday_habits import only
from tests.rigs.simulation.umpired_matches import beginning_of, umpire_of

SWITCH_TROUBLE = (DeviceTrouble.DEAD, DeviceTrouble.STUCK, DeviceTrouble.MISSED)
TIDY_PLAYERS = SimulationOptions(CASUAL_PROFILE, everyday=only({}))


@pytest.mark.parametrize("sensor", BOARDS_BY_SENSOR)
def test_players_without_habits_are_understood_on_every_board(sensor: str) -> None:
    umpire = umpire_of(beginning_of(60), replace(TIDY_PLAYERS, sensor=sensor))

    assert not umpire.has_errors, umpire.complaints[:3]
    assert umpire.score.turns > 15


@pytest.mark.parametrize(
    "habit",
    [
        "opponent_points",
        "gaps",
        "on_top",
        "goes_away",
        "cocked",
        "wrong_player",
        "knock",
        "mirrored",
    ],
)
def test_habit_that_is_understood_stays_so(habit: str) -> None:
    plan = replace(TIDY_PLAYERS, sensor="p5", everyday=only({habit: 0.5}))
    umpire = umpire_of(beginning_of(60), plan)

    assert not umpire.has_errors, umpire.complaints[:3]


def test_match_that_does_not_go_on_is_counted_and_left(monkeypatch: pytest.MonkeyPatch) -> None:
    def judge(state: State, signal: Signal) -> StepResult:
        is_in_a_turn = state.match.game.dice is not None
        ends = isinstance(signal, ButtonPressed | PlayerRequest | DiceReading)
        return StepResult(state, ()) if is_in_a_turn and ends else step(state, signal)

    monkeypatch.setattr("service.table.refereed_table.step", judge)
    umpire = umpire_of(beginning_of(60), TIDY_PLAYERS)

    assert umpire.score.standstills == umpire.score.lost_plays == umpire.score.turns == 1
    assert any(isinstance(complaint, Standstill) for complaint in umpire.complaints)


@pytest.mark.release(after=2)
@pytest.mark.parametrize("trouble", SWITCH_TROUBLE)
def test_players_tell_the_truth_about_a_faulty_switch(trouble: DeviceTrouble) -> None:
    plan = replace(TIDY_PLAYERS, sensor="p5", trouble=trouble, seed=5)
    umpire = umpire_of(beginning_of(60), plan)

    assert not umpire.has_errors, umpire.complaints[:3]


def test_opponent_confirms_no_checker_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[PlayerRequestKind] = []

    def judge(state: State, signal: Signal) -> StepResult:
        if isinstance(signal, PlayerRequest) and state.question:
            said.append(signal.kind)
        return step(state, signal)

    monkeypatch.setattr("service.table.refereed_table.step", judge)
    score = umpire_of(beginning_of(60), replace(TIDY_PLAYERS, sensor="slots", errors=1.0)).score

    assert score.missed_errors == score.false_alarms == 0
    assert PlayerRequestKind.NO in said
    assert PlayerRequestKind.YES not in said


@pytest.mark.release
def test_players_before_a_camera_are_understood() -> None:
    umpire = umpire_of(beginning_of(8), replace(TIDY_PLAYERS, sensor="camera"))

    assert umpire.score.lost_plays == umpire.score.standstills == 0
