"""The empty board on its table, found by following a ray through each pixel."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.drivers.simulated.camera.grains import covered, linear
from hardware.drivers.simulated.camera.lights import Light
from hardware.drivers.simulated.camera.optics import Floats, Optics, Size, optics
from hardware.drivers.simulated.camera.painting import DENSE, FULL, Paint, painted
from hardware.drivers.simulated.camera.patches import Halves, inside
from hardware.drivers.simulated.camera.plans import Plan, Rect
from hardware.drivers.simulated.camera.shading import Surface, lit, source
from hardware.drivers.simulated.camera.shadows import Ground
from hardware.drivers.simulated.camera.viewpoints import Viewpoint

FINER = 2
"""How often each way a pixel is divided, so that edges are smooth."""
ROWS = 20
"""So many rows are worked on at once, to be sparing with memory."""
LEAST = 1e-9
"""No ray is quite upright."""
WALL_DARK = 0.8
"""How much darker the wood of a wall is than that of a rim."""


@dataclass(frozen=True, slots=True, eq=False)
class Scenery:
    """What is always there."""

    around: Halves
    main: Halves
    """Blue, green and red for each unit of light from everywhere, and from the main one."""
    level: NDArray[np.uint8]
    """Which `Ground` each pixel shows."""


@dataclass(slots=True)
class _Seen:
    """What the rays of a few rows meet."""

    ways: Floats
    spots: Floats
    normals: Floats
    level: NDArray[np.uint8]
    walls: Floats
    is_wall: NDArray[np.bool_]


@lru_cache(maxsize=1)
def scenery(plan: Plan, light: Light, viewpoint: Viewpoint, size: Size) -> Scenery:
    """The empty board in a light; the last one is kept, for it takes long to make."""
    camera, board = optics(viewpoint, plan.reach, size), painted(plan)
    place = source(light, plan, camera)
    shape = (size[1], size[0])
    made = Scenery(
        np.empty((*shape, 3), np.float16), np.empty((*shape, 3), np.float16),
        np.empty(shape, np.uint8),
    )  # fmt: skip
    for top in range(0, size[1], ROWS):
        bottom = min(top + ROWS, size[1])
        seen = _seen(plan, camera, camera.rays((0, top, size[0], bottom), FINER))
        shaded = lit(_surface(plan, board, seen), light, place)
        part = (size[0], bottom - top)
        made.around[top:bottom] = cv2.resize(shaded.around, part, interpolation=cv2.INTER_AREA)
        made.main[top:bottom] = cv2.resize(shaded.main, part, interpolation=cv2.INTER_AREA)
        made.level[top:bottom] = seen.level[::FINER, ::FINER]
    return made


def _seen(plan: Plan, camera: Optics, ways: Floats) -> _Seen:
    """Where each ray ends."""
    stand, look = camera.stand.astype(np.float32), plan.look
    top = _at_height(stand, ways, look.height)
    shape = ways.shape[:2]
    seen = _Seen(
        ways,
        _at_height(stand, ways, -look.standing),
        np.zeros((*shape, 3), np.float32),
        np.full(shape, Ground.TABLE, np.uint8),
        np.full((*shape, 4), (-99, -99, 99, 99), np.float32),
        np.zeros(shape, np.bool_),
    )
    seen.normals[..., 2] = 1
    on_board = inside(plan.outer, top)
    seen.spots[on_board] = top[on_board]
    seen.level[on_board] = Ground.RIM
    for hole in plan.holes:
        _look_into(seen, hole, inside(hole, top), stand)
    _look_at_case(seen, plan.outer, ~on_board, stand, look.height)
    return seen


def _look_into(seen: _Seen, hole: Rect, here: NDArray[np.bool_], stand: Floats) -> None:
    """Follow the rays that go into a hole to its floor or its walls."""
    if not here.any():
        return
    ways = seen.ways[here]
    floor = stand + ways * (-stand[2] / ways[:, 2:])
    low = np.array([hole.left, hole.low], np.float32)
    high = np.array([hole.right, hole.high], np.float32)
    ends = np.where(ways[:, :2] > 0, high, low)
    times = (ends - stand[:2]) / _some(ways[:, :2])
    times = np.where(times > 0, times, np.inf)
    axis = (times[:, 1] < times[:, 0]).astype(np.intp)
    nearest = np.minimum(times[:, 0], times[:, 1])
    wall = nearest < -stand[2] / ways[:, 2]
    spots = np.where(wall[:, None], stand + ways * np.where(wall, nearest, 0)[:, None], floor)
    normals = np.zeros_like(ways)
    normals[:, 2] = ~wall
    rows = np.flatnonzero(wall)
    normals[rows, axis[rows]] = -np.sign(ways[rows, axis[rows]])
    seen.spots[here], seen.normals[here] = spots, normals
    seen.level[here], seen.is_wall[here] = Ground.FLOOR, wall
    seen.walls[here] = (hole.left, hole.low, hole.right, hole.high)


def _look_at_case(
    seen: _Seen, outer: Rect, here: NDArray[np.bool_], stand: Floats, height: float
) -> None:
    """Follow the rays that pass the board by, and may meet its outside."""
    ways = seen.ways
    slow = _some(ways[..., :2])
    one = (np.array([outer.left, outer.low], np.float32) - stand[:2]) / slow
    two = (np.array([outer.right, outer.high], np.float32) - stand[:2]) / slow
    into, out = np.minimum(one, two), np.maximum(one, two)
    enter = np.maximum(into[..., 0], into[..., 1])
    leave = np.minimum(out[..., 0], out[..., 1])
    spots = stand + ways * enter[..., None]
    met = here & (enter < leave) & (enter > 0) & (spots[..., 2] < height)
    met &= spots[..., 2] > seen.spots[..., 2]
    if not met.any():
        return
    axis = (into[..., 1] > into[..., 0]).astype(np.intp)
    seen.spots[met] = spots[met]
    normals = np.zeros((int(met.sum()), 3), np.float32)
    rows = np.arange(len(normals))
    normals[rows, axis[met]] = -np.sign(ways[met][rows, axis[met]])
    seen.normals[met], seen.is_wall[met] = normals, True


def _surface(plan: Plan, board: Paint, seen: _Seen) -> Surface:
    """What the things that were met are made of."""
    look, outer = plan.look, plan.outer
    x = (seen.spots[..., 0] - outer.left) * DENSE - 0.5
    y = (outer.high - seen.spots[..., 1]) * DENSE - 0.5
    on_board = np.asarray(
        cv2.remap(
            board, x.astype(np.float32), y.astype(np.float32), cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REPLICATE,
        ),
        np.float32,
    ) / np.float32(FULL)  # fmt: skip
    table = seen.level == Ground.TABLE
    albedo = on_board
    if table.any():
        albedo[table] = covered(look.table, seen.spots, 40.0, seed=5)[table]
    albedo[seen.is_wall] = linear(look.rim.colour) * WALL_DARK
    stuffs = (look.field, look.rim, look.table)
    gloss = np.array([it.gloss for it in stuffs], np.float32)[seen.level]
    polish = np.array([it.polish for it in stuffs], np.float32)[seen.level]
    walls = tuple(seen.walls[..., side] for side in range(4))
    left, low, right, high = walls
    return Surface(
        seen.spots, seen.normals, albedo, gloss, polish, seen.ways,
        (left, low, right, high), look.height,
    )  # fmt: skip


def _at_height(stand: Floats, ways: Floats, height: float) -> Floats:
    return np.asarray(stand + ways * ((height - stand[2]) / ways[..., 2:]), np.float32)


def _some(ways: Floats) -> Floats:
    """The same, nowhere 0."""
    return np.where(np.abs(ways) < LEAST, np.float32(LEAST), ways)
