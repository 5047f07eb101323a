"""Where between samples something is at its most."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def beside(samples: NDArray[np.floating], best: NDArray[np.intp]) -> NDArray[np.floating]:
    """The part of a step from the best of each row at which a parabola through it peaks.

    None where the best is the first or the last, for there may be a better one beyond.
    """
    middle = np.clip(best, 1, samples.shape[-1] - 2)
    before, here, after = (
        np.take_along_axis(samples, (middle + side)[..., None], axis=-1)[..., 0]
        for side in (-1, 0, 1)
    )
    bend = np.minimum(before - 2 * here + after, -np.finfo(samples.dtype).eps)
    part: NDArray[np.floating] = np.clip((before - after) / 2 / bend, -1, 1) * (middle == best)
    return part
