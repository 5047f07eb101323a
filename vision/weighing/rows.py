"""What lies in the row of each point: for each checker that may lie there, how likely it does."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from vision.eye import Eye
from vision.field import SLOTS, Field
from vision.pictures import Points
from vision.plane import SCALE, shape, to_plane
from vision.weighing.evidence import Evidence
from vision.weighing.spots import Map, Spots

LONGEST = 6
"""Checkers of one row, on the board itself."""
ASIDE = 0.25
"""Widths of a point a checker may lie beside where it should."""
PLACING = 0.1
"""The same for most."""
FAR = 3.0
"""What a spot far aside is worth less at most, as a logarithm."""
FOUND = 1.66
"""What each of these counts."""
MOST = 9.0
"""What one checker may say at most, as a logarithm."""
SEEN = 2.0
"""What a checker says that surely lies there."""

Numbers = NDArray[np.float64]


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


def weighed_rows(spots: Spots, evidence: Evidence, eye: Eye, field: Field) -> Rows:
    """The weight of every checker of every point."""
    places = _places(field)
    light, dark = (_best(weights, places) for weights in (spots.light, spots.dark))
    lighter = light.weight > dark.weight
    pixels = np.where(lighter, light.pixels, dark.pixels)
    aside = np.where(lighter[..., None], light.aside, dark.aside)
    there, other = bounded(light.weight, dark.weight)
    sure = np.maximum(there, other) > SEEN
    beyond = _beyond(evidence, pixels, lighter, field)
    on_top = _on_top(aside, sure, raised(eye, field), beyond)
    where = standing(field).reshape(aside.shape) + aside
    return Rows(there, other, on_top, where, spots.rims.ravel()[pixels].astype(np.float64))


def bounded(light: Numbers, dark: Numbers) -> tuple[Numbers, Numbers]:
    """Weights of both colours, so that neither a checker nor its colour is ever too sure."""
    there = np.clip(np.logaddexp(light, dark), -MOST, MOST)
    lighter = np.clip(light - dark, -MOST, MOST)
    return there - np.logaddexp(0, -lighter), there - np.logaddexp(0, lighter)


@lru_cache(maxsize=4)
def standing(field: Field) -> Points:
    """Where the checkers of all rows should lie, point by point."""
    return np.array([field.spot(slot, number) for slot in SLOTS for number in range(LONGEST)])


@lru_cache(maxsize=4)
def raised(eye: Eye, field: Field) -> Numbers:
    """How far beside the others' tops that of a checker is seen that stands on another."""
    spots = standing(field)
    high = np.full((len(spots), 1), 2 * field.thickness)
    seen = eye.spots(eye.pixels(np.hstack([spots, high])), field.thickness)
    return (seen - spots).reshape(len(SLOTS), LONGEST, 2)


@dataclass(frozen=True, slots=True, eq=False)
class _Places:
    """Where in a flat plane each checker may be, and what is taken off for each spot."""

    pixels: NDArray[np.intp]
    less: Numbers
    aside: Points


@dataclass(frozen=True, slots=True, eq=False)
class _Best:
    weight: Numbers
    pixels: NDArray[np.intp]
    aside: Numbers


@lru_cache(maxsize=4)
def _places(field: Field) -> _Places:
    reach = round(ASIDE * SCALE)
    line = np.arange(-reach, reach + 1)
    across, down = (axis.ravel() for axis in np.meshgrid(line, line))
    middles = to_plane(standing(field)).round().astype(np.intp)
    _, width = shape(field)
    pixels = (middles[:, 1:] + down) * width + middles[:, :1] + across
    aside = np.column_stack([across, down]) / SCALE
    less = np.minimum(((aside / PLACING) ** 2).sum(axis=1) / 2, FAR) * FOUND
    return _Places(pixels.reshape(len(SLOTS), LONGEST, -1), less, aside)


def _best(weights: Map, places: _Places) -> _Best:
    every = weights.ravel()[places.pixels] - places.less
    at = every.argmax(axis=2)[..., None]
    weight = np.take_along_axis(every, at, axis=2)[..., 0].astype(np.float64)
    pixels = np.take_along_axis(places.pixels, at, axis=2)[..., 0]
    return _Best(weight, pixels, places.aside[at[..., 0]])


BY_PLACE, BY_EDGE, ALWAYS = 1.2, 0.4, 0.25
"""What each kind of evidence counts: fitted to checkers on boards and on checkers."""
CLEARLY = 3.0
"""What the place of a checker may say at most of its height."""
EDGE = 1.07, 1.3
"""From where to where, in radii, the edge of a checker beneath may be seen."""
ASLANT = 0.6
"""How far to the sides, not up and down the row, an edge is looked for."""
PIXEL = 4.0
"""What one pixel may say at most, as a logarithm."""


def _on_top(aside: Numbers, sure: NDArray[np.bool_], high: Numbers, beyond: Numbers) -> Numbers:
    """By where a checker is seen, and by another one's edge that is seen beneath it."""
    off = aside - _drift(aside, sure)
    near, far = (((gap / PLACING) ** 2).sum(axis=2) for gap in (off, off - high))
    place = np.clip((near - far) / 2, -CLEARLY, CLEARLY)
    told: Numbers = BY_PLACE * place + BY_EDGE * beyond + ALWAYS
    return told


def _drift(aside: Numbers, sure: NDArray[np.bool_]) -> Numbers:
    """How far all checkers are beside where they should be, changing slowly over the board."""
    slots, numbers = np.indices(sure.shape)
    x = np.abs(slots - (len(SLOTS) - 1) / 2) / len(SLOTS) - 0.25
    y = np.where(slots < len(SLOTS) // 2, 1, -1) * (LONGEST - numbers) / LONGEST
    rows = np.stack([np.ones_like(x), x, y], axis=-1)
    known, told = rows[sure], aside[sure]
    if not len(known):
        return np.zeros_like(aside)
    factors = np.linalg.solve(known.T @ known + np.eye(3), known.T @ told)
    drift: Numbers = rows @ factors
    return drift


def _beyond(
    evidence: Evidence, pixels: NDArray[np.intp], lighter: NDArray[np.bool_], field: Field
) -> Numbers:
    """How much a checker's own colour is seen beside its rim, at the clearer side."""
    across, down = _edge(field.checker / 2 * SCALE)
    _, width = shape(field)
    at = np.clip(pixels[..., None] + down * width + across, 0, evidence.ground.size - 1)
    ground, light, dark = (
        np.clip(plane.ravel()[at], -PIXEL, 1.5 * PIXEL)
        for plane in (evidence.ground, evidence.light, evidence.dark)
    )
    own = np.clip(np.where(lighter[..., None], light, dark) - ground, -PIXEL, PIXEL)
    sides = [own[..., across < 0].mean(axis=2), own[..., across > 0].mean(axis=2)]
    clearer: Numbers = np.maximum(*sides).astype(np.float64)
    return clearer


@lru_cache(maxsize=4)
def _edge(radius: float) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    reach = int(np.ceil(radius * EDGE[1]))
    down, across = np.mgrid[-reach : reach + 1, -reach : reach + 1]
    away = np.hypot(across, down)
    inside = (away > EDGE[0] * radius) & (away < EDGE[1] * radius)
    inside &= np.abs(across) > ASLANT * away
    return across[inside], down[inside]
