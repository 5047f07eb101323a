"""Two kinds of checkers are told apart, if there are two."""

from __future__ import annotations

import numpy as np
import pytest

from vision.guessing.kinds import OneKind, told_apart

PALE, DIM = (14.0, 14.5, 15.0), (5.0, 4.0, 9.0)


def test_the_brighter_checkers_are_the_lighter_kind() -> None:
    assert told_apart(np.array([DIM, PALE, DIM, DIM, PALE])).tolist() == [0, 1, 0, 0, 1]


@pytest.mark.parametrize("colour", [PALE, DIM])
def test_checkers_of_one_colour_tell_nothing_of_the_other(colour: tuple[float, ...]) -> None:
    with pytest.raises(OneKind):
        told_apart(np.array([colour] * 6))
