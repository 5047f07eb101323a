"""What lies in the row of each point: for each checker that may lie there, how likely it does."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.eye import Eye
from vision.field import SLOTS, Field
from vision.pictures import Mask, Points
from vision.plane import SCALE, shape, to_plane
from vision.weighing.evidence import Evidence
from vision.weighing.layers import LONGEST, Numbers, Tops, on_others, raised, standing
from vision.weighing.spots import Map, Spots

ASIDE = (0.5, 0.3)
"""Widths of a point the top of a checker may be seen beside where it should, and up or down."""
LAYERS = 3
"""How many may lie on one another."""
PLACING = 0.1
"""The same for most."""
FAR = 3.0
"""What a spot far aside is worth less at most, as a logarithm."""
FOUND = 0.67
"""What each of these counts."""
MOST = 9.0
"""What one checker may say at most, as a logarithm."""
ABSENT = 1.4
"""How much surer it is that none is there than it seems: so it is on many boards."""
SEEN = 2.0
"""What a checker says that surely lies there."""


Weights = Numbers | np.floating[Any]


@dataclass(frozen=True, slots=True, eq=False)
class Rows:
    """A row for each point and a column for each checker of it, the one at the rim first."""

    light: Numbers
    """Logarithms: how much likelier a checker is than none."""
    dark: Numbers
    on_top: Numbers
    """Logarithms: how much likelier it lies on another than on the board."""
    spots: Numbers
    """Where its top is seen, at the height of those on the board."""
    rims: Numbers
    """How much of its rim is seen."""

    @property
    def sure(self) -> Mask:
        """Which checkers are surely there, each row from its rim on."""
        there: Mask = np.maximum(self.light, self.dark) > SEEN
        return np.logical_and.accumulate(there, axis=1)

    def where(self, seen: Mask) -> Rows:
        """The same, but that nothing is said of checkers that could not be seen."""
        light, dark, on_top = (np.where(seen, x, 0.0) for x in (self.light, self.dark, self.on_top))
        return replace(self, light=light, dark=dark, on_top=on_top)


def weighed_rows(spots: Spots, evidence: Evidence, eye: Eye, field: Field) -> Rows:
    """The weight of every checker of every point."""
    places = _places(eye, field)
    light, dark = (_best(weights, places) for weights in (spots.light, spots.dark))
    lighter = light.weight > dark.weight
    pixels = np.where(lighter, light.pixels, dark.pixels)
    aside = np.where(lighter[..., None], light.aside, dark.aside)
    there, other = bounded(light.weight, dark.weight)
    sure = np.maximum(there, other) > SEEN
    on_top = on_others(evidence, Tops(aside, sure, lighter), eye, field)
    where = standing(field).reshape(aside.shape) + aside
    return Rows(there, other, on_top, where, spots.rims.ravel()[pixels].astype(np.float64))


def bounded(light: Weights, dark: Weights) -> tuple[Numbers, Numbers]:
    """Weights of both colours, so that neither a checker nor its colour is ever too sure."""
    there = np.logaddexp(light, dark)
    there = np.clip(np.where(there < 0, ABSENT * there, there), -MOST, MOST)
    lighter = np.clip(light - dark, -MOST, MOST)
    return there - np.logaddexp(0, -lighter), there - np.logaddexp(0, lighter)


@dataclass(frozen=True, slots=True, eq=False)
class _Places:
    """Where in a flat plane each checker may be, and what is taken off for each spot."""

    pixels: NDArray[np.intp]
    less: NDArray[np.float32]
    aside: Points


@dataclass(frozen=True, slots=True, eq=False)
class _Best:
    weight: Numbers
    pixels: NDArray[np.intp]
    aside: Numbers


@lru_cache(maxsize=4)
def _places(eye: Eye, field: Field) -> _Places:
    lines = (np.arange(-round(reach * SCALE), round(reach * SCALE) + 1) for reach in ASIDE)
    across, down = (axis.ravel() for axis in np.meshgrid(*lines))
    middles = to_plane(standing(field)).round().astype(np.intp)
    _, width = shape(field)
    pixels = (middles[:, 1:] + down) * width + middles[:, :1] + across
    aside = np.column_stack([across, down]) / SCALE
    high = raised(eye, field)[:, :, None]
    less = np.minimum.reduce([_less(aside - high * layer) for layer in range(LAYERS)])
    return _Places(pixels.reshape(len(SLOTS), LONGEST, -1), less.astype(np.float32), aside)


def _less(off: Numbers) -> Numbers:
    less: Numbers = FOUND * np.minimum(((off / PLACING) ** 2).sum(axis=-1) / 2, FAR)
    return less


def _best(weights: Map, places: _Places) -> _Best:
    every = weights.ravel()[places.pixels] - places.less
    at = every.argmax(axis=2)[..., None]
    weight = np.take_along_axis(every, at, axis=2)[..., 0].astype(np.float64)
    pixels = np.take_along_axis(places.pixels, at, axis=2)[..., 0]
    return _Best(weight, pixels, places.aside[at[..., 0]])
