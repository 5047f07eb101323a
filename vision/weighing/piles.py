"""How likely each point holds how many checkers, by itself."""

from __future__ import annotations

from collections.abc import Iterator

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

BROKEN = 0.003
"""How usual it is that a row begins one checker away from the rim: that one was just taken away."""
LOOSE = 0.0003
"""How usual it is that checkers lie anywhere along a point, with gaps."""
HIT = 0.003
"""How usual it is that one of each colour lies there: a hit checker is not yet taken away."""

Numbers = NDArray[np.float64]


def piled(rows: Rows) -> list[Table]:
    """A table of weights for each point."""
    tops = np.clip(rows.on_top, -HIGHER, HIGHER)
    light, dark = (_counts(own, tops) for own in (rows.light, rows.dark))
    return [_table(*both) for both in zip(light, dark, _hits(rows.light, rows.dark), strict=True)]


def _counts(own: Numbers, tops: Numbers) -> Numbers:
    """The weight of each number of one colour, for every point."""
    row, above = (np.cumsum(np.insert(each, 0, 0.0, axis=1), axis=1) for each in (own, tops))
    ways = np.exp(row[:, _SEEN] + above[:, _ABOVE]) * _USUAL
    weights: Numbers = ways @ (_COUNT[:, None] == np.arange(WAYS))
    broken = np.exp(np.cumsum(own[:, 1:FULL], axis=1)) * BROKEN
    weights[:, 1:FULL] += broken
    weights[:, : FULL + 1] += LOOSE * _loose(np.exp(own[:, :FULL]))
    return weights


def _loose(each: Numbers) -> Numbers:
    """For each row the weight of so many, whichever of them these are."""
    some = np.zeros((len(each), each.shape[1] + 1))
    some[:, 0] = 1
    for weight in each.T:
        some[:, 1:] = some[:, 1:] + weight[:, None] * some[:, :-1]
    return some


def _hits(light: Numbers, dark: Numbers) -> Numbers:
    """For each point, the weight of one checker of each colour, whichever lies at the rim."""
    pairs = np.exp(light[:, 0] + dark[:, 1]) + np.exp(dark[:, 0] + light[:, 1])
    hits: Numbers = HIT * pairs
    return hits


def _ways() -> Iterator[tuple[int, int, int, float]]:
    """A number, how many of it lie in the row itself and on top of that, and how usual that is."""
    for count in range(WAYS):
        rare = TALL ** max(count - FULL, 0)
        if count <= LONGEST:
            yield count, count, 0, rare * LONG.get(count, 1.0)
        for seen, usual in ON_TOP.items():
            if seen < count <= SET:
                yield count, seen, min(count - seen, seen), rare * usual


_COUNT, _SEEN, _ABOVE, _USUAL = map(np.array, zip(*_ways(), strict=True))


def _table(light: Numbers, dark: Numbers, hit: float) -> Table:
    table = np.zeros((WAYS, WAYS))
    table[:, 0], table[0, 1:], table[1, 1] = light, dark[1:], hit
    scaled: Table = table / table.max()
    return scaled
