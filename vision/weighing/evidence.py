"""What each pixel of a board speaks for: the bare board, a checker of a colour, or neither."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.looks import WHITE, Looks, shade
from vision.plane import Plane
from vision.weighing.lighting import Light

STRANGE = 0.01
"""How often the bare board shows something that it did not when it was learnt."""
FADED = 0.05
"""How much the light may be off for one pixel, as a part of one."""
COLOURED = 2.5
"""How far off, as roots are, the colour of a pixel may be beside its brightness."""
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
    even = seen / (light.gain[..., None] * light.tint)
    ground = _ground(even, looks, light)
    shades = shade(even)
    return Evidence(ground, looks.light[shades], looks.dark[shades], even)


def _ground(even: Plane, looks: Looks, light: Light) -> Weight:
    off = even - looks.ground
    bright = off.mean(axis=2)
    paler = off - bright[..., None]
    spread = looks.spread.astype(np.float32) / 4
    level = looks.ground.mean(axis=2)
    doubt = spread**2 + (np.hypot(light.doubt, FADED) * level) ** 2
    colour = (spread * PALER) ** 2 + COLOURED**2
    square = bright**2 / doubt + (paler**2).sum(axis=2) / colour
    scale = WHITE**3 / ((2 * np.pi) ** 1.5 * np.sqrt(doubt) * colour * np.sqrt(3.0))
    told = (1 - STRANGE) * scale * np.exp(-0.5 * square) + STRANGE
    weight: Weight = np.log(told).astype(np.float32)
    return weight
