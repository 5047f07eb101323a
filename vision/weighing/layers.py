"""Whether a checker of a full row lies on another one: where it is seen, and what beneath it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from vision.eye import Eye
from vision.field import SLOTS, Field
from vision.pictures import Mask, Points
from vision.plane import SCALE, to_plane
from vision.weighing.evidence import Evidence

LONGEST = 6
"""Checkers of one row, on the board itself."""
FULL = 5
"""Checkers of a row, before the next one is put on top."""
MISSED = 1
"""Checkers of a full row that may not be surely seen."""
LAID = 0.04
"""Widths of a point a checker of a full row may well be beside where it should."""
PUT = 0.05
"""The same for one beside the one it was put on."""
ELSEWHERE = 0.003
"""How usual it is that one is put much further aside."""
STEPS = np.arange(-1, 2) * 1.3 * LAID
"""Where the one beneath may be, each way."""
BEYOND_RIM = 1.07
"""Radii from which on something else than the rim is seen."""
RADII = np.arange(1.05, 1.7, 0.065)
DIRECTIONS = np.arange(20) * (2 * np.pi / 20)
"""Where it is looked, in radii of a checker from its middle."""
PIXEL = 4.0
"""What one pixel may say at most, as a logarithm."""
SHOWN, MOST = 5.0, 5.0
"""What an area as large as the square of a radius says, and what all of it may say at most."""
SAID, ALWAYS = 0.7, -0.6
"""What all of this counts: fitted to checkers on boards and on checkers."""

Numbers = NDArray[np.float64]


@lru_cache(maxsize=4)
def standing(field: Field) -> Points:
    """Where the checkers of all rows should lie, point by point."""
    return np.array([field.spot(slot, number) for slot in SLOTS for number in range(LONGEST)])


@lru_cache(maxsize=4)
def raised(eye: Eye, field: Field) -> Numbers:
    """How far beside the others' tops that of a checker is seen that stands on another."""
    spots = standing(field)
    high = np.full((len(spots), 1), 2 * field.thickness)
    seen = eye.spots(eye.pixels(np.hstack([spots, high])), field.thickness)
    return (seen - spots).reshape(len(SLOTS), LONGEST, 2)


@dataclass(frozen=True, slots=True, eq=False)
class Tops:
    """The tops that were found, a row for each point and a column for each checker of it."""

    aside: Numbers
    """How far beside where they should be, in widths of a point."""
    sure: Mask
    """Whether one is there."""
    light: Mask
    """Whether it is Light's."""


def on_others(evidence: Evidence, tops: Tops, eye: Eye, field: Field) -> Numbers:
    """Logarithms: how much likelier each lies on another than on the board."""
    told = np.zeros(tops.sure.shape)
    full = tops.sure[:, :FULL].sum(axis=1) >= FULL - MISSED
    if not full.any():
        return told
    off = (tops.aside - drift(tops))[full].reshape(-1, 2)
    high = raised(eye, field)[full].reshape(-1, 2)
    spots = standing(field).reshape(tops.aside.shape)[full] + tops.aside[full]
    around = _around(evidence, to_plane(spots.reshape(-1, 2)), tops.light[full].ravel(), field)
    radius = field.checker / 2
    weights = _weights(off, high, around, radius)
    told[full] = (SAID * weights + ALWAYS).reshape(-1, LONGEST)
    return told


def drift(tops: Tops) -> Numbers:
    """How far all checkers are beside where they should be, changing slowly over the board."""
    slots, numbers = np.indices(tops.sure.shape)
    x = np.abs(slots - (len(SLOTS) - 1) / 2) / len(SLOTS) - 0.25
    y = np.where(slots < len(SLOTS) // 2, 1, -1) * (LONGEST - numbers) / LONGEST
    rows = np.stack([np.ones_like(x), x, y], axis=-1)
    known, told = rows[tops.sure], tops.aside[tops.sure]
    if not len(known):
        return np.zeros_like(tops.aside)
    factors = np.linalg.solve(known.T @ known + np.eye(3), known.T @ told)
    drift: Numbers = rows @ factors
    return drift


@lru_cache(maxsize=1)
def _places() -> tuple[Points, Numbers]:
    """Where to look around a checker, in radii, and the area each of these places stands for."""
    away, angle = (axis.ravel() for axis in np.meshgrid(RADII, DIRECTIONS))
    step = (RADII[1] - RADII[0]) * (DIRECTIONS[1] - DIRECTIONS[0])
    return np.column_stack([away * np.cos(angle), away * np.sin(angle)]), away * step


def _around(evidence: Evidence, middles: Points, light: Mask, field: Field) -> Numbers:
    """How much the colour of each checker is seen around it, and not the ground's."""
    places, _ = _places()
    at = middles[:, None] + places * (field.checker / 2 * SCALE)
    rows, columns = evidence.ground.shape
    x = np.clip(at[..., 0].round().astype(int), 0, columns - 1)
    y = np.clip(at[..., 1].round().astype(int), 0, rows - 1)
    own = np.where(light[:, None], evidence.light[y, x], evidence.dark[y, x])
    clearer = np.clip(own, -PIXEL, None) - np.clip(evidence.ground[y, x], -PIXEL, None)
    told: Numbers = np.clip(clearer, -PIXEL, PIXEL).astype(np.float64)
    return told


def _weights(off: Points, high: Points, around: Numbers, radius: float) -> Numbers:
    """Every place where the one beneath may be, all together, against there being none."""
    _, area = _places()
    downwards = -high / radius
    own = _away(np.zeros((1, *off.shape)), downwards)[0] > BEYOND_RIM**2
    shown = around * own * area
    steps = np.stack(np.meshgrid(STEPS, STEPS), axis=-1).reshape(-1, 1, 2)
    hidden = _away((steps - off) / radius, downwards) < 1
    seen = np.clip(SHOWN * (shown * hidden).sum(axis=-1), -MOST, MOST)
    put = _usual(off - high - steps, PUT)
    every = put + seen - ((steps / LAID) ** 2).sum(axis=-1) / 2
    among = np.log(sum(np.exp(-((step / LAID) ** 2) / 2) for step in STEPS)) * 2
    weights: Numbers = np.logaddexp.reduce(every, axis=0) - among - _usual(off, LAID)
    return weights


def _usual(off: Numbers, spread: float) -> Numbers:
    """How usual it is that a checker lies so far aside."""
    usual: Numbers = np.log(np.exp(-((off / spread) ** 2).sum(axis=-1) / 2) + ELSEWHERE)
    usual -= 2 * np.log(spread)
    return usual


def _away(tops: Numbers, along: Points) -> Numbers:
    """How far, squared, each place is from the side of a checker: a line from its top to its foot.

    A row for each way the tops may lie, and a column for each checker.
    """
    places, _ = _places()
    length = (along**2).sum(axis=-1)[:, None] + np.finfo(float).eps
    ahead = along @ places.T - (tops * along).sum(axis=-1)[..., None]
    part = np.clip(ahead / length, 0, 1)
    from_top = (places**2).sum(axis=-1) - 2 * tops @ places.T + (tops**2).sum(axis=-1)[..., None]
    away: Numbers = from_top + part * (part * length - 2 * ahead)
    return away
