"""Hands play the recorded matches on every kind of board: what the referee does wrong is counted.

In the usual run a few matches are played; `make soak` plays all fifty, rightly once and then with
an error in every turn: 50,000 of them from SOAK=9 on.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product

import pytest

from engine.backgammon.game.events import EndTurn
from referee.profiles import CASUAL
from service.simulation.evening import Plan
from service.simulation.umpire import Score, Umpire, by_kind
from tests.rigs.matches import samples
from tests.rigs.umpired import Job, as_table, at_two_tables, recorded, umpired

EXACT = ("slots", "hall", "counts")
"""The boards on which no play may be lost, and no error missed."""
SINGLE = "single"
FEW = (1, 18, 35)
"""Matches for the usual run."""
ALL = range(len(samples()))
ROUNDS = 3
"""So many rounds of `make soak` go once through all matches with an error in every turn."""
PLANTED = 5_000
"""In each round so many errors are planted on the exact boards, at the least."""
RIGHT = {"slots": 0.96, "hall": 0.97, "counts": 0.97, SINGLE: 0.6}
"""Of the errors that are refused, so many are told with a right reason at the least."""


def jobs(sensors: Sequence[str], matches: Iterable[int], seed: int, errors: float) -> list[Job]:
    return [
        (number, Plan(CASUAL, sensor, seed=seed, errors=errors))
        for sensor, number in product(sensors, matches)
    ]


def here(waiting: Iterable[Job]) -> Iterator[tuple[Plan, Umpire]]:
    """Play all of these, one after the other."""
    for number, plan in waiting:
        yield plan, umpired(recorded(number), plan)


def by_sensor(played: Iterable[tuple[Plan, Umpire]]) -> dict[str, list[Umpire]]:
    """Who watched, by what felt the checkers; nobody has seen anything that went wrong."""
    umpires: dict[str, list[Umpire]] = {}
    for plan, umpire in played:
        assert not umpire.went_wrong, (plan, umpire.complaints[:3])
        umpires.setdefault(plan.sensor, []).append(umpire)
    return umpires


def turns(matches: Iterable[int]) -> int:
    events = (event for number in matches for event in recorded(number).events)
    return sum(isinstance(event, EndTurn) for event in events)


def added(umpires: Iterable[Umpire]) -> Score:
    return sum((umpire.score for umpire in umpires), Score())


def check_errors(umpires: dict[str, list[Umpire]]) -> None:
    """All that could be told have been refused, nearly all with a right reason."""
    for sensor, watching in umpires.items():
        score = added(watching)
        assert score.refused + score.untellable == score.planted_errors > 0
        assert score.right_reason >= RIGHT[sensor] * score.refused, (sensor, score)


@pytest.mark.parametrize("sensor", [*EXACT, SINGLE])
def test_plays_are_taken_down_and_no_alarm_is_false(sensor: str) -> None:
    umpires = by_sensor(here(jobs([sensor], FEW, seed=1, errors=0)))

    assert added(umpires[sensor]) == Score(turns=turns(FEW))


@pytest.mark.parametrize(("sensor", "errors"), [*((one, 0.5) for one in EXACT), (SINGLE, 0.1)])
def test_errors_are_refused_with_a_right_reason(sensor: str, errors: float) -> None:
    umpires = by_sensor(here(jobs([sensor], FEW, seed=2, errors=errors)))

    assert added(umpires[sensor]).turns == turns(FEW)
    check_errors(umpires)


@pytest.mark.soak
def test_every_turn_of_every_match_is_taken_down_and_no_alarm_is_false() -> None:
    umpires = by_sensor(at_two_tables(jobs([*EXACT, SINGLE], ALL, seed=3, errors=0)))

    for sensor in (*EXACT, SINGLE):
        assert added(umpires[sensor]) == Score(turns=turns(ALL))


@pytest.mark.soak
def test_an_error_in_every_turn_is_refused_with_a_right_reason(
    soak_factor: int, capsys: pytest.CaptureFixture[str]
) -> None:
    planned = [
        job
        for number in range(soak_factor)
        for job in jobs(EXACT, ALL[number % ROUNDS :: ROUNDS], 100 + number, errors=1)
    ]
    planned += jobs([SINGLE], FEW, seed=100, errors=0.5)
    umpires = by_sensor(at_two_tables(planned))

    with capsys.disabled():
        print(as_table({sensor: by_kind(umpires[sensor]) for sensor in umpires}))  # noqa: T201 - asked for
    check_errors(umpires)
    planted = sum(added(umpires[sensor]).planted_errors for sensor in EXACT)
    assert planted >= PLANTED * soak_factor
