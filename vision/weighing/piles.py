"""How likely each point holds how many checkers, by itself."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.chances import SET
from vision.counting import WAYS, Table
from vision.weighing.layers import FULL, LONGEST
from vision.weighing.rows import Rows

ON_TOP = {4: 0.003, 5: 1.0, 6: 0.06}
"""How usual it is that the next one is put on a row of so many."""
LONG = {5: 1.0, 6: 0.06}
"""How usual it is that the row itself goes on to so many."""
TALL = 0.6
"""How much rarer each further checker of a point is, beyond a full row."""
HIGHER = 4.0
"""What one checker may say at most of its standing on another."""

Vector = NDArray[np.float64]


def piled(rows: Rows) -> list[Table]:
    """A table of weights for each point."""
    tops = np.clip(rows.on_top, -HIGHER, HIGHER)
    light = [_counts(own, top) for own, top in zip(rows.light, tops, strict=True)]
    dark = [_counts(own, top) for own, top in zip(rows.dark, tops, strict=True)]
    return [_table(one, other) for one, other in zip(light, dark, strict=True)]


def _counts(own: Vector, top: Vector) -> Vector:
    """The weight of each number of one colour."""
    row = np.concatenate([[0.0], np.cumsum(own)])
    above = np.concatenate([[0.0], np.cumsum(top)])
    weights = np.zeros(WAYS)
    for count in range(WAYS):
        weights[count] = sum(
            np.exp(row[seen] + above[min(count - seen, seen)]) * usual
            for seen, usual in _rows_of(count)
        )
    return weights


def _rows_of(count: int) -> list[tuple[int, float]]:
    """How many of a number lie in the row itself, and how usual that is."""
    rare = TALL ** max(count - FULL, 0)
    ways = [(count, rare * LONG.get(count, 1.0))] if count <= LONGEST else []
    ways += [(seen, rare * usual) for seen, usual in ON_TOP.items() if seen < count <= SET]
    return ways


def _table(light: Vector, dark: Vector) -> Table:
    table = np.zeros((WAYS, WAYS))
    table[:, 0], table[0, 1:] = light, dark[1:]
    scaled: Table = table / table.max()
    return scaled
