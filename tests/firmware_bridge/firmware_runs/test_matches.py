"""Hands play at the real firmware: nothing is lost from switch to record, nor on to the lamps."""

import asyncio
from dataclasses import replace

import pytest

from engine.backgammon.game.events import EndTurn
from engine.backgammon.notation.record.record import Record
from referee.match_settings import CASUAL_PROFILE
from service.simulated_match.runner import SimulationOptions
from service.simulated_match.umpire import RefereeScore
from tests.rigs.firmware.pico_fixtures import MakePico
from tests.rigs.firmware.wired_match import WiredMatchResult, play_wired_match
from tests.rigs.simulation.umpired_matches import beginning_of, recorded_match

QUICK = replace(CASUAL_PROFILE, settle=0.3)
"""A referee for hands that hardly wait; on a busy machine they may stop for a moment."""
SHORT = 39
"""The number of a short match."""
FIRST = 5
"""The number of the first of many matches."""


def turns(record: Record) -> int:
    return sum(isinstance(event, EndTurn) for event in record.events)


def played(record: Record, new_pico: MakePico, seed: int, errors: float = 0) -> WiredMatchResult:
    pico = new_pico(DICE=1)
    pico.plug()
    plan = SimulationOptions(QUICK, seed=seed, errors=errors)
    evening = asyncio.run(play_wired_match(record, plan, pico))
    pico.unplug()
    assert not evening.umpire.has_errors, evening.umpire.complaints[:3]
    assert evening.world.looks > turns(record)
    assert evening.world.wrong_lamps == 0
    return evening


@pytest.mark.release
def test_whole_match_is_recorded_without_a_false_alarm(new_pico: MakePico) -> None:
    match = recorded_match(SHORT)
    evening = played(match, new_pico, seed=1)
    assert evening.umpire.score == RefereeScore(turns=turns(match))


@pytest.mark.release
def test_errors_are_refused_at_a_real_board(new_pico: MakePico) -> None:
    match = beginning_of(60, SHORT)
    score = played(match, new_pico, seed=2, errors=0.4).umpire.score
    assert score.planted_errors > 0
    assert score.refused + score.untellable == score.planted_errors
    assert score.right_reason == score.refused


@pytest.mark.soak
def test_every_play_of_many_matches_is_recorded(new_pico: MakePico, soak_factor: int) -> None:
    for number in range(FIRST, FIRST + soak_factor):
        match = recorded_match(number)
        score = played(match, new_pico, seed=number, errors=0.05).umpire.score
        assert score.turns == turns(match)
        assert score.refused + score.untellable == score.planted_errors
