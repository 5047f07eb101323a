"""How much each spot of a picture looks like the middle of a round checker."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.eye import Matrix
from vision.field import Field
from vision.homography import through
from vision.pictures import Picture, Points
from vision.ring import ring

MARGIN = 1.0
"""Widths of a point around the field that are looked at, too."""
FINEST, COARSEST = 36.0, 14.0
"""Pixels for each width of a point, seen from above."""
SMOOTHING = 0.04
"""Widths of a point over which the picture is smoothed before its edges are sought."""
FAINT = 0.35
"""An edge so many times as strong as the typical one counts by half."""
SECTORS, FINENESS = 8, 6
"""Parts of a circle, and places looked at in each."""
ABOUT = (0.94, 0.97, 1.0, 1.03, 1.06)
"""How much smaller or larger a circle may be than all of them are."""
WHITE = 255.0

Response = NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class Rings:
    """What a picture shows at one height above the board, seen from straight above."""

    plane: Matrix
    """From spots at that height to the pixels of the picture."""
    scale: float
    """Pixels for each width of a point, seen from above."""
    radii: Points
    """Those of the circles that were sought, in widths of a point."""
    responses: tuple[Response, ...]
    """For each, from -1 to 1 for the middle at each pixel: 1 for a sharp circle around it."""
    above: Picture
    """The picture itself."""
    edges: tuple[Response, Response]
    """From -1 to 1, how surely edges run up and down and not from side to side, and aslant."""

    def at(self, spots: Points) -> Points:
        """Where spots are, seen from above."""
        return (spots + MARGIN) * self.scale - 0.5

    def widened(self, reach: float) -> Rings:
        """The same, each spot being as good as the best one that is no further away."""
        side = 2 * int(np.ceil(reach * self.scale)) + 1
        best = (cv2.dilate(response, np.ones((side, side))) for response in self.responses)
        return replace(self, responses=tuple(np.clip(found, 0, 1) for found in best))

    def back(self, places: Points) -> Points:
        """Where in the picture something is that was seen from above."""
        return through(self.plane, (places + 0.5) / self.scale - MARGIN)

    def sectors(self, middle: Points, radius: float) -> Points:
        """How well each part of a circle about that wide is seen, from -1 to 1."""
        angles = np.arange(SECTORS * FINENESS) * (2 * np.pi / (SECTORS * FINENESS))
        around = np.column_stack([np.cos(angles), np.sin(angles)])
        away = radius * np.array(ABOUT)[:, None, None] * self.scale
        x, y = np.moveaxis(self.at(middle) + away * around, -1, 0).astype(np.float32)
        across, aslant = (cv2.remap(edge, x, y, cv2.INTER_LINEAR) for edge in self.edges)
        seen = across * np.cos(2 * angles) + aslant * np.sin(2 * angles)
        parts: Points = seen.max(axis=0).reshape(SECTORS, FINENESS).mean(axis=1)
        return parts

    def colour(self, middle: Points, radius: float) -> Points:
        """The typical colour of a disc: its lightness from 0 to 100, a and b."""
        ends = np.linspace(-1, 1, 2 * FINENESS)
        spots = np.stack(np.meshgrid(ends, ends), axis=-1).reshape(-1, 2)
        spots = spots[(spots**2).sum(axis=1) <= 1]
        x, y = self.at(middle + spots * radius).T.astype(np.float32)
        disc = cv2.remap(self.above, x[None], y[None], cv2.INTER_LINEAR)
        colours = cv2.cvtColor(disc.astype(np.float32) / WHITE, cv2.COLOR_BGR2LAB)
        typical: Points = np.median(colours[0], axis=0)
        return typical


def rings(picture: Picture, plane: Matrix, field: Field, radii: Points) -> Rings:
    """The circles of some radii in a picture, as seen from straight above."""
    scale = float(np.clip(_pixels_a_point(plane, field), COARSEST, FINEST))
    above = rectified(picture, plane, field, scale)
    across, aslant, strength = _edges(above, SMOOTHING * scale)
    strength += FAINT * float(np.median(strength)) + 1.0
    across, aslant = across / strength, aslant / strength
    responses = tuple(_response(across, aslant, radius * scale) for radius in radii)
    return Rings(plane, scale, radii, responses, above, (across, aslant))


def rectified(picture: Picture, plane: Matrix, field: Field, scale: float) -> Picture:
    """The field and a margin around it, as seen from straight above."""
    shift = (0.5 / scale) - MARGIN
    from_above = np.array([[1 / scale, 0, shift], [0, 1 / scale, shift], [0, 0, 1]])
    size = np.ceil((np.array((field.width, field.depth)) + 2 * MARGIN) * scale).astype(int)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    shown = cv2.warpPerspective(
        picture, plane @ from_above, size.tolist(), flags=flags, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(shown, dtype=np.uint8)


def _pixels_a_point(plane: Matrix, field: Field) -> float:
    area = cv2.contourArea(through(plane, field.corners).astype(np.float32))
    return float(np.sqrt(area / (field.width * field.depth)))


def _edges(above: Picture, smoothing: float) -> tuple[Response, Response, Response]:
    """How edges run at each pixel, all colours together, and the square of how strong they are.

    First how much more they run up and down than from side to side, then the same aslant.
    """
    smooth = cv2.GaussianBlur(above.astype(np.float32), (0, 0), smoothing)
    right = cv2.Scharr(smooth, cv2.CV_32F, 1, 0, scale=1 / 32)
    down = cv2.Scharr(smooth, cv2.CV_32F, 0, 1, scale=1 / 32)
    xx, yy, xy = ((a * b).sum(axis=2) for a, b in ((right, right), (down, down), (right, down)))
    return xx - yy, 2 * xy, xx + yy


def _response(across: Response, aslant: Response, radius: float) -> Response:
    straight, slanted = ring(radius)
    found = cv2.filter2D(across, cv2.CV_32F, straight)
    return found + cv2.filter2D(aslant, cv2.CV_32F, slanted)
