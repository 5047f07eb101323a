"""A small Lab picture, and the hypothesis of a board in it."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera_model import ProjectionMatrix, apply_homography, square_to_corners
from vision.field_geometry import HALF, ROW
from vision.picture_arrays import Picture, Points

USUAL_BAR, USUAL_LENGTH, USUAL_GAP = 0.8, 0.42, 0.02
"""Typical bar and gap in widths of a point, and length of a triangle as a part of the depth."""
HEIGHTS = np.linspace(0.12, 0.88, 9)
"""Heights at which the sides of a triangle are sampled, as fractions from base to tip."""
SQUARE = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], dtype=np.float64)
COLUMNS = np.arange(ROW)


@dataclass(frozen=True, slots=True, eq=False)
class BoardOutline:
    """A hypothesis of a board; spots on it are fractions of its width and depth from top left."""

    corners: Points
    """Top left, top right, bottom right and bottom left, in pixels."""
    bar: float = USUAL_BAR
    """Width of the bar, in widths of a point."""
    length: float = USUAL_LENGTH
    """Length of a triangle, as a fraction of the board's depth."""
    gap: float = USUAL_GAP
    """Half of the gap between the bases of two triangles, in widths of a point."""

    @property
    def vector(self) -> Points:
        """All values as one vector: eight coordinates, bar, length and gap."""
        return np.array([*self.corners.ravel(), self.bar, self.length, self.gap])

    @classmethod
    def of(cls, vector: Points) -> BoardOutline:
        """Returns the outline with the values of a vector."""
        bar, length, gap = map(float, vector[8:])
        return cls(vector[:8].reshape(4, 2), bar, length, gap)

    @property
    def width(self) -> float:
        """Width of the field, in widths of a point."""
        return ROW + self.bar

    @property
    def pitch(self) -> float:
        """Width of a point in pixels."""
        top_left, top_right, bottom_right, bottom_left = self.corners
        along = np.hypot(*(top_right - top_left)) + np.hypot(*(bottom_right - bottom_left))
        return float(along / 2 / self.width)

    @property
    def depth(self) -> float:
        """Visible depth from top to bottom, in widths of a point in the picture."""
        top_left, top_right, bottom_right, bottom_left = self.corners
        down = np.hypot(*(bottom_left - top_left)) + np.hypot(*(bottom_right - top_right))
        return float(down / 2 / self.pitch)

    @property
    def plane(self) -> ProjectionMatrix:
        """The homography from spots to pixels."""
        return square_to_corners(self.corners)

    def pixels(self, spots: Points) -> Points:
        return apply_homography(self.plane, spots)

    def columns(self) -> Points:
        """The middles of the twelve points of a row, in widths of a point from the left."""
        return COLUMNS + 0.5 + self.bar * (COLUMNS >= HALF)

    def edges(self, *, upside_down: bool = False) -> Points:
        """Spots on the sides of the triangles, or of triangles that stand on their tips.

        Axes: row (top, bottom), side (left, right), column, height, and x and y.
        """
        half = (0.5 - self.gap) * (HEIGHTS if upside_down else 1 - HEIGHTS)
        x = self.columns()[:, None] + np.array([-1, 1])[:, None, None] * half
        x = np.broadcast_to(x, (2, *x.shape)) / self.width
        y = np.array([HEIGHTS * self.length, 1 - HEIGHTS * self.length])[:, None, None, :]
        return np.stack([x, np.broadcast_to(y, x.shape)], axis=-1)

    def with_moved_ends(self, left: int, right: int) -> BoardOutline:
        """Returns the outline with its ends moved to the right, in widths of a point."""
        shift = np.array([(left, 0), (right, 0), (right, 0), (left, 0)]) / self.width
        bar = max(self.bar + right - left, 0.0)
        return replace(self, corners=self.pixels(SQUARE + shift), bar=bar)


@dataclass(frozen=True, slots=True)
class PreparationLimits:
    """The limits of smoothing and brightening a picture."""

    min_smoothing: float = 1.0
    """Pixels; the least smoothing of the small picture."""
    max_smoothing: float = 2.5
    """Pixels; the strongest smoothing of the small picture."""
    smoothing_per_noise: float = 0.35
    """Pixels of smoothing for each step of noise in the lightness."""
    bright_percentile: int = 99
    """Percentile of the brightest pixels, by which a dim picture is amplified."""
    target_brightness: float = 230.0
    """Brightness from 0 to 255 that these pixels reach then."""
    max_gain: float = 4.0
    """Factor by which a picture is amplified, at most."""
    sd_per_median: float = 1.48
    """Standard deviations in the median absolute value of noise."""


SPECKS = np.array([(1, -2, 1), (-2, 4, -2), (1, -2, 1)], np.float32) / 6
"""A filter that responds to noise, but not to slopes and straight edges."""
FAINT = 6.0
"""Distance of two colours in Lab steps that counts by half."""

Colours = NDArray[np.float32]
"""Lightness, a and b along the last axis."""


@dataclass(frozen=True, slots=True, eq=False)
class LabPicture:
    """A small Lab picture in which a board is sought."""

    lab: Colours
    """Rows, columns, and lightness, a and b in OpenCV's byte scale."""
    scale: float
    """Size relative to the original picture, from 0 to 1."""

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self.lab.shape[1], self.lab.shape[0]

    def colours_at(self, pixels: Points) -> Colours:
        """The interpolated colours at pixels; the last axis of these holds x and y."""
        flat = pixels.reshape(-1, pixels.shape[-2], 2).astype(np.float32)
        colours = cv2.remap(self.lab, flat, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)  # type: ignore[call-overload]
        return np.asarray(colours.reshape(*pixels.shape[:-1], 3))


def to_lab(picture: Picture, side: int, limits: PreparationLimits) -> LabPicture:
    """The picture, reduced until its longer side has at most `side` pixels, and smoothed."""
    scale = min(1.0, side / max(picture.shape[:2]))
    size = round(picture.shape[1] * scale), round(picture.shape[0] * scale)
    small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    bright = max(np.percentile(small, limits.bright_percentile), 1)
    gain = np.clip(limits.target_brightness / bright, 1, limits.max_gain)
    lab = cv2.cvtColor(cv2.convertScaleAbs(small, alpha=gain), cv2.COLOR_BGR2LAB)
    colours = lab.astype(np.float32)
    specks = cv2.filter2D(np.ascontiguousarray(colours[..., 0]), cv2.CV_32F, SPECKS)
    noise = limits.smoothing_per_noise * (limits.sd_per_median * float(np.median(np.abs(specks))))
    smoothing = np.clip(noise, limits.min_smoothing, limits.max_smoothing)
    smooth = cv2.GaussianBlur(colours, (0, 0), float(smoothing))
    return LabPicture(np.asarray(smooth, np.float32), scale)


def compress_differences(differences: Colours) -> Colours:
    """Colour differences, compressed to vectors shorter than one: strong ones count alike."""
    lengths = np.sqrt(np.square(differences).sum(axis=-1, keepdims=True))
    return np.asarray(differences / (lengths + FAINT))


def vector_lengths(contrast: Colours) -> NDArray[np.float32]:
    """The length of each vector."""
    return np.asarray(np.sqrt(np.square(contrast).sum(axis=-1)))
