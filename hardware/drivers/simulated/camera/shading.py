"""How light falls on surfaces: once from everywhere, and once from the main light."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hardware.drivers.simulated.camera.grains import linear
from hardware.drivers.simulated.camera.lights import Light
from hardware.drivers.simulated.camera.optics import Floats, Optics
from hardware.drivers.simulated.camera.plans import Plan, Rect

SIDEWAYS = 0.78
"""How much light from everywhere reaches what stands upright; what lies flat has 1."""
BOUNCE = 0.12
"""How much more of it comes from where the main light is."""
SHEEN = 0.35
"""How bright the surroundings are that a glossy surface mirrors."""
HARDEST = 0.03
"""Widths of a point over which even the hardest shadow grows dark."""
CORNER, CORNER_WIDE = 0.3, 0.35
"""How much darker it is at the foot of a wall, and how far from it, in heights of the wall."""


@dataclass(frozen=True, slots=True, eq=False)
class Surface:
    """What is seen at each pixel of a part of a picture."""

    spots: Floats
    normals: Floats
    albedo: Floats
    gloss: Floats | float
    polish: Floats | float
    ways: Floats
    """From the camera to the spots; of any length."""
    walls: tuple[Floats | float, Floats | float, Floats | float, Floats | float] | None = None
    """Left, low, right and high end of the hole that a spot is in."""
    height: float = 0.0
    """How high those walls are."""
    metal: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Lit:
    """The light that comes from a surface, for each unit of light that falls on it."""

    around: Floats
    main: Floats


def walls_of(hole: Rect | None) -> tuple[float, float, float, float] | None:
    """The ends of a hole, as a surface has them."""
    return (hole.left, hole.low, hole.right, hole.high) if hole else None


def source(light: Light, plan: Plan, optics: Optics) -> Floats:
    """Where the main light is; a glare is put where the board mirrors it into the camera."""
    if light.glare is None:
        return np.array(light.place, np.float32)
    u, v = light.glare
    spot = np.array([u * plan.half_width, v * plan.half_depth, 0.0])
    way = spot - optics.stand
    way[2] = -way[2]
    return np.asarray(spot + way * light.place[2] / way[2], np.float32)


def lit(surface: Surface, light: Light, place: Floats) -> Lit:
    """What a surface throws back, but for shadows that others throw on it."""
    towards, near = _towards(surface.spots, light, place)
    normals, view = surface.normals, _unit(-surface.ways)
    facing = _dot(normals, towards)
    soft = min(light.size, 0.5)
    fall = np.clip((facing + soft) / (1 + soft), 0, None) * near
    open_ = _past_walls(surface, towards, light.size)
    albedo, tint, main_tint = surface.albedo, linear(light.tint), linear(light.main_tint)
    mirrored = _mirrored(normals, view)
    sky = _surroundings(mirrored)
    around = (SIDEWAYS + (1 - SIDEWAYS) * normals[..., 2] + BOUNCE * facing) * _corner(surface)
    shine = _shine(surface, normals, _unit(towards + view), light) * near * open_ * (facing > 0)
    if surface.metal:
        flat = np.float32(0.3)
        base, direct = albedo * (sky * around)[..., None], albedo * (flat * fall * open_)[..., None]
        return _lit(base * tint, (direct + albedo * shine[..., None]) * main_tint)
    sheen = surface.gloss * SHEEN * sky * _fresnel(normals, view)
    base = albedo * around[..., None] + sheen[..., None]
    direct = albedo * (fall * open_)[..., None] + shine[..., None]
    return _lit(base * tint, direct * main_tint)


def _lit(around: NDArray[np.floating[Any]], main: NDArray[np.floating[Any]]) -> Lit:
    return Lit(np.asarray(around, np.float32), np.asarray(main, np.float32))


def _towards(spots: Floats, light: Light, place: Floats) -> tuple[Floats, Floats]:
    """The way to the main light, and how much nearer it is than to the middle of the board."""
    if light.far:
        far = place / np.linalg.norm(place)
        return np.broadcast_to(far.astype(np.float32), spots.shape), np.ones(1, np.float32)
    way = place - spots
    square = _dot(way, way)
    nearer = np.asarray(float((place**2).sum()) / square, np.float32)
    return np.asarray(way / np.sqrt(square)[..., None], np.float32), nearer


def _past_walls(surface: Surface, towards: Floats, size: float) -> Floats:
    """How much of the main light gets past the walls around a spot."""
    if surface.walls is None or surface.height <= 0:
        return np.ones(1, np.float32)
    up = np.maximum(surface.height - surface.spots[..., 2], 0) / np.maximum(towards[..., 2], 0.05)
    x = surface.spots[..., 0] + towards[..., 0] * up
    y = surface.spots[..., 1] + towards[..., 1] * up
    soft = size * up + HARDEST
    left, low, right, high = surface.walls
    inside = np.minimum(np.minimum(x - left, right - x), np.minimum(y - low, high - y))
    return np.asarray(np.clip(inside / soft + 0.5, 0, 1), np.float32)


def _corner(surface: Surface) -> Floats | float:
    """How much darker it is near the foot of a wall."""
    if surface.walls is None or surface.height <= 0:
        return 1.0
    x, y = surface.spots[..., 0], surface.spots[..., 1]
    left, low, right, high = surface.walls
    away = np.minimum(np.minimum(x - left, right - x), np.minimum(y - low, high - y))
    deep = np.clip(surface.height - surface.spots[..., 2], 0, None)
    wide = CORNER_WIDE * surface.height * 3
    part = deep / surface.height
    return np.asarray(1 - CORNER * part * np.exp(-np.maximum(away, 0) / wide), np.float32)


def _shine(surface: Surface, normals: Floats, half: Floats, light: Light) -> Floats:
    """How bright the main light is mirrored."""
    sharp = 1 / (1 / np.asarray(surface.polish, np.float32) + 0.3 * light.size**2)
    straight = np.clip(_dot(normals, half), 1e-4, 1)
    lobe = np.exp(sharp * np.log(straight))
    return np.asarray(surface.gloss * light.shine * lobe * (0.3 + sharp / 60), np.float32)


def _fresnel(normals: Floats, view: Floats) -> Floats:
    """Flat glances mirror more."""
    slant = 1 - np.clip(_dot(normals, view), 0, 1)
    return np.asarray(0.4 + 2.5 * slant**4, np.float32)


def _mirrored(normals: Floats, view: Floats) -> Floats:
    return np.asarray(2 * _dot(normals, view)[..., None] * normals - view, np.float32)


def _surroundings(way: Floats) -> Floats:
    """How bright the room is in some direction: a pale ceiling, a window, dark walls."""
    ceiling = 0.35 + 0.75 * np.clip(way[..., 2], 0, 1) ** 2
    window = np.clip(1 - 4 * ((way[..., 0] + 0.55) ** 2 + (way[..., 1] - 0.25) ** 2), 0, 1)
    return np.asarray(ceiling + 0.9 * window, np.float32)


def _dot(one: Floats, other: Floats) -> Floats:
    return np.asarray(np.einsum("...i,...i->...", one, other), np.float32)


def _unit(ways: Floats) -> Floats:
    return np.asarray(ways / np.sqrt(_dot(ways, ways))[..., None], np.float32)
