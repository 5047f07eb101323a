"""What differs between two small pictures, and which of it reaches in from outside."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pictures import Mask, Picture
from vision.watching.ground import Ground
from vision.watching.light import FAINT, Small, is_light

FLOOR = 2.5
"""Levels; whatever differs by less looks the same."""
NOISES = 5.0
"""So many times as much as pictures usually differ by is a change."""
FIRST_NOISE = 1.0
"""Levels by which pictures are taken to differ before that is learnt."""
LEARNT = 0.1
"""What one picture counts among those before it."""
CLOSED = 0.7
"""Checkers; changes that are no further apart are one."""
BESIDE = 0.5
"""Checkers from a hand that it may hide, or move, before it is seen."""
BEYOND = 0.6
"""Checkers; what lies with as much of it on the field and beside it reaches in."""
HAND = 2.0
"""Checkers; what reaches in from outside and is larger is a hand, or other light."""
ARM, BROAD = 1.2, 5.0
"""Checkers; where so much of the field, from outside or anywhere, has lost its edges, is a hand."""
WINDOW = 1.5
"""Checkers across the piece in which edges are looked for together."""
KEPT = 0.5
"""So much of the edges of a piece are still there if only the light on it is another one."""
EDGE = 0.1
"""An edge (powers of e from one pixel to the next) that is as good as any other."""
PLAIN = 2.5
"""Levels from one pixel to the next; a weaker edge may be noise."""
LIKE = 0.7
"""So far (as a part of the weaker one) two edges go the same way that are one."""
EDGES = 0.25
"""With fewer of them than so (a part of its pixels) a piece does not tell whether they are gone.
One line across it, the edge of a shadow, makes less."""
GONE = 0.3
"""So much of a hand, or more, hides edges that were there."""

Levels = NDArray[np.float32]


def difference(small: Picture, reference: Picture | Small) -> Levels:
    """By how many levels each pixel differs, in the colour in which it differs most."""
    apart = cv2.absdiff(small, np.clip(reference, 0, 255).astype(np.uint8))
    most = cv2.max(cv2.max(apart[:, :, 0], apart[:, :, 1]), apart[:, :, 2])
    return np.asarray(cv2.blur(most.astype(np.float32), (3, 3)), dtype=np.float32)


def limit(noise: Levels) -> Levels:
    """From how many levels on a difference is none of noise."""
    most: Levels = FLOOR + NOISES * noise
    return most


def quieter(noise: Levels, levels: Levels) -> Levels:
    """The noise, after two pictures of the same that differ so."""
    learnt: Levels = noise + np.float32(LEARNT) * (levels - noise)
    return learnt


@dataclass(frozen=True, slots=True, eq=False)
class Changes:
    """What looks otherwise than it did."""

    things: Mask
    """What has come or gone on the board."""
    hands: tuple[Mask, ...]
    """Each piece that reaches in from outside."""


def sorted_out(changed: Mask, small: Picture, reference: Small, ground: Ground) -> Changes:
    """Tell what reaches in from outside from what lies on the board, and from other light."""
    pieces, sizes = _pieces(changed, ground)
    large = sizes > HAND * np.pi / 4 * ground.checker**2
    candidates = np.flatnonzero(large & _reaching(pieces, len(sizes), ground))
    if not candidates.size:
        return Changes(changed, ())
    edges = _Edges.of(small, reference, ground)
    gone, told = edges.gone(_is_painted(edges, ground))
    light = ~edges.gone(np.ones_like(told))[0]
    flat = ~ground.outside
    things, hands = changed, []
    for number in candidates:
        piece = pieces == number
        if np.count_nonzero(piece & told & flat) > ground.checker**2:
            lost, known = piece & gone & flat, piece & told & flat
        else:
            lost, known = piece & gone, piece & told
        many = max(np.count_nonzero(known), np.count_nonzero(piece) / 4)
        if np.count_nonzero(lost) > max(GONE * many, ground.checker**2 / 2):
            hands.append(piece)
        else:
            hands += _arms(piece & gone, flat, ground)
            things = things & ~(piece & light)
    return Changes(things, tuple(hands))


def near(piece: Mask, ground: Ground) -> Mask:
    """A hand, and what it may hide or move before that is seen."""
    wider: Mask = cv2.dilate(piece.astype(np.uint8), _square(BESIDE, ground)) > 0
    return wider


def _pieces(changed: Mask, ground: Ground) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """The connected pieces of what has changed, by number, and how large they are."""
    closed = cv2.morphologyEx(
        changed.astype(np.uint8), cv2.MORPH_CLOSE, _square(CLOSED / 2, ground)
    )
    _, pieces, stats, _ = cv2.connectedComponentsWithStats(closed)
    return pieces, stats[:, cv2.CC_STAT_AREA]  # type: ignore[return-value] # as OpenCV has it


def _reaching(pieces: NDArray[np.int32], many: int, ground: Ground) -> NDArray[np.bool_]:
    """Which pieces come into view from outside, or lie on the field and beside it."""
    reaching = np.zeros(many, np.bool_)
    reaching[np.unique(_rim(pieces))] = True
    outside = ground.outside
    least = BEYOND * np.pi / 4 * ground.checker**2
    beside, inside = (
        np.bincount(pieces[where], minlength=many) >= least for where in (outside, ~outside)
    )
    reaching |= beside & inside
    reaching[0] = False
    return reaching


def _arms(lost: Mask, flat: Mask, ground: Ground) -> list[Mask]:
    """What cannot be checkers that moved, in a piece that is but lit otherwise."""
    _, blobs, stats, _ = cv2.connectedComponentsWithStats(lost.astype(np.uint8))
    within = np.bincount(blobs[lost & flat], minlength=len(stats))
    checkers = within / (np.pi / 4 * ground.checker**2)
    reaching = _reaching(np.asarray(blobs, np.int32), len(stats), ground)
    arms = (checkers > BROAD) | ((checkers > ARM) & reaching)
    return [blobs == number for number in np.flatnonzero(arms) if number]


@dataclass(frozen=True, slots=True, eq=False)
class _Edges:
    """How two pictures of the same differ from pixel to pixel.

    Light leaves the edges of things where they are, and their colour much the same.
    """

    across: Levels
    """Of the first picture, in powers of e to the right."""
    down: Levels
    strength: Levels
    kept: Levels
    """The part of each that is still there in the second."""
    clear: Mask
    """Which are none of noise."""
    tinted: Mask
    """Where the colour is another one, whatever the light."""
    window: tuple[int, int]

    @classmethod
    def of(cls, small: Picture, reference: Small, ground: Ground) -> _Edges:
        bright, now = _brightness(reference), _brightness(small.astype(np.float32))
        (across, down), (now_across, now_down) = _edges(bright), _edges(now)
        strength = np.maximum(np.hypot(across, down), np.float32(1e-3))
        kept = np.clip(2 * (across * now_across + down * now_down) / strength**2, 0, 1)
        clear = strength * np.exp(np.minimum(bright, now)) > PLAIN
        tinted = ~is_light(np.log((small + np.float32(FAINT)) / (reference + np.float32(FAINT))))
        window = (round(WINDOW * ground.checker) | 1,) * 2
        return cls(across, down, strength, kept, clear, tinted, window)

    def gone(self, among: Mask) -> tuple[Mask, Mask]:
        """What other light does not explain by some of the edges, and where that could be told."""
        edge = np.where(self.clear & among, np.minimum(self.strength / EDGE, 1), 0)
        there = cv2.blur(edge, self.window)
        still = cv2.blur(self.kept * edge, self.window)
        told: Mask = (there > EDGES) | self.tinted
        return told & (self.tinted | (still < KEPT * there)), told


def _is_painted(edges: _Edges, ground: Ground) -> Mask:
    """Which edges are those of the board itself: neither of checkers, nor of shadows."""
    bare_across, bare_down = _edges(_brightness(ground.bare))
    along = edges.across * bare_across + edges.down * bare_down
    square = np.minimum(edges.strength**2, bare_across**2 + bare_down**2)
    painted: Mask = along > LIKE * square
    return painted


def _brightness(picture: Small) -> Levels:
    """In powers of e."""
    return np.asarray(np.log(np.maximum(picture, 0).mean(axis=2) + FAINT), dtype=np.float32)


def _edges(bright: Levels) -> tuple[Levels, Levels]:
    """How brightness changes to the right and downwards."""
    across, down = (cv2.Sobel(bright, cv2.CV_32F, x, 1 - x, ksize=3) for x in (1, 0))
    return np.asarray(across / 8, np.float32), np.asarray(down / 8, np.float32)


def _square(reach: float, ground: Ground) -> NDArray[np.uint8]:
    size = 2 * round(reach * ground.checker) + 1
    return np.ones((size, size), np.uint8)


def _rim(pieces: NDArray[np.int32]) -> NDArray[np.int32]:
    return np.concatenate([pieces[0], pieces[-1], pieces[:, 0], pieces[:, -1]])
