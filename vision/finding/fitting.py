"""An outline moved until its triangles and rims lie on those that are seen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from vision.finding.outline import Outline
from vision.finding.rims import Rim, rim_edges
from vision.finding.sketch import Colours, Sketch, contrasts
from vision.peaks import beside
from vision.pictures import Points

STEP = 0.05
"""Widths of a point from one place where an edge is sought to the next."""
BESIDE = 2
"""Steps to both sides of an edge, where the colours are compared."""
STRAYING = 0.15
"""What an edge at the end of the reach counts less than one where it is expected."""
CERTAIN = 0.3
"""Triangles that are as alike as this are surely triangles."""
TRUSTED = 0.15
"""An edge has to be as like the others of its kind as this."""
LIKELY = 0.08
"""Widths of a point by which an edge is off, as a rule; one far out hardly counts."""
RIMS = 1.0
"""How much an edge of a rim counts beside that of a triangle."""
USUAL = np.array([*[0.0] * 8, 0.8, 0.42, 0.02])
SPREAD = np.array([*[0.5] * 8, 0.6, 0.05, 0.03])
"""Corners in widths of a point; and bar, length and gap, with what they usually are."""
HOLD = 0.02
"""How much the usual counts."""
LONGEST_STEP = np.array([*[0.5] * 8, 0.3, 0.04, 0.03])
LEAST = np.array([*[-np.inf] * 8, 0.0, 0.25, -0.03])
MOST = np.array([*[np.inf] * 8, 3.0, 0.56, 0.15])
SMALL = np.array([*[0.05] * 8, 0.002, 0.002, 0.002])

ROUGH = (0.3, 0.25)
"""How far around it an edge is sought, in widths of a point, from one round to the next."""
CLOSE = (0.2, 0.15, 0.12, 0.12)
MENDED = (0.2, 0.15)

Numbers = NDArray[np.float64]


class Edges(NamedTuple):
    """What is measured of an outline's triangles."""

    likeness: Numbers
    """By row, side, column, height and place: how like its kind an edge there would be."""
    coherence: float
    """From 0 to 1: how alike the edges of a kind are, where they are expected."""


@dataclass(frozen=True, slots=True, eq=False)
class Pull:
    """Spots of an outline, and the pixels on which they should come to lie."""

    spots: Points
    """As parts of width and depth; those of the triangles are told anew for each outline."""
    pixels: Points
    normals: Points
    """Across the edge, of length one."""
    trust: Numbers


def fitted(
    sketch: Sketch, outline: Outline, reaches: tuple[float, ...], *, by_rims: bool
) -> Outline:
    """The outline after as many rounds as there are reaches."""
    for reach in reaches:
        outline = _closer(sketch, outline, reach, by_rims=by_rims)
    return outline


def coherence(sketch: Sketch, outline: Outline, *, upside_down: bool = False) -> float:
    """From 0 to 1: how alike those sides of triangles are that should be."""
    return _edges(sketch, outline, outline.edges(upside_down=upside_down), STEP).coherence


def _edges(sketch: Sketch, outline: Outline, sides: Points, reach: float) -> Edges:
    steps = round(reach / STEP)
    offsets = np.arange(-steps - BESIDE, steps + BESIDE + 1) * STEP / outline.width
    spots = sides[..., None, :] + np.column_stack([offsets, np.zeros_like(offsets)])
    seen = sketch.seen(outline.pixels(spots))
    inwards = np.array([1, -1], np.float32)[:, None, None, None, None]
    contrast = contrasts(inwards * (seen[..., 2 * BESIDE :, :] - seen[..., : -2 * BESIDE, :]))
    likeness = np.zeros(contrast.shape[:-1])
    alike = []
    for row in range(2):
        for first in range(2):
            kind = contrast[row][:, first::2]
            usual, how = _usual(kind[..., steps, :].reshape(-1, 3))
            likeness[row][:, first::2] = kind @ usual
            alike.append(how)
    return Edges(likeness, float(np.sqrt(np.mean(np.square(alike)))))


def _usual(kind: Colours) -> tuple[Colours, float]:
    """The direction in which most edges of a kind differ, of no length where none does."""
    mean = kind.mean(axis=0)
    weights = np.maximum(kind @ mean, 0) + np.finfo(np.float32).eps
    robust = weights @ kind
    length = max(float(np.linalg.norm(robust)), np.finfo(float).eps)
    how = float(np.linalg.norm(mean))
    return robust / length * min(1.0, how / CERTAIN), how


def _closer(sketch: Sketch, outline: Outline, reach: float, *, by_rims: bool) -> Outline:
    pulls = [_triangles(outline, _edges(sketch, outline, outline.edges(), reach).likeness, reach)]
    if by_rims:
        pulls += [_rim(sketch, outline, rim, reach) for rim in Rim]
    return _stepped(outline, pulls)


def _triangles(outline: Outline, likeness: Numbers, reach: float) -> Pull:
    """Where along its row each edge is most like its kind."""
    steps = likeness.shape[-1] // 2
    places = np.arange(-steps, steps + 1)
    best = (likeness - STRAYING * (places * STEP / reach) ** 2).argmax(axis=-1)
    found = np.take_along_axis(likeness, best[..., None], axis=-1)[..., 0]
    offsets = (best - steps + beside(likeness, best)) * STEP
    spots = outline.edges()
    aims = spots.copy()
    aims[..., 0] += offsets / outline.width
    inner = np.abs(best - steps) < steps
    trust = np.maximum(found - TRUSTED, 0) * inner
    ways = np.diff(outline.pixels(spots), axis=-2, append=0)
    ways[..., -1, :] = ways[..., -2, :]
    return Pull(spots, outline.pixels(aims), _across(ways), trust)


def _across(ways: Points) -> Points:
    normals = np.stack([-ways[..., 1], ways[..., 0]], axis=-1)
    lengths = np.linalg.norm(normals, axis=-1, keepdims=True)
    across: Points = normals / np.maximum(lengths, np.finfo(float).eps)
    return across


def _rim(sketch: Sketch, outline: Outline, rim: Rim, reach: float) -> Pull:
    edges = rim_edges(sketch, outline, rim, reach)
    spots = rim.spots(outline, np.zeros_like(edges.offsets))
    pixels = outline.pixels(rim.spots(outline, edges.offsets))
    way = outline.pixels(spots[-1:]) - outline.pixels(spots[:1])
    return Pull(spots, pixels, _across(way), RIMS * edges.trust)


def _stepped(outline: Outline, pulls: list[Pull]) -> Outline:
    """One step of least squares, in widths of a point."""
    pitch, start = outline.pitch, outline.vector
    sizes = np.where(np.arange(len(start)) < 8, pitch, 1.0)  # noqa: PLR2004 - the corners
    trust = np.concatenate([pull.trust.ravel() for pull in pulls])

    def missed(vector: Numbers) -> Numbers:
        tried = Outline.of(vector)
        every = [tried.edges(), *(pull.spots for pull in pulls[1:])]
        return np.concatenate(
            [
                ((tried.pixels(spots) - pull.pixels) * pull.normals).sum(axis=-1).ravel() / pitch
                for spots, pull in zip(every, pulls, strict=True)
            ]
        )

    errors = missed(start)
    weights = trust / (1 + (errors / LIKELY) ** 2)
    slopes = np.empty((len(errors), len(start)))
    for at, small in enumerate(SMALL):
        there = start.copy()
        there[at] += small * sizes[at]
        slopes[:, at] = (missed(there) - errors) / small
    square = (slopes * weights[:, None]).T @ slopes + np.diag(HOLD / SPREAD**2)
    unusual = np.where(np.isfinite(LEAST), (start - USUAL) * HOLD / SPREAD**2, 0.0)
    step = np.linalg.solve(square, -slopes.T @ (weights * errors) - unusual)
    step = np.clip(step, -LONGEST_STEP, LONGEST_STEP) * sizes
    return Outline.of(np.clip(start + step, LEAST, MOST))
