"""Hands play at the real firmware: nothing is lost from switch to record, nor on to the lamps."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from engine.backgammon.game.events import EndTurn
from engine.backgammon.notation.record.record import Record
from referee.profiles import CASUAL
from service.simulation.evening import Plan
from service.simulation.umpire import Score
from tests.rigs.firmware import MakePico
from tests.rigs.umpired import beginning, recorded
from tests.rigs.wired_evening import WiredEvening, play_wired

QUICK = replace(CASUAL, settle=0.1)
"""A referee for hands that hardly wait."""
SHORT = 39
FIRST = 5
"""The number of the first of many matches."""
"""The number of a match that is soon over."""


def turns(record: Record) -> int:
    return sum(isinstance(event, EndTurn) for event in record.events)


def played(record: Record, new_pico: MakePico, seed: int, errors: float = 0) -> WiredEvening:
    pico = new_pico(DICE=1)
    pico.plug()
    plan = Plan(QUICK, seed=seed, errors=errors)
    evening = asyncio.run(play_wired(record, plan, pico))
    pico.unplug()
    assert not evening.umpire.went_wrong, evening.umpire.complaints[:3]
    assert evening.world.looks > turns(record)
    assert evening.world.wrong_lamps == 0
    return evening


def test_a_whole_match_is_taken_down_and_no_alarm_is_false(new_pico: MakePico) -> None:
    match = recorded(SHORT)
    evening = played(match, new_pico, seed=1)
    assert evening.umpire.score == Score(turns=turns(match))


def test_errors_are_refused_at_a_real_board(new_pico: MakePico) -> None:
    match = beginning(60, SHORT)
    score = played(match, new_pico, seed=2, errors=0.4).umpire.score
    assert score.planted_errors > 0
    assert score.refused + score.untellable == score.planted_errors
    assert score.right_reason == score.refused


@pytest.mark.soak
def test_every_play_of_many_matches_is_taken_down(new_pico: MakePico, soak_factor: int) -> None:
    for number in range(FIRST, FIRST + soak_factor):
        match = recorded(number)
        score = played(match, new_pico, seed=number, errors=0.05).umpire.score
        assert score.turns == turns(match)
        assert score.refused + score.untellable == score.planted_errors
