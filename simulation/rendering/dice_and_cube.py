"""Dice and the doubling cube."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from random import Random

import cv2
import numpy as np
from numpy.typing import NDArray

from simulation.rendering import shading
from simulation.rendering.board_geometry import BoardPlan
from simulation.rendering.board_looks import SurfaceColour
from simulation.rendering.optics import Floats, Reals, SceneCamera, box_around
from simulation.rendering.picture_conditions import SceneLight

FINER = 3
"""Rays per pixel in each direction, so that edges are smooth."""
LEAST = 1e-6
"""Smallest component of a ray, to avoid division by zero."""
FACE = 64
"""Width and height of the picture of a face, in pixels."""
PIP = 6
"""Radius of a pip, in pixels of the face."""
SIDE_NUMBERS = {1: (2, 3), 2: (3, 6), 3: (6, 5), 4: (1, 5), 5: (4, 6), 6: (4, 2)}
"""Numbers on the sides of a die along its x and y axes, by the number on top."""
THIRDS = (0.22, 0.5, 0.78)
"""Positions of pips across a face, as shares of its width."""
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
    """A die or the doubling cube."""

    spot: tuple[float, float, float]
    """The centre of its lower face."""
    side: float
    number: int
    colour: SurfaceColour
    ink: SurfaceColour
    spin: float = 0.0
    pips: bool = True
    """True for a die; otherwise the number is written in digits."""

    @property
    def low(self) -> float:
        return self.spot[2]

    @property
    def high(self) -> float:
        return self.spot[2] + self.side

    @property
    def foot(self) -> Reals:
        """The corners of its lower face."""
        half = self.side / 2
        square = np.array([(-half, -half), (half, -half), (half, half), (-half, half)])
        turned = square @ _turn(self.spin)
        return np.column_stack([turned, np.zeros(4)]) + self.spot

    @property
    def outline(self) -> Reals:
        """The eight corners."""
        foot = self.foot
        return np.concatenate([foot, foot + np.array([0, 0, self.side])])


def render_block(
    it: Block, camera: SceneCamera, light: SceneLight, place: Floats
) -> shading.Patch | None:
    """Renders a block as a patch; None if it is outside the picture."""
    box = box_around(camera, it.outline)
    if box is None:
        return None
    turn = np.eye(3, dtype=np.float32)
    turn[:2, :2] = _turn(it.spin)
    middle = np.array(it.spot, np.float32) + np.array([0, 0, it.side / 2], np.float32)
    start = turn @ (camera.position.astype(np.float32) - middle)
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
    albedo = _albedo(it, spots, axis)
    surface = shading.Surface(spots @ turn + middle, normals @ turn, albedo, 0.12, 80.0, rays[met])
    return shading.patch_from_rays(box, FINER, met, shading.shade_surface(surface, light, place))


def _albedo(it: Block, spots: Floats, axis: NDArray[np.intp]) -> Floats:
    """The colours of its faces at the spots that the rays hit."""
    across = spots / it.side + np.float32(0.5)
    ink = np.zeros(len(spots), np.float32)
    numbers = (*SIDE_NUMBERS[it.number], it.number) if it.pips else (it.number,) * 3
    for side, (u, v) in enumerate(((1, 2), (0, 2), (0, 1))):
        on = axis == side
        columns = np.clip(across[on][:, u] * FACE, 0, FACE - 1).astype(np.intp)
        rows = np.clip((1 - across[on][:, v]) * FACE, 0, FACE - 1).astype(np.intp)
        ink[on] = _face(numbers[side], it.pips)[rows, columns]
    edge = np.sort(np.abs(spots), axis=1)[:, 1] > it.side * 0.46
    plain = shading.linear_colour(it.colour)
    colour = plain + (shading.linear_colour(it.ink) - plain) * ink[:, None]
    return np.asarray(colour * np.where(edge, 0.85, 1)[:, None], np.float32)


@lru_cache(maxsize=16)
def _face(number: int, pips: bool) -> Floats:  # noqa: FBT001 - as the block has it
    """The share of ink in each pixel of a face."""
    face: NDArray[np.uint8] = np.zeros((FACE, FACE), np.uint8)
    if pips:
        for x, y in PIPS[number]:
            middle = round(THIRDS[x] * FACE), round(THIRDS[y] * FACE)
            cv2.circle(face, middle, PIP, 255, -1, cv2.LINE_AA)
        return np.asarray(face, np.float32) / np.float32(255)
    text, font = str(number), cv2.FONT_HERSHEY_DUPLEX
    scale = 1.5 if len(text) == 1 else 1.0
    (wide, high), _ = cv2.getTextSize(text, font, scale, 4)
    start = (FACE - wide) // 2, (FACE + high) // 2
    cv2.putText(face, text, start, font, scale, 255, 4, cv2.LINE_AA)
    return np.asarray(face, np.float32) / np.float32(255)


def _turn(angle: float) -> Reals:
    return np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])


DIE = 0.36
"""Width of a die in point widths."""
DICE_DISTANCE, OFFSET_SIDEWAYS, OFFSET_UP_OR_DOWN = 1.35, 0.45, 0.7
"""Distance between two dice, and their random offsets sideways, and up or down."""


def place_dice(plan: BoardPlan, numbers: tuple[int, ...], side: int, chance: Random) -> list[Block]:
    """Dice that show these numbers, in the middle of the half to the right (1) or left (-1)."""
    look = plan.look
    middle = side * (plan.half_width + look.bar / 2) / 2
    dice = []
    for number, shown in enumerate(numbers):
        sideways = chance.uniform(-OFFSET_SIDEWAYS, OFFSET_SIDEWAYS)
        x = middle + (number - 0.5) * DICE_DISTANCE + sideways
        spot = (x, chance.uniform(-OFFSET_UP_OR_DOWN, OFFSET_UP_OR_DOWN), 0.0)
        dice.append(Block(spot, DIE, shown, look.dice, look.pips, chance.uniform(0, 1.5)))
    return dice
