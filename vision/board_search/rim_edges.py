"""Straight edges along the sides of a board."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

import numpy as np

from vision.board_search.board_outline import (
    BoardOutline,
    LabPicture,
    compress_differences,
    vector_lengths,
)
from vision.picture_arrays import Points, Reals


@dataclass(frozen=True, slots=True)
class RimLimits:
    """The limits of the edges of rims."""

    compared_distance: float = 0.08
    """Widths of a point to both sides of an edge at which colours are compared."""
    edge_step: float = 0.04
    """Widths of a point from one tested position of an edge to the next."""
    search_end_penalty: float = 0.3
    """Strength that is taken off an edge at the end of the search range."""
    min_edge_strength: float = 0.3
    """Strength from 0 to 1; weaker edges are not trusted."""
    max_search_range: float = 0.25
    """Widths of a point; the widest search range around a side."""
    foot_strength_fraction: float = 0.88
    """Fraction of the clearest edge's strength; the innermost edge above it is the rim's foot."""
    max_end_error: float = 0.2
    """Widths of a point; the largest error of a side at the ends of the rows, by the triangles."""
    end_error_sd: float = 0.15
    """Widths of a point; the typical error of such a side."""
    max_row_error: float = 1.0
    """Widths of a point; the largest error of a side along a row."""
    row_error_sd: float = 0.6
    """Widths of a point; the typical error of such a side."""
    clarity_range: float = 0.2
    """Widths of a point around a side within which its clarity is measured."""
    side_samples: int = 60
    """Positions at which a side is sampled."""


class Rim(Enum):
    """A side of the field, by its outward direction."""

    LEFT = (-1, 0)
    RIGHT = (1, 0)
    TOP = (0, -1)
    BOTTOM = (0, 1)

    def spots(self, outline: BoardOutline, offsets: Points) -> Points:
        """Spots along the side, moved outwards by offsets in widths of a point.

        The last axis of the offsets goes along the side, in equal steps.
        """
        x, y = self.value
        count = offsets.shape[-1]
        along = np.broadcast_to((np.arange(count) + 0.5) / count, offsets.shape)
        if x:
            return np.stack([(x > 0) + x * offsets / outline.width, along], axis=-1)
        return np.stack([along, (y > 0) + y * offsets / outline.depth], axis=-1)

    @property
    def is_end(self) -> bool:
        """True for the left and right sides, at the ends of the rows."""
        return bool(self.value[0])


class RimMatch(NamedTuple):
    """The measured edge of a side."""

    offsets: Reals
    """Offsets outwards for samples along the side, in widths of a point."""
    trust: Reals


def match_rim(
    sketch: LabPicture, outline: BoardOutline, rim: Rim, reach: float, limits: RimLimits
) -> RimMatch:
    """The clearest edge near each sample of a side."""
    reach = min(reach, limits.max_search_range)
    offsets = np.arange(-reach, reach + limits.edge_step / 2, limits.edge_step)
    clear = edge_strengths(sketch, outline, rim, offsets, limits)
    best = (clear - limits.search_end_penalty * (offsets / reach)[:, None] ** 2).argmax(axis=0)
    found = clear[best, np.arange(len(best))]
    return RimMatch(offsets[best], np.maximum(found - limits.min_edge_strength, 0))


def foot_of_rim(sketch: LabPicture, outline: BoardOutline, rim: Rim, limits: RimLimits) -> float:
    """The offset outwards of the clearest edge, or of a nearly as clear one further inside."""
    reach = limits.max_end_error if rim.is_end else limits.max_row_error
    error = limits.end_error_sd if rim.is_end else limits.row_error_sd
    offsets = np.arange(-reach, reach + limits.edge_step / 2, limits.edge_step)
    clear = edge_strengths(sketch, outline, rim, offsets, limits).mean(axis=1)
    likely = clear * np.exp(-0.5 * (offsets / error) ** 2)
    if rim.is_end:
        return float(offsets[likely.argmax()])
    around = np.pad(likely, 1)
    high = likely >= limits.foot_strength_fraction * likely.max()
    peaks = (likely >= around[:-2]) & (likely >= around[2:]) & high
    return float(offsets[np.flatnonzero(peaks)[0]])


@dataclass(frozen=True, slots=True)
class RimClarity:
    """The strength of the straight edges of a board, from 0 to 1."""

    ends: float
    """Strength of the edges at the ends of the rows."""
    rows: float
    """Strength of the edges along the rows."""


def rim_clarity(sketch: LabPicture, outline: BoardOutline, limits: RimLimits) -> RimClarity:
    """The strength of the sides near their expected positions."""
    reach, step = limits.clarity_range, limits.edge_step
    near = np.arange(-reach, reach + step / 2, step)
    every = {rim: edge_strengths(sketch, outline, rim, near, limits) for rim in Rim}
    clear = [(rim.is_end, seen.mean(axis=1).max()) for rim, seen in every.items()]
    ends, rows = (float(np.mean([x for at, x in clear if at is end])) for end in (True, False))
    return RimClarity(ends, rows)


def edge_strengths(
    sketch: LabPicture, outline: BoardOutline, rim: Rim, offsets: Points, limits: RimLimits
) -> Reals:
    """The edge strength by offset and sample along a side."""
    rows = np.repeat(offsets[:, None], limits.side_samples, axis=1)
    aside = limits.compared_distance
    spots = (rim.spots(outline, rows + beside) for beside in (aside, -aside))
    out, inside = (sketch.colours_at(outline.pixels(each)) for each in spots)
    return vector_lengths(compress_differences(out - inside)).astype(np.float64)
