"""What each pixel of a board speaks for: the bare board, a checker of a colour, or neither."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.looks import QUARTERS, WHITE, Looks, shade
from vision.plane import Plane
from vision.weighing.circles import summed
from vision.weighing.lighting import Light

STRANGE = 0.01
"""How often the bare board shows something that it did not when it was learnt."""
FADED = 0.05
"""How much the light may be off for one pixel, as a part of one."""
COLOURED = 2.5
"""How far off, as roots are, the colour of a pixel may be beside its brightness."""
COLOURS = 3
"""Of a pixel."""
PALER = 0.6
"""The part of the spread of a pixel by which its colour may be off."""

Weight = NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """Each a logarithm of how much likelier a pixel is than by anything else."""

    ground: Weight
    light: Weight
    dark: Weight
    even: Plane
    """The roots, in the light that was learnt in."""


def weighed(seen: Plane, looks: Looks, light: Light) -> Evidence:
    """What each pixel speaks for."""
    even = light.taken_from(seen)
    ground = _ground(even, looks, light)
    shades = shade(even)
    return Evidence(ground, looks.light.take(shades), looks.dark.take(shades), even)


def _ground(even: Plane, looks: Looks, light: Light) -> Weight:
    fixed = _fixed(looks)
    off = np.asarray(cv2.subtract(even, looks.ground, dtype=cv2.CV_32F), np.float32)
    bright = summed(off) / COLOURS
    paler = summed(off * off) - COLOURS * bright**2
    doubt = fixed.square + (light.doubt**2 + np.float32(FADED**2)) * fixed.level
    square = bright**2 / doubt + paler / fixed.colour
    told = fixed.scale / np.sqrt(doubt) * np.exp(-0.5 * square) + np.float32(STRANGE)
    return np.log(told)


@dataclass(frozen=True, slots=True, eq=False)
class _Fixed:
    """What is the same for every picture."""

    square: Weight
    """Of how far each pixel may be off."""
    colour: Weight
    """The same, of its colour."""
    level: Weight
    """The square of how bright the ground is."""
    scale: Weight
    """What the chances of colours are beside those of any."""


@lru_cache(maxsize=4)
def _fixed(looks: Looks) -> _Fixed:
    square = (looks.spread.astype(np.float32) / np.float32(QUARTERS)) ** 2
    colour = square * PALER**2 + COLOURED**2
    level = looks.ground.mean(axis=2) ** 2
    any_colour = WHITE**COLOURS / ((2 * np.pi) ** (COLOURS / 2) * np.sqrt(COLOURS))
    every = square, colour, level, (1 - STRANGE) * any_colour / colour
    return _Fixed(*(plane.astype(np.float32) for plane in every))
