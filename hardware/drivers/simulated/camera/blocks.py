"""Dice and the doubling cube: blocks with a picture on each side."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.drivers.simulated.camera.grains import linear
from hardware.drivers.simulated.camera.lights import Light
from hardware.drivers.simulated.camera.looks import Rgb
from hardware.drivers.simulated.camera.optics import Floats, Optics, Reals
from hardware.drivers.simulated.camera.patches import Patch, box_around, gathered
from hardware.drivers.simulated.camera.shading import Surface, lit

FINER = 3
LEAST = 1e-6
"""No ray is quite level with a face."""
FACE = 64
"""Pixels of a face."""
PIP = 6
"""Half the width of a pip, in pixels of the face."""
SIDES = {1: (2, 3), 2: (3, 6), 3: (6, 5), 4: (1, 5), 5: (4, 6), 6: (4, 2)}
"""What the sides of a die show that are turned to us, by what lies up."""
THIRDS = (0.22, 0.5, 0.78)
PIPS = {
    1: ((1, 1),),
    2: ((0, 0), (2, 2)),
    3: ((0, 0), (1, 1), (2, 2)),
    4: ((0, 0), (0, 2), (2, 0), (2, 2)),
    5: ((0, 0), (0, 2), (1, 1), (2, 0), (2, 2)),
    6: ((0, 0), (0, 1), (0, 2), (2, 0), (2, 1), (2, 2)),
}


@dataclass(frozen=True, slots=True)
class Block:
    """A die or the cube."""

    spot: tuple[float, float, float]
    """The middle of what it lies on."""
    side: float
    number: int
    colour: Rgb
    ink: Rgb
    spin: float = 0.0
    pips: bool = True
    """A die; otherwise the number is written."""

    @property
    def low(self) -> float:
        return self.spot[2]

    @property
    def high(self) -> float:
        return self.spot[2] + self.side

    @property
    def foot(self) -> Reals:
        """Corners of what it stands on."""
        half = self.side / 2
        square = np.array([(-half, -half), (half, -half), (half, half), (-half, half)])
        turned = square @ _turn(self.spin)
        return np.column_stack([turned, np.zeros(4)]) + self.spot

    @property
    def outline(self) -> Reals:
        """Its eight corners."""
        foot = self.foot
        return np.concatenate([foot, foot + np.array([0, 0, self.side])])


def patch(it: Block, camera: Optics, light: Light, place: Floats) -> Patch | None:
    """How a block looks; None if it is not in the picture."""
    box = box_around(camera, it.outline)
    if box is None:
        return None
    turn = np.eye(3, dtype=np.float32)
    turn[:2, :2] = _turn(it.spin)
    middle = np.array(it.spot, np.float32) + np.array([0, 0, it.side / 2], np.float32)
    start = turn @ (camera.stand.astype(np.float32) - middle)
    rays = camera.rays(box, FINER).reshape(-1, 3)
    ways = rays @ turn.T
    ways = np.where(np.abs(ways) < LEAST, np.float32(LEAST), ways)
    one, two = (it.side / 2 - start) / ways, (-it.side / 2 - start) / ways
    into, out = np.minimum(one, two), np.maximum(one, two)
    met = into.max(axis=1) < out.min(axis=1)
    axis = into[met].argmax(axis=1)
    spots = start + ways[met] * into[met].max(axis=1)[:, None]
    normals = np.zeros_like(spots)
    rows = np.arange(len(spots))
    normals[rows, axis] = np.sign(spots[rows, axis])
    surface = Surface(
        spots @ turn + middle, normals @ turn, _albedo(it, spots, axis), 0.12, 80.0, rays[met]
    )
    return gathered(box, FINER, met, lit(surface, light, place))


def _albedo(it: Block, spots: Floats, axis: NDArray[np.intp]) -> Floats:
    """What is on the faces."""
    across = spots / it.side + np.float32(0.5)
    ink = np.zeros(len(spots), np.float32)
    numbers = (*SIDES[it.number], it.number) if it.pips else (it.number,) * 3
    for side, (u, v) in enumerate(((1, 2), (0, 2), (0, 1))):
        on = axis == side
        columns = np.clip(across[on][:, u] * FACE, 0, FACE - 1).astype(np.intp)
        rows = np.clip((1 - across[on][:, v]) * FACE, 0, FACE - 1).astype(np.intp)
        ink[on] = _face(numbers[side], it.pips)[rows, columns]
    edge = np.sort(np.abs(spots), axis=1)[:, 1] > it.side * 0.46
    colour = linear(it.colour) + (linear(it.ink) - linear(it.colour)) * ink[:, None]
    return np.asarray(colour * np.where(edge, 0.85, 1)[:, None], np.float32)


@lru_cache(maxsize=16)
def _face(number: int, pips: bool) -> Floats:  # noqa: FBT001 - as the block has it
    """Where there is ink on a face."""
    face: NDArray[np.uint8] = np.zeros((FACE, FACE), np.uint8)
    if pips:
        for x, y in PIPS[number]:
            middle = round(THIRDS[x] * FACE), round(THIRDS[y] * FACE)
            cv2.circle(face, middle, PIP, 255, -1, cv2.LINE_AA)
        return np.asarray(face, np.float32) / np.float32(255)
    text, font = str(number), cv2.FONT_HERSHEY_DUPLEX
    scale = 1.5 if len(text) == 1 else 1.0
    (wide, high), _ = cv2.getTextSize(text, font, scale, 4)
    cv2.putText(
        face, text, ((FACE - wide) // 2, (FACE + high) // 2), font, scale, 255, 4, cv2.LINE_AA
    )
    return np.asarray(face, np.float32) / np.float32(255)


def _turn(angle: float) -> Reals:
    return np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
