"""Likelihood of each number of checkers on each point."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.camera_model import BoardCamera
from vision.field_geometry import SLOTS, FieldGeometry
from vision.likelihood.checker_evidence import PixelEvidence, SpotEvidence
from vision.likelihood.stacked_checkers import (
    FULL,
    LONGEST,
    DetectedTops,
    StackLimits,
    expected_spots,
    stacking_log_odds,
    stacking_offsets,
)
from vision.picture_arrays import Mask, Plane, Points, Reals
from vision.picture_reading import CHECKERS_EACH, NUMBERS, CountTable
from vision.top_view import SCALE, field_to_plane, plane_shape


@dataclass(frozen=True, slots=True)
class OddsLimits:
    """The limits of the log-odds of a single checker."""

    max_log_odds: float = 9.0
    """Largest log-odds of one checker."""
    absence_factor: float = 1.4
    """Factor of negative log-odds: absence is surer than it seems, by many boards."""


@dataclass(frozen=True, slots=True)
class PointLimits:
    """The limits and priors of the checkers of a point."""

    odds: OddsLimits = OddsLimits()
    """The limits of the log-odds of a single checker."""
    stacks: StackLimits = field(default_factory=StackLimits)
    """The limits of checkers on others."""
    max_top_offset: tuple[float, float] = (0.5, 0.3)
    """Widths of a point by which a top may be off its expected place: across, and up or down."""
    max_layers: int = 3
    """Layers of checkers on one another."""
    offset_sd: float = 0.1
    """Widths of a point; the typical offset."""
    max_offset_log_odds: float = 3.0
    """Largest log-odds that are taken off a spot far off."""
    offset_weight: float = 0.67
    """Factor of the log-odds that are taken off."""
    sure_log_odds: float = 2.0
    """Log-odds from which a checker is surely there."""
    stack_prior: tuple[tuple[int, float], ...] = ((4, 0.003), (5, 1.0), (6, 0.06))
    """Lengths of a row, and the prior weights that the next checker is stacked on it."""
    row_length_prior: tuple[tuple[int, float], ...] = ((5, 1.0), (6, 0.06))
    """Lengths of a row, and the prior weights that it grows to them."""
    extra_checker_factor: float = 0.6
    """Factor for each checker of a point beyond a full row."""
    max_stacking_log_odds: float = 4.0
    """Largest log-odds of one checker for standing on another."""
    gap_at_rim_prior: float = 0.003
    """Prior weight of a row that begins one checker off the rim, which was just taken."""
    scattered_prior: float = 0.0003
    """Prior weight of checkers anywhere along a point, with gaps."""
    hit_on_point_prior: float = 0.003
    """Prior weight of one checker of each colour: a hit checker is not yet taken away."""


LogWeights = Reals | np.floating[Any]


@dataclass(frozen=True, slots=True, eq=False)
class RowEvidence:
    """The evidence in rows: a row for each point and a column for each checker, from the rim."""

    light: Reals
    """Log-odds of one of Light's checkers against none."""
    dark: Reals
    """Log-odds of one of Dark's checkers against none."""
    on_top: Reals
    """Log-odds that the checker lies on another one rather than on the board."""
    spots: Reals
    """Spot at which its top is seen, at the height of tops on the board."""
    rims: Reals
    """Fraction of its rim that is seen."""

    def only_where(self, seen: Mask) -> RowEvidence:
        """The rows with log-odds of 0 for checkers that could not be seen."""
        light, dark, on_top = (np.where(seen, x, 0.0) for x in (self.light, self.dark, self.on_top))
        return replace(self, light=light, dark=dark, on_top=on_top)


def row_evidence(
    spots: SpotEvidence,
    evidence: PixelEvidence,
    camera: BoardCamera,
    field: FieldGeometry,
    limits: PointLimits,
) -> RowEvidence:
    """Weighs every checker of every point."""
    places = _places(camera, field, limits)
    light, dark = (_best(weights, places) for weights in (spots.light, spots.dark))
    lighter = light.weight > dark.weight
    pixels = np.where(lighter, light.pixels, dark.pixels)
    aside = np.where(lighter[..., None], light.aside, dark.aside)
    there, other = limit_log_odds(light.weight, dark.weight, limits.odds)
    sure = np.maximum(there, other) > limits.sure_log_odds
    tops = DetectedTops(aside, sure, lighter)
    on_top = stacking_log_odds(evidence, tops, camera, field, limits.stacks)
    where = expected_spots(field).reshape(aside.shape) + aside
    return RowEvidence(there, other, on_top, where, spots.rims.ravel()[pixels].astype(np.float64))


def sure_checkers(rows: RowEvidence, limits: PointLimits) -> Mask:
    """True for checkers that are surely there, together with all nearer to the rim."""
    there: Mask = np.maximum(rows.light, rows.dark) > limits.sure_log_odds
    return np.logical_and.accumulate(there, axis=1)


def limit_log_odds(light: LogWeights, dark: LogWeights, limits: OddsLimits) -> tuple[Reals, Reals]:
    """Limits the log-odds of both colours, so that neither a checker nor its colour is too sure."""
    there = np.logaddexp(light, dark)
    most = limits.max_log_odds
    there = np.clip(np.where(there < 0, limits.absence_factor * there, there), -most, most)
    lighter = np.clip(light - dark, -most, most)
    return there - np.logaddexp(0, -lighter), there - np.logaddexp(0, lighter)


@dataclass(frozen=True, slots=True, eq=False)
class _Places:
    """The possible positions of each checker in the flattened plane, and the log-odds they cost."""

    pixels: NDArray[np.intp]
    penalty: NDArray[np.float32]
    aside: Points


@dataclass(frozen=True, slots=True, eq=False)
class _Best:
    weight: Reals
    pixels: NDArray[np.intp]
    aside: Reals


@lru_cache(maxsize=4)
def _places(camera: BoardCamera, field: FieldGeometry, limits: PointLimits) -> _Places:
    reaches = (round(offset * SCALE) for offset in limits.max_top_offset)
    lines = (np.arange(-reach, reach + 1) for reach in reaches)
    across, down = (axis.ravel() for axis in np.meshgrid(*lines))
    middles = field_to_plane(expected_spots(field)).round().astype(np.intp)
    _, width = plane_shape(field)
    pixels = (middles[:, 1:] + down) * width + middles[:, :1] + across
    aside = np.column_stack([across, down]) / SCALE
    high = stacking_offsets(camera, field)[:, :, None]
    layers = [_offset_penalty(aside - high * layer, limits) for layer in range(limits.max_layers)]
    penalty = np.minimum.reduce(layers)
    return _Places(pixels.reshape(len(SLOTS), LONGEST, -1), penalty.astype(np.float32), aside)


def _offset_penalty(off: Reals, limits: PointLimits) -> Reals:
    square = ((off / limits.offset_sd) ** 2).sum(axis=-1)
    return np.asarray(limits.offset_weight * np.minimum(square / 2, limits.max_offset_log_odds))


def _best(weights: Plane, places: _Places) -> _Best:
    every = weights.ravel()[places.pixels] - places.penalty
    at = every.argmax(axis=2)[..., None]
    weight = np.take_along_axis(every, at, axis=2)[..., 0].astype(np.float64)
    pixels = np.take_along_axis(places.pixels, at, axis=2)[..., 0]
    return _Best(weight, pixels, places.aside[at[..., 0]])


def point_tables(rows: RowEvidence, limits: PointLimits = PointLimits()) -> list[CountTable]:
    """Returns a table of weights for each point."""
    tops = np.clip(rows.on_top, -limits.max_stacking_log_odds, limits.max_stacking_log_odds)
    light, dark = (_counts(own, tops, limits) for own in (rows.light, rows.dark))
    pairs = np.exp(rows.light[:, 0] + rows.dark[:, 1]) + np.exp(rows.dark[:, 0] + rows.light[:, 1])
    hits = limits.hit_on_point_prior * pairs
    return [_table(*point) for point in zip(light, dark, hits, strict=True)]


def _counts(own: Reals, tops: Reals, limits: PointLimits) -> Reals:
    """The weight of each number of one colour, for every point."""
    row, above = (np.cumsum(np.insert(each, 0, 0.0, axis=1), axis=1) for each in (own, tops))
    ways = _all_ways(limits)
    each = np.exp(row[:, ways.in_row] + above[:, ways.above]) * ways.prior
    weights: Reals = each @ (ways.count[:, None] == np.arange(NUMBERS))
    broken = np.exp(np.cumsum(own[:, 1:FULL], axis=1)) * limits.gap_at_rim_prior
    weights[:, 1:FULL] += broken
    weights[:, : FULL + 1] += limits.scattered_prior * _scattered_weights(np.exp(own[:, :FULL]))
    return weights


def _scattered_weights(each: Reals) -> Reals:
    """The weight of each number of checkers in a row, whichever of its places they take."""
    some = np.zeros((len(each), each.shape[1] + 1))
    some[:, 0] = 1
    for weight in each.T:
        some[:, 1:] = some[:, 1:] + weight[:, None] * some[:, :-1]
    return some


@dataclass(frozen=True, slots=True, eq=False)
class _Ways:
    """The ways to place a number of checkers on a point, one after the other."""

    count: NDArray[np.int_]
    in_row: NDArray[np.int_]
    above: NDArray[np.int_]
    prior: Reals


@lru_cache(maxsize=2)
def _all_ways(limits: PointLimits) -> _Ways:
    return _Ways(*map(np.array, zip(*_ways(limits), strict=True)))


def _ways(limits: PointLimits) -> Iterator[tuple[int, int, int, float]]:
    """The ways to place a number: the number, those in the row, those on top, and the prior."""
    longer = dict(limits.row_length_prior)
    for count in range(NUMBERS):
        rare = limits.extra_checker_factor ** max(count - FULL, 0)
        if count <= LONGEST:
            yield count, count, 0, rare * longer.get(count, 1.0)
        for seen, usual in limits.stack_prior:
            if seen < count <= CHECKERS_EACH:
                yield count, seen, min(count - seen, seen), rare * usual


def _table(light: Reals, dark: Reals, hit: float) -> CountTable:
    """The table of a point, by the weights of Light's numbers, Dark's numbers and one of each."""
    table = np.zeros((NUMBERS, NUMBERS))
    table[:, 0], table[0, 1:], table[1, 1] = light, dark[1:], hit
    return np.asarray(table / table.max())
