"""Grains of wood, leather, felt and the like, made of seeded noise."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.drivers.simulated.camera.looks import Grain, Rgb, Stuff
from hardware.drivers.simulated.camera.optics import Floats

TILE = 512
"""Pixels of a grain, which may be laid side by side."""
LIST, COLUMNS = 2, 1024
"""The dimensions of a list of spots, and how many of them make a row."""
KNEE = 0.04045
"""What is darker grows evenly, in the colours of screens."""
DARKEST = 0.05
"""No speck is darker, as a part of what is around it."""


def linear(colour: Rgb) -> Floats:
    """The blue, green and red light that a surface of this colour throws back."""
    part = np.array(colour[::-1], np.float32) / 255
    return np.where(part < KNEE, part / 12.92, ((part + 0.055) / 1.055) ** 2.4).astype(np.float32)


def covered(stuff: Stuff, at: Floats, scale: float = 64.0, seed: int = 0) -> Floats:
    """The colour of a surface at each spot; `at` is in widths of a point."""
    if at.ndim == LIST:
        return _listed(stuff, at, scale, seed)
    tile = grain(stuff.grain)
    # Every second tile is mirrored, so that none shows a seam.
    x, y = (
        np.abs((at[..., axis] * np.float32(scale) + 151 * seed) % (2 * TILE) - TILE)
        for axis in (0, 1)
    )
    seen = cv2.remap(tile, np.minimum(x, TILE - 1), np.minimum(y, TILE - 1), cv2.INTER_LINEAR)
    tint = np.array(_TINTS.get(stuff.grain, (1, 1, 1)), np.float32) * np.float32(stuff.contrast)
    colour = np.maximum(1 + seen[..., None] * tint, np.float32(DARKEST))
    colour *= linear(stuff.colour)
    return np.asarray(colour, np.float32)


def _listed(stuff: Stuff, at: Floats, scale: float, seed: int) -> Floats:
    """The same for a list of spots, of which cv2 takes only so many in one row."""
    rows = max(-(-len(at) // COLUMNS), 1)
    spots = np.zeros((rows * COLUMNS, 2), np.float32)
    spots[: len(at)] = at[:, :2]
    return covered(stuff, spots.reshape(rows, COLUMNS, 2), scale, seed).reshape(-1, 3)[: len(at)]


@lru_cache(maxsize=6)
def grain(kind: Grain) -> Floats:
    """How much brighter or darker a surface is from spot to spot; 0 on the average."""
    tile = _MAKERS[kind](np.random.default_rng(list(kind.value.encode())))
    return np.asarray(tile - tile.mean(), np.float32)


def _noise(chance: np.random.Generator, wide: float, high: float | None = None) -> Floats:
    """Blurred noise with a deviation of one that fits to itself at its edges."""
    rough = chance.standard_normal((TILE, TILE)).astype(np.float32)
    smooth = cv2.GaussianBlur(
        cv2.copyMakeBorder(rough, 128, 128, 128, 128, cv2.BORDER_WRAP),
        (0, 0),
        wide,
        sigmaY=high or wide,
    )[128:-128, 128:-128]
    return np.asarray(smooth / max(float(smooth.std()), 1e-6), np.float32)


def _mixed(*layers: NDArray[np.floating[Any]]) -> Floats:
    """All of it, one on another."""
    return np.asarray(sum(layers), np.float32)


def _plain(chance: np.random.Generator) -> Floats:
    return _mixed(0.008 * _noise(chance, 20), 0.006 * _noise(chance, 1))


def _wood(chance: np.random.Generator) -> Floats:
    rings = np.linspace(0, 14 * np.pi, TILE, dtype=np.float32)[:, None]
    wave = np.sin(rings + 2.2 * _noise(chance, 60, 14)) + 0.5 * _noise(chance, 40, 1.5)
    fibre = _noise(chance, 14, 0.7)
    return _mixed(0.1 * wave, 0.06 * fibre, 0.08 * _noise(chance, 50))


def _leather(chance: np.random.Generator) -> Floats:
    cells = np.abs(_noise(chance, 2.2)) + 0.6 * np.abs(_noise(chance, 4))
    return _mixed(0.11 * cells, 0.07 * _noise(chance, 45))


def _felt(chance: np.random.Generator) -> Floats:
    return _mixed(0.07 * _noise(chance, 0.8), 0.06 * _noise(chance, 6), 0.06 * _noise(chance, 40))


def _cork(chance: np.random.Generator) -> Floats:
    crumbs = np.tanh(1.5 * _noise(chance, 3)) + np.tanh(2 * _noise(chance, 7))
    specks = np.maximum(_noise(chance, 1.6) - 2, 0)
    return _mixed(0.13 * crumbs, -0.8 * specks, 0.05 * _noise(chance, 40))


def _paper(chance: np.random.Generator) -> Floats:
    return _mixed(0.012 * _noise(chance, 1), 0.025 * _noise(chance, 60))


def _marble(chance: np.random.Generator) -> Floats:
    veins = 1 - np.tanh(4 * np.abs(_noise(chance, 24) + 0.4 * _noise(chance, 6)))
    return _mixed(0.16 * _noise(chance, 18), -0.3 * veins, 0.1 * _noise(chance, 5))


def _metal(chance: np.random.Generator) -> Floats:
    return _mixed(0.06 * _noise(chance, 30, 0.8), 0.03 * _noise(chance, 30))


_TINTS = {
    Grain.WOOD: (1.3, 1.05, 0.85),
    Grain.CORK: (1.2, 1.05, 0.9),
}
"""How strong a grain is in blue, green and red, where that is not the same."""
_MAKERS = {
    Grain.PLAIN: _plain,
    Grain.WOOD: _wood,
    Grain.LEATHER: _leather,
    Grain.FELT: _felt,
    Grain.CORK: _cork,
    Grain.PAPER: _paper,
    Grain.MARBLE: _marble,
    Grain.METAL: _metal,
}
