"""The long straight lines of a picture, each put together from the pieces that are seen of it."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.finding.sketch import Sketch
from vision.pictures import Points

MOST_PIECES = 500
MOST_LINES = 40
SHORTEST = 0.02
"""Of the diagonal; shorter pieces are passed over."""
ASIDE = 0.0025
"""Of the diagonal; how far the ends of a piece may be from its line."""
VIVID = 2.0
"""How much stronger hues are drawn before lines are sought in them."""

Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Line:
    """A straight line, and how much of it is seen."""

    normal: Points
    """Two numbers, of length one together."""
    middle: Points
    """A pixel on it."""
    before: float
    after: float
    """How far it is seen from the middle, in pixels."""
    cover: float
    """How many pixels of it are seen."""

    @property
    def along(self) -> Points:
        """Its direction."""
        return np.array([-self.normal[1], self.normal[0]])

    @property
    def angle(self) -> float:
        """Degrees from 0 to 180, 0 for a line from left to right."""
        x, y = self.along
        return float(np.degrees(np.arctan2(y, x)) % 180)

    @property
    def equation(self) -> Points:
        """What is 0 times x, y and 1 on it."""
        return np.array([*self.normal, -(self.normal @ self.middle)])

    @property
    def ends(self) -> Points:
        """The first and the last pixel that are seen of it."""
        return np.array(
            [self.middle - self.along * self.before, self.middle + self.along * self.after]
        )


def long_lines(sketch: Sketch) -> list[Line]:
    """The lines of a picture, the one that is seen most first."""
    diagonal = float(np.hypot(*sketch.size))
    pieces = _pieces(sketch, SHORTEST * diagonal)
    fits = _fits(pieces, ASIDE * diagonal)
    lengths = _lengths(pieces)
    left = np.ones(len(pieces), dtype=np.bool_)
    lines: list[Line] = []
    while left.any() and len(lines) < MOST_LINES:
        support = (fits * (lengths * left)[:, None]).sum(axis=0) * left
        these = fits[:, int(support.argmax())] & left
        lines.append(_line(pieces[these]))
        left &= ~these
    return sorted(lines, key=lambda line: -line.cover)


def _pieces(sketch: Sketch, shortest: float) -> Points:
    """The longest straight edges: for each its ends."""
    detector = cv2.createLineSegmentDetector(cv2.LSD_REFINE_STD)
    found = [np.empty((0, 4))]
    for channel, gain in enumerate((1.0, VIVID, VIVID)):
        plane = np.clip((sketch.lab[..., channel] - 128) * gain + 128, 0, 255).astype(np.uint8)
        edges = detector.detect(plane)[0]
        if edges is not None:
            found.append(edges.reshape(-1, 4))
    pieces = np.vstack(found).reshape(-1, 2, 2).astype(np.float64)
    lengths = _lengths(pieces)
    order = np.argsort(-lengths)[:MOST_PIECES]
    longest: Points = pieces[order[lengths[order] > shortest]]
    return longest


def _lengths(pieces: Points) -> Points:
    lengths: Points = np.linalg.norm(pieces[:, 1] - pieces[:, 0], axis=1)
    return lengths


def _fits(pieces: Points, aside: float) -> Mask:
    """Whether the piece of a row lies on the line through the piece of a column."""
    along = (pieces[:, 1] - pieces[:, 0]) / _lengths(pieces)[:, None]
    normals = np.column_stack([-along[:, 1], along[:, 0]])
    offsets = (normals * pieces[:, 0]).sum(axis=1)
    away: Mask = (np.abs(pieces @ normals.T - offsets) < aside).all(axis=1)
    return away


def _line(pieces: Points) -> Line:
    """The line through pieces that lie on one."""
    weights = np.repeat(_lengths(pieces), 2)[:, None]
    ends = pieces.reshape(-1, 2)
    middle = (ends * weights).sum(axis=0) / weights.sum()
    along = np.linalg.svd((ends - middle) * np.sqrt(weights), full_matrices=False)[2][0]
    spans = np.sort((pieces - middle) @ along, axis=1)
    normal = np.array([along[1], -along[0]])
    return Line(normal, middle, -spans[:, 0].min(), spans[:, 1].max(), _cover(spans))


def _cover(spans: Points) -> float:
    """How long they are together, what several of them share counted once."""
    spans = spans[np.argsort(spans[:, 0])]
    reached = np.maximum.accumulate(np.concatenate([spans[:1, 0], spans[:-1, 1]]))
    return float(np.maximum(spans[:, 1] - np.maximum(spans[:, 0], reached), 0).sum())
