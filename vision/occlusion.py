"""Segments hands and other occluders in a raster of the board, and what the hands may hide.

Candidates come from full pictures (`likelihood.occluders`) or the tracker (`change_detection`).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.picture_arrays import Mask, Reals

PieceNumbers = NDArray[np.int32]
"""The number of the piece that each pixel belongs to; 0 for none."""
Region = Mask | tuple[slice, slice]
"""Selects pixels of a raster: a mask or a rectangle."""


@dataclass(frozen=True, slots=True)
class OcclusionLimits:
    """The limits of hands and other occluders; lengths are in widths of a point."""

    max_gap: float = 0.8
    """Widths of a point; the largest gap between two parts of one hand, hardly seen over a rim."""
    entry_strip: float = 0.15
    """Widths of a point; the strip along the edge of the picture where pieces come in."""
    min_straddling: float = math.inf
    """Least squared widths over the field, and beside it, of a piece that comes in anywhere."""
    min_hand_area: float = 0.0
    """Least area of a hand, in squared widths of a point."""
    min_over_field: float = 0.5
    """Least area of a hand over the field, in squared widths of a point."""
    min_over_brim: float = 0.3
    """Least area of a hand over field and brim (fingers at the rim), in squared widths."""
    min_thing_area: float = 0.5
    """Least area of another thing, in squared widths of a point."""
    hand_margin: float = 0.8
    """Widths of a point around a hand in which something may be changing."""
    unseen_reach: float = 3.0
    """Widths of a point that a hand may reach beyond what is seen, as skin may look like wood."""
    reach_half_width: float = 1.3
    """Half the width of that unseen part of a hand, in widths of a point."""


@dataclass(frozen=True, slots=True, eq=False)
class Raster:
    """The parts of a raster that shows the board: the plane of the tops, or a small picture."""

    scale: float
    """Pixels for each width of a point."""
    inside: Mask
    """A mask of what the picture shows."""
    field: Region
    """The playing field."""
    brim: Region
    """The field, and the brim over which fingers reach when they take a checker at the rim."""


@dataclass(frozen=True, slots=True, eq=False)
class Occlusions:
    """The occluders of one picture."""

    hands: tuple[Mask, ...]
    """One mask for each hand, without margin."""
    others: Mask
    """A mask of other things, such as cups."""


def segment_occlusions(
    candidates: Mask, raster: Raster, limits: OcclusionLimits = OcclusionLimits()
) -> Occlusions:
    """Segments hands, which reach in from outside, and other large things among candidates."""
    if not candidates.any():
        return Occlusions((), np.zeros(candidates.shape, np.bool_))
    joined, count = _join_pieces(candidates, raster.scale, limits)
    pieces = np.where(candidates, joined, 0).astype(np.int32)
    sizes = piece_areas(pieces, count, raster)
    are_hands = reaching_pieces(joined, pieces, count, raster, limits)
    are_hands &= sizes > limits.min_hand_area
    are_others = ~are_hands & (sizes > limits.min_thing_area)
    are_others[0] = False
    hands = tuple(pieces == number for number in np.flatnonzero(are_hands))
    return Occlusions(hands, are_others[pieces])


def reaching_pieces(
    joined: PieceNumbers, pieces: PieceNumbers, count: int, raster: Raster, limits: OcclusionLimits
) -> Mask:
    """True for each labelled piece that reaches in; `joined` includes the gaps, 0 is none."""
    sizes = piece_areas(pieces, count, raster)
    over = piece_areas(pieces[raster.field], count, raster)
    about = piece_areas(pieces[raster.brim], count, raster)
    from_outside = (over >= limits.min_straddling) & (sizes - over >= limits.min_straddling)
    from_outside[np.unique(joined[_outline(raster, limits)])] = True
    from_outside[0] = False
    return from_outside & ((over >= limits.min_over_field) | (about >= limits.min_over_brim))


def hidden_area(
    occlusions: Occlusions, raster: Raster, limits: OcclusionLimits = OcclusionLimits()
) -> Mask:
    """A mask of what hands, if any, hide or may be changing, other things included."""
    if not occlusions.hands:
        return np.zeros(occlusions.others.shape, np.bool_)
    hands = np.logical_or.reduce(occlusions.hands)
    hidden = surroundings(hands | occlusions.others, raster, limits)
    reached = hidden.astype(np.uint8)
    outline = _outline(raster, limits)
    depth = cv2.distanceTransform((~outline).astype(np.uint8), cv2.DIST_L2, 3)
    for hand in occlusions.hands:
        _reach_further(reached, hand, np.asarray(depth, np.float32), raster.scale, limits)
    return reached.astype(np.bool_)


def surroundings(hand: Mask, raster: Raster, limits: OcclusionLimits = OcclusionLimits()) -> Mask:
    """A hand and the margin around it in which something may be changing."""
    wider = cv2.dilate(hand.astype(np.uint8), disc(2 * limits.hand_margin, raster.scale))
    return np.asarray(wider).astype(np.bool_)


def disc(width: float, scale: float) -> NDArray[np.uint8]:
    """A round kernel of a width in widths of a point."""
    across = 2 * round(width * scale / 2) + 1
    return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (across, across)), np.uint8)


def _join_pieces(
    candidates: Mask, scale: float, limits: OcclusionLimits
) -> tuple[PieceNumbers, int]:
    """PieceNumbers of pieces, the gaps between their parts included, and the number of labels."""
    wider = cv2.dilate(candidates.astype(np.uint8), disc(limits.max_gap, scale))
    count, labels = cv2.connectedComponents(wider)
    return np.asarray(labels, np.int32), count


def piece_areas(pieces: PieceNumbers, count: int, raster: Raster) -> Reals:
    """The area of each labelled piece in squares as wide as a point."""
    return np.bincount(pieces.ravel(), minlength=count) / raster.scale**2


def _outline(raster: Raster, limits: OcclusionLimits) -> Mask:
    """A mask of where the picture or the raster ends."""
    across = 2 * round(limits.entry_strip * raster.scale) + 1
    kernel = np.ones((across, across), np.uint8)
    inner = cv2.erode(raster.inside.astype(np.uint8), kernel, borderValue=0)
    return np.asarray(np.asarray(inner) == 0)


def _reach_further(
    hidden: NDArray[np.uint8],
    hand: Mask,
    depth: NDArray[np.float32],
    scale: float,
    limits: OcclusionLimits,
) -> None:
    """Marks where the fingers of a hand may reach, away from where it enters the picture."""
    pixels = np.argwhere(hand)[:, ::-1]
    entry = pixels[int(depth[pixels[:, 1], pixels[:, 0]].argmin())]
    away = np.linalg.norm(pixels - entry, axis=1)
    tip = pixels[int(away.argmax())]
    end = tip + (tip - entry) / max(away.max(), 1) * limits.unseen_reach * scale
    from_tip, to_end = (spot.round().astype(int).tolist() for spot in (tip, end))
    cv2.line(hidden, from_tip, to_end, 1, round(2 * limits.reach_half_width * scale))
