"""Every place weighed together: fifteen checkers of each colour lie somewhere."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hardware.checkers import Colour, Place
from vision.chances import SET, Chances

Table = NDArray[np.float64]
"""A weight for each way a place may be: rows by Light's checkers, columns by Dark's."""
Tables = NDArray[np.float64]
"""One for each place."""

WAYS = SET + 1
"""None to fifteen."""
LEAST = 1e-9
"""Ways with less weight than this, beside the heaviest, are passed over for the best board."""
TINY = np.finfo(float).tiny


@dataclass(frozen=True, slots=True, eq=False)
class Tally:
    """What all places together say."""

    chances: Mapping[Place, Chances]
    """How likely each way is, whatever the other places hold."""
    best: Mapping[Place, tuple[int, int]]
    """The likeliest board: how many of Light's and of Dark's each place holds."""


def alone(colour: Colour, weights: NDArray[np.float64]) -> Table:
    """The weights of each number of one colour, none of the other lying there."""
    table = np.zeros((WAYS, WAYS))
    if colour is Colour.LIGHT:
        table[:, 0] = weights
    else:
        table[0] = weights
    return table


def tallied(weights: Mapping[Place, Table], elsewhere: Table) -> Tally:
    """All places, with the weight of so many checkers being in a hand, or fallen down."""
    tables = _scaled([*weights.values(), elsewhere])
    sums = _sums(tables)
    ahead = _running(sums[:-1])
    behind = _running(sums[:0:-1])[::-1]
    every = _chances(tables, ahead, behind[:, ::-1, ::-1])
    best = _best(tables)
    return Tally(
        dict(zip(weights, every[:-1], strict=True)), dict(zip(weights, best[:-1], strict=True))
    )


def _scaled(tables: Sequence[Table]) -> Tables:
    """The tables, the largest weight of each being one."""
    largest = np.array([table.max() for table in tables])
    ways = {table.shape for table in tables}
    if ways != {(WAYS, WAYS)} or not np.isfinite(largest).all() or largest.min() <= 0:
        raise ValueError("a place has a weight for each of 16 times 16 ways, some above zero")
    scaled: Tables = np.stack(tables) / largest[:, None, None]
    return scaled


@dataclass(frozen=True, slots=True, eq=False)
class _Sums:
    """What a place adds to the numbers of checkers on other places."""

    lights: Table
    """The matrix that adds Light's where none of Dark's lie."""
    darks: Sequence[tuple[int, Table]]
    """For each number of Light's that may lie with some of Dark's, the one that adds these."""

    def joined(self, so_far: Table) -> Table:
        """The weights of the sums of two numbers of each colour."""
        joined: Table = self.lights @ so_far
        for light, darks in self.darks:
            joined[light:] += so_far[: WAYS - light] @ darks
        return joined


def _sums(tables: Tables) -> list[_Sums]:
    some = tables.copy()
    some[:, :, 0] = 0
    mixed = np.nonzero(some.any(axis=2))
    darks: list[list[tuple[int, Table]]] = [[] for _ in tables]
    for place, light, steps in zip(*mixed, _steps(some[mixed]), strict=True):
        darks[place].append((int(light), steps.T))
    return [_Sums(*both) for both in zip(_steps(tables[:, :, 0]), darks, strict=True)]


def _running(places: Iterable[_Sums]) -> NDArray[np.float64]:
    """The weight of each number of checkers on no place, on the first one, on the first two..."""
    so_far = np.zeros((WAYS, WAYS))
    so_far[0, 0] = 1
    running = [so_far]
    for sums in places:
        so_far = sums.joined(so_far)
        so_far = so_far / max(so_far.max(), TINY)
        running.append(so_far)
    return np.stack(running)


_APART = np.subtract.outer(np.arange(WAYS), np.arange(WAYS))


def _steps(weights: NDArray[np.float64]) -> Tables:
    """For each row of weights, the matrix that adds a number with such weights to a number."""
    return np.where(_APART >= 0, weights[:, np.maximum(_APART, 0)], 0.0)


def _chances(tables: Tables, before: Tables, rest: Tables) -> list[Chances]:
    """Each place between what lies on those before it and what has to lie on the others.

    `rest` has, for each number on a place and those before it, the weight of what is left.
    """
    lights = [_along(before[:, : WAYS - n].swapaxes(1, 2) @ rest[:, n:]) for n in range(WAYS)]
    joint = np.stack(lights, axis=1) * tables
    return [
        Chances(one / total if total > 0 else table / table.sum())
        for one, total, table in zip(joint, joint.sum(axis=(1, 2)), tables, strict=True)
    ]


_LARGER = (_APART.ravel() == -np.arange(WAYS)[:, None]).T.astype(np.float64)


def _along(pairs: Tables) -> Table:
    """For each table of pairs, the sum over those that differ by none, by one, by two..."""
    sums: Table = pairs.reshape(-1, WAYS**2) @ _LARGER
    return sums


def _best(tables: Tables) -> list[tuple[int, int]]:
    """The ways that are the likeliest together."""
    so_far = np.full((WAYS, WAYS), -np.inf)
    so_far[0, 0] = 0
    trail = []
    for table in tables:
        so_far, ways = _heaviest(so_far, table)
        trail.append(ways)
    light, dark = SET, SET
    best = []
    for ways in trail[::-1]:
        here = divmod(int(ways[light, dark]), WAYS)
        best.append(here)
        light, dark = light - here[0], dark - here[1]
    return best[::-1]


_WIDE = SET + WAYS
_PLACES = (np.arange(SET, _WIDE)[:, None] * _WIDE + np.arange(SET, _WIDE)).ravel()


def _heaviest(so_far: Table, table: Table) -> tuple[Table, NDArray[np.intp]]:
    """The best weight of each sum, as a logarithm, and which way of the new place gives it."""
    likely = np.flatnonzero(table > LEAST)
    light, dark = np.divmod(likely, WAYS)
    fewer = np.full((_WIDE, _WIDE), -np.inf)
    fewer[SET:, SET:] = so_far
    before = fewer.ravel()[_PLACES - (light * _WIDE + dark)[:, None]]
    sums = before + np.log(table.ravel()[likely])[:, None]
    joined = sums.max(axis=0)
    ways = np.where(joined > -np.inf, likely[sums.argmax(axis=0)], 0)
    return joined.reshape(WAYS, WAYS), ways.reshape(WAYS, WAYS)
