"""The result of reading a picture: chances and claims, inferred for all places jointly."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from hardware.checkers import Colour, Place
from hardware.observations import UNKNOWN_SIGHTING, Count, Sighting
from vision.picture_arrays import Reals

CHECKERS_EACH = 15
"""Checkers of each colour."""
NUMBERS = CHECKERS_EACH + 1
"""The possible numbers of checkers of one colour: 0 to 15."""
SURE = 0.9995
"""Probability that a claimed range contains the truth."""
CLOSE = 1e-5
"""Largest deviation of the sum of all probabilities from one."""


@dataclass(frozen=True, slots=True, eq=False)
class CountChances:
    """The probability of each content of a place: rows by Light's checkers, columns by Dark's."""

    table: Reals
    """A 16 by 16 array that adds up to one."""

    def __post_init__(self) -> None:
        if self.table.shape != (NUMBERS, NUMBERS) or not abs(self.table.sum() - 1) <= CLOSE:
            raise ValueError("expected 16 times 16 probabilities that add up to one")

    @property
    def best(self) -> tuple[int, int]:
        """The likeliest number of Light's and of Dark's checkers."""
        light, dark = np.unravel_index(int(self.table.argmax()), self.table.shape)
        return int(light), int(dark)

    @property
    def confidence(self) -> float:
        """The probability of the likeliest content."""
        return float(self.table.max())

    def sighting(self) -> Sighting:
        """The narrowest sighting that spans the likeliest contents up to probability `SURE`."""
        every = self.table.ravel()
        order = every.argsort()[::-1]
        enough = int(every[order].cumsum().searchsorted(SURE)) + 1
        ways = [divmod(way, NUMBERS) for way in order[:enough].tolist()]
        light, dark, both = zip(*((*way, sum(way)) for way in ways), strict=True)
        return Sighting(*(Count(min(counts), max(counts)) for counts in (light, dark, both)))


UNKNOWN = CountChances(np.full((NUMBERS, NUMBERS), 1 / NUMBERS**2))
"""Equal probability for every content: nothing is known of the place."""


@dataclass(frozen=True, slots=True, eq=False)
class PictureReading:
    """The content of each place as one picture shows it, as Light counts."""

    chances: Mapping[Place, CountChances]
    """The probabilities of the contents of every place."""
    covered: frozenset[Place] = field(default_factory=frozenset)
    """Places that are hidden by a hand or another thing, or may be changing."""
    likeliest: Mapping[Place, tuple[int, int]] = field(default_factory=dict)
    """The likeliest content of each place on the likeliest board as a whole."""

    def best(self, place: Place) -> tuple[int, int]:
        """The likeliest number of Light's and of Dark's checkers on a place."""
        return self.likeliest.get(place, self.chances[place].best)

    def confidence(self, place: Place) -> float:
        """The probability of that likeliest content."""
        return float(self.chances[place].table[self.best(place)])

    @property
    def sightings(self) -> Mapping[Place, Sighting]:
        """The sightings that may be claimed of every place; anything for covered ones."""
        return {
            place: UNKNOWN_SIGHTING if place in self.covered else chances.sighting()
            for place, chances in self.chances.items()
        }


CountTable = NDArray[np.float64]
"""A weight for each content of a place: rows by Light's checkers, columns by Dark's."""
CountTables = NDArray[np.float64]
"""A stack of such tables, one for each place."""

TINY = np.finfo(float).tiny
"""The smallest divisor, against division by zero."""


@dataclass(frozen=True, slots=True)
class JointLimits:
    """The limits of combining all places."""

    min_relative_weight: float = 1e-9
    """Relative weight; contents with less are skipped in the search for the likeliest board."""


@dataclass(frozen=True, slots=True, eq=False)
class JointCounts:
    """The joint result of all places."""

    chances: Mapping[Place, CountChances]
    """The probability of each content of a place, summed over all contents of the others."""
    best: Mapping[Place, tuple[int, int]]
    """The likeliest board as a whole: the number of Light's and Dark's checkers of each place."""


def one_colour_table(colour: Colour, weights: Reals) -> CountTable:
    """The table of a place that holds one colour only, by the weight of each number."""
    table = np.zeros((NUMBERS, NUMBERS))
    if colour is Colour.LIGHT:
        table[:, 0] = weights
    else:
        table[0] = weights
    return table


def infer_joint_counts(
    weights: Mapping[Place, CountTable], elsewhere: CountTable, limits: JointLimits = JointLimits()
) -> JointCounts:
    """Combines the weights of all places so that each colour has fifteen checkers.

    A state is the number of Light's and of Dark's checkers on some places together. A content of a
    place weighs its own weight, times that of each state of the places before it and of the one
    after it with which it adds up to fifteen. Say that there are three places and two checkers, and
    that each number on a place weighs 1: then two on the second place leave none to the others (one
    way), one leaves one to either (two ways), and none leaves two to share (three ways). So the
    probabilities of 0, 1 and 2 on the second place are 3/6, 2/6 and 1/6.

    `elsewhere` weighs the numbers of checkers that are at no place, such as in a hand. Raises
    ValueError for a table of another shape or without a positive weight.
    """
    tables = _scale([*weights.values(), elsewhere])
    sums = _sums(tables)
    states_before = _partial_sums(sums[:-1])
    states_after = _partial_sums(sums[:0:-1])[::-1]
    every = _chances(tables, states_before, states_after[:, ::-1, ::-1])
    best = _best(tables, limits)
    chances = dict(zip(weights, every[:-1], strict=True))
    return JointCounts(chances, dict(zip(weights, best[:-1], strict=True)))


def _scale(tables: Sequence[CountTable]) -> CountTables:
    """The tables, scaled to a largest weight of one."""
    largest = np.array([table.max() for table in tables])
    ways = {table.shape for table in tables}
    if ways != {(NUMBERS, NUMBERS)} or not np.isfinite(largest).all() or largest.min() <= 0:
        raise ValueError("every place needs 16 times 16 finite weights, some of them above zero")
    return np.asarray(np.stack(tables) / largest[:, None, None])


@dataclass(frozen=True, slots=True, eq=False)
class _Sums:
    """The contribution of one place to the sums of checkers, as matrices."""

    lights: CountTable
    """The matrix that adds Light's checkers where Dark has none."""
    darks: Sequence[tuple[int, CountTable]]
    """For each number of Light's checkers that may share the place with Dark's, Dark's matrix."""

    def add_to(self, so_far: CountTable) -> CountTable:
        """The weights of the sums after this place is added."""
        joined: CountTable = self.lights @ so_far
        for light, darks in self.darks:
            joined[light:] += so_far[: NUMBERS - light] @ darks
        return joined


def _sums(tables: CountTables) -> list[_Sums]:
    some = tables.copy()
    some[:, :, 0] = 0
    mixed = np.nonzero(some.any(axis=2))
    darks: list[list[tuple[int, CountTable]]] = [[] for _ in tables]
    for place, light, steps in zip(*mixed, _steps(some[mixed]), strict=True):
        darks[place].append((int(light), steps.T))
    return [_Sums(*both) for both in zip(_steps(tables[:, :, 0]), darks, strict=True)]


def _partial_sums(places: Iterable[_Sums]) -> Reals:
    """The weight of each sum over no place, the first place, the first two places and so on."""
    so_far = np.zeros((NUMBERS, NUMBERS))
    so_far[0, 0] = 1
    running = [so_far]
    for sums in places:
        so_far = sums.add_to(so_far)
        so_far = so_far / max(so_far.max(), TINY)
        running.append(so_far)
    return np.stack(running)


_APART = np.subtract.outer(np.arange(NUMBERS), np.arange(NUMBERS))


def _steps(weights: Reals) -> CountTables:
    """For each row of weights, the matrix that adds a number with these weights to a sum."""
    return np.where(_APART >= 0, weights[:, np.maximum(_APART, 0)], 0.0)


def _chances(tables: CountTables, before: CountTables, rest: CountTables) -> list[CountChances]:
    """The probabilities of each place, from the sums before it and what must lie on the rest.

    `rest` has, for each sum up to and including a place, the weight of what is left.
    """
    lights = [
        _sum_by_difference(before[:, : NUMBERS - n].swapaxes(1, 2) @ rest[:, n:])
        for n in range(NUMBERS)
    ]
    joint = np.stack(lights, axis=1) * tables
    return [
        CountChances(one / total if total > 0 else table / table.sum())
        for one, total, table in zip(joint, joint.sum(axis=(1, 2)), tables, strict=True)
    ]


_LARGER = (_APART.ravel() == -np.arange(NUMBERS)[:, None]).T.astype(np.float64)


def _sum_by_difference(pairs: CountTables) -> CountTable:
    """For each table of pairs, the sums over the pairs that differ by 0, 1, 2 and so on."""
    return np.asarray(pairs.reshape(-1, NUMBERS**2) @ _LARGER)


def _best(tables: CountTables, limits: JointLimits) -> list[tuple[int, int]]:
    """The likeliest contents of all places together (Viterbi)."""
    so_far = np.full((NUMBERS, NUMBERS), -np.inf)
    so_far[0, 0] = 0
    trail = []
    for table in tables:
        so_far, ways = _heaviest(so_far, table, limits)
        trail.append(ways)
    light, dark = CHECKERS_EACH, CHECKERS_EACH
    best = []
    for ways in trail[::-1]:
        here = divmod(int(ways[light, dark]), NUMBERS)
        best.append(here)
        light, dark = light - here[0], dark - here[1]
    return best[::-1]


_WIDE = CHECKERS_EACH + NUMBERS
_OWN = np.arange(CHECKERS_EACH, _WIDE)
_PLACES = (_OWN[:, None] * _WIDE + _OWN).ravel()


def _heaviest(
    so_far: CountTable, table: CountTable, limits: JointLimits
) -> tuple[CountTable, NDArray[np.intp]]:
    """The best log weight of each sum, and the content of the new place that gives it."""
    likely = np.flatnonzero(table > limits.min_relative_weight)
    light, dark = np.divmod(likely, NUMBERS)
    fewer = np.full((_WIDE, _WIDE), -np.inf)
    fewer[CHECKERS_EACH:, CHECKERS_EACH:] = so_far
    before = fewer.ravel()[_PLACES - (light * _WIDE + dark)[:, None]]
    sums = before + np.log(table.ravel()[likely])[:, None]
    joined = sums.max(axis=0)
    ways = np.where(joined > -np.inf, likely[sums.argmax(axis=0)], 0)
    return joined.reshape(NUMBERS, NUMBERS), ways.reshape(NUMBERS, NUMBERS)
