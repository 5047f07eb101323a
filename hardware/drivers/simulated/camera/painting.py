"""What is painted on a board: its points, its bar, and the grain of everything."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.drivers.simulated.camera.grains import covered, linear
from hardware.drivers.simulated.camera.looks import Stuff
from hardware.drivers.simulated.camera.optics import Floats
from hardware.drivers.simulated.camera.plans import ROW, Plan, Rect

DENSE = 60
"""Pixels to the width of a point."""
FULL = 65535.0
"""What white is painted as."""
BAND = 64
"""So many rows are painted at once, to be sparing with memory."""
FINE = 4
"""Bits behind the point, for cv2."""
SLIM = 0.47
"""Half the foot of a point."""
BRASS = (196, 160, 84)
INK = (40, 38, 40)

Part = tuple[slice, slice]
Paint = NDArray[np.uint16]


def painted(plan: Plan) -> Paint:
    """The board from above, its rim included; linear light in parts of `FULL`, blue first."""
    outer, look = plan.outer, plan.look
    shape = (round((outer.high - outer.low) * DENSE), round((outer.right - outer.left) * DENSE))
    board = np.empty((*shape, 3), np.uint16)
    for top in range(0, shape[0], BAND):
        part = np.s_[top : min(top + BAND, shape[0]), 0 : shape[1]]
        board[part] = _paint(covered(look.rim, _spots(plan, part), seed=1))
    for number, hole in enumerate(plan.holes):
        is_tray = hole in plan.trays
        _fill(board, plan, hole.corners, look.tray if is_tray else look.field, 2 + number)
    for slot in range(1, 2 * ROW + 1):
        _point(board, plan, slot)
    if plan.bar:
        _crease(board, plan, plan.bar)
        if look.hinges:
            _hinges(board, plan)
    return board


def _spots(plan: Plan, part: Part) -> Floats:
    """Where the pixels of a part are."""
    rows, columns = part
    y = plan.outer.high - (np.arange(rows.start, rows.stop, dtype=np.float32) + 0.5) / DENSE
    x = plan.outer.left + (np.arange(columns.start, columns.stop, dtype=np.float32) + 0.5) / DENSE
    return np.stack(np.meshgrid(x, y), axis=-1)


def _paint(colour: Floats) -> Paint:
    return (np.minimum(colour, 1) * FULL).astype(np.uint16)


def _point(board: Paint, plan: Plan, slot: int) -> None:
    look, rect = plan.look, plan.point(slot)
    x = plan.column(slot)
    foot, tip = (rect.low, rect.high) if slot <= ROW else (rect.high, rect.low)
    corners = ((x - SLIM, foot), (x + SLIM, foot), (x, tip))
    _fill(board, plan, corners, look.odd if slot % 2 else look.even, 7 + slot)
    if look.outlined:
        line = np.array([_pixel(plan, corner) for corner in corners], np.int32) >> FINE
        cv2.polylines(board, [line], True, _scalar(linear(INK)), 2)


def _fill(
    board: Paint, plan: Plan, corners: tuple[tuple[float, float], ...], stuff: Stuff, seed: int
) -> None:
    """Fill a part with what it is made of, its edges smooth."""
    polygon = np.array([_pixel(plan, corner) for corner in corners], np.int32)
    x, y, wide, high = cv2.boundingRect(polygon >> FINE)
    for top in range(max(y - 2, 0), y + high + 2, BAND):
        rows = slice(top, min(top + BAND, y + high + 2, board.shape[0]))
        part = (rows, slice(max(x - 2, 0), min(x + wide + 2, board.shape[1])))
        if rows.start < rows.stop:
            _fill_part(board, plan, polygon, stuff, part, seed)


def _fill_part(
    board: Paint, plan: Plan, polygon: NDArray[np.int32], stuff: Stuff, part: Part, seed: int
) -> None:
    rows, columns = part
    mask: NDArray[np.uint8] = np.zeros(
        (rows.stop - rows.start, columns.stop - columns.start), np.uint8
    )
    moved = polygon - np.array([columns.start, rows.start], np.int32) * 2**FINE
    cv2.fillPoly(mask, [moved.astype(np.int32)], (255,), cv2.LINE_AA, FINE)
    share = mask[..., None].astype(np.float32) / 255
    colour = np.minimum(covered(stuff, _spots(plan, part), seed=seed), 1) * np.float32(FULL)
    board[part] = (board[part] + (colour - board[part]) * share).astype(np.uint16)


def _hinges(board: Paint, plan: Plan) -> None:
    """Two of brass across the bar."""
    for y in (0.62 * plan.half_depth, -0.62 * plan.half_depth):
        ends = [_pixel(plan, (0.3 * side * plan.look.bar, y + 0.35 * side)) for side in (-1, 1)]
        (left, low), (right, high) = ((x >> FINE, y >> FINE) for x, y in ends)
        cv2.rectangle(board, (left, low), (right, high), _scalar(linear(BRASS)), -1)


def _crease(board: Paint, plan: Plan, bar: Rect) -> None:
    """The line along which the board folds."""
    ends = (_pixel(plan, (0.0, bar.low)), _pixel(plan, (0.0, bar.high)))
    dark = _scalar(linear(plan.look.rim.colour) * np.float32(0.35))
    line = np.array(ends, np.int32) >> FINE
    cv2.polylines(board, [line], False, dark, 2)


def _pixel(plan: Plan, spot: tuple[float, float]) -> tuple[int, int]:
    outer = plan.outer
    x, y = (spot[0] - outer.left) * DENSE - 0.5, (outer.high - spot[1]) * DENSE - 0.5
    return round(x * 2**FINE), round(y * 2**FINE)


def _scalar(colour: Floats) -> tuple[float, float, float]:
    blue, green, red = (float(part) * FULL for part in colour)
    return blue, green, red
