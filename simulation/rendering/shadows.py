"""Shadows that things cast on the ground."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum
from math import log2

import cv2
import numpy as np
from numpy.typing import NDArray

from simulation.rendering.optics import Floats, PixelBox, Reals, SceneCamera, box_around
from simulation.rendering.picture_conditions import SceneLight, ShadowEdge

FINE = 4
"""Fractional bits of the fixed-point coordinates for cv2."""
LOW = 0.4
"""Height in point widths above which a thing casts a softer shadow."""
CONTACT, CONTACT_WIDE = 0.5, 0.11
"""Darkening around the foot of a thing, and its width in point widths."""
LOWEST_SUN = 0.12
"""Smallest upward component of the unit vector to the main light."""
WIDEST = 60
"""Largest margin of blur around a shadow, in pixels."""
FINEST = 3.0
"""Blur in pixels; masks with more than twice this blur are blurred at a lower resolution."""
COARSEST = 8
"""Largest factor of that reduction."""


class GroundKind(IntEnum):
    """The grounds that a pixel of the empty board may show."""

    FLOOR = 0
    RIM = 1
    TABLE = 2


@dataclass(frozen=True, slots=True, eq=False)
class ShadowCaster:
    """A thing that casts a shadow."""

    outline: Reals
    """The corners of its hull."""
    foot: Reals | None
    """The corners of the area that it stands on; None if it does not stand on the ground."""
    ground: GroundKind | None
    """The ground that it lies over; None for a hand, which is over everything."""
    high: float
    """Height over the ground."""


@dataclass(frozen=True, slots=True, eq=False)
class ShadowSource:
    """The main light with its position, as the source of shadows."""

    light: SceneLight
    place: Floats
    camera: SceneCamera
    heights: tuple[float, float, float]
    """The height of each ground."""

    def cast(self, spots: Reals, height: float) -> Reals:
        """The points on a ground where the shadows of these spots fall."""
        way = self.place.astype(float) if self.light.is_far else self.place - spots
        up = np.maximum(way[..., 2:] / np.linalg.norm(way, axis=-1, keepdims=True), LOWEST_SUN)
        flat = way[..., :2] / np.linalg.norm(way, axis=-1, keepdims=True)
        fallen = spots.astype(float).copy()
        fallen[:, :2] -= flat * np.maximum(spots[:, 2:] - height, 0) / up
        fallen[:, 2] = height
        return fallen

    def softness(self, high: float) -> float:
        """The blur, in pixels, of the shadow of a thing of this height."""
        steep = max(float(self.place[2] / np.linalg.norm(self.place)), LOWEST_SUN)
        wide = self.light.size * high / steep * 0.35
        return min(max(wide * self.camera.per_unit(np.zeros(3)), 0.6), WIDEST / 2)


@dataclass(frozen=True, slots=True, eq=False)
class RemainingLight:
    """The share of the light that shadows leave in a part of a picture."""

    around: Floats
    main: Floats
    hand: Floats
    """The share of the main light that hands leave."""


def shadow_box(caster: ShadowCaster, sun: ShadowSource) -> PixelBox | None:
    """The part of a picture that a thing darkens; None if it is outside."""
    ground = caster.ground or GroundKind.FLOOR
    spots = np.concatenate([caster.outline, sun.cast(caster.outline, sun.heights[ground])])
    if ground is GroundKind.RIM:
        spots = np.concatenate([spots, sun.cast(caster.outline, 0)])
    wide = max(3 * sun.softness(caster.high), 4 * CONTACT_WIDE * sun.camera.per_unit(np.zeros(3)))
    return box_around(sun.camera, spots, min(int(wide) + 3, WIDEST))


def remaining_light(
    casters: Iterable[ShadowCaster], sun: ShadowSource, level: NDArray[np.uint8], box: PixelBox
) -> RemainingLight:
    """The share of the light that is left in a part; `level` is that of the whole picture."""
    casters = list(casters)
    wide = _around(box)
    inner = np.s_[box[1] - wide[1] : box[3] - wide[1], box[0] - wide[0] : box[2] - wide[0]]
    here = level[box[1] : box[3], box[0] : box[2]]
    around, main = np.ones(here.shape, np.float32), np.ones(here.shape, np.float32)
    for ground in GroundKind:
        standing = [it for it in casters if it.ground is ground]
        on_rim = [it for it in casters if it.ground is GroundKind.RIM]
        falling = standing + (on_rim if ground is GroundKind.FLOOR else [])
        if falling:
            on = here == ground
            main[on] *= _main_light_left(falling, sun, ground, wide)[inner][on]
            around[on] *= 1 - CONTACT * _feet(standing, sun.camera, wide)[inner][on]
    over, hand = [it for it in casters if it.ground is None], np.ones(1, np.float32)
    if over:
        hand = _main_light_left(over, sun, GroundKind.FLOOR, wide)[inner]
        near = _draw_hulls((it.outline for it in over), sun.camera, wide)
        around *= 1 - 0.35 * _soft(near, 0.5 * sun.camera.per_unit(np.zeros(3)))[inner]
    return RemainingLight(around, main * hand, hand)


def edge_shadow(edge: ShadowEdge, camera: SceneCamera, box: PixelBox) -> Floats:
    """The share of the main light that the edge of a large shadow leaves in a part."""
    ways = camera.rays(box)
    stand = camera.position.astype(np.float32)
    times = -stand[2] / ways[..., 2]
    angle = np.radians(edge.angle)
    x, y = (stand[axis] + ways[..., axis] * times for axis in (0, 1))
    into = x * np.float32(np.cos(angle)) + y * np.float32(np.sin(angle)) - np.float32(edge.at)
    return np.asarray(1 - edge.dark * np.clip(into / edge.soft + 0.5, 0, 1), np.float32)


def _main_light_left(
    casters: list[ShadowCaster], sun: ShadowSource, ground: GroundKind, box: PixelBox
) -> Floats:
    """The share of the main light that is left on one ground."""
    left: Floats = np.ones((box[3] - box[1], box[2] - box[0]), np.float32)
    height = sun.heights[ground]
    for are_high in (False, True):
        some = [it for it in casters if (it.high > LOW) is are_high]
        if some:
            hulls = (np.concatenate([it.outline, sun.cast(it.outline, height)]) for it in some)
            if some[0].ground is None:
                hulls = (sun.cast(it.outline, height) for it in some)
            dark = _draw_hulls(hulls, sun.camera, box)
            left *= 1 - _soft(dark, sun.softness(max(it.high for it in some)))
    return left


def _feet(casters: list[ShadowCaster], camera: SceneCamera, box: PixelBox) -> Floats:
    """The nearness of the foot of a thing: 1 at it, 0 far from it."""
    feet = []
    for it in casters:
        if it.foot is not None:
            middle = it.foot.mean(axis=0)
            out = it.foot - middle
            far = np.linalg.norm(out, axis=1, keepdims=True)
            feet.append(middle + out * (1 + CONTACT_WIDE * 0.6 / np.maximum(far, 1e-3)))
    return _soft(_draw_hulls(feet, camera, box), CONTACT_WIDE * camera.per_unit(np.zeros(3)))


def _draw_hulls(hulls: Iterable[Reals], camera: SceneCamera, box: PixelBox) -> NDArray[np.uint8]:
    mask: NDArray[np.uint8] = np.zeros((box[3] - box[1], box[2] - box[0]), np.uint8)
    for spots in hulls:
        pixels = (camera.pixels(spots) - box[:2]) * 2**FINE
        hull = cv2.convexHull(pixels.astype(np.float32)).round().astype(np.int32)
        cv2.fillConvexPoly(mask, hull, (255,), cv2.LINE_AA, FINE)
    return mask


def _around(box: PixelBox) -> PixelBox:
    """A part with a margin for shadows from outside; its edges are multiples of `COARSEST`."""
    left, top = (edge - WIDEST for edge in box[:2])
    right, bottom = (-edge - WIDEST for edge in box[2:])
    left, top, right, bottom = (edge // COARSEST * COARSEST for edge in (left, top, right, bottom))
    return left, top, -right, -bottom


def _soft(mask: NDArray[np.uint8], blur: float) -> Floats:
    """A mask blurred by so many pixels; its sides must be multiples of `COARSEST`."""
    by = min(2 ** max(int(log2(max(blur, FINEST) / FINEST)), 0), COARSEST)
    high, wide = mask.shape
    small = cv2.resize(mask, (wide // by, high // by), interpolation=cv2.INTER_AREA)
    blurred = cv2.GaussianBlur(small, (0, 0), max(blur / by, 0.3)).astype(np.float32)
    soft = cv2.resize(blurred, (wide, high), interpolation=cv2.INTER_LINEAR)
    return np.asarray(soft, np.float32) / np.float32(255)
