"""Checkers, flat and on edge, and cups."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simulation.rendering.board_geometry import Rect
from simulation.rendering.board_looks import Grain, Material, TopShape
from simulation.rendering.optics import Floats, Reals, SceneCamera, box_around
from simulation.rendering.picture_conditions import SceneLight
from simulation.rendering.shading import (
    Patch,
    ReflectedLight,
    Surface,
    is_inside,
    material_colour,
    patch_from_rays,
    shade_surface,
    walls_of,
)

FINER = 2
"""Rays per pixel in each direction, so that edges are smooth."""
CIRCLE_CORNERS = 20
"""Corners of the polygon that stands for a circle."""
WALL = 0.86
"""Radius of the hollow of a cup, relative to the radius of the cup."""
DEEP_DARK = 0.12
"""Brightness of the inside of a cup, relative to its outside."""
RINGS = (0.5, 0.74)
"""Radii of the grooves of a ringed checker, relative to its own."""
GROOVE = 0.035
"""Half the width of a groove, relative to the radius of the checker."""
DISH = 0.72
"""Radius of the hollow of a dished checker, relative to its own."""
BEVEL = 0.9
"""Relative radius beyond which a checker is rounded off."""


@dataclass(frozen=True, slots=True)
class RoundBody:
    """A round body: a checker or a cup."""

    spot: tuple[float, float, float]
    """The centre of its lower face, or of its nearer face if it stands on edge."""
    across: float
    thick: float
    stuff: Material
    top: TopShape = TopShape.FLAT
    dome: float = 0.0
    spin: float = 0.0
    tone: float = 1.0
    on_edge: bool = False
    recess: Rect | None = None
    """The recess of the board that it lies in; its walls may hide it and shade it."""
    hollow: bool = False

    @property
    def high(self) -> float:
        """The height of its highest spot."""
        up = self.across / 2 if self.on_edge else self.thick + self.dome
        return self.spot[2] + up

    @property
    def low(self) -> float:
        return self.spot[2] - (self.across / 2 if self.on_edge else 0)

    @property
    def outline(self) -> Reals:
        """The corners of its hull, those of one face after those of the other."""
        angles = np.arange(CIRCLE_CORNERS) * (2 * np.pi / CIRCLE_CORNERS)
        ring = np.stack([np.cos(angles), np.sin(angles), np.zeros(CIRCLE_CORNERS)], axis=1)
        ring *= self.across / 2
        far = ring + np.array([0, 0, self.thick + self.dome / 2])
        both = np.concatenate([ring, far])
        return (both[:, [0, 2, 1]] if self.on_edge else both) + self.spot

    @property
    def foot(self) -> Reals:
        """The corners of the area that it stands on."""
        spots = self.outline[:CIRCLE_CORNERS]
        if self.on_edge:
            x, y, z = self.spot
            low, half = z - self.across / 2, self.across / 4
            ends = ((-half, 0), (half, 0), (half, self.thick), (-half, self.thick))
            return np.array([(x + right, y + up, low) for right, up in ends])
        return spots


@dataclass(frozen=True, slots=True)
class BoardRim:
    """The rim that may hide the round bodies of a board."""

    height: float
    """Height of rim and bar."""
    outer: Rect


@dataclass(slots=True, eq=False)
class _RayHits:
    """The spots where rays hit a body, in its own axes: two across its face, one along it."""

    here: NDArray[np.bool_]
    spots: Floats
    normals: Floats
    rho: Floats
    """Distance from the axis, relative to the radius; used on the face only."""
    on_face: NDArray[np.bool_]


def render_round_body(
    it: RoundBody,
    camera: SceneCamera,
    light: SceneLight,
    place: Floats,
    above: tuple[RoundBody, ...],
    around: BoardRim,
) -> Patch | None:
    """Renders a body with the shadows of those above it; None if nothing of it is visible."""
    box = box_around(camera, it.outline)
    if box is None:
        return None
    stand = camera.position.astype(np.float32)
    ways = camera.rays(box, FINER).reshape(-1, 3)
    met = _trace(it, stand, ways)
    ways = ways[met.here]
    order = [0, 2, 1] if it.on_edge else [0, 1, 2]
    spots = met.spots[:, order] + np.array(it.spot, np.float32)
    shown = _is_visible(it, around, spots, stand, ways)
    met.here[met.here] = shown
    if not met.here.any():
        return None
    normals, albedo = met.normals[shown][:, order], _albedo(it, met)[shown]
    spots, ways = spots[shown], ways[shown]
    stuff, walls = it.stuff, walls_of(it.recess)
    looks = albedo, stuff.gloss, stuff.polish, ways, walls, around.height
    surface = Surface(spots, normals, *looks, metal=stuff.grain is Grain.METAL)
    shaded = shade_surface(surface, light, place)
    for other in above:
        shaded = _with_shadow_of(shaded, other, spots, light, place)
    return patch_from_rays(box, FINER, met.here, shaded)


def _trace(it: RoundBody, stand: Floats, ways: Floats) -> _RayHits:
    """Traces rays to the face of a body that is turned to the camera, or to its side."""
    order = [0, 2, 1] if it.on_edge else [0, 1, 2]
    start = (stand - np.array(it.spot, np.float32))[order]
    ways = ways[:, order]
    radius, seen_below = it.across / 2, start[2] < 0
    times = ((0 if seen_below else it.thick) - start[2]) / ways[:, 2]
    spots = start + ways * times[:, None]
    square = spots[:, 0] ** 2 + spots[:, 1] ** 2
    on_face = (square <= radius**2) & ((start[2] > it.thick) | seen_below)
    if it.dome and not seen_below:
        spots, on_face = _on_dome(it, start, ways, spots)
    a = ways[:, 0] ** 2 + ways[:, 1] ** 2 + np.float32(1e-12)
    b = ways[:, 0] * start[0] + ways[:, 1] * start[1]
    root = b * b - a * (start[0] ** 2 + start[1] ** 2 - radius**2)
    beside = (-b - np.sqrt(np.maximum(root, 0))) / a
    along = start[2] + beside * ways[:, 2]
    on_side = (root > 0) & (along >= 0) & (along <= it.thick) & ~on_face
    spots[on_side] = (start + ways * beside[:, None])[on_side]
    here = on_face | on_side
    spots, on_face = spots[here], on_face[here]
    rho = np.sqrt(spots[:, 0] ** 2 + spots[:, 1] ** 2) / radius
    normals = _normals(it, spots, rho, on_face, -1 if seen_below else 1)
    return _RayHits(here, spots, normals, rho, on_face)


def _on_dome(
    it: RoundBody, start: Floats, ways: Floats, flat: Floats
) -> tuple[Floats, NDArray[np.bool_]]:
    """The spots where rays hit a domed top instead of a flat one, and the rays that do."""
    ball = _ball(it)
    middle = np.array([0, 0, it.thick + it.dome - ball], np.float32)
    a = (ways**2).sum(axis=1)
    b = ways @ (start - middle)
    root = b * b - a * (((start - middle) ** 2).sum() - ball**2)
    times = (-b - np.sqrt(np.maximum(root, 0))) / a
    spots = start + ways * times[:, None]
    met = (root > 0) & (spots[:, 2] >= it.thick)
    return np.where(met[:, None], spots, flat).astype(np.float32), met


def _ball(it: RoundBody) -> float:
    """The radius of the ball of which a domed top is a cap."""
    return ((it.across / 2) ** 2 + it.dome**2) / (2 * it.dome)


def _normals(
    it: RoundBody, spots: Floats, rho: Floats, on_face: NDArray[np.bool_], up: int
) -> Floats:
    outwards = spots[:, :2] / np.maximum(rho * it.across / 2, 1e-6)[:, None]
    slope = np.where(on_face, _slope(it, rho), 1)
    normals = np.empty_like(spots)
    normals[:, :2] = outwards * slope[:, None]
    normals[:, 2] = np.where(on_face, up, 0)
    normals /= np.sqrt((normals**2).sum(axis=1))[:, None]
    return normals


def _slope(it: RoundBody, rho: Floats) -> Floats:
    """The outward slope of a top at each relative radius."""
    bevel = np.maximum(rho - BEVEL, 0) / (1 - BEVEL) * 0.7
    if it.top is TopShape.DOMED and it.dome:
        far = rho * it.across / 2
        slope = far / np.sqrt(np.maximum(_ball(it) ** 2 - far**2, 1e-4))
    elif it.top is TopShape.DISHED:
        slope = np.where(rho < DISH, -0.45 * np.sin(np.pi * (rho / DISH) ** 2), 0) + bevel
    elif it.top is TopShape.RINGED:
        offs = [rho - ring for ring in RINGS]
        waves = [np.where(np.abs(x) < GROOVE, np.sin(np.pi * x / GROOVE), 0) for x in offs]
        slope = 0.8 * sum(waves) + bevel
    else:
        slope = bevel
    return np.asarray(slope, np.float32)


def _albedo(it: RoundBody, met: _RayHits) -> Floats:
    cos, sin = np.cos(it.spin), np.sin(it.spin)
    turned = np.array([[cos, -sin], [sin, cos]], np.float32)
    at = met.spots[:, :2] @ turned + met.spots[:, 2:]
    colour = material_colour(it.stuff, at, seed=int(it.spin * 100)) * np.float32(it.tone)
    if it.top is TopShape.RINGED:
        groove = np.min([np.abs(met.rho - ring) for ring in RINGS], axis=0) < GROOVE * 0.7
        colour[groove & met.on_face] *= np.float32(0.72)
    if it.hollow:
        colour[met.on_face & (met.rho < WALL)] *= np.float32(DEEP_DARK)
    return colour


def _is_visible(
    it: RoundBody, around: BoardRim, spots: Floats, stand: Floats, ways: Floats
) -> NDArray[np.bool_]:
    """True for each spot that is not hidden behind a rim."""
    top = stand + ways * ((around.height - stand[2]) / ways[:, 2:])
    over = spots[:, 2] >= around.height - 1e-3
    if it.recess is not None:
        return over | is_inside(it.recess, top)
    if it.spot[2] < 0:
        return over | ~is_inside(around.outer, top)
    return np.ones(len(spots), np.bool_)


def _with_shadow_of(
    shaded: ReflectedLight, other: RoundBody, spots: Floats, light: SceneLight, place: Floats
) -> ReflectedLight:
    """The light from a surface with the shadow of a higher body on it."""
    x, y, _ = other.spot
    middle = (other.low + other.high) / 2
    way = place if light.is_far else place - np.array(other.spot, np.float32)
    up = np.maximum(middle - spots[:, 2], 0) / max(float(way[2]), 1e-3)
    away = np.hypot(spots[:, 0] + way[0] * up - x, spots[:, 1] + way[1] * up - y)
    far = float(np.linalg.norm(way))
    soft = light.size * up * far + 0.05
    free = np.clip((away - other.across / 2) / soft + 0.5, 0, 1)
    near = np.hypot(spots[:, 0] - x, spots[:, 1] - y) - other.across / 2
    dusk = 1 - 0.4 * np.exp(-np.maximum(near, 0) / 0.12)
    below = spots[:, 2] < other.low + 1e-3
    free, dusk = np.where(below, free, 1)[:, None], np.where(below, dusk, 1)[:, None]
    return ReflectedLight(
        np.asarray(shaded.around * dusk, np.float32), np.asarray(shaded.main * free, np.float32)
    )
