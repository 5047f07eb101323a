"""Moves the sides of an outline to the ends of the field."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from vision.board_search.board_outline import (
    BoardOutline,
    Colours,
    LabPicture,
    compress_differences,
)
from vision.board_search.outline_fitting import FitLimits, coherence
from vision.board_search.rim_edges import Rim, edge_strengths, foot_of_rim
from vision.field_geometry import HALF, ROW
from vision.picture_arrays import Mask, Points, Reals


@dataclass(frozen=True, slots=True)
class SnapLimits:
    """The limits of moving the sides of an outline to the ends of its rows."""

    fit: FitLimits = field(default_factory=FitLimits)
    """The limits of the outline that is moved."""
    end_step: float = 0.05
    """Widths of a point from one tested end of a row to the next."""
    inward_range: float = 1.6
    """Widths of a point inside of the expected end within which the end is sought."""
    outward_range: float = 1.4
    """Widths of a point outside of it."""
    body_depth: float = 0.6
    """Widths of a point inside of the end in which the row surely consists of triangles."""
    rough_ends: tuple[float, ...] = (-0.9, -0.6, -0.3, 0.0, 0.3, 0.6)
    """Rough candidates for the end, in widths of a point further out than expected."""
    sure_depth: float = 0.8
    """Widths of a point; further inside than this the row consists of triangles in any case."""
    shadow_fraction: float = 0.5
    """Fraction of a colour difference that a shadow may leave; more hardly counts."""
    faded_fraction: float = 0.6
    """Fraction of the difference between two triangles that is left where they end."""
    edge_distance: float = 0.1
    """Widths of a point by which a row may end beside an edge and still be aligned to it."""
    min_pairs: int = 2
    """Pairs of triangles; the fewest that must be seen at the end of a row for a result."""
    sure_similarity: float = 0.6
    """Similarity from 0 to 1 to the other pairs from which a pair is surely seen."""
    similarity_quantile: float = 0.25
    """Quantile of a pair's similarity along its body: a rim is similar only now and then."""
    max_base_lean: float = 0.3
    """Widths of a point by which one end of a base may be further out than the other."""
    column_offsets: tuple[float, ...] = (-0.15, 0.0, 0.15)
    """Widths of a point from the middle of a column at which its colour is sampled."""
    max_coherence_loss: float = 0.04
    """Coherence that may be lost when the ends of the rows are moved."""

    @property
    def offsets(self) -> Points:
        """Tested ends, in widths of a point further out than expected."""
        return np.arange(-self.inward_range, self.outward_range + self.end_step / 2, self.end_step)


PAIRS = np.array([column for column in range(ROW - 1) if column != HALF - 1])
"""The first columns of neighbouring pairs with no bar between them."""


@dataclass(frozen=True, slots=True)
class RowEnd:
    """The end of a row, in widths of a point further out than expected at its left and right."""

    left: float
    right: float


def find_row_end(
    sketch: LabPicture,
    outline: BoardOutline,
    clear: Reals,
    still: float,
    limits: SnapLimits,
    *,
    is_top: bool,
) -> RowEnd | None:
    """Returns the end of a row, or None if too few triangles are seen.

    `clear` holds the edge strength at each of the tested ends for samples along the side. `still`
    is the fraction of the pairs seen anywhere in the row that must still be seen at its end.
    """
    turns = _alternation(sketch, outline, limits, is_top=is_top)
    usual = _typical_direction(compress_differences(turns[-limits.sure_depth > limits.offsets]))
    alike = (compress_differences(turns) @ usual).astype(np.float64)
    shares = (np.arange(clear.shape[1]) + 0.5) / clear.shape[1]
    along = _along(clear, _candidate_lines(limits), shares, limits)
    edges = limits.edge_distance * along.mean(axis=1)
    every = [_likeliest_end(turns, alike, edges, end, limits) for end in limits.rough_ends]
    most = max(it.seen for it in every)
    if most < limits.min_pairs * limits.sure_similarity:
        return None
    enough = still * most
    rough = [it for it in every if it.seen >= enough][-1]
    end = (rough.base.left + rough.base.right) / 2
    end = max(end, limits.body_depth - limits.inward_range)
    fine = _likeliest_end(turns, alike, edges, end, limits)
    return fine.base if fine.seen >= enough else rough.base


class _Candidate(NamedTuple):
    """A base, and the number of pairs of triangles that are seen at it."""

    base: RowEnd
    seen: float


def _likeliest_end(
    turns: Colours, alike: Reals, edges: Reals, end: float, limits: SnapLimits
) -> _Candidate:
    """The likeliest base of a row that consists of triangles shortly before a rough end."""
    offsets = limits.offsets
    body = (end - limits.body_depth < offsets) & (end - limits.end_step > offsets)
    weights = np.clip(np.quantile(alike[body], limits.similarity_quantile, axis=0), 0, None)
    seen = float(weights.sum())
    left = _remaining_contrast(turns, body, limits) - limits.faded_fraction
    gained = np.cumsum(left * weights, axis=0) * limits.end_step
    lines = _candidate_lines(limits)
    worth = _along(gained, lines, (PAIRS + 1) / ROW, limits).sum(axis=1) + seen * edges
    return _Candidate(RowEnd(*lines[int(worth.argmax())]), seen)


def _along(values: Reals, ends: Points, shares: Points, limits: SnapLimits) -> Reals:
    """The values (by offset and sample) along each candidate line."""
    offsets = ends[:, :1] * (1 - shares) + ends[:, 1:] * shares
    places = np.rint((offsets + limits.inward_range) / limits.end_step).astype(np.intp)
    return values[places, np.arange(len(shares))]


def _alternation(
    sketch: LabPicture, outline: BoardOutline, limits: SnapLimits, *, is_top: bool
) -> Colours:
    """The colour differences of neighbours by offset and pair, every second sign flipped."""
    x = (outline.columns()[:, None] + np.array(limits.column_offsets)) / outline.width
    y = -limits.offsets / outline.depth if is_top else 1 + limits.offsets / outline.depth
    spots = np.stack(np.broadcast_arrays(x, y[:, None, None]), axis=-1)
    colours = sketch.colours_at(outline.pixels(spots)).mean(axis=2)
    turns = np.where(PAIRS % 2, -1, 1).astype(np.float32)[:, None]
    return np.asarray(turns * (colours[:, PAIRS] - colours[:, PAIRS + 1]))


def _typical_direction(differences: Colours) -> Colours:
    """The direction of most differences, of length one."""
    every = differences.reshape(-1, differences.shape[-1])
    usual = np.maximum(every @ every.mean(axis=0), 0) @ every
    return np.asarray(usual / max(float(np.linalg.norm(usual)), np.finfo(np.float32).eps))


def _remaining_contrast(turns: Colours, body: Mask, limits: SnapLimits) -> Reals:
    """The remaining fraction of each pair's colour difference within the row: 1 for all of it."""
    usual = np.median(turns[body], axis=0)
    length = np.maximum(np.linalg.norm(usual, axis=-1), np.finfo(np.float32).eps)
    left = (turns * (usual / length[:, None])).sum(axis=-1) / length
    return np.asarray(left * (1 + limits.shadow_fraction) / (np.abs(left) + limits.shadow_fraction))


@lru_cache(maxsize=1)
def _candidate_lines(limits: SnapLimits) -> Points:
    """The candidate bases of a row: offsets of their left and right ends."""
    both = np.stack(np.meshgrid(limits.offsets, limits.offsets), axis=-1).reshape(-1, 2)
    return both[np.abs(both[:, 1] - both[:, 0]) < limits.max_base_lean]


@dataclass(frozen=True, slots=True)
class SideOffsets:
    """Offsets of the sides outwards, in widths of a point."""

    top: RowEnd
    bottom: RowEnd
    left: float = 0.0
    right: float = 0.0


def snap_to_rims(
    sketch: LabPicture, outline: BoardOutline, still: float, limits: SnapLimits
) -> BoardOutline:
    """The outline with its sides moved to the feet of the rims, as far as the triangles agree."""
    rows, ends = (Rim.TOP, Rim.BOTTOM), (Rim.LEFT, Rim.RIGHT)
    top, bottom = (_row_end_or_foot(sketch, outline, rim, still, limits) for rim in rows)
    left, right = (foot_of_rim(sketch, outline, rim, limits.fit.rim_edges) for rim in ends)
    kept = _stretch(outline, SideOffsets(top, bottom))
    moved = _stretch(outline, SideOffsets(top, bottom, left, right))
    clear, least = (coherence(sketch, it, limits.fit) for it in (moved, kept))
    return moved if clear > least - limits.max_coherence_loss else kept


def _row_end_or_foot(
    sketch: LabPicture, outline: BoardOutline, rim: Rim, still: float, limits: SnapLimits
) -> RowEnd:
    """The offset outwards of a row's end; the foot of the rim if the triangles do not show it."""
    clear = edge_strengths(sketch, outline, rim, limits.offsets, limits.fit.rim_edges)
    seen = find_row_end(sketch, outline, clear, still, is_top=rim is Rim.TOP, limits=limits)
    if seen is None:
        out = foot_of_rim(sketch, outline, rim, limits.fit.rim_edges)
        return RowEnd(out, out)
    return seen


def _stretch(outline: BoardOutline, sides: SideOffsets) -> BoardOutline:
    """The outline with moved sides around the same triangles."""
    left, right = -sides.left / outline.width, 1 + sides.right / outline.width
    top, bottom, deep = sides.top, sides.bottom, outline.depth
    y = -top.left / deep, -top.right / deep, 1 + bottom.right / deep, 1 + bottom.left / deep
    return _move_corners(outline, np.column_stack([(left, right, right, left), y]))


def _move_corners(outline: BoardOutline, corners: Points) -> BoardOutline:
    """The outline with other corners, given as spots on it, around unmoved triangles."""
    more = (corners[2:, 1].mean() - corners[:2, 1].mean() - 1) / 2
    length = (outline.length + more) / (1 + 2 * more)
    base_half = (0.5 - outline.gap) * (outline.length + more) / outline.length
    return BoardOutline(outline.pixels(corners), outline.bar, length, 0.5 - base_half)
