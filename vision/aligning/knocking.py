"""Where a camera may look after it was knocked: how its whole picture seems turned and shifted."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.aligning.moving import UNMOVED, moved
from vision.aligning.sampling import sampled
from vision.eye import Eye
from vision.learned import Learned
from vision.looks import rooted
from vision.pictures import Picture, Points
from vision.plane import to_plane
from vision.solving import Vector, solved

WIDE = 208
"""Pixels of the longer side of the small pictures that are compared."""
TURNS = np.radians([0, -3, 3, -6, 6, -9, 9])
ZOOMS = (1.0, 0.93, 1.07)
"""How a picture may be turned around its middle, and how much larger it may be."""
FAINT = 3.0
"""A change of brightness (as roots are) from pixel to pixel that counts by half."""
PEAKS = 4
"""Shifts that are looked at for each turn and zoom."""
APART = 3
"""Pixels of a small picture between two of them."""
ROUNDING = 0.01
"""A pixel is known if it is but for so much."""
TRIED = 10
"""Of all, so many are worth a closer look."""

Small = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Knock:
    """How a picture lies in the one before."""

    worth: float
    turn: float
    """Radians."""
    zoom: float
    shift: tuple[float, float]
    """Parts of the longer side, to the right and down."""


def knocks(picture: Picture, learned: Learned) -> list[Knock]:
    """What may have become of the camera, the likeliest first."""
    width, height = learned.eye.size
    scale = WIDE / max(width, height)
    size = round(width * scale), round(height * scale)
    whole = cv2.getOptimalDFTSize(size[0] * 3 // 2), cv2.getOptimalDFTSize(size[1] * 3 // 2)
    small = rooted(np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA)))
    seen = np.fft.rfft2(_edges(small), s=whole[::-1], axes=(0, 1))
    bare, known = expected(learned, size)
    every = [
        Knock(worth, turn, zoom, (right / WIDE, down / WIDE))
        for turn, zoom in product(TURNS, ZOOMS)
        for worth, right, down in _shifts(seen, bare, known, turn, zoom, whole)
    ]
    return sorted(every, key=lambda knock: -knock.worth)[:TRIED]


def knocked(learned: Learned, knock: Knock) -> Eye:
    """The eye after a knock, as a camera that was turned rather than carried away."""
    eye = learned.eye
    ends = np.vstack([learned.field.corners, learned.field.corners.mean(axis=0)])
    aims = _through(eye.pixels(ends), knock, eye.size)

    def residuals(movement: Vector) -> Vector:
        missed = (moved(eye, movement).pixels(ends) - aims).ravel()
        return np.concatenate([missed, movement[3:]])

    return moved(eye, solved(residuals, UNMOVED))


def expected(learned: Learned, size: tuple[int, int]) -> tuple[Small, Small]:
    """The bare board as the camera would see it from where it was, and where that is known."""
    across, down = np.meshgrid(np.arange(size[0]), np.arange(size[1]))
    ratio = learned.eye.size[0] / size[0]
    pixels = (np.column_stack([across.ravel(), down.ravel()]) + 0.5) * ratio - 0.5
    places = to_plane(learned.eye.spots(pixels.astype(np.float64), learned.field.thickness))
    places = places.reshape(size[1], size[0], 2)
    looks = learned.looks
    ground = sampled(looks.ground.astype(np.float32), places)
    return ground, sampled(looks.known.astype(np.float32), places)


def _through(pixels: Points, knock: Knock, size: tuple[int, int]) -> Points:
    middle = (np.array(size) - 1) / 2
    cos, sin = knock.zoom * np.cos(knock.turn), knock.zoom * np.sin(knock.turn)
    turned = (pixels - middle) @ np.array([[cos, sin], [-sin, cos]])
    aims: Points = turned + middle + np.array(knock.shift) * max(size)
    return aims


def _shifts(
    seen: NDArray[np.complexfloating],
    bare: Small,
    known: Small,
    turn: float,
    zoom: float,
    whole: tuple[int, int],
) -> Iterator[tuple[float, float, float]]:
    """The best shifts after a turn and a zoom: worth, to the right, and down."""
    height, width = known.shape
    matrix = cv2.getRotationMatrix2D(((width - 1) / 2, (height - 1) / 2), -np.degrees(turn), zoom)
    turned, there = (cv2.warpAffine(it, matrix, (width, height)) for it in (bare, known))
    weight = cv2.erode(np.floor(there + ROUNDING), np.ones((5, 5), np.uint8))
    template = _edges(np.asarray(turned, np.float32)) * weight[..., None]
    length = float(np.sqrt((template**2).sum())) or 1.0
    waves = np.fft.rfft2(template, s=whole[::-1], axes=(0, 1))
    worth = np.fft.irfft2((seen * np.conj(waves)).sum(axis=2), s=whole[::-1]) / length
    for _ in range(PEAKS):
        down, right = np.unravel_index(int(worth.argmax()), worth.shape)
        best = float(worth[down, right])
        yield best, _signed(int(right), whole[0]), _signed(int(down), whole[1])
        rows = np.arange(down - APART, down + APART + 1) % whole[1]
        columns = np.arange(right - APART, right + APART + 1) % whole[0]
        worth[np.ix_(rows, columns)] = -np.inf


def _signed(shift: int, whole: int) -> float:
    return float(shift if shift < whole / 2 else shift - whole)


def _edges(small: Small) -> Small:
    """How each colour changes to the right and down, strong changes counting much alike."""
    sides = [cv2.Sobel(small, cv2.CV_32F, x, 1 - x) / 8 for x in (1, 0)]
    both = np.concatenate([np.asarray(side) for side in sides], axis=2)
    edges: Small = both / (np.linalg.norm(both, axis=2, keepdims=True) + FAINT)
    return edges
