"""Grain textures of materials, and the light that surfaces reflect."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from simulation.rendering.board_geometry import BoardPlan, Rect
from simulation.rendering.board_looks import Grain, Material, SurfaceColour
from simulation.rendering.optics import Floats, PixelBox, SceneCamera
from simulation.rendering.picture_conditions import SceneLight

TILE = 512
"""Width and height of a texture in pixels; textures can be tiled."""
LIST, COLUMNS = 2, 1024
"""The dimensions of an array that lists spots, and the length of the rows it is cut into."""
KNEE = 0.04045
"""sRGB value below which the curve is linear."""
DARKEST = 0.05
"""Smallest brightness of a speck, relative to its surroundings."""


def linear_colour(colour: SurfaceColour) -> Floats:
    """The linear blue, green and red light that a surface of this colour reflects."""
    part = np.array(colour[::-1], np.float32) / 255
    return np.where(part < KNEE, part / 12.92, ((part + 0.055) / 1.055) ** 2.4).astype(np.float32)


def material_colour(stuff: Material, at: Floats, scale: float = 64.0, seed: int = 0) -> Floats:
    """The linear colour of a material at each spot, given in point widths."""
    if at.ndim == LIST:
        return _list_colours(stuff, at, scale, seed)
    tile = grain_texture(stuff.grain)
    # Every second tile is mirrored, so that none shows a seam.
    x, y = (
        np.abs((at[..., axis] * np.float32(scale) + 151 * seed) % (2 * TILE) - TILE)
        for axis in (0, 1)
    )
    seen = cv2.remap(tile, np.minimum(x, TILE - 1), np.minimum(y, TILE - 1), cv2.INTER_LINEAR)
    tint = np.array(_TINTS.get(stuff.grain, (1, 1, 1)), np.float32) * np.float32(stuff.contrast)
    colour = np.maximum(1 + seen[..., None] * tint, np.float32(DARKEST))
    colour *= linear_colour(stuff.colour)
    return np.asarray(colour, np.float32)


def _list_colours(stuff: Material, at: Floats, scale: float, seed: int) -> Floats:
    """`material_colour` for a list of spots, cut into rows because cv2 limits their length."""
    rows = max(-(-len(at) // COLUMNS), 1)
    spots = np.zeros((rows * COLUMNS, 2), np.float32)
    spots[: len(at)] = at[:, :2]
    colours = material_colour(stuff, spots.reshape(rows, COLUMNS, 2), scale, seed)
    return colours.reshape(-1, 3)[: len(at)]


@lru_cache(maxsize=6)
def grain_texture(kind: Grain) -> Floats:
    """The relative brightness of a material from pixel to pixel; 0 on average."""
    tile = _MAKERS[kind](np.random.default_rng(list(kind.value.encode())))
    return np.asarray(tile - tile.mean(), np.float32)


def _noise(chance: np.random.Generator, wide: float, high: float | None = None) -> Floats:
    """Blurred noise with a standard deviation of 1 that can be tiled."""
    rough = chance.standard_normal((TILE, TILE)).astype(np.float32)
    wrapped = cv2.copyMakeBorder(rough, 128, 128, 128, 128, cv2.BORDER_WRAP)
    smooth = cv2.GaussianBlur(wrapped, (0, 0), wide, sigmaY=high or wide)[128:-128, 128:-128]
    return np.asarray(smooth / max(float(smooth.std()), 1e-6), np.float32)


def _mixed(*layers: NDArray[np.floating[Any]]) -> Floats:
    return np.asarray(sum(layers), np.float32)


def _wood(chance: np.random.Generator) -> Floats:
    rings = np.linspace(0, 14 * np.pi, TILE, dtype=np.float32)[:, None]
    wave = np.sin(rings + 2.2 * _noise(chance, 60, 14)) + 0.5 * _noise(chance, 40, 1.5)
    fibre = _noise(chance, 14, 0.7)
    return _mixed(0.1 * wave, 0.06 * fibre, 0.08 * _noise(chance, 50))


def _leather(chance: np.random.Generator) -> Floats:
    cells = np.abs(_noise(chance, 2.2)) + 0.6 * np.abs(_noise(chance, 4))
    return _mixed(0.11 * cells, 0.07 * _noise(chance, 45))


def _cork(chance: np.random.Generator) -> Floats:
    crumbs = np.tanh(1.5 * _noise(chance, 3)) + np.tanh(2 * _noise(chance, 7))
    specks = np.maximum(_noise(chance, 1.6) - 2, 0)
    return _mixed(0.13 * crumbs, -0.8 * specks, 0.05 * _noise(chance, 40))


def _marble(chance: np.random.Generator) -> Floats:
    veins = 1 - np.tanh(4 * np.abs(_noise(chance, 24) + 0.4 * _noise(chance, 6)))
    return _mixed(0.16 * _noise(chance, 18), -0.3 * veins, 0.1 * _noise(chance, 5))


_TINTS = {Grain.WOOD: (1.3, 1.05, 0.85), Grain.CORK: (1.2, 1.05, 0.9)}
"""Strength of a grain in blue, green and red, where they differ."""
_MAKERS: Mapping[Grain, Callable[[np.random.Generator], Floats]] = {
    Grain.PLAIN: lambda it: _mixed(0.008 * _noise(it, 20), 0.006 * _noise(it, 1)),
    Grain.WOOD: _wood,
    Grain.LEATHER: _leather,
    Grain.FELT: lambda it: _mixed(
        0.07 * _noise(it, 0.8), 0.06 * _noise(it, 6), 0.06 * _noise(it, 40)
    ),
    Grain.CORK: _cork,
    Grain.PAPER: lambda it: _mixed(0.012 * _noise(it, 1), 0.025 * _noise(it, 60)),
    Grain.MARBLE: _marble,
    Grain.METAL: lambda it: _mixed(0.06 * _noise(it, 30, 0.8), 0.03 * _noise(it, 30)),
}


SIDEWAYS = 0.78
"""Share of the light from everywhere that reaches an upright surface; a flat one has 1."""
BOUNCE = 0.12
"""Additional share for a surface that faces the main light."""
SHEEN = 0.35
"""Brightness of the surroundings that a glossy surface mirrors."""
HARDEST = 0.03
"""Width of the edge of the hardest shadow, in point widths."""
CORNER, CORNER_WIDE = 0.3, 0.35
"""Darkening at the foot of a wall, and the range over which it fades."""


@dataclass(frozen=True, slots=True, eq=False)
class Surface:
    """The surface that is seen at each pixel of a part of a picture."""

    spots: Floats
    normals: Floats
    albedo: Floats
    gloss: Floats | float
    polish: Floats | float
    ways: Floats
    """Directions from the camera to the spots, of any length."""
    walls: tuple[Floats | float, Floats | float, Floats | float, Floats | float] | None = None
    """Left, low, right and high ends of the recess that a spot is in; None outside of any."""
    height: float = 0.0
    """Height of those walls."""
    metal: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class ReflectedLight:
    """The light that comes from a surface, per unit of light that falls on it."""

    around: Floats
    main: Floats


def walls_of(hole: Rect | None) -> tuple[float, float, float, float] | None:
    """The ends of a recess, in the form of `Surface.walls`."""
    return (hole.left, hole.low, hole.right, hole.high) if hole else None


def light_position(light: SceneLight, plan: BoardPlan, optics: SceneCamera) -> Floats:
    """The position of the main light; a glare is put where the board mirrors it into the camera."""
    if light.glare is None:
        return np.array(light.place, np.float32)
    u, v = light.glare
    spot = np.array([u * plan.half_width, v * plan.half_depth, 0.0])
    way = spot - optics.position
    way[2] = -way[2]
    return np.asarray(spot + way * light.place[2] / way[2], np.float32)


def shade_surface(surface: Surface, light: SceneLight, place: Floats) -> ReflectedLight:
    """The light that a surface reflects, without the shadows that other things cast on it."""
    towards, near = _towards(surface.spots, light, place)
    normals, view = surface.normals, _unit(-surface.ways)
    facing = _dot(normals, towards)
    soft = min(light.size, 0.5)
    fall = np.clip((facing + soft) / (1 + soft), 0, None) * near
    open_ = _past_walls(surface, towards, light.size)
    albedo = surface.albedo
    tint, main_tint = linear_colour(light.tint), linear_colour(light.main_tint)
    mirrored = np.asarray(2 * _dot(normals, view)[..., None] * normals - view, np.float32)
    sky = _surroundings(mirrored)
    around = (SIDEWAYS + (1 - SIDEWAYS) * normals[..., 2] + BOUNCE * facing) * _corner(surface)
    shine = _shine(surface, normals, _unit(towards + view), light) * near * open_ * (facing > 0)
    if surface.metal:
        flat = np.float32(0.3)
        base, direct = albedo * (sky * around)[..., None], albedo * (flat * fall * open_)[..., None]
        return _reflected_light(base * tint, (direct + albedo * shine[..., None]) * main_tint)
    sheen = surface.gloss * SHEEN * sky * _fresnel(normals, view)
    base = albedo * around[..., None] + sheen[..., None]
    direct = albedo * (fall * open_)[..., None] + shine[..., None]
    return _reflected_light(base * tint, direct * main_tint)


def _reflected_light(
    around: NDArray[np.floating[Any]], main: NDArray[np.floating[Any]]
) -> ReflectedLight:
    return ReflectedLight(np.asarray(around, np.float32), np.asarray(main, np.float32))


def _towards(spots: Floats, light: SceneLight, place: Floats) -> tuple[Floats, Floats]:
    """Unit vectors to the main light, and its strength relative to the middle of the board."""
    if light.is_far:
        far = place / np.linalg.norm(place)
        return np.broadcast_to(far.astype(np.float32), spots.shape), np.ones(1, np.float32)
    way = place - spots
    square = _dot(way, way)
    nearer = np.asarray(float((place**2).sum()) / square, np.float32)
    return np.asarray(way / np.sqrt(square)[..., None], np.float32), nearer


def _past_walls(surface: Surface, towards: Floats, size: float) -> Floats:
    """The share of the main light that passes the walls around a spot."""
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
    """The share of the light from everywhere that is left near the foot of a wall."""
    if surface.walls is None or surface.height <= 0:
        return 1.0
    x, y = surface.spots[..., 0], surface.spots[..., 1]
    left, low, right, high = surface.walls
    away = np.minimum(np.minimum(x - left, right - x), np.minimum(y - low, high - y))
    deep = np.clip(surface.height - surface.spots[..., 2], 0, None)
    wide = CORNER_WIDE * surface.height * 3
    part = deep / surface.height
    return np.asarray(1 - CORNER * part * np.exp(-np.maximum(away, 0) / wide), np.float32)


def _shine(surface: Surface, normals: Floats, half: Floats, light: SceneLight) -> Floats:
    """The brightness of the reflection of the main light."""
    sharp = 1 / (1 / np.asarray(surface.polish, np.float32) + 0.3 * light.size**2)
    straight = np.clip(_dot(normals, half), 1e-4, 1)
    lobe = np.exp(sharp * np.log(straight))
    return np.asarray(surface.gloss * light.shine * lobe * (0.3 + sharp / 60), np.float32)


def _fresnel(normals: Floats, view: Floats) -> Floats:
    """The strength of mirrored surroundings, which grows at flat angles."""
    slant = 1 - np.clip(_dot(normals, view), 0, 1)
    return np.asarray(0.4 + 2.5 * slant**4, np.float32)


def _surroundings(way: Floats) -> Floats:
    """The brightness of the room in each direction: a pale ceiling, a window, dark walls."""
    ceiling = 0.35 + 0.75 * np.clip(way[..., 2], 0, 1) ** 2
    window = np.clip(1 - 4 * ((way[..., 0] + 0.55) ** 2 + (way[..., 1] - 0.25) ** 2), 0, 1)
    return np.asarray(ceiling + 0.9 * window, np.float32)


def _dot(one: Floats, other: Floats) -> Floats:
    return np.asarray(np.einsum("...i,...i->...", one, other), np.float32)


def _unit(ways: Floats) -> Floats:
    return np.asarray(ways / np.sqrt(_dot(ways, ways))[..., None], np.float32)


Halves = NDArray[np.float16]


@dataclass(frozen=True, slots=True, eq=False)
class Patch:
    """The pixels of one thing, with the share of each pixel that it covers."""

    box: PixelBox
    cover: Halves
    around: Halves
    main: Halves
    """Light from the thing, weighted by `cover`; `around` is due to the light from everywhere."""


def patch_from_rays(
    box: PixelBox, finer: int, met: NDArray[np.bool_], lit: ReflectedLight
) -> Patch:
    """The patch of a thing, averaged from the light of the rays that hit it."""
    wide, high = box[2] - box[0], box[3] - box[1]
    halves = []
    for light in (lit.around, lit.main):
        rays = np.zeros((high * finer * wide * finer, 3), np.float32)
        rays[met.ravel()] = light
        parts = rays.reshape(high, finer, wide, finer, 3)
        halves.append(parts.mean(axis=(1, 3)).astype(np.float16))
    cover = met.reshape(high, finer, wide, finer).mean(axis=(1, 3), dtype=np.float32)
    return Patch(box, cover.astype(np.float16), *halves)


def is_inside(rect: Rect, spots: Floats) -> NDArray[np.bool_]:
    """True for each spot that lies over a rectangle of the board."""
    x, y = spots[..., 0], spots[..., 1]
    return (x > rect.left) & (x < rect.right) & (y > rect.low) & (y < rect.high)
