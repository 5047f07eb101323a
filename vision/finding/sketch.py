"""A picture made small and smooth, in colours whose distances are what the eye makes of them."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pictures import Picture, Points

LEAST_SMOOTHING, MOST_SMOOTHING = 1.0, 2.5
"""Pixels over which the small picture is smoothed."""
NOISE = 0.35
"""Pixels over which it is smoothed for each step of lightness that its noise has."""
BRIGHT, USUAL_LIGHT, MOST_LIGHT = 99, 230.0, 4.0
"""The light of a dim picture is turned up until so many pixels of a hundred are as bright as usual,
but by no more than so many times."""
SPECKS = np.array([(1, -2, 1), (-2, 4, -2), (1, -2, 1)], np.float32) / 6
"""What finds noise, and neither slopes nor straight edges."""
SPREAD = 1.48
"""Deviations in the usual distance of noise from nothing."""
FAINT = 6.0
"""A difference of colour that counts by half."""

Colours = NDArray[np.float32]
"""Lightness, a and b along the last axis."""


@dataclass(frozen=True, slots=True, eq=False)
class Sketch:
    """A picture in which a board is sought."""

    lab: Colours
    """Rows, columns, and lightness, a and b as OpenCV has them in a byte."""
    scale: float
    """How much smaller than the picture it is."""

    @property
    def size(self) -> tuple[int, int]:
        """How wide and how high."""
        return self.lab.shape[1], self.lab.shape[0]

    def seen(self, pixels: Points) -> Colours:
        """The colours at pixels, of which the last axis has x and y."""
        flat = pixels.reshape(-1, pixels.shape[-2], 2).astype(np.float32)
        colours = cv2.remap(self.lab, flat, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)  # type: ignore[call-overload]
        seen: Colours = colours.reshape(*pixels.shape[:-1], 3)
        return seen


def sketched(picture: Picture, side: int) -> Sketch:
    """The picture with its longer side no longer than this."""
    scale = min(1.0, side / max(picture.shape[:2]))
    size = round(picture.shape[1] * scale), round(picture.shape[0] * scale)
    small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    gain = np.clip(USUAL_LIGHT / max(np.percentile(small, BRIGHT), 1), 1, MOST_LIGHT)
    lab = cv2.cvtColor(cv2.convertScaleAbs(small, alpha=gain), cv2.COLOR_BGR2LAB)
    colours = lab.astype(np.float32)
    smoothing = np.clip(NOISE * _noise(colours), LEAST_SMOOTHING, MOST_SMOOTHING)
    smooth = cv2.GaussianBlur(colours, (0, 0), float(smoothing))
    return Sketch(np.asarray(smooth, np.float32), scale)


def _noise(colours: Colours) -> float:
    """How noisy the lightness is, in steps of it."""
    specks = cv2.filter2D(np.ascontiguousarray(colours[..., 0]), cv2.CV_32F, SPECKS)
    return SPREAD * float(np.median(np.abs(specks)))


def contrasts(differences: Colours) -> Colours:
    """Differences of colour as vectors shorter than one: what is strong enough counts alike."""
    lengths = np.sqrt(np.square(differences).sum(axis=-1, keepdims=True))
    shortened: Colours = differences / (lengths + FAINT)
    return shortened


def strengths(contrast: Colours) -> NDArray[np.float32]:
    """How long each vector is."""
    lengths: NDArray[np.float32] = np.sqrt(np.square(contrast).sum(axis=-1))
    return lengths
