"""The empty board on its table: painted, then traced ray by ray."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.devices import PictureSize
from simulation.rendering import shading
from simulation.rendering.board_geometry import ROW, BoardPlan, Rect
from simulation.rendering.board_looks import Material
from simulation.rendering.optics import Floats, SceneCamera, place_camera
from simulation.rendering.picture_conditions import SceneLight, Viewpoint
from simulation.rendering.shadows import GroundKind

DENSE = 60
"""Pixels per point width."""
FULL = 65535.0
"""The value that stands for white."""
BAND = 64
"""Rows painted at once, to limit memory."""
FINE = 4
"""Fractional bits of the fixed-point coordinates for cv2."""
SLIM = 0.47
"""Half the width of a point at its foot, in point widths."""
BRASS = (196, 160, 84)
INK = (40, 38, 40)

PaintPart = tuple[slice, slice]
Paint = NDArray[np.uint16]


def paint_board(plan: BoardPlan) -> Paint:
    """The board from above with its rim: linear blue, green and red light, `FULL` for white."""
    outer, look = plan.outer, plan.look
    shape = (round((outer.high - outer.low) * DENSE), round((outer.right - outer.left) * DENSE))
    board = np.empty((*shape, 3), np.uint16)
    for top in range(0, shape[0], BAND):
        part = np.s_[top : min(top + BAND, shape[0]), 0 : shape[1]]
        colour = shading.material_colour(look.rim, _spots(plan, part), seed=1)
        board[part] = (np.minimum(colour, 1) * FULL).astype(np.uint16)
    for number, hole in enumerate(plan.recesses):
        is_tray = hole in plan.trays
        _fill(board, plan, hole.corners, look.tray if is_tray else look.field, 2 + number)
    for slot in range(1, 2 * ROW + 1):
        _point(board, plan, slot)
    if plan.bar:
        _crease(board, plan, plan.bar)
        if look.hinges:
            _hinges(board, plan)
    return board


def _spots(plan: BoardPlan, part: PaintPart) -> Floats:
    """The world coordinates of the pixels of a part."""
    rows, columns = part
    y = plan.outer.high - (np.arange(rows.start, rows.stop, dtype=np.float32) + 0.5) / DENSE
    x = plan.outer.left + (np.arange(columns.start, columns.stop, dtype=np.float32) + 0.5) / DENSE
    return np.stack(np.meshgrid(x, y), axis=-1)


def _point(board: Paint, plan: BoardPlan, slot: int) -> None:
    look, rect = plan.look, plan.point(slot)
    x = plan.column(slot)
    foot, tip = (rect.low, rect.high) if slot <= ROW else (rect.high, rect.low)
    corners = ((x - SLIM, foot), (x + SLIM, foot), (x, tip))
    _fill(board, plan, corners, look.odd if slot % 2 else look.even, 7 + slot)
    if look.outlined:
        line = np.array([_pixel(plan, corner) for corner in corners], np.int32) >> FINE
        cv2.polylines(board, [line], True, _scalar(shading.linear_colour(INK)), 2)


def _fill(
    board: Paint,
    plan: BoardPlan,
    corners: tuple[tuple[float, float], ...],
    stuff: Material,
    seed: int,
) -> None:
    """Fills a polygon with a material, with smooth edges."""
    polygon = np.array([_pixel(plan, corner) for corner in corners], np.int32)
    x, y, wide, high = cv2.boundingRect(polygon >> FINE)
    for top in range(max(y - 2, 0), y + high + 2, BAND):
        rows = slice(top, min(top + BAND, y + high + 2, board.shape[0]))
        part = (rows, slice(max(x - 2, 0), min(x + wide + 2, board.shape[1])))
        if rows.start < rows.stop:
            _fill_part(board, plan, polygon, stuff, part, seed)


def _fill_part(
    board: Paint,
    plan: BoardPlan,
    polygon: NDArray[np.int32],
    stuff: Material,
    part: PaintPart,
    seed: int,
) -> None:
    rows, columns = part
    shape = rows.stop - rows.start, columns.stop - columns.start
    mask: NDArray[np.uint8] = np.zeros(shape, np.uint8)
    moved = polygon - np.array([columns.start, rows.start], np.int32) * 2**FINE
    cv2.fillPoly(mask, [moved.astype(np.int32)], (255,), cv2.LINE_AA, FINE)
    share = mask[..., None].astype(np.float32) / 255
    colour = shading.material_colour(stuff, _spots(plan, part), seed=seed)
    colour = np.minimum(colour, 1) * np.float32(FULL)
    board[part] = (board[part] + (colour - board[part]) * share).astype(np.uint16)


def _hinges(board: Paint, plan: BoardPlan) -> None:
    """Draws two brass hinges across the bar."""
    for y in (0.62 * plan.half_depth, -0.62 * plan.half_depth):
        ends = [_pixel(plan, (0.3 * side * plan.look.bar, y + 0.35 * side)) for side in (-1, 1)]
        (left, low), (right, high) = ((x >> FINE, y >> FINE) for x, y in ends)
        cv2.rectangle(board, (left, low), (right, high), _scalar(shading.linear_colour(BRASS)), -1)


def _crease(board: Paint, plan: BoardPlan, bar: Rect) -> None:
    """Draws the line along which the board folds."""
    dark = _scalar(shading.linear_colour(plan.look.rim.colour) * np.float32(0.35))
    line = np.array([_pixel(plan, (0.0, y)) for y in (bar.low, bar.high)], np.int32) >> FINE
    cv2.polylines(board, [line], False, dark, 2)


def _pixel(plan: BoardPlan, spot: tuple[float, float]) -> tuple[int, int]:
    outer = plan.outer
    x, y = (spot[0] - outer.left) * DENSE - 0.5, (outer.high - spot[1]) * DENSE - 0.5
    return round(x * 2**FINE), round(y * 2**FINE)


def _scalar(colour: Floats) -> tuple[float, float, float]:
    blue, green, red = (float(part) * FULL for part in colour)
    return blue, green, red


FINER = 2
"""Rays per pixel in each direction, so that edges are smooth."""
ROWS = 20
"""Rows traced at once, to limit memory."""
LEAST = 1e-9
"""Smallest component of a ray, to avoid division by zero."""
WALL_DARK = 0.8
"""Brightness of the wood of a wall, relative to that of the rim."""


@dataclass(frozen=True, slots=True, eq=False)
class EmptyBoard:
    """The rendered empty board."""

    around: shading.Halves
    main: shading.Halves
    """Blue, green and red per unit of light from everywhere, and of the main light."""
    level: NDArray[np.uint8]
    """The `GroundKind` that each pixel shows."""


@dataclass(slots=True)
class _RayHits:
    """The surfaces that the rays of a few rows hit."""

    ways: Floats
    spots: Floats
    normals: Floats
    level: NDArray[np.uint8]
    walls: Floats
    is_wall: NDArray[np.bool_]


@lru_cache(maxsize=1)
def render_empty_board(
    plan: BoardPlan, light: SceneLight, viewpoint: Viewpoint, size: PictureSize
) -> EmptyBoard:
    """The empty board in a light; the last result is cached, as it is slow to compute."""
    camera, board = place_camera(viewpoint, plan.half_size, size), paint_board(plan)
    place = shading.light_position(light, plan, camera)
    shape = (size[1], size[0])
    around, main = (np.empty((*shape, 3), np.float16) for _ in range(2))
    made = EmptyBoard(around, main, np.empty(shape, np.uint8))
    for top in range(0, size[1], ROWS):
        bottom = min(top + ROWS, size[1])
        seen = _trace(plan, camera, camera.rays((0, top, size[0], bottom), FINER))
        shaded = shading.shade_surface(_surface(plan, board, seen), light, place)
        part = (size[0], bottom - top)
        made.around[top:bottom] = cv2.resize(shaded.around, part, interpolation=cv2.INTER_AREA)
        made.main[top:bottom] = cv2.resize(shaded.main, part, interpolation=cv2.INTER_AREA)
        made.level[top:bottom] = seen.level[::FINER, ::FINER]
    return made


def _trace(plan: BoardPlan, camera: SceneCamera, ways: Floats) -> _RayHits:
    """Traces each ray to the surface where it ends."""
    stand, look = camera.position.astype(np.float32), plan.look
    top = _at_height(stand, ways, look.height)
    shape = ways.shape[:2]
    seen = _RayHits(
        ways,
        _at_height(stand, ways, -look.standing),
        np.zeros((*shape, 3), np.float32),
        np.full(shape, GroundKind.TABLE, np.uint8),
        np.full((*shape, 4), (-99, -99, 99, 99), np.float32),
        np.zeros(shape, np.bool_),
    )
    seen.normals[..., 2] = 1
    on_board = shading.is_inside(plan.outer, top)
    seen.spots[on_board] = top[on_board]
    seen.level[on_board] = GroundKind.RIM
    for hole in plan.recesses:
        _look_into(seen, hole, shading.is_inside(hole, top), stand)
    _look_at_case(seen, plan.outer, ~on_board, stand, look.height)
    return seen


def _look_into(seen: _RayHits, hole: Rect, here: NDArray[np.bool_], stand: Floats) -> None:
    """Traces the rays that enter a recess to its floor or its walls."""
    if not here.any():
        return
    ways = seen.ways[here]
    floor = stand + ways * (-stand[2] / ways[:, 2:])
    low = np.array([hole.left, hole.low], np.float32)
    high = np.array([hole.right, hole.high], np.float32)
    ends = np.where(ways[:, :2] > 0, high, low)
    times = (ends - stand[:2]) / _without_zeros(ways[:, :2])
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
    seen.level[here], seen.is_wall[here] = GroundKind.FLOOR, wall
    seen.walls[here] = (hole.left, hole.low, hole.right, hole.high)


def _look_at_case(
    seen: _RayHits, outer: Rect, here: NDArray[np.bool_], stand: Floats, height: float
) -> None:
    """Traces the rays that miss the top of the board but may hit its outer walls."""
    ways = seen.ways
    slow = _without_zeros(ways[..., :2])
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


def _surface(plan: BoardPlan, board: Paint, seen: _RayHits) -> shading.Surface:
    """The surface properties at the spots that the rays hit."""
    look, outer = plan.look, plan.outer
    x = (seen.spots[..., 0] - outer.left) * DENSE - 0.5
    y = (outer.high - seen.spots[..., 1]) * DENSE - 0.5
    maps = x.astype(np.float32), y.astype(np.float32)
    shown = cv2.remap(board, *maps, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    albedo = np.asarray(shown, np.float32) / np.float32(FULL)
    table = seen.level == GroundKind.TABLE
    if table.any():
        albedo[table] = shading.material_colour(look.table, seen.spots, 40.0, seed=5)[table]
    albedo[seen.is_wall] = shading.linear_colour(look.rim.colour) * WALL_DARK
    stuffs = (look.field, look.rim, look.table)
    gloss = np.array([it.gloss for it in stuffs], np.float32)[seen.level]
    polish = np.array([it.polish for it in stuffs], np.float32)[seen.level]
    walls = seen.walls[..., 0], seen.walls[..., 1], seen.walls[..., 2], seen.walls[..., 3]
    spots, normals = seen.spots, seen.normals
    return shading.Surface(spots, normals, albedo, gloss, polish, seen.ways, walls, look.height)


def _at_height(stand: Floats, ways: Floats, height: float) -> Floats:
    return np.asarray(stand + ways * ((height - stand[2]) / ways[..., 2:]), np.float32)


def _without_zeros(ways: Floats) -> Floats:
    """The components of rays, with `LEAST` in place of those near 0."""
    return np.where(np.abs(ways) < LEAST, np.float32(LEAST), ways)
