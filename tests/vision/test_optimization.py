"""The position of a maximum between samples."""

import numpy as np
import pytest

from vision.optimization import peak_offsets

PLACES = np.arange(7.0)


@pytest.mark.parametrize("top", [2.6, 3.0, 3.4])
def test_peak_of_a_parabola_is_found_between_samples(top: float) -> None:
    samples = -((PLACES[None] - top) ** 2)
    assert 3 + peak_offsets(samples, np.array([3])) == pytest.approx(top)


def test_peak_beyond_the_first_or_the_last_is_not_reported() -> None:
    samples = np.stack([-PLACES, PLACES])
    assert peak_offsets(samples, np.array([0, 6])).tolist() == [0, 0]
