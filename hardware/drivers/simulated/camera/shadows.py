"""What things keep of the light from the ground around them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum
from math import log2

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.drivers.simulated.camera.lights import Edge, Light
from hardware.drivers.simulated.camera.optics import Box, Floats, Optics, Reals
from hardware.drivers.simulated.camera.patches import box_around

FINE = 4
"""Bits behind the point, for cv2."""
LOW = 0.4
"""Widths of a point; the shadows of what reaches higher are softer."""
CONTACT, CONTACT_WIDE = 0.5, 0.11
"""How much darker it is around the foot of things, and how far, in widths of a point."""
LOWEST_SUN = 0.12
"""No light comes in flatter than this."""
WIDEST = 60
"""Pixels; no shadow is softer."""
FINEST = 3.0
"""Pixels; what is blurred by more than twice as many is blurred in a smaller picture."""
COARSEST = 8
"""How much smaller that is at most."""


class Ground(IntEnum):
    """What a pixel of the empty board shows."""

    FLOOR = 0
    RIM = 1
    TABLE = 2


@dataclass(frozen=True, slots=True, eq=False)
class Caster:
    """Something that keeps light away."""

    outline: Reals
    """Corners of its hull."""
    foot: Reals | None
    """Corners of what it stands on, if it stands."""
    ground: Ground | None
    """None: over everything."""
    high: float
    """How high it is over the ground."""


@dataclass(frozen=True, slots=True, eq=False)
class Sun:
    """Where the main light is, for shadows."""

    light: Light
    place: Floats
    camera: Optics
    heights: tuple[float, float, float]
    """Of each ground."""

    def cast(self, spots: Reals, height: float) -> Reals:
        """Where the shadows of these spots fall on a ground."""
        way = self.place.astype(float) if self.light.far else self.place - spots
        up = np.maximum(way[..., 2:] / np.linalg.norm(way, axis=-1, keepdims=True), LOWEST_SUN)
        flat = way[..., :2] / np.linalg.norm(way, axis=-1, keepdims=True)
        fallen = spots.astype(float).copy()
        fallen[:, :2] -= flat * np.maximum(spots[:, 2:] - height, 0) / up
        fallen[:, 2] = height
        return fallen

    def softness(self, high: float) -> float:
        """Pixels of blur of the shadow of something so high."""
        steep = max(float(self.place[2] / np.linalg.norm(self.place)), LOWEST_SUN)
        wide = self.light.size * high / steep * 0.35
        return min(max(wide * self.camera.per_unit(np.zeros(3)), 0.6), WIDEST / 2)


@dataclass(frozen=True, slots=True, eq=False)
class Shade:
    """What is left of the light in a part of a picture."""

    around: Floats
    main: Floats
    hand: Floats
    """Of the main light, past what is over everything."""


def reach(caster: Caster, sun: Sun) -> Box | None:
    """The part of a picture that something darkens."""
    ground = caster.ground or Ground.FLOOR
    spots = np.concatenate([caster.outline, sun.cast(caster.outline, sun.heights[ground])])
    if ground is Ground.RIM:
        spots = np.concatenate([spots, sun.cast(caster.outline, 0)])
    wide = max(3 * sun.softness(caster.high), 4 * CONTACT_WIDE * sun.camera.per_unit(np.zeros(3)))
    return box_around(sun.camera, spots, min(int(wide) + 3, WIDEST))


def shade(casters: Iterable[Caster], sun: Sun, level: NDArray[np.uint8], box: Box) -> Shade:
    """What is left of the light where; `level` is that of the whole picture."""
    casters = list(casters)
    wide = _around(box)
    inner = np.s_[box[1] - wide[1] : box[3] - wide[1], box[0] - wide[0] : box[2] - wide[0]]
    here = level[box[1] : box[3], box[0] : box[2]]
    around, main = np.ones(here.shape, np.float32), np.ones(here.shape, np.float32)
    for ground in Ground:
        standing = [it for it in casters if it.ground is ground]
        falling = standing + [
            it for it in casters if ground is Ground.FLOOR and it.ground is Ground.RIM
        ]
        if falling:
            on = here == ground
            main[on] *= _left(falling, sun, ground, wide)[inner][on]
            around[on] *= 1 - CONTACT * _feet(standing, sun.camera, wide)[inner][on]
    over = [it for it in casters if it.ground is None]
    hand = _left(over, sun, Ground.FLOOR, wide)[inner] if over else np.ones(1, np.float32)
    if over:
        near = _drawn((it.outline for it in over), sun.camera, wide)
        around *= 1 - 0.35 * _soft(near, 0.5 * sun.camera.per_unit(np.zeros(3)))[inner]
    return Shade(around, main * hand, hand)


def behind(edge: Edge, camera: Optics, box: Box) -> Floats:
    """What is left of the main light where the edge of a large shadow lies across the board."""
    ways = camera.rays(box)
    stand = camera.stand.astype(np.float32)
    times = -stand[2] / ways[..., 2]
    angle = np.radians(edge.angle)
    x, y = (stand[axis] + ways[..., axis] * times for axis in (0, 1))
    into = x * np.float32(np.cos(angle)) + y * np.float32(np.sin(angle)) - np.float32(edge.at)
    return np.asarray(1 - edge.dark * np.clip(into / edge.soft + 0.5, 0, 1), np.float32)


def _left(casters: list[Caster], sun: Sun, ground: Ground, box: Box) -> Floats:
    """What is left of the main light on one ground."""
    left: Floats = np.ones((box[3] - box[1], box[2] - box[0]), np.float32)
    height = sun.heights[ground]
    for are_high in (False, True):
        some = [it for it in casters if (it.high > LOW) is are_high]
        if some:
            hulls = (np.concatenate([it.outline, sun.cast(it.outline, height)]) for it in some)
            if some[0].ground is None:
                hulls = (sun.cast(it.outline, height) for it in some)
            dark = _drawn(hulls, sun.camera, box)
            left *= 1 - _soft(dark, sun.softness(max(it.high for it in some)))
    return left


def _feet(casters: list[Caster], camera: Optics, box: Box) -> Floats:
    """How near the foot of something is: 1 at it, 0 far from it."""
    feet = []
    for it in casters:
        if it.foot is not None:
            middle = it.foot.mean(axis=0)
            out = it.foot - middle
            far = np.linalg.norm(out, axis=1, keepdims=True)
            feet.append(middle + out * (1 + CONTACT_WIDE * 0.6 / np.maximum(far, 1e-3)))
    return _soft(_drawn(feet, camera, box), CONTACT_WIDE * camera.per_unit(np.zeros(3)))


def _drawn(hulls: Iterable[Reals], camera: Optics, box: Box) -> NDArray[np.uint8]:
    mask: NDArray[np.uint8] = np.zeros((box[3] - box[1], box[2] - box[0]), np.uint8)
    for spots in hulls:
        pixels = (camera.pixels(spots) - box[:2]) * 2**FINE
        hull = cv2.convexHull(pixels.astype(np.float32)).round().astype(np.int32)
        cv2.fillConvexPoly(mask, hull, (255,), cv2.LINE_AA, FINE)
    return mask


def _around(box: Box) -> Box:
    """A part and what may throw its shadow into it; it can be divided by `COARSEST`."""
    left, top = (edge - WIDEST for edge in box[:2])
    right, bottom = (-edge - WIDEST for edge in box[2:])
    left, top, right, bottom = (edge // COARSEST * COARSEST for edge in (left, top, right, bottom))
    return left, top, -right, -bottom


def _soft(mask: NDArray[np.uint8], blur: float) -> Floats:
    """A mask of a part that can be divided by `COARSEST`, blurred by so many pixels."""
    by = min(2 ** max(int(log2(max(blur, FINEST) / FINEST)), 0), COARSEST)
    high, wide = mask.shape
    small = cv2.resize(mask, (wide // by, high // by), interpolation=cv2.INTER_AREA)
    blurred = cv2.GaussianBlur(small, (0, 0), max(blur / by, 0.3)).astype(np.float32)
    soft = cv2.resize(blurred, (wide, high), interpolation=cv2.INTER_LINEAR)
    return np.asarray(soft, np.float32) / np.float32(255)
