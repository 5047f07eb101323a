"""Round bodies: checkers flat and on edge, and cups, found by following rays to them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hardware.drivers.simulated.camera.grains import covered
from hardware.drivers.simulated.camera.lights import Light
from hardware.drivers.simulated.camera.looks import Grain, Stuff, Top
from hardware.drivers.simulated.camera.optics import Floats, Optics, Reals
from hardware.drivers.simulated.camera.patches import Patch, box_around, gathered, inside
from hardware.drivers.simulated.camera.plans import Rect
from hardware.drivers.simulated.camera.shading import Lit, Surface, lit, walls_of

FINER = 2
"""How often each way a pixel is divided."""
SIDES = 20
"""Corners of a ring, where a polygon stands for it."""
WALL = 0.86
"""How much of a cup is hollow."""
DEEP_DARK = 0.12
"""How bright it is in there."""
RINGS = (0.5, 0.74)
"""Where the grooves of a ringed checker are, from the middle to its rim."""
GROOVE = 0.035
"""How wide one is."""
DISH = 0.72
"""How far the hollow of a dished checker goes."""
BEVEL = 0.9
"""From where on a checker is rounded off."""


@dataclass(frozen=True, slots=True)
class Round:
    """A body that is round."""

    spot: tuple[float, float, float]
    """The middle of its lower face, or of its nearer face where it stands on edge."""
    across: float
    thick: float
    stuff: Stuff
    top: Top = Top.FLAT
    dome: float = 0.0
    spin: float = 0.0
    tone: float = 1.0
    on_edge: bool = False
    hole: Rect | None = None
    """The walls around it."""
    hollow: bool = False

    @property
    def high(self) -> float:
        """How high its highest spot is."""
        up = self.across / 2 if self.on_edge else self.thick + self.dome
        return self.spot[2] + up

    @property
    def low(self) -> float:
        return self.spot[2] - (self.across / 2 if self.on_edge else 0)

    @property
    def outline(self) -> Reals:
        """Corners of its hull, those of one face after those of the other."""
        angles = np.arange(SIDES) * (2 * np.pi / SIDES)
        ring = np.stack([np.cos(angles), np.sin(angles), np.zeros(SIDES)], axis=1)
        ring *= self.across / 2
        far = ring + np.array([0, 0, self.thick + self.dome / 2])
        both = np.concatenate([ring, far])
        return (both[:, [0, 2, 1]] if self.on_edge else both) + self.spot

    @property
    def foot(self) -> Reals:
        """Corners of what it stands on."""
        spots = self.outline[:SIDES]
        if self.on_edge:
            x, y, z = self.spot
            low, half = z - self.across / 2, self.across / 4
            ends = ((-half, 0), (half, 0), (half, self.thick), (-half, self.thick))
            return np.array([(x + right, y + up, low) for right, up in ends])
        return spots


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What is around the round bodies of a board."""

    height: float
    """Of rim and bar."""
    outer: Rect


@dataclass(slots=True, eq=False)
class _Met:
    """Where rays meet a body, in its own axes: two of its face, and along."""

    here: NDArray[np.bool_]
    spots: Floats
    normals: Floats
    rho: Floats
    """How far from the axis, in parts of the radius; on the face only."""
    on_face: NDArray[np.bool_]


def patch(
    it: Round,
    camera: Optics,
    light: Light,
    place: Floats,
    above: tuple[Round, ...],
    around: Surroundings,
) -> Patch | None:
    """How a body looks below those that lie over it; None if it is not in the picture."""
    box = box_around(camera, it.outline)
    if box is None:
        return None
    stand = camera.stand.astype(np.float32)
    ways = camera.rays(box, FINER).reshape(-1, 3)
    met = _met(it, stand, ways)
    ways = ways[met.here]
    order = [0, 2, 1] if it.on_edge else [0, 1, 2]
    spots = met.spots[:, order] + np.array(it.spot, np.float32)
    shown = _shown(it, around, spots, stand, ways)
    met.here[met.here] = shown
    if not met.here.any():
        return None
    normals, albedo = met.normals[shown][:, order], _albedo(it, met)[shown]
    spots, ways = spots[shown], ways[shown]
    surface = Surface(
        spots, normals, albedo, it.stuff.gloss, it.stuff.polish, ways, walls_of(it.hole),
        around.height, metal=it.stuff.grain is Grain.METAL,
    )  # fmt: skip
    shaded = lit(surface, light, place)
    for other in above:
        shaded = _overshadowed(shaded, other, spots, light, place)
    return gathered(box, FINER, met.here, shaded)


def _met(it: Round, stand: Floats, ways: Floats) -> _Met:
    """Follow rays to the face of a body that is turned to the camera, or to its side."""
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
    return _Met(here, spots, normals, rho, on_face)


def _on_dome(
    it: Round, start: Floats, ways: Floats, flat: Floats
) -> tuple[Floats, NDArray[np.bool_]]:
    """Where rays meet the cap of a ball instead of a flat face."""
    ball = _ball(it)
    middle = np.array([0, 0, it.thick + it.dome - ball], np.float32)
    a = (ways**2).sum(axis=1)
    b = ways @ (start - middle)
    root = b * b - a * (((start - middle) ** 2).sum() - ball**2)
    times = (-b - np.sqrt(np.maximum(root, 0))) / a
    spots = start + ways * times[:, None]
    met = (root > 0) & (spots[:, 2] >= it.thick)
    return np.where(met[:, None], spots, flat).astype(np.float32), met


def _ball(it: Round) -> float:
    """The radius of the ball whose cap a domed top is."""
    return ((it.across / 2) ** 2 + it.dome**2) / (2 * it.dome)


def _normals(it: Round, spots: Floats, rho: Floats, on_face: NDArray[np.bool_], up: int) -> Floats:
    outwards = spots[:, :2] / np.maximum(rho * it.across / 2, 1e-6)[:, None]
    slope = np.where(on_face, _slope(it, rho), 1)
    normals = np.empty_like(spots)
    normals[:, :2] = outwards * slope[:, None]
    normals[:, 2] = np.where(on_face, up, 0)
    normals /= np.sqrt((normals**2).sum(axis=1))[:, None]
    return normals


def _slope(it: Round, rho: Floats) -> Floats:
    """How far a top leans outwards."""
    bevel = np.maximum(rho - BEVEL, 0) / (1 - BEVEL) * 0.7
    if it.top is Top.DOMED and it.dome:
        far = rho * it.across / 2
        slope = far / np.sqrt(np.maximum(_ball(it) ** 2 - far**2, 1e-4))
    elif it.top is Top.DISHED:
        slope = np.where(rho < DISH, -0.45 * np.sin(np.pi * (rho / DISH) ** 2), 0) + bevel
    elif it.top is Top.RINGED:
        waves = [
            np.where(np.abs(rho - ring) < GROOVE, np.sin(np.pi * (rho - ring) / GROOVE), 0)
            for ring in RINGS
        ]
        slope = 0.8 * sum(waves) + bevel
    else:
        slope = bevel
    return np.asarray(slope, np.float32)


def _albedo(it: Round, met: _Met) -> Floats:
    turned = np.array(
        [[np.cos(it.spin), -np.sin(it.spin)], [np.sin(it.spin), np.cos(it.spin)]], np.float32
    )
    at = met.spots[:, :2] @ turned + met.spots[:, 2:]
    colour = covered(it.stuff, at, seed=int(it.spin * 100)) * np.float32(it.tone)
    if it.top is Top.RINGED:
        groove = np.min([np.abs(met.rho - ring) for ring in RINGS], axis=0) < GROOVE * 0.7
        colour[groove & met.on_face] *= np.float32(0.72)
    if it.hollow:
        colour[met.on_face & (met.rho < WALL)] *= np.float32(DEEP_DARK)
    return colour


def _shown(
    it: Round, around: Surroundings, spots: Floats, stand: Floats, ways: Floats
) -> NDArray[np.bool_]:
    """Which spots are not hidden behind a rim."""
    top = stand + ways * ((around.height - stand[2]) / ways[:, 2:])
    over = spots[:, 2] >= around.height - 1e-3
    if it.hole is not None:
        return over | inside(it.hole, top)
    if it.spot[2] < 0:
        return over | ~inside(around.outer, top)
    return np.ones(len(spots), np.bool_)


def _overshadowed(shaded: Lit, other: Round, spots: Floats, light: Light, place: Floats) -> Lit:
    """The same with the shadow of a body that lies higher."""
    x, y, _ = other.spot
    middle = (other.low + other.high) / 2
    way = place if light.far else place - np.array(other.spot, np.float32)
    up = np.maximum(middle - spots[:, 2], 0) / max(float(way[2]), 1e-3)
    away = np.hypot(spots[:, 0] + way[0] * up - x, spots[:, 1] + way[1] * up - y)
    far = float(np.linalg.norm(way))
    soft = light.size * up * far + 0.05
    free = np.clip((away - other.across / 2) / soft + 0.5, 0, 1)
    near = np.hypot(spots[:, 0] - x, spots[:, 1] - y) - other.across / 2
    dusk = 1 - 0.4 * np.exp(-np.maximum(near, 0) / 0.12)
    below = spots[:, 2] < other.low + 1e-3
    free, dusk = np.where(below, free, 1)[:, None], np.where(below, dusk, 1)[:, None]
    return Lit(
        np.asarray(shaded.around * dusk, np.float32), np.asarray(shaded.main * free, np.float32)
    )
