"""A play is told apart into the ways of its checkers."""

import pytest

from engine.backgammon.moves.journeys import journeys_of
from engine.backgammon.moves.steps import CheckerStep


@pytest.mark.parametrize(
    ("line", "ways"),
    [
        ("8/5 6/5", [(8, 5, ()), (6, 5, ())]),
        ("24/18 18/13", [(24, 13, ())]),
        ("24/18* 18/13*", [(24, 13, (18, 13))]),
        ("24/22 24/22 22/20 13/11", [(24, 20, ()), (24, 22, ()), (13, 11, ())]),
        ("25/20 6/0", [(25, 20, ()), (6, 0, ())]),
        ("", []),
    ],
)
def test_each_checker_has_one_way_from_its_source_to_its_target(
    line: str, ways: list[tuple[int, int, tuple[int, ...]]]
) -> None:
    steps = tuple(map(step, line.split()))

    assert [(it.source, it.target, it.hits) for it in journeys_of(steps)] == ways


def step(text: str) -> CheckerStep:
    source, target = text.rstrip("*").split("/")
    return CheckerStep(int(source), int(source) - int(target), text.endswith("*"))
