"""Searches, verifies and returns the corners of a board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

import numpy as np

from vision.board_search.board_outline import (
    BoardOutline,
    LabPicture,
    PreparationLimits,
    compress_differences,
    to_lab,
)
from vision.board_search.frame_candidates import FrameLimits, LineLimits, find_frames, long_lines
from vision.board_search.outline_fitting import FitLimits, coherence, fit_outline
from vision.board_search.outline_snapping import SnapLimits, snap_to_rims
from vision.board_search.rim_edges import rim_clarity
from vision.board_search.triangle_comb import (
    COARSE_STEPS,
    FINE_STEPS,
    CombLimits,
    CombMatch,
    search_frame,
)
from vision.camera_model import Corners
from vision.corner_markers import MarkerLimits, find_markers
from vision.field_geometry import ROW
from vision.picture_arrays import Picture, Points, picture_size


@dataclass(frozen=True, slots=True)
class BoardLimits:
    """The least evidence for a board."""

    min_triangle_similarity: float = 0.4
    """Similarity from 0 to 1; the least of triangle sides that should be alike."""
    max_upside_down_ratio: float = 0.75
    """Ratio to that similarity; triangles on their tips must score less."""
    min_difference_similarity: float = 0.35
    """Similarity from 0 to 1; the least of the differences between neighbouring triangles."""
    min_depth: float = 5.0
    """Least visible depth in widths of a point; flatter boards cannot be read."""
    max_depth: float = 24.0
    """Largest visible depth in widths of a point; longer boards cannot be read."""
    compared_from: float = 0.08
    """Fraction of a triangle's length from its base where its comparison with others begins."""
    compared_to: float = 0.5
    """Fraction of a triangle's length from its base where that comparison ends."""
    compared_heights: int = 6
    """Samples between these two."""
    column_offsets: tuple[float, ...] = (-0.12, 0.0, 0.12)
    """Widths of a point from the middle of a column at which its colour is sampled."""


@dataclass(frozen=True, slots=True)
class BoardEvidence:
    """The evidence for a board."""

    triangles: float
    """Similarity of the triangle sides that should be alike, from 0 to 1."""
    upside_down: float
    """Similarity of the sides of triangles on their tips, from 0 to 1; high for stripes."""
    turns: float
    """Similarity of the differences between neighbours in the better row, from 0 to 1."""
    depth: float
    """Visible depth from top to bottom, in widths of a point in the picture."""

    def is_board(self, limits: BoardLimits) -> bool:
        return (
            self.triangles > limits.min_triangle_similarity
            and self.upside_down < limits.max_upside_down_ratio * self.triangles
            and self.turns > limits.min_difference_similarity
            and limits.min_depth < self.depth < limits.max_depth
        )


def board_evidence(
    sketch: LabPicture, outline: BoardOutline, fit: FitLimits, limits: BoardLimits
) -> BoardEvidence:
    """The evidence for a board under an outline."""
    return BoardEvidence(
        coherence(sketch, outline, fit),
        coherence(sketch, outline, fit, upside_down=True),
        max(_alternation_score(sketch, outline, limits, is_top=is_top) for is_top in (True, False)),
        outline.depth,
    )


def _alternation_score(
    sketch: LabPicture, outline: BoardOutline, limits: BoardLimits, *, is_top: bool
) -> float:
    """The similarity of the differences between a row's neighbours, every second sign flipped."""
    x = (outline.columns()[:, None] + np.array(limits.column_offsets)) / outline.width
    heights = np.linspace(limits.compared_from, limits.compared_to, limits.compared_heights)
    from_rim = heights * outline.length
    y = from_rim if is_top else 1 - from_rim
    spots = np.stack(np.broadcast_arrays(x, y[:, None, None]), axis=-1)
    colours = sketch.colours_at(outline.pixels(spots)).mean(axis=2)
    turns = np.where(np.arange(ROW - 1) % 2, -1, 1).astype(np.float32)[:, None]
    differences = compress_differences(turns * (colours[:, :-1] - colours[:, 1:]))
    return float(np.linalg.norm(differences.reshape(-1, 3).mean(axis=0)))


@dataclass(frozen=True, slots=True)
class SearchLimits:
    """The limits of the search for a board."""

    markers: MarkerLimits = field(default_factory=MarkerLimits)
    """The limits of the search for printed cards."""
    preparation: PreparationLimits = field(default_factory=PreparationLimits)
    """The limits of smoothing and brightening the picture."""
    lines: LineLimits = field(default_factory=LineLimits)
    """The limits of straight lines."""
    frames: FrameLimits = field(default_factory=FrameLimits)
    """The limits of frames between lines."""
    comb: CombLimits = field(default_factory=CombLimits)
    """The limits of the search for the comb of triangles in a frame."""
    snap: SnapLimits = field(default_factory=SnapLimits)
    """The limits of fitting an outline and of moving its sides."""
    board: BoardLimits = BoardLimits()
    """The least evidence for a board."""
    longer_side: int = 800
    """Pixels of the longer side of the picture in which a board is sought."""
    max_combed_frames: int = 8
    """Frames that are searched finely, at most."""
    max_fitted_outlines: int = 6
    """Outlines that are fitted, at most."""
    max_kept: int = 3
    """Outlines that are kept, at most."""
    same_range: float = 0.02
    """Fraction of the picture's longer side; outlines closer than this are the same."""
    max_deficit: float = 0.15
    """Coherence below the best one's by which an outline is dropped."""
    column_shifts: tuple[tuple[int, int], ...] = tuple(
        zip((0, 1, -1, 2, -2, 1, 0, -1, 0), (0, 1, -1, 2, -2, 0, -1, 0, 1), strict=True)
    )
    """Columns by which the left and right ends may be mistaken, by full points or the bar."""
    max_finished_outlines: int = 3
    """Corrected outlines that are finished, at most."""
    max_refined: int = 2
    """Finished outlines that are refined once more, at most."""
    min_end_pair_fractions: tuple[float, float] = (0.55, 0.25)
    """Fractions of a row's pairs that must still be seen at its end, between checkers."""
    max_bar_width: float = 1.6
    """Widest plausible bar, in widths of a point."""
    bar_width_slack: float = 0.3
    """Widths of a point by which a measured bar may be below 0."""
    end_weight: float = 1.0
    """Weight of the rims at the ends, relative to the triangles."""
    row_weight: float = 0.3
    """Weight of the rims along the rows, relative to the triangles."""
    min_worth: float = 1.45
    """Least worth of a board, as the weighted sum of triangles and rims."""
    max_corner_overhang: float = 0.03
    """Fraction of the picture's longer side by which a corner may be outside."""


class BoardNotFound(ValueError):
    """A picture in which no complete board is found."""


@dataclass(frozen=True, slots=True, eq=False)
class BoardCandidate:
    """The best candidate for a board in a picture."""

    corners: Corners
    worth: float
    """Weighted sum of the clarity of its triangles and rims."""
    proof: BoardEvidence


@dataclass(frozen=True, slots=True, eq=False)
class FinishedOutline:
    """An outline with its sides moved to the rims."""

    outline: BoardOutline
    worth: float
    """Weighted sum of the clarity of its triangles and rims."""


def find_board(picture: Picture, limits: SearchLimits = SearchLimits()) -> Corners:
    """Returns the corners of the board in a picture; raises BoardNotFound if there is none.

    Printed markers decide if all four are seen; they also define the numbering. A board alone does
    not show from where its players count. The rows of triangles become top and bottom; the row that
    is higher in the picture becomes the top one, on a board that lies sideways the left one.
    """
    corners = find_markers(picture, limits.markers)
    if corners is not None:
        return corners
    best = best_candidate(picture, limits)
    if best is None:
        raise BoardNotFound("nothing in the picture looks like two rows of twelve points")
    if best.worth < limits.min_worth or not best.proof.is_board(limits.board):
        raise BoardNotFound("what looks most like a board has no two rows of twelve points")
    if not _is_whole(best.corners, picture, limits):
        raise BoardNotFound("a part of the board is outside the picture")
    return best.corners


def _is_whole(corners: Corners, picture: Picture, limits: SearchLimits) -> bool:
    """True if the picture contains all corners, within a small margin."""
    margin = limits.max_corner_overhang * max(picture_size(picture))
    most = np.array(picture_size(picture)) + margin
    return bool(((corners.points > -margin) & (corners.points < most)).all())


def best_candidate(picture: Picture, limits: SearchLimits) -> BoardCandidate | None:
    """Returns the best candidate for a board, or None."""
    sketch = to_lab(picture, limits.longer_side, limits.preparation)
    fitted = _fit_best(sketch, _candidate_outlines(sketch, limits), limits)
    meant = _correct_columns(sketch, fitted, limits)
    once = [end for it in meant for end in _finish(sketch, it, limits)]
    once.sort(key=lambda it: it.worth, reverse=True)
    again = once[: limits.max_refined]
    twice = [end for it in again for end in _finish(sketch, it.outline, limits)]
    best = max((*once, *twice), key=lambda it: it.worth, default=None)
    if best is None:
        return None
    corners = Corners.of(best.outline.corners).scaled(1 / sketch.scale)
    proof = board_evidence(sketch, best.outline, limits.snap.fit, limits.board)
    return BoardCandidate(corners, best.worth, proof)


def _candidate_outlines(sketch: LabPicture, limits: SearchLimits) -> list[BoardOutline]:
    """The candidate outlines, likeliest first."""
    every = find_frames(long_lines(sketch, limits.lines), sketch.size, limits.frames)
    comb = limits.comb
    found = ((search_frame(sketch, frame, COARSE_STEPS, comb), frame) for frame in every)
    apart = _without_duplicates(sketch, found, limits)[: limits.max_combed_frames]
    found = ((search_frame(sketch, frame, FINE_STEPS, comb), frame) for _, frame in apart)
    return [it.outline for it, _ in _without_duplicates(sketch, found, limits)]


def _without_duplicates(
    sketch: LabPicture, found: Iterable[tuple[CombMatch | None, Points]], limits: SearchLimits
) -> list[tuple[CombMatch, Points]]:
    """The candidates, likeliest first, without near duplicates."""
    apart: list[tuple[CombMatch, Points]] = []
    every = [(it, frame) for it, frame in found if it]
    for it, frame in sorted(every, key=lambda pair: -pair[0].worth):
        reach = limits.same_range
        if not any(_is_same(sketch, it.outline, other.outline, reach) for other, _ in apart):
            apart.append((it, frame))
    return apart


def _fit_best(
    sketch: LabPicture, outlines: list[BoardOutline], limits: SearchLimits
) -> list[BoardOutline]:
    """The fitted outlines whose triangles are the most alike."""
    rated: list[tuple[float, BoardOutline]] = []
    fit = limits.snap.fit
    for outline in outlines[: limits.max_fitted_outlines]:
        it = _try_fit(sketch, outline, fit.rough_ranges + fit.close_ranges, fit, by_rims=False)
        if it and not any(_is_same(sketch, it, other, limits.same_range / 2) for _, other in rated):
            rated.append((coherence(sketch, it, fit), it))
    rated.sort(key=lambda pair: -pair[0])
    return [it for how, it in rated[: limits.max_kept] if how > rated[0][0] - limits.max_deficit]


def _correct_columns(
    sketch: LabPicture, chosen: list[BoardOutline], limits: SearchLimits
) -> list[BoardOutline]:
    """The likeliest outlines after correcting columns that may have been mistaken."""
    rated: list[tuple[float, BoardOutline]] = []
    fit = limits.snap.fit
    for outline in chosen:
        for left, right in limits.column_shifts:
            bar = outline.bar + right - left
            if not -limits.bar_width_slack < bar < limits.max_bar_width:
                continue
            moved = outline.with_moved_ends(left, right)
            it = _try_fit(sketch, moved, fit.corrected_ranges, fit, by_rims=False)
            if it is not None:
                ends = rim_clarity(sketch, it, fit.rim_edges).ends
                rated.append((coherence(sketch, it, fit) + limits.end_weight * ends, it))
    rated.sort(key=lambda pair: -pair[0])
    return [it for _, it in rated[: limits.max_finished_outlines]]


def _finish(
    sketch: LabPicture, outline: BoardOutline, limits: SearchLimits
) -> Iterator[FinishedOutline]:
    """The outline with its sides moved to the rims, for each share of visible pairs."""
    fit = limits.snap.fit
    for still in limits.min_end_pair_fractions:
        snapped = snap_to_rims(sketch, outline, still, limits.snap)
        last = _try_fit(sketch, snapped, fit.rough_ranges + fit.close_ranges, fit, by_rims=True)
        if last is not None:
            rims = rim_clarity(sketch, last, fit.rim_edges)
            worth = coherence(sketch, last, fit) + limits.end_weight * rims.ends
            worth += limits.row_weight * rims.rows
            yield FinishedOutline(last, worth)


def _try_fit(
    sketch: LabPicture,
    outline: BoardOutline,
    reaches: tuple[float, ...],
    fit: FitLimits,
    *,
    by_rims: bool,
) -> BoardOutline | None:
    """Returns the fitted outline, or None if the fit fails."""
    try:
        it = fit_outline(sketch, outline, reaches, fit, by_rims=by_rims)
        Corners.of(it.corners)
    except (np.linalg.LinAlgError, ValueError):
        return None
    return it


def _is_same(sketch: LabPicture, one: BoardOutline, other: BoardOutline, apart: float) -> bool:
    return bool(np.abs(one.corners - other.corners).max() < apart * max(sketch.size))
