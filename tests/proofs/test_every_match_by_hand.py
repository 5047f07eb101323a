"""Hands play the recorded matches on every kind of board: what the referee does wrong is counted.

In the usual run a few matches are played; `make soak` plays all fifty, rightly once and then with
an error in every turn: 50,000 of them from SOAK=9 on.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import product

import pytest

from engine.backgammon.game.events import EndTurn
from referee.match_settings import CASUAL_PROFILE
from service.simulated_match.runner import SimulationOptions
from service.simulated_match.umpire import RefereeScore, Umpire, scores_by_kind
from tests.rigs.engine.sample_matches import samples
from tests.rigs.simulation.umpired_matches import (
    Job,
    format_scores,
    play_in_parallel,
    recorded_match,
    umpire_of,
)

EXACT = ("slots", "hall", "counts")
"""The boards on which no play may be lost, and no error missed."""
SINGLE = "single"
FEW = (1, 18, 35)
"""The numbers of the matches for the usual run."""
ALL = range(len(samples()))
ROUNDS = 3
"""The rounds of `make soak` that go once through all matches with an error in every turn."""
PLANTED = 5_000
"""The least number of errors planted on the exact boards in each round."""
RIGHT = {"slots": 0.96, "hall": 0.97, "counts": 0.97, SINGLE: 0.6}
"""The least share of refused errors with a right reason."""


def jobs(sensors: Sequence[str], matches: Iterable[int], seed: int, errors: float) -> list[Job]:
    return [
        (number, SimulationOptions(CASUAL_PROFILE, sensor, seed=seed, errors=errors))
        for sensor, number in product(sensors, matches)
    ]


def play_in_turn(waiting: Iterable[Job]) -> Iterator[tuple[SimulationOptions, Umpire]]:
    """Plays all of these, one after the other."""
    for number, plan in waiting:
        yield plan, umpire_of(recorded_match(number), plan)


def by_sensor(played: Iterable[tuple[SimulationOptions, Umpire]]) -> dict[str, list[Umpire]]:
    """The umpires of the matches by kind of sensor; asserts that none has seen anything wrong."""
    umpires: dict[str, list[Umpire]] = {}
    for plan, umpire in played:
        assert not umpire.has_errors, (plan, umpire.complaints[:3])
        umpires.setdefault(plan.sensor, []).append(umpire)
    return umpires


def count_turns(matches: Iterable[int]) -> int:
    events = (event for number in matches for event in recorded_match(number).events)
    return sum(isinstance(event, EndTurn) for event in events)


def total_score(umpires: Iterable[Umpire]) -> RefereeScore:
    return sum((umpire.score for umpire in umpires), RefereeScore())


def check_errors(umpires: dict[str, list[Umpire]]) -> None:
    """Asserts that all detectable errors were refused, nearly all with a right reason."""
    for sensor, watching in umpires.items():
        score = total_score(watching)
        assert score.refused + score.untellable == score.planted_errors > 0
        assert score.right_reason >= RIGHT[sensor] * score.refused, (sensor, score)


@pytest.mark.release(after=1)
@pytest.mark.parametrize("sensor", [*EXACT, SINGLE])
def test_plays_are_recorded_without_a_false_alarm(sensor: str) -> None:
    umpires = by_sensor(play_in_turn(jobs([sensor], FEW, seed=1, errors=0)))
    assert total_score(umpires[sensor]) == RefereeScore(turns=count_turns(FEW))


@pytest.mark.release
@pytest.mark.parametrize(("sensor", "errors"), [*((one, 0.5) for one in EXACT), (SINGLE, 0.1)])
def test_errors_are_refused_with_a_right_reason(sensor: str, errors: float) -> None:
    umpires = by_sensor(play_in_turn(jobs([sensor], FEW, seed=2, errors=errors)))

    assert total_score(umpires[sensor]).turns == count_turns(FEW)
    check_errors(umpires)


@pytest.mark.soak
def test_every_turn_of_every_match_is_recorded_without_a_false_alarm() -> None:
    umpires = by_sensor(play_in_parallel(jobs([*EXACT, SINGLE], ALL, seed=3, errors=0)))
    for sensor in (*EXACT, SINGLE):
        assert total_score(umpires[sensor]) == RefereeScore(turns=count_turns(ALL))


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
    umpires = by_sensor(play_in_parallel(planned))

    with capsys.disabled():
        print(format_scores({sensor: scores_by_kind(umpires[sensor]) for sensor in umpires}))  # noqa: T201 - asked for
    check_errors(umpires)
    planted = sum(total_score(umpires[sensor]).planted_errors for sensor in EXACT)
    assert planted >= PLANTED * soak_factor
