"""The rectified plane of the checkers' tops: parallax, interpolation, filters for circles."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera_model import BoardCamera
from vision.field_geometry import FieldGeometry
from vision.picture_arrays import Mask, Picture, Plane, Points, Reals

SCALE = 20
"""Pixels of the plane for each width of a point."""
BESIDE = 2.75
"""Widths of a point shown to the left and right of the field: trays and tables."""
BEYOND = 1.0
"""Widths of a point shown above and below the field."""
FINE = 1.6
"""Pixels of a picture for each of the plane from which the picture is halved first."""


@dataclass(frozen=True, slots=True, eq=False)
class TopDownMap:
    """The lookup tables that show a picture from straight above."""

    across: NDArray[np.int16]
    """The position in the picture of each pixel of the plane."""
    between: NDArray[np.uint16]
    """The fraction of a pixel that is added to that position, as OpenCV encodes it."""
    halvings: int
    """Number of times that the picture is halved first."""
    inside: Mask
    """True for pixels of the plane that lie inside of the picture."""

    def rectify(self, picture: Picture) -> Picture:
        for _ in range(self.halvings):
            width, height = picture.shape[1] // 2, picture.shape[0] // 2
            picture = cv2.resize(picture, (width, height), interpolation=cv2.INTER_AREA)  # type: ignore[assignment]
        return cv2.remap(picture, self.across, self.between, cv2.INTER_LINEAR)  # type: ignore[return-value]


def plane_shape(field: FieldGeometry) -> tuple[int, int]:
    """The number of rows and columns of the plane."""
    return (round((field.depth + 2 * BEYOND) * SCALE), round((field.width + 2 * BESIDE) * SCALE))


def field_to_plane(spots: Points) -> Points:
    """Converts spots of the field to pixels of the plane, from the middle of the first."""
    return np.column_stack([(spots[:, 0] + BESIDE), (spots[:, 1] + BEYOND)]) * SCALE - 0.5


def plane_to_field(pixels: Points) -> Points:
    """Converts pixels of the plane to spots of the field."""
    return (pixels + 0.5) / SCALE - (BESIDE, BEYOND)


def plane_spots(field: FieldGeometry) -> Points:
    """The spot of the field that each pixel of the plane shows, row by row."""
    rows, columns = plane_shape(field)
    grid = np.stack(np.meshgrid(np.arange(columns), np.arange(rows)), axis=-1).reshape(-1, 2)
    return plane_to_field(grid.astype(np.float64))


@lru_cache(maxsize=4)
def top_down_map(camera: BoardCamera, field: FieldGeometry, height: float) -> TopDownMap:
    """The lookup tables for the plane at a height, as this camera sees it."""
    spots = plane_spots(field)
    pixels = camera.pixels(np.column_stack([spots, np.full(len(spots), height)]))
    pixels = pixels.reshape(*plane_shape(field), 2)
    width, depth = camera.size
    inside = np.all((pixels > 0) & (pixels < (width - 1, depth - 1)), axis=-1)
    smaller = _halvings(pixels)
    pixels = (pixels + 0.5) / 2**smaller - 0.5
    across, between = cv2.convertMaps(pixels.astype(np.float32), None, cv2.CV_16SC2)  # type: ignore[call-overload]
    return TopDownMap(across, between, smaller, inside)


def _halvings(pixels: Reals) -> int:
    """The number of halvings after which no pixel of a picture is skipped."""
    middle = np.linalg.norm(np.diff(pixels[len(pixels) // 2], axis=0), axis=1)
    coarse = float(np.median(middle))
    return int(max(0, np.floor(np.log2(max(coarse / FINE, 1)) + 1))) if coarse > FINE else 0


def parallax_map(camera: BoardCamera, field: FieldGeometry, here: float, there: float) -> Points:
    """For each pixel of the plane at height `here`, the place where the plane at `there` is seen.

    The camera sees both along the same ray. Places are in pixels of the plane; last axis x and y.
    """
    spots = plane_spots(field)
    pixels = camera.pixels(np.column_stack([spots, np.full(len(spots), here)]))
    return field_to_plane(camera.spots(pixels, there)).reshape(*plane_shape(field), 2)


def interpolate(plane: Picture | Plane, places: NDArray[np.floating]) -> Plane:
    """Returns the interpolated values at places (last axis: x and y); 0 outside of the plane."""
    x, y = np.moveaxis(places, -1, 0).astype(np.float32)
    seen = cv2.remap(plane, np.ascontiguousarray(x), np.ascontiguousarray(y), cv2.INTER_LINEAR)
    return np.asarray(seen, np.float32)


def ring_reach(radius: float) -> int:
    """The size of a ring's kernel, in pixels from its middle to its end."""
    return int(np.ceil(radius)) + 1


def ring_kernels(radius: float, wide: float = 1.0) -> tuple[Plane, Plane]:
    """The kernels for straight and aslant edges of a circle; `wide` is its half width in pixels."""
    reach = ring_reach(radius)
    y, x = np.mgrid[-reach : reach + 1, -reach : reach + 1].astype(np.float32)
    away = np.hypot(x, y)
    weight = np.clip(wide - np.abs(away - radius), 0, None)
    weight /= weight.sum()
    away[reach, reach] = 1
    return weight * (x**2 - y**2) / away**2, weight * 2 * x * y / away**2


@dataclass(frozen=True, slots=True)
class FilterLimits:
    """The limits of circles, squares and discs in a plane."""

    half_gradient: float = 9.0
    """Squared gradient of square-root brightness at which an edge counts by half."""
    disc_radius_fraction: float = 0.86
    """Fraction of a checker's radius over which its pixels are averaged."""
    disc_boxes: tuple[tuple[float, float], ...] = ((0.92, 0.38), (0.7, 0.7), (0.38, 0.92))
    """Half the sides of the boxes that approximate a disc, as fractions of its radius."""
    rim_reach: float = 1.2
    """Pixels to both sides of a circle within which edges count."""
    min_edge_pixels: float = 10.0
    """Pixels of edges that must be exceeded for a shape to be recognised."""


EdgeDirections = tuple[Plane, Plane]
"""The doubled directions of edges, weighted by their clarity: straight and aslant."""


def edge_directions(even: Plane, limits: FilterLimits = FilterLimits()) -> EdgeDirections:
    """The edges of a picture, all colours together."""
    right = cv2.Scharr(even, cv2.CV_32F, 1, 0, scale=1 / 32)
    down = cv2.Scharr(even, cv2.CV_32F, 0, 1, scale=1 / 32)
    xx, yy, xy = (sum_channels(a * b) for a, b in ((right, right), (down, down), (right, down)))
    strength = cv2.GaussianBlur(xx + yy, (3, 3), 0) + limits.half_gradient
    return (xx - yy) / strength, 2 * xy / strength


def rim_scores(
    found: EdgeDirections, radius: float, limits: FilterLimits = FilterLimits()
) -> Plane:
    """The fraction, from -1 to 1, of a circle around each spot that is an edge along it."""
    rows, columns = found[0].shape
    reach = ring_reach(radius)
    size = cv2.getOptimalDFTSize(rows + reach), cv2.getOptimalDFTSize(columns + reach)
    straight, slanted = (
        cv2.mulSpectrums(_fourier(edge, size), ring, 0)
        for edge, ring in zip(found, _fourier_ring(radius, limits.rim_reach, size), strict=True)
    )
    every = cv2.idft(straight + slanted, flags=cv2.DFT_SCALE | cv2.DFT_REAL_OUTPUT)
    return np.asarray(every[reach : reach + rows, reach : reach + columns], np.float32)


def squareness(
    found: EdgeDirections, new: Mask, width: float, limits: FilterLimits = FilterLimits()
) -> Plane:
    """The squareness around each spot, 0 to 1: new edges that run in two directions only."""
    across, aslant = (edge * new for edge in found)
    reach = 2 * round(width / 2) + 1
    twice = np.stack([across**2 - aslant**2, 2 * across * aslant, across**2 + aslant**2], axis=-1)
    one, other, every = np.moveaxis(cv2.blur(twice, (reach, reach)), -1, 0)
    return np.asarray(np.hypot(one, other) / (every + limits.min_edge_pixels / reach**2))


def disc_means(
    plane: NDArray[np.floating], radius: float, limits: FilterLimits = FilterLimits()
) -> Plane:
    """The means over about a disc of this radius (pixels) around each spot."""
    reach = radius * limits.disc_radius_fraction
    mean = np.zeros(plane.shape, np.float32)
    for wide, deep in limits.disc_boxes:
        size = 2 * round(reach * wide) + 1, 2 * round(reach * deep) + 1
        box = np.asarray(cv2.blur(plane, size), np.float32)
        mean += box / np.float32(len(limits.disc_boxes))
    return mean


def sum_channels(plane: Plane) -> Plane:
    """The sum over all channels."""
    return np.asarray(cv2.transform(plane, np.ones((1, plane.shape[2]), np.float32)), np.float32)


@lru_cache(maxsize=4)
def _fourier_ring(radius: float, wide: float, size: tuple[int, int]) -> list[Plane]:
    """The Fourier transforms of both kernels of a ring."""
    return [_fourier(weight[::-1, ::-1], size) for weight in ring_kernels(radius, wide)]


def _fourier(plane: Plane, size: tuple[int, int]) -> Plane:
    """The Fourier transform of a plane, in which a convolution is a much faster product."""
    wide = np.zeros(size, np.float32)
    wide[: plane.shape[0], : plane.shape[1]] = plane
    return np.asarray(cv2.dft(wide), np.float32)
