"""The values that explain measurements best, a few wrong ones among them notwithstanding."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Vector = NDArray[np.float64]

STEPS = 40
SMALL_STEP = 1e-6
SETTLED = 1e-7
"""A step that gains less than this part of what is unexplained is the last."""
EASY, HARD = 0.3, 8.0
"""The damping of a step is changed so, when it succeeds and when it fails."""
LEAST_DAMPING, MOST_DAMPING = 1e-6, 1e8


def solved(residuals: Callable[[Vector], Vector], start: Vector) -> Vector:
    """The values near a start that make the residuals, told in likely errors, the least.

    Errors are taken to have a Cauchy distribution, so that one far out hardly counts.
    """
    values, damping = start, 1e-3
    errors = residuals(values)
    cost = _cost(errors)
    for _ in range(STEPS):
        slopes = _slopes(residuals, values, errors)
        weights = 1 / (1 + errors**2)
        gain, better, tried = 0.0, values, errors
        while gain <= 0 and damping < MOST_DAMPING:
            better = values + _step(slopes, weights, errors, damping)
            tried = residuals(better)
            gain = cost - _cost(tried)
            damping = max(damping * (EASY if gain > 0 else HARD), LEAST_DAMPING)
        if gain <= 0:
            break
        values, errors, cost = better, tried, cost - gain
        if gain < SETTLED * cost:
            break
    return values


def _cost(errors: Vector) -> float:
    return float(np.log1p(errors**2).sum())


def _slopes(residuals: Callable[[Vector], Vector], values: Vector, errors: Vector) -> Vector:
    slopes = np.empty((len(errors), len(values)))
    for at in range(len(values)):
        moved = values.copy()
        moved[at] += SMALL_STEP
        slopes[:, at] = (residuals(moved) - errors) / SMALL_STEP
    return slopes


def _step(slopes: Vector, weights: Vector, errors: Vector, damping: float) -> Vector:
    square = np.asarray((slopes * weights[:, None]).T @ slopes, np.float64)
    square[np.diag_indices_from(square)] *= 1 + damping
    return np.asarray(np.linalg.solve(square, -slopes.T @ (weights * errors)), np.float64)
