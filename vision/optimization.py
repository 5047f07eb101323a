"""Robust least squares, and the sub-sample position of maxima."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from vision.picture_arrays import Reals


def peak_offsets(samples: NDArray[np.floating], best: NDArray[np.intp]) -> NDArray[np.floating]:
    """The offset in steps of a parabola's peak from each row's best sample; 0 for outer ones."""
    middle = np.clip(best, 1, samples.shape[-1] - 2)
    before, here, after = (
        np.take_along_axis(samples, (middle + side)[..., None], axis=-1)[..., 0]
        for side in (-1, 0, 1)
    )
    bend = np.minimum(before - 2 * here + after, -np.finfo(samples.dtype).eps)
    return np.asarray(np.clip((before - after) / 2 / bend, -1, 1) * (middle == best))


STEPS = 40
"""Iterations, at most."""
SMALL_STEP = 1e-6
"""Step of the numerical derivative."""
SETTLED = 1e-7
"""Relative gain; a smaller one ends the iteration."""
DAMPING_DECREASE = 0.3
"""Factor of the damping after a step that reduces the errors."""
DAMPING_INCREASE = 8.0
"""Factor of the damping after a step that does not."""
MIN_DAMPING = 1e-6
"""The least damping, relative to the diagonal of the normal equations."""
MAX_DAMPING = 1e8
"""Relative damping at which the iteration gives up."""


def least_squares(residuals: Callable[[Reals], Reals], start: Reals) -> Reals:
    """Returns the values near a start that minimise the residuals, given in standard errors.

    Errors are taken to have a Cauchy distribution, so that outliers hardly count.
    """
    values, damping = start, 1e-3
    errors = residuals(values)
    cost = _cost(errors)
    for _ in range(STEPS):
        slopes = _slopes(residuals, values, errors)
        weights = 1 / (1 + errors**2)
        gain, better, tried = 0.0, values, errors
        while gain <= 0 and damping < MAX_DAMPING:
            better = values + _step(slopes, weights, errors, damping)
            tried = residuals(better)
            gain = cost - _cost(tried)
            factor = DAMPING_DECREASE if gain > 0 else DAMPING_INCREASE
            damping = max(damping * factor, MIN_DAMPING)
        if gain <= 0:
            break
        values, errors, cost = better, tried, cost - gain
        if gain < SETTLED * cost:
            break
    return values


def _cost(errors: Reals) -> float:
    return float(np.log1p(errors**2).sum())


def _slopes(residuals: Callable[[Reals], Reals], values: Reals, errors: Reals) -> Reals:
    slopes = np.empty((len(errors), len(values)))
    for at in range(len(values)):
        moved = values.copy()
        moved[at] += SMALL_STEP
        slopes[:, at] = (residuals(moved) - errors) / SMALL_STEP
    return slopes


def _step(slopes: Reals, weights: Reals, errors: Reals, damping: float) -> Reals:
    square = np.asarray((slopes * weights[:, None]).T @ slopes, np.float64)
    square[np.diag_indices_from(square)] *= 1 + damping
    return np.asarray(np.linalg.solve(square, -slopes.T @ (weights * errors)), np.float64)
