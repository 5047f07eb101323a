"""Hands play recorded matches before a camera: what the referee does wrong is counted.

In the usual run it is the beginning of one match; `make soak` plays twenty whole matches from
SOAK=20 on, each on another board, in another light and from elsewhere.
"""

import time
from collections.abc import Iterable

import pytest

from service.simulated_match.umpire import RefereeScore, Umpire
from tests.rigs.simulation.umpired_matches import (
    CameraMatch,
    CameraView,
    play_before_camera,
    play_camera_matches,
)

VIEWS = (
    CameraView("club", "soft", "leaning"),
    CameraView("paper", "lamp", "leaning"),
    CameraView("metal", "plain", "above"),
    CameraView("blue-leather", "soft", "above"),
    CameraView("green-felt", "window", "above"),
    CameraView("wood", "plain", "slanted"),
    CameraView("cork-domes", "soft", "wide"),
    CameraView("red-and-black", "plain", "leaning"),
    CameraView("club", "sun", "crooked"),
    CameraView("colours-of-points", "window", "leaning"),
)
SHORT = (39, 12, 20, 11, 5, 6, 48, 38, 21, 29, 41, 47, 30, 2, 4, 42, 22, 32, 31, 24)
"""The numbers of the shortest matches, each of 33 to 84 turns."""
EACH_ROUND = 1
"""The number of matches for each round of `make soak`."""
RIGHT = 0.9
"""The least share of refused errors with a right reason."""


def matches(errors: float) -> list[CameraMatch]:
    return [
        CameraMatch(number, VIEWS[at % len(VIEWS)], errors, seed=number)
        for at, number in enumerate(SHORT)
    ]


def total_score(umpires: Iterable[Umpire]) -> RefereeScore:
    return sum((umpire.score for umpire in umpires), RefereeScore())


@pytest.mark.release
def test_play_before_a_camera_is_recorded_and_errors_are_refused() -> None:
    umpire = play_before_camera(CameraMatch(0, errors=0.5, seed=3, events=14))

    assert not umpire.has_errors, umpire.complaints
    assert umpire.score.turns >= 4
    assert umpire.score.refused > 0


@pytest.mark.soak
def test_whole_matches_are_recorded_without_a_false_alarm(
    soak_factor: int, capsys: pytest.CaptureFixture[str]
) -> None:
    waiting = matches(errors=0.1)[: EACH_ROUND * soak_factor]
    began, umpires = time.perf_counter(), []
    for match, umpire in play_camera_matches(waiting):
        umpires.append(umpire)
        with capsys.disabled():
            print(match.number, match.view, umpire.score, umpire.complaints[:2])  # noqa: T201 - asked for

    score, seconds = total_score(umpires), time.perf_counter() - began
    with capsys.disabled():
        print(score, f"{2 * seconds / score.turns:.2f} s of a core for each turn")  # noqa: T201 - asked for
    assert not any(umpire.has_errors for umpire in umpires)
    assert score.refused + score.untellable == score.planted_errors > 0
    assert score.right_reason >= RIGHT * score.refused
