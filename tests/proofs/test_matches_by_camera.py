"""Hands play recorded matches before a camera: what the referee does wrong is counted.

In the usual run it is the beginning of one match; `make soak` plays twenty whole matches from
SOAK=20 on, each on another board, in another light and from elsewhere.
"""

from __future__ import annotations

import time
from collections.abc import Iterable

import pytest

from service.simulation.umpire import Score, Umpire
from tests.rigs.by_camera import Seen, Sight, at_two_tables, played

SIGHTS = (
    Sight("club", "soft", "leaning"),
    Sight("paper", "lamp", "leaning"),
    Sight("metal", "plain", "above"),
    Sight("blue-leather", "soft", "above"),
    Sight("green-felt", "window", "above"),
    Sight("wood", "plain", "slanted"),
    Sight("cork-domes", "soft", "wide"),
    Sight("red-and-black", "plain", "leaning"),
    Sight("club", "sun", "crooked"),
    Sight("colours-of-points", "window", "leaning"),
)
SHORT = (39, 12, 20, 11, 5, 6, 48, 38, 21, 29, 41, 47, 30, 2, 4, 42, 22, 32, 31, 24)
"""The shortest matches, each of 33 to 84 turns."""
EACH_ROUND = 1
"""So many matches for each round of `make soak`."""
RIGHT = 0.9
"""Of the errors that are refused, so many are told with a right reason at the least."""


def matches(errors: float) -> list[Seen]:
    return [
        Seen(number, SIGHTS[at % len(SIGHTS)], errors, seed=number)
        for at, number in enumerate(SHORT)
    ]


def added(umpires: Iterable[Umpire]) -> Score:
    return sum((umpire.score for umpire in umpires), Score())


def test_what_hands_play_is_taken_down_and_errors_are_refused() -> None:
    umpire = played(Seen(0, errors=0.5, seed=3, events=14))

    assert not umpire.went_wrong, umpire.complaints
    assert umpire.score.turns >= 4
    assert umpire.score.refused > 0


@pytest.mark.soak
def test_whole_matches_are_taken_down_and_no_alarm_is_false(
    soak_factor: int, capsys: pytest.CaptureFixture[str]
) -> None:
    waiting = matches(errors=0.1)[: EACH_ROUND * soak_factor]
    began, umpires = time.perf_counter(), []
    for seen, umpire in at_two_tables(waiting):
        umpires.append(umpire)
        with capsys.disabled():
            print(seen.number, seen.sight, umpire.score, umpire.complaints[:2])  # noqa: T201 - asked for

    score, seconds = added(umpires), time.perf_counter() - began
    with capsys.disabled():
        print(score, f"{2 * seconds / score.turns:.2f} s of a core for each turn")  # noqa: T201 - asked for
    assert not any(umpire.went_wrong for umpire in umpires)
    assert score.refused + score.untellable == score.planted_errors > 0
    assert score.right_reason >= RIGHT * score.refused
