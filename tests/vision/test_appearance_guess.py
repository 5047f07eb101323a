"""Two kinds of checkers are distinguished, if there are two."""

import numpy as np
import pytest

from vision.appearance_guess import CheckersOfOneColour, is_lighter_kind

PALE, DIM = (14.0, 14.5, 15.0), (5.0, 4.0, 9.0)


def test_the_brighter_checkers_are_the_lighter_kind() -> None:
    assert is_lighter_kind(np.array([DIM, PALE, DIM, DIM, PALE])).tolist() == [0, 1, 0, 0, 1]


@pytest.mark.parametrize("colour", [PALE, DIM])
def test_checkers_of_one_colour_are_refused(colour: tuple[float, ...]) -> None:
    with pytest.raises(CheckersOfOneColour):
        is_lighter_kind(np.array([colour] * 6))
