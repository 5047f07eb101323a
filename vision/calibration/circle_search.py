"""Scores circles in a rectified picture; first guess of the checkers."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera_model import Corners, ProjectionMatrix, apply_homography
from vision.field_geometry import (
    HALF,
    ROW,
    FieldGeometry,
    LightHome,
    row_coordinates,
    start_checkers,
)
from vision.picture_arrays import Picture, Plane, Points
from vision.top_view import ring_kernels

MARGIN = 1.0
"""Widths of a point around the field that are searched, too."""


@dataclass(frozen=True, slots=True)
class CircleLimits:
    """The limits of the circles that are sought."""

    max_resolution: float = 36.0
    """Pixels for each width of a point, at most."""
    min_resolution: float = 14.0
    """Pixels for each width of a point, at least."""
    smoothing_width: float = 0.04
    """Widths of a point over which the picture is smoothed before edges are sought."""
    half_strength: float = 0.35
    """Multiples of the typical edge strength at which an edge counts by half."""
    added_edge_square: float = 1.0
    """Squared edge strength that is added to that, for pictures without edges."""
    tested_bars: tuple[float, ...] = (0.0, 0.5, 1.0, 1.5)
    """Tested widths of the bar, in widths of a point."""
    tested_depths: tuple[float, ...] = (8.4, 9.6, 10.9, 12.4)
    """Tested depths of the board, in widths of a point."""
    tested_radii: tuple[float, ...] = (0.37, 0.41, 0.45, 0.48)
    """Tested radii of checkers, in widths of a point."""
    row_spacing: float = 1.05
    """Distance of neighbouring checkers of a row, in diameters."""
    offset_step: float = 0.25
    """Widths of a point between tested offsets; in between, the best score is taken."""
    max_end_steps: int = 3
    """Steps by which each end of a row may be off the expected place."""

    def ends(self, aside: int) -> Points:
        """Offsets of the left and the right end of a row by up to so many steps, combined."""
        offsets = np.arange(-aside, aside + 1) * self.offset_step
        return np.array(list(product(offsets, offsets))).T


SECTORS = 8
"""Sectors of a circle."""
SAMPLES_PER_SECTOR = 6
"""Samples along the arc of a sector."""
RADIUS_FACTORS = (0.94, 0.97, 1.0, 1.03, 1.06)
"""Tested radii of a single circle, as fractions of the common radius."""
WHITE = 255.0


@dataclass(frozen=True, slots=True, eq=False)
class CircleScores:
    """The circles at one height above the board, from straight above."""

    plane: ProjectionMatrix
    """Homography from spots at that height to the pixels of the picture."""
    scale: float
    """Pixels of the rectified picture for each width of a point."""
    radii: Points
    """Radii of the circles that were sought, in widths of a point."""
    responses: tuple[Plane, ...]
    """For each radius the score of every pixel as a middle, from -1 to 1 for a sharp circle."""
    picture: Picture
    """The rectified picture."""
    edges: tuple[Plane, Plane]
    """Directions of edges, doubled, from -1 to 1: vertical against horizontal, and aslant."""

    def to_rectified(self, spots: Points) -> Points:
        return (spots + MARGIN) * self.scale - 0.5

    def with_tolerance(self, reach: float) -> CircleScores:
        """The circles with each score replaced by the best within `reach` widths of a point."""
        side = 2 * int(np.ceil(reach * self.scale)) + 1
        best = (cv2.dilate(response, np.ones((side, side))) for response in self.responses)
        return replace(self, responses=tuple(np.clip(found, 0, 1) for found in best))

    def to_picture(self, places: Points) -> Points:
        return apply_homography(self.plane, (places + 0.5) / self.scale - MARGIN)

    def sectors(self, middle: Points, radius: float) -> Points:
        """The score of each sector of a circle of about this radius, from -1 to 1."""
        count = SECTORS * SAMPLES_PER_SECTOR
        angles = np.arange(count) * (2 * np.pi / count)
        around = np.column_stack([np.cos(angles), np.sin(angles)])
        away = radius * np.array(RADIUS_FACTORS)[:, None, None] * self.scale
        x, y = np.moveaxis(self.to_rectified(middle) + away * around, -1, 0).astype(np.float32)
        across, aslant = (cv2.remap(edge, x, y, cv2.INTER_LINEAR) for edge in self.edges)
        seen = across * np.cos(2 * angles) + aslant * np.sin(2 * angles)
        return np.asarray(seen.max(axis=0).reshape(SECTORS, SAMPLES_PER_SECTOR).mean(axis=1))

    def colour(self, middle: Points, radius: float) -> Points:
        """The median colour of a disc: lightness from 0 to 100, a and b."""
        ends = np.linspace(-1, 1, 2 * SAMPLES_PER_SECTOR)
        spots = np.stack(np.meshgrid(ends, ends), axis=-1).reshape(-1, 2)
        spots = spots[(spots**2).sum(axis=1) <= 1]
        x, y = self.to_rectified(middle + spots * radius).T.astype(np.float32)
        disc = cv2.remap(self.picture, x[None], y[None], cv2.INTER_LINEAR)
        colours = cv2.cvtColor(disc.astype(np.float32) / WHITE, cv2.COLOR_BGR2LAB)
        return np.asarray(np.median(colours[0], axis=0))


def score_circles(
    picture: Picture,
    plane: ProjectionMatrix,
    field: FieldGeometry,
    radii: Points,
    limits: CircleLimits,
) -> CircleScores:
    """Scores the circles of some radii in a picture, seen from straight above."""
    area = cv2.contourArea(apply_homography(plane, field.corners).astype(np.float32))
    seen = float(np.sqrt(area / (field.width * field.depth)))
    scale = float(np.clip(seen, limits.min_resolution, limits.max_resolution))
    above = rectify_field(picture, plane, field, scale)
    across, aslant, strength = _edges(above, limits.smoothing_width * scale)
    strength += limits.half_strength * float(np.median(strength)) + limits.added_edge_square
    across, aslant = across / strength, aslant / strength
    responses = tuple(_response(across, aslant, radius * scale) for radius in radii)
    return CircleScores(plane, scale, radii, responses, above, (across, aslant))


def rectify_field(
    picture: Picture, plane: ProjectionMatrix, field: FieldGeometry, scale: float
) -> Picture:
    """The field and a margin around it, seen from straight above."""
    shift = (0.5 / scale) - MARGIN
    from_above = np.array([[1 / scale, 0, shift], [0, 1 / scale, shift], [0, 0, 1]])
    size = np.ceil((np.array((field.width, field.depth)) + 2 * MARGIN) * scale).astype(int)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    shown = cv2.warpPerspective(
        picture, plane @ from_above, size.tolist(), flags=flags, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(shown, dtype=np.uint8)


def _edges(above: Picture, smoothing: float) -> tuple[Plane, Plane, Plane]:
    """Doubled directions of edges, straight and aslant, and their squared strength."""
    smooth = cv2.GaussianBlur(above.astype(np.float32), (0, 0), smoothing)
    right = cv2.Scharr(smooth, cv2.CV_32F, 1, 0, scale=1 / 32)
    down = cv2.Scharr(smooth, cv2.CV_32F, 0, 1, scale=1 / 32)
    xx, yy, xy = ((a * b).sum(axis=2) for a, b in ((right, right), (down, down), (right, down)))
    return xx - yy, 2 * xy, xx + yy


def _response(across: Plane, aslant: Plane, radius: float) -> Plane:
    straight, slanted = ring_kernels(radius)
    found = cv2.filter2D(across, cv2.CV_32F, straight)
    return found + cv2.filter2D(aslant, cv2.CV_32F, slanted)


ASSUMED_BAR_WIDTH = 0.8
"""Widths of a point; the bar that is assumed when a picture is rectified."""
HOMES = (LightHome.BOTTOM_RIGHT, LightHome.BOTTOM_LEFT)
"""Tested homes; the colour does not matter here, so the bottom ones cover the top as well."""


@dataclass(frozen=True, slots=True, eq=False)
class BoardGuess:
    """A guess of the measures of a board and its checkers' places."""

    home: LightHome
    """The quarter of Light's home, or of Dark's opposite to it."""
    bar: float
    depth: float
    pitch: float
    """Distance of neighbouring checkers of a row; like bar and depth in widths of a point."""
    pixels: Points
    """Pixels of each checker of `start_checkers(home)`."""
    worth: float
    """Mean score of the circles there, up to 1."""


def guess_boards(
    picture: Picture, corners: Corners, limits: CircleLimits
) -> tuple[BoardGuess, ...]:
    """The best guess for each side on which the homes may be."""
    every = [
        _row_by_row(found, place, home, bar, depth, limits)
        for depth in limits.tested_depths
        for found in [score_checkers(picture, corners, depth, limits)]
        for place, home, bar in product(range(len(limits.tested_radii)), HOMES, limits.tested_bars)
    ]
    by_home = ([guess for guess in every if guess.home is home] for home in HOMES)
    return tuple(max(guesses, key=lambda guess: guess.worth) for guesses in by_home)


def score_checkers(
    picture: Picture, corners: Corners, depth: float, limits: CircleLimits
) -> CircleScores:
    """Scores each spot as the middle of a checker, by the best within half a step around it."""
    field = FieldGeometry(bar=ASSUMED_BAR_WIDTH, depth=depth)
    spots, pixels = (each.astype(np.float32) for each in (field.corners, corners.points))
    plane = np.asarray(cv2.getPerspectiveTransform(spots, pixels), np.float64)
    found = score_circles(picture, plane, field, np.array(limits.tested_radii), limits)
    return found.with_tolerance(limits.offset_step / 2)


def _row_by_row(
    found: CircleScores, at: int, home: LightHome, bar: float, depth: float, limits: CircleLimits
) -> BoardGuess:
    pitch = 2 * limits.tested_radii[at] * limits.row_spacing
    checkers = row_coordinates(start_checkers(home))
    spots, worth = np.zeros((len(checkers), 2)), 0.0
    for is_top in (0, 1):
        row = checkers[:, 2] == is_top
        places = lattice_spots(checkers[row], bar, depth, pitch)
        spots[row], gain = _row(found, found.responses[at], places, limits)
        worth += gain / 2
    return BoardGuess(home, bar, depth, pitch, found.to_picture(found.to_rectified(spots)), worth)


def lattice_spots(checkers: Points, bar: float, depth: float, pitch: float) -> Points:
    """The spots of checkers (column, distance from the rim, is_top) in the assumed field."""
    across, from_rim, is_top = checkers.T
    x = (across + 0.5 + bar * (across >= HALF)) * (ROW + ASSUMED_BAR_WIDTH) / (ROW + bar)
    return np.column_stack([x, np.where(is_top > 0, from_rim * pitch, depth - from_rim * pitch)])


def _row(
    found: CircleScores, response: Plane, places: Points, limits: CircleLimits
) -> tuple[Points, float]:
    """The best places for the checkers of one row near the expected ones; their mean score."""
    x, y = places.T
    aside = interpolate_offsets(x[:, None], limits.ends(limits.max_end_steps))
    high, wide = response.shape
    columns = nearest_index(found.to_rectified(x[:, None] + aside), wide)
    lines = nearest_index(found.to_rectified(y[:, None] + aside), high)
    worth = response[lines[:, :, None], columns[:, None, :]].mean(axis=0)
    down, right = np.unravel_index(int(worth.argmax()), worth.shape)
    spots = np.column_stack([x + aside[:, right], y + aside[:, down]])
    return spots, float(worth[down, right])


def interpolate_offsets(x: Points, ends: Points) -> Points:
    """The offset of something between the left and the right end of a row."""
    share = x / (ROW + ASSUMED_BAR_WIDTH)
    return np.asarray(ends[0] * (1 - share) + ends[1] * share)


def nearest_index(places: Points, end: int) -> NDArray[np.intp]:
    """The nearest valid index for each place in a row of `end` pixels."""
    return np.clip(np.round(places), 0, end - 1).astype(np.intp)
