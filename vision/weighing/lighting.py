"""How much brighter a picture is than the one that was learnt from, everywhere on the board."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.looks import Looks
from vision.plane import SCALE, Plane
from vision.weighing.circles import summed

COARSE = 5
"""Pixels of the plane in one that light is told for."""
DARKEST, BRIGHTEST, STEPS = -1.1, 0.7, 30
"""The logarithms of light (as roots are) that are thought of."""
TINTED = 7.0
"""How much the colour of what is seen may be off, as roots are."""
OTHERWISE = 0.15
"""How far the colour of a shade may well be from that of the light, as logarithms of roots."""
FEW = 20.0
"""From fewer pixels, so much darker than the rest that they count, nothing is told of it."""
NEAR, FAR = 0.5, 2.5
"""Widths of a point over which light is much the same, and over which it is alike."""
SELDOM = 0.5
"""How usual a checker is on a spot, beside bare ground."""
SHARES = 1.0, 0.5, 0.15
"""What the light nearby counts, that around, and that of the whole board."""
FLOOR = 8.0
"""Brightness, as roots are, under which nothing is said of light."""
USUAL = 0.5
"""How far the light of the whole board may well be from what it was, as a logarithm of roots."""
EVEN, SHADED = (0.2, 0.4), (0.6, 0.6)
"""How far the light of a part of it may well be from that: where nothing shades it, and where
something does; and how usual each is."""

Volume = NDArray[np.float32]
"""Rows, columns, and a weight for each step of light."""


@dataclass(frozen=True, slots=True, eq=False)
class Light:
    """Beside the picture that was learnt from, as roots are."""

    gain: NDArray[np.float32]
    """By how much each pixel of the plane is brighter."""
    tint: NDArray[np.float32]
    """And by how much more each of its three colours is, everywhere or for each pixel."""
    doubt: NDArray[np.float32]
    """How far off the brightness may be, as a part of one."""

    def taken_from(self, seen: Plane) -> Plane:
        """What is seen, as it would be in the light that was learnt in."""
        return seen / (np.asarray(cv2.merge([self.gain] * 3), np.float32) * self.tint)


def lit(seen: Plane, looks: Looks) -> Light:
    """The light of a picture, which falls on the ground and on checkers alike."""
    small, ground = _coarse(seen), _ground(looks)
    tint = _tint(small, ground)
    votes = _shared(_votes(small / tint, [ground, looks.light_colour, looks.dark_colour]))
    told, doubt = _told(votes)
    tints = tint * _tinted_by_shade(small / tint, ground, told)
    size = (seen.shape[1], seen.shape[0])
    gain, wide, apart = (
        np.asarray(cv2.resize(plane, size, interpolation=cv2.INTER_LINEAR), np.float32)
        for plane in (told, tints, doubt)
    )
    return Light(np.exp(gain), wide, apart)


def _coarse(plane: Plane) -> Plane:
    size = (plane.shape[1] // COARSE, plane.shape[0] // COARSE)
    return np.asarray(cv2.resize(plane, size, interpolation=cv2.INTER_AREA))


@lru_cache(maxsize=2)
def _ground(looks: Looks) -> Plane:
    return _coarse(looks.ground.astype(np.float32))


def _tint(small: Plane, ground: Plane) -> NDArray[np.float32]:
    """The colour of the light, as most of the board shows it."""
    off = _off_in_colour(small, ground).reshape(-1, 3)
    tint: NDArray[np.float32] = np.exp(np.median(off, axis=0)).astype(np.float32)
    return tint


def _tinted_by_shade(small: Plane, ground: Plane, told: Plane) -> Plane:
    """How the colour of the light changes with how bright it is: a shade has other lamps."""
    off = _off_in_colour(small, ground)
    darker = told - np.median(told)
    counts = np.exp(-summed(off**2) / (2 * OTHERWISE**2)) / (1 + darker**2)
    slope = (counts * darker).ravel() @ off.reshape(-1, 3)
    slope /= (counts * darker**2).sum() + FEW
    tints: Plane = np.exp(darker[..., None] * slope).astype(np.float32)
    return tints


def _off_in_colour(small: Plane, ground: Plane) -> Plane:
    """How much brighter each colour of a pixel is than all of them, as logarithms."""
    ratios = np.log(np.maximum(small, FLOOR) / np.maximum(ground, FLOOR))
    ratios -= (summed(ratios) / ratios.shape[2])[..., None]
    return ratios


def _votes(small: Plane, models: list[Plane]) -> Volume:
    """For each pixel, in which light it would look like the ground or like a checker."""
    bright = np.maximum(summed(small) / small.shape[2], FLOOR)
    votes = np.zeros(bright.size * STEPS, np.float32)
    darkest = np.arange(bright.size).reshape(bright.shape) * STEPS
    for model, share in zip(models, (1.0, SELDOM, SELDOM), strict=True):
        ratio = np.log(bright / np.maximum(model.mean(axis=-1), FLOOR))
        off = small - model * np.exp(ratio)[..., None]
        likely = share * np.exp(-summed(off**2) / (2 * TINTED**2))
        at = np.clip((ratio - DARKEST) * (STEPS / (BRIGHTEST - DARKEST)) - 0.5, 0, STEPS - 1.001)
        step = at.astype(np.intp)
        votes[darkest + step] += likely * (1 - (at - step))
        votes[darkest + step + 1] += likely * (at - step)
    return votes.reshape(*bright.shape, STEPS)


def _shared(votes: Volume) -> Volume:
    """The votes of the neighbourhood."""
    unit = SCALE / COARSE
    near, far = (_blurred(votes, reach * unit) for reach in (NEAR, FAR))
    overall = votes.mean(axis=(0, 1))
    shared: Volume = (SHARES[0] * near + SHARES[1] * far + SHARES[2] * overall) * _usual(overall)
    return shared


def _usual(overall: NDArray[np.float32]) -> NDArray[np.float32]:
    """How usual each light is somewhere, that of the whole board being voted so."""
    smooth = np.convolve(overall * np.exp(-0.5 * (_LIGHTS / USUAL) ** 2), np.ones(3), "same")
    off = _LIGHTS - _LIGHTS[int(smooth.argmax())]
    ways = [share * np.exp(-0.5 * (off / spread) ** 2) for spread, share in (EVEN, SHADED)]
    usual: NDArray[np.float32] = np.add.reduce(ways).astype(np.float32)
    return usual


def _blurred(votes: Volume, sigma: float) -> Volume:
    width = 2 * round(sigma * 1.2) + 1
    for _ in range(2):
        votes = np.asarray(cv2.blur(votes, (width, width)))
    return votes


_LIGHTS = (DARKEST + (np.arange(STEPS) + 0.5) * (BRIGHTEST - DARKEST) / STEPS).astype(np.float32)


def _told(votes: Volume) -> tuple[Plane, Plane]:
    """The light most votes are for, and how far apart those around it are."""
    peaks = votes[..., :-2] + votes[..., 1:-1] + votes[..., 2:]
    best = peaks.argmax(axis=2)[..., None] + np.arange(3)
    weights = np.take_along_axis(votes, best, axis=2) + 1e-6
    told = summed(weights * _LIGHTS[best]) / summed(weights)
    smooth = cv2.blur(told, (3, 3))
    apart = np.sqrt(np.maximum(cv2.blur(told**2, (3, 3)) - smooth**2, 0))
    return np.asarray(smooth), np.asarray(apart)
