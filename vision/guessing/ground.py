"""The bare board, every point of it made up from those that look like it."""

from __future__ import annotations

import numpy as np

from vision.aligning.sampling import sampled
from vision.eye import Eye
from vision.field import HALF, SLOTS, Field
from vision.heights import across
from vision.pictures import Mask
from vision.plane import BESIDE, BEYOND, SCALE, Plane
from vision.strips import (
    FACING,
    TURNING,
    Kinship,
    Weights,
    blended,
    likeness,
    strip,
    strips,
)
from vision.studying.bare import Bare, shaken

STRANGE = 12.0
"""How far, as roots are, a point may well be off what those like it show."""
ROUNDS = 4
"""How often what is far off what most show is counted less."""
SUNK = 0.03
"""What a hidden pixel counts beside one that is seen."""
LEAST = 4.0
"""How far off everything that is made up may be."""
WIDER = 1.3
"""How much further off what is made up may be than its likes are from one another."""
KINSHIP = Kinship(near=5.0, facing=0.6, kinds=(TURNING, FACING), strange=STRANGE)
"""As much as points of a board tell of each other of which most is hidden."""


def made_up(surface: Plane, eye: Eye, field: Field, hidden: Mask) -> Bare:
    """The board in the plane of the tops, by what of its surface is not hidden."""
    ground, spread = surface.copy(), np.full(surface.shape[:2], LEAST, np.float32)
    seen = (~strips(hidden, field)).astype(np.float32)
    means, spreads = _robust(strips(surface, field), seen)
    for slot, mean, doubt in zip(SLOTS, means, spreads, strict=True):
        strip(ground, field, slot)[:] = mean
        strip(spread, field, slot)[:] = doubt
    _bar(ground, spread, field, surface, hidden)
    there = across(eye, field, field.thickness, 0.0)
    raised, doubt = (sampled(plane, there) for plane in (ground, spread))
    return Bare(raised, np.hypot(doubt, shaken(raised)))


def _robust(points: Plane, seen: Weights) -> tuple[Plane, Plane]:
    """What each point looks like by those like it, and how far off that may be."""
    alike = likeness(points, seen, KINSHIP)
    trust = np.maximum(seen, SUNK)
    means, doubt = points, np.full_like(seen, STRANGE)
    for _ in range(ROUNDS):
        means = blended(points, trust, alike)
        off = ((points - means) ** 2).mean(axis=-1)
        trust = np.maximum(seen, SUNK) / (1 + off / STRANGE**2)
        doubt = np.sqrt(blended(off[..., None], trust, alike)[..., 0])
    return means.astype(np.float32), np.maximum(WIDER * doubt, LEAST).astype(np.float32)


def _bar(ground: Plane, spread: Plane, field: Field, surface: Plane, hidden: Mask) -> None:
    """The bar, as most of it looks."""
    left, right = (round((at + BESIDE) * SCALE) for at in (HALF, HALF + field.bar))
    rows = slice(round(BEYOND * SCALE), round((BEYOND + field.depth) * SCALE))
    part, covered = surface[rows, left:right], hidden[rows, left:right]
    if not part.size or covered.all():
        return
    typical = np.median(part[~covered], axis=0)
    off = np.abs(part - typical).mean(axis=-1)
    ground[rows, left:right] = typical
    spread[rows, left:right] = max(LEAST, WIDER * float(np.median(off[~covered])) * 1.5)
