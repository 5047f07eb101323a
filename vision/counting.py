"""Every place weighed together: fifteen checkers of each colour lie somewhere."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hardware.checkers import Place
from vision.chances import SET, Chances

Table = NDArray[np.float64]
"""A weight for each way a place may be: rows by Light's checkers, columns by Dark's."""

WAYS = SET + 1
"""None to fifteen."""
LEAST = 1e-9
"""Ways with less weight than this, beside the heaviest, are passed over for the best board."""


@dataclass(frozen=True, slots=True, eq=False)
class Tally:
    """What all places together say."""

    chances: Mapping[Place, Chances]
    """How likely each way is, whatever the other places hold."""
    best: Mapping[Place, tuple[int, int]]
    """The likeliest board: how many of Light's and of Dark's each place holds."""


def tallied(weights: Mapping[Place, Table], elsewhere: Table) -> Tally:
    """All places, with the weight of so many checkers being in a hand, or fallen down."""
    tables = [_scaled(table) for table in (*weights.values(), elsewhere)]
    ahead = _running(tables)
    behind = _running(tables[::-1])[::-1]
    every = [
        _chances(table, before, after[::-1, ::-1])
        for table, before, after in zip(tables, ahead, behind[1:], strict=False)
    ]
    best = _best(tables)
    return Tally(
        dict(zip(weights, every[:-1], strict=True)), dict(zip(weights, best[:-1], strict=True))
    )


def _scaled(table: Table) -> Table:
    largest = table.max()
    if table.shape != (WAYS, WAYS) or not np.isfinite(largest) or largest <= 0:
        raise ValueError("a place has a weight for each of 16 times 16 ways, some above zero")
    scaled: Table = table / largest
    return scaled


def _running(tables: Iterable[Table]) -> list[Table]:
    """The weight of each number of checkers on no place, on the first one, on the first two..."""
    so_far = np.zeros((WAYS, WAYS))
    so_far[0, 0] = 1
    running = [so_far]
    for table in tables:
        so_far = _joined(so_far, table)
        so_far = so_far / max(so_far.max(), np.finfo(float).tiny)
        running.append(so_far)
    return running


def _joined(so_far: Table, table: Table) -> Table:
    """The weights of the sums of two numbers of each colour."""
    joined = _steps(table[:, 0]) @ so_far
    others = table[0].copy()
    others[0] = 0
    joined += so_far @ _steps(others).T
    for light, dark in np.argwhere(table[1:, 1:] > 0) + 1:
        joined[light:, dark:] += table[light, dark] * so_far[: WAYS - light, : WAYS - dark]
    return joined


_APART = np.subtract.outer(np.arange(WAYS), np.arange(WAYS))


def _steps(weights: Table) -> Table:
    """The matrix that adds a number with such weights to a number."""
    return np.where(_APART >= 0, weights[np.maximum(_APART, 0)], 0.0)


def _chances(table: Table, before: Table, rest: Table) -> Chances:
    """A place between what lies on the places before it and what has to lie on the others.

    `rest` has, for each number on this place and those before it, the weight of what is left.
    """
    joint = np.zeros((WAYS, WAYS))
    joint[:, 0] = _along(before @ rest.T) * table[:, 0]
    joint[0, 1:] = _along(before.T @ rest)[1:] * table[0, 1:]
    for light, dark in np.argwhere(table[1:, 1:] > 0) + 1:
        pairs = before[: WAYS - light, : WAYS - dark] * rest[light:, dark:]
        joint[light, dark] = pairs.sum() * table[light, dark]
    total = joint.sum()
    return Chances(joint / total if total > 0 else table / table.sum())


def _along(pairs: Table) -> Table:
    """The sum over every pair of numbers that differ by none, by one, by two..."""
    return np.array([np.trace(pairs, offset) for offset in range(WAYS)])


def _best(tables: list[Table]) -> list[tuple[int, int]]:
    """The ways that are the likeliest together."""
    with np.errstate(divide="ignore"):
        logs = [np.log(table) for table in tables]
    so_far = np.full((WAYS, WAYS), -np.inf)
    so_far[0, 0] = 0
    trail = []
    for log in logs:
        so_far, ways = _heaviest(so_far, log)
        trail.append(ways)
    light, dark = SET, SET
    best = []
    for ways in trail[::-1]:
        here = divmod(int(ways[light, dark]), WAYS)
        best.append(here)
        light, dark = light - here[0], dark - here[1]
    return best[::-1]


def _heaviest(so_far: Table, log: Table) -> tuple[Table, NDArray[np.intp]]:
    """The best weight of each sum, and which way of the new place gives it."""
    joined = np.full((WAYS, WAYS), -np.inf)
    ways = np.zeros((WAYS, WAYS), dtype=np.intp)
    for light, dark in np.argwhere(log > np.log(LEAST)):
        there = joined[light:, dark:]
        new = so_far[: WAYS - light, : WAYS - dark] + log[light, dark]
        better = new > there
        there[better] = new[better]
        ways[light:, dark:][better] = light * WAYS + dark
    return joined, ways
