"""Fits an outline to triangles and rims."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from vision.board_search.board_outline import (
    BoardOutline,
    Colours,
    LabPicture,
    compress_differences,
)
from vision.board_search.rim_edges import Rim, RimLimits, match_rim
from vision.optimization import peak_offsets
from vision.picture_arrays import Points, Reals


@dataclass(frozen=True, slots=True)
class FitLimits:
    """The limits of fitting an outline to the edges of triangles."""

    edge_step: float = 0.05
    """Widths of a point from one tested position of an edge to the next."""
    compared_steps: int = 2
    """Steps to both sides of an edge at which colours are compared."""
    search_end_penalty: float = 0.15
    """Likeness that is taken off an edge at the end of the search range."""
    sure_coherence: float = 0.3
    """Coherence from which triangles are surely triangles."""
    min_edge_likeness: float = 0.15
    """Likeness to its kind above which an edge is trusted."""
    edge_error_sd: float = 0.08
    """Widths of a point; the typical error of an edge. Larger errors hardly count."""
    rim_edges: RimLimits = field(default_factory=RimLimits)
    """The limits of the edges of rims."""
    rim_weight: float = 1.0
    """Weight of a rim's edge relative to that of a triangle."""
    prior_weight: float = 0.02
    """Weight of the typical shape in the fit."""
    rough_ranges: tuple[float, float] = (0.3, 0.25)
    """Search ranges around each edge, in widths of a point, one for each round."""
    close_ranges: tuple[float, ...] = (0.2, 0.15, 0.12, 0.12)
    """Search ranges of a fit that has converged roughly, round by round."""
    corrected_ranges: tuple[float, float] = (0.2, 0.15)
    """Search ranges after the columns were corrected, round by round."""


TYPICAL_SHAPE = np.array([*[0.0] * 8, 0.8, 0.42, 0.02])
"""Typical values of eight corner coordinates (ignored), bar, length and gap of an outline.

The length is a fraction of the depth; all others are in widths of a point.
"""
SHAPE_SD = np.array([*[0.5] * 8, 0.6, 0.05, 0.03])
"""Standard deviation of each of these eleven values."""
MAX_STEP = np.array([*[0.5] * 8, 0.3, 0.04, 0.03])
"""The largest change of each value in one round."""
MIN_SHAPE = np.array([*[-np.inf] * 8, 0.0, 0.25, -0.03])
"""The least allowed bar, length and gap."""
MAX_SHAPE = np.array([*[np.inf] * 8, 3.0, 0.56, 0.15])
"""The largest allowed bar, length and gap."""
DERIVATIVE_STEP = np.array([*[0.05] * 8, 0.002, 0.002, 0.002])
"""Step of the numerical derivative for each value."""


class TriangleEdges(NamedTuple):
    """The measured edges of an outline's triangles."""

    likeness: Reals
    """Likeness of an edge to its kind: by row, side, column, height and position."""
    coherence: float
    """Similarity of the edges of one kind at their expected positions, from 0 to 1."""


@dataclass(frozen=True, slots=True, eq=False)
class Pull:
    """Spots of an outline, with the pixels that they should be moved to."""

    spots: Points
    """Spots as fractions of width and depth; those of triangles follow each outline."""
    pixels: Points
    normals: Points
    """Unit vectors across the edge."""
    trust: Reals


def fit_outline(
    sketch: LabPicture,
    outline: BoardOutline,
    reaches: tuple[float, ...],
    limits: FitLimits,
    *,
    by_rims: bool,
) -> BoardOutline:
    """The outline after one round of fitting for each reach (widths of a point)."""
    for reach in reaches:
        likeness = _edges(sketch, outline, outline.edges(), reach, limits).likeness
        pulls = [_triangle_pull(outline, likeness, reach, limits)]
        if by_rims:
            pulls += [_rim_pull(sketch, outline, rim, reach, limits) for rim in Rim]
        outline = _improved(outline, pulls, limits)
    return outline


def coherence(
    sketch: LabPicture, outline: BoardOutline, limits: FitLimits, *, upside_down: bool = False
) -> float:
    """The similarity of the triangle sides that should be alike, from 0 to 1."""
    sides = outline.edges(upside_down=upside_down)
    return _edges(sketch, outline, sides, limits.edge_step, limits).coherence


def _edges(
    sketch: LabPicture, outline: BoardOutline, sides: Points, reach: float, limits: FitLimits
) -> TriangleEdges:
    steps = round(reach / limits.edge_step)
    reached = steps + limits.compared_steps
    offsets = np.arange(-reached, reached + 1) * limits.edge_step / outline.width
    spots = sides[..., None, :] + np.column_stack([offsets, np.zeros_like(offsets)])
    seen = sketch.colours_at(outline.pixels(spots))
    inwards = np.array([1, -1], np.float32)[:, None, None, None, None]
    apart = 2 * limits.compared_steps
    contrast = compress_differences(inwards * (seen[..., apart:, :] - seen[..., :-apart, :]))
    likeness = np.zeros(contrast.shape[:-1])
    alike = []
    for row in range(2):
        for first in range(2):
            kind = contrast[row][:, first::2]
            usual, how = _common_direction(kind[..., steps, :].reshape(-1, 3), limits)
            likeness[row][:, first::2] = kind @ usual
            alike.append(how)
    return TriangleEdges(likeness, float(np.sqrt(np.mean(np.square(alike)))))


def _common_direction(kind: Colours, limits: FitLimits) -> tuple[Colours, float]:
    """The common colour difference of a kind of edges, and its clarity from 0 to 1."""
    mean = kind.mean(axis=0)
    weights = np.maximum(kind @ mean, 0) + np.finfo(np.float32).eps
    robust = weights @ kind
    length = max(float(np.linalg.norm(robust)), np.finfo(float).eps)
    how = float(np.linalg.norm(mean))
    return robust / length * min(1.0, how / limits.sure_coherence), how


def _triangle_pull(outline: BoardOutline, likeness: Reals, reach: float, limits: FitLimits) -> Pull:
    """The position along its row where each edge is most like its kind."""
    steps = likeness.shape[-1] // 2
    places = np.arange(-steps, steps + 1)
    off = places * limits.edge_step / reach
    best = (likeness - limits.search_end_penalty * off**2).argmax(axis=-1)
    found = np.take_along_axis(likeness, best[..., None], axis=-1)[..., 0]
    offsets = (best - steps + peak_offsets(likeness, best)) * limits.edge_step
    spots = outline.edges()
    aims = spots.copy()
    aims[..., 0] += offsets / outline.width
    inner = np.abs(best - steps) < steps
    trust = np.maximum(found - limits.min_edge_likeness, 0) * inner
    ways = np.diff(outline.pixels(spots), axis=-2, append=0)
    ways[..., -1, :] = ways[..., -2, :]
    return Pull(spots, outline.pixels(aims), _across(ways), trust)


def _across(ways: Points) -> Points:
    normals = np.stack([-ways[..., 1], ways[..., 0]], axis=-1)
    lengths = np.linalg.norm(normals, axis=-1, keepdims=True)
    return np.asarray(normals / np.maximum(lengths, np.finfo(float).eps))


def _rim_pull(
    sketch: LabPicture, outline: BoardOutline, rim: Rim, reach: float, limits: FitLimits
) -> Pull:
    edges = match_rim(sketch, outline, rim, reach, limits.rim_edges)
    spots = rim.spots(outline, np.zeros_like(edges.offsets))
    pixels = outline.pixels(rim.spots(outline, edges.offsets))
    way = outline.pixels(spots[-1:]) - outline.pixels(spots[:1])
    return Pull(spots, pixels, _across(way), limits.rim_weight * edges.trust)


def _improved(outline: BoardOutline, pulls: list[Pull], limits: FitLimits) -> BoardOutline:
    """One step of weighted least squares, in widths of a point."""
    pitch, start = outline.pitch, outline.vector
    sizes = np.where(np.arange(len(start)) < 8, pitch, 1.0)  # noqa: PLR2004 - the corners
    trust = np.concatenate([pull.trust.ravel() for pull in pulls])

    def residuals(vector: Reals) -> Reals:
        tried = BoardOutline.of(vector)
        every = [tried.edges(), *(pull.spots for pull in pulls[1:])]
        both = zip(every, pulls, strict=True)
        aside = (((tried.pixels(at) - it.pixels) * it.normals).sum(axis=-1) for at, it in both)
        return np.concatenate([one.ravel() / pitch for one in aside])

    errors = residuals(start)
    weights = trust / (1 + (errors / limits.edge_error_sd) ** 2)
    slopes = np.empty((len(errors), len(start)))
    for at, small in enumerate(DERIVATIVE_STEP):
        there = start.copy()
        there[at] += small * sizes[at]
        slopes[:, at] = (residuals(there) - errors) / small
    square = (slopes * weights[:, None]).T @ slopes + np.diag(limits.prior_weight / SHAPE_SD**2)
    unusual = np.where(
        np.isfinite(MIN_SHAPE), (start - TYPICAL_SHAPE) * limits.prior_weight / SHAPE_SD**2, 0.0
    )
    step = np.linalg.solve(square, -slopes.T @ (weights * errors) - unusual)
    step = np.clip(step, -MAX_STEP, MAX_STEP) * sizes
    return BoardOutline.of(np.clip(start + step, MIN_SHAPE, MAX_SHAPE))
