"""Where between samples something is at its most."""

from __future__ import annotations

import numpy as np
import pytest

from vision.peaks import beside

PLACES = np.arange(7.0)


@pytest.mark.parametrize("top", [2.6, 3.0, 3.4])
def test_a_parabola_peaks_where_it_does(top: float) -> None:
    samples = -((PLACES[None] - top) ** 2)

    assert 3 + beside(samples, np.array([3])) == pytest.approx(top)


def test_beyond_the_first_and_the_last_nothing_is_told() -> None:
    samples = np.stack([-PLACES, PLACES])

    assert beside(samples, np.array([0, 6])).tolist() == [0, 0]
