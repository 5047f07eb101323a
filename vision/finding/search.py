"""The corners of a board in a picture, found by what all boards have in common.

Whatever a board is made of, its two rows of twelve triangles, every second one alike, face each
other between two rims. Long lines give frames in which rows may lie; each is combed for triangles
that stand at the right distances, and the best outlines are fitted to what is seen.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from vision.corners import Corners
from vision.finding.comb import COARSE, FINE, Combed, combed
from vision.finding.fitting import CLOSE, MENDED, ROUGH, coherence, fitted
from vision.finding.frames import frames
from vision.finding.lines import long_lines
from vision.finding.outline import Outline
from vision.finding.proving import Proof, proof
from vision.finding.rims import clearness
from vision.finding.sketch import Sketch, sketched
from vision.finding.snapping import snapped
from vision.markers import marked
from vision.pictures import Picture, Points, size

SIDE = 800
"""Pixels of the longer side of the picture in which a board is sought."""
COMBED, FITTED, CHOSEN = 8, 6, 3
"""How many frames are combed finely, how many outlines are fitted, how many of these closely."""
ALIKE = 0.02
"""Of the picture: outlines that are as near as this are one."""
WORSE = 0.15
"""Outlines whose triangles are so much less alike than the best ones' are not looked at again."""
MISTAKES = ((0, 0), (1, 1), (-1, -1), (2, 2), (-2, -2), (1, 0), (0, -1), (-1, 0), (0, 1))
"""Columns by which both ends may be mistaken: full points hide, and a column may be the bar."""
FINISHED, TWICE = 3, 2
"""How many outlines that may be meant are finished, and how many of the finished once more."""
STILLS = (0.55, 0.25)
"""What part of a row may still be seen at its end, where checkers hide the rest."""
WIDEST_BAR = 1.6
SLACK = 0.3
"""In widths of a point; and by how much a bar may seem to be less than nothing."""
ENDS, ROWS = 1.0, 0.3
"""How much the rims count beside the triangles."""
WORTH = 1.45
"""What a board has at least."""
OUTSIDE = 0.03
"""Of the picture: how far a corner may be outside."""


class BoardNotFound(ValueError):
    """A picture in which no board can be made out."""


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """What looks most like a board in a picture."""

    corners: Corners
    worth: float
    """How clear its triangles and its rims are."""
    proof: Proof


@dataclass(frozen=True, slots=True, eq=False)
class Finished:
    """An outline with its sides at the rims."""

    outline: Outline
    worth: float
    """How clear its triangles and its rims are."""


def found(picture: Picture) -> Corners:
    """The corners of the board in a picture; BoardNotFound if there is none.

    Printed cards beside it decide, where all four are seen; they also tell how it is numbered.
    Nobody can tell by a board alone from where its players count. The rows of triangles come to
    the top and to the bottom, the row that is higher in the picture to the top; of a board that
    lies across, it is the row at the left.
    """
    told = marked(picture)
    if told is not None:
        return told
    best = sought(picture)
    if best is None:
        raise BoardNotFound("nothing in the picture looks like two rows of twelve points")
    if best.worth < WORTH or not best.proof.holds:
        raise BoardNotFound("what looks most like a board has no two rows of twelve points")
    if not _is_whole(best.corners, picture):
        raise BoardNotFound("a part of the board is outside the picture")
    return best.corners


def _is_whole(corners: Corners, picture: Picture) -> bool:
    """Whether the picture shows a board, but for a little."""
    margin = OUTSIDE * max(size(picture))
    inside = (corners.points > -margin) & (corners.points < np.array(size(picture)) + margin)
    return bool(inside.all())


def sought(picture: Picture) -> Found | None:
    """What looks most like a board."""
    sketch = sketched(picture, SIDE)
    meant = _meant(sketch, _chosen(sketch, _combed(sketch)))
    once = [end for it in meant for end in _finished(sketch, it)]
    once.sort(key=_worth, reverse=True)
    twice = [end for it in once[:TWICE] for end in _finished(sketch, it.outline)]
    best = max((*once, *twice), key=_worth, default=None)
    if best is None:
        return None
    corners = Corners.of(best.outline.corners).scaled(1 / sketch.scale)
    return Found(corners, best.worth, proof(sketch, best.outline))


def _combed(sketch: Sketch) -> list[Outline]:
    """Where boards may be, the likeliest first."""
    every = frames(long_lines(sketch), sketch.size)
    coarse = [(it, frame) for frame in every if (it := combed(sketch, frame, COARSE))]
    apart = _apart(sketch, coarse)[:COMBED]
    fine = [(it, frame) for _, frame in apart if (it := combed(sketch, frame, FINE))]
    return [it.outline for it, _ in _apart(sketch, fine)]


def _apart(sketch: Sketch, every: list[tuple[Combed, Points]]) -> list[tuple[Combed, Points]]:
    """The likeliest first, and of those that are about the same only the likeliest."""
    apart: list[tuple[Combed, Points]] = []
    for it, frame in sorted(every, key=lambda pair: -pair[0].worth):
        if not any(_is_same(sketch, it.outline, other.outline, ALIKE) for other, _ in apart):
            apart.append((it, frame))
    return apart


def _chosen(sketch: Sketch, outlines: list[Outline]) -> list[Outline]:
    """The outlines whose triangles are the most alike, once they are fitted to them."""
    rated: list[tuple[float, Outline]] = []
    for outline in outlines[:FITTED]:
        it = _fitted(sketch, outline, ROUGH + CLOSE, by_rims=False)
        if it and not any(_is_same(sketch, it, other, ALIKE / 2) for _, other in rated):
            rated.append((coherence(sketch, it), it))
    rated.sort(key=lambda pair: -pair[0])
    return [it for how, it in rated[:CHOSEN] if how > rated[0][0] - WORSE]


def _meant(sketch: Sketch, chosen: list[Outline]) -> list[Outline]:
    """The likeliest of the outlines that may be meant, as columns can be mistaken."""
    rated: list[tuple[float, Outline]] = []
    for outline in chosen:
        for left, right in MISTAKES:
            bar = outline.bar + right - left
            if not -SLACK < bar < WIDEST_BAR:
                continue
            it = _fitted(sketch, outline.ending(left, right), MENDED, by_rims=False)
            if it is not None:
                worth = coherence(sketch, it) + ENDS * clearness(sketch, it).ends
                rated.append((worth, it))
    rated.sort(key=lambda pair: -pair[0])
    return [it for _, it in rated[:FINISHED]]


def _finished(sketch: Sketch, outline: Outline) -> Iterator[Finished]:
    """The outline with its sides moved to the rims, in each way in which that can be done."""
    for still in STILLS:
        last = _fitted(sketch, snapped(sketch, outline, still), ROUGH + CLOSE, by_rims=True)
        if last is not None:
            rims = clearness(sketch, last)
            worth = coherence(sketch, last) + ENDS * rims.ends + ROWS * rims.rows
            yield Finished(last, worth)


def _worth(it: Finished) -> float:
    return it.worth


def _fitted(
    sketch: Sketch, outline: Outline, reaches: tuple[float, ...], *, by_rims: bool
) -> Outline | None:
    """The outline fitted to the picture; None if it falls to pieces."""
    try:
        it = fitted(sketch, outline, reaches, by_rims=by_rims)
        Corners.of(it.corners)
    except (np.linalg.LinAlgError, ValueError):
        return None
    return it


def _is_same(sketch: Sketch, one: Outline, other: Outline, apart: float) -> bool:
    return bool(np.abs(one.corners - other.corners).max() < apart * max(sketch.size))
