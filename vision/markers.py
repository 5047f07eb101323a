"""Four printed cards that tell where the corners of a board are, whatever the board looks like.

A card is put outside the field at each of its corners, so that the corner of the card with the dot
touches the corner of the field. Which way a card is turned does not matter: its pattern says to
which corner it belongs. Patterns are those of ArUco, 4x4, of which the first four are used.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.corners import Corners
from vision.pictures import Picture, Points

PATTERNS = (
    ("# ##", " # #", "  ##", "  # "),
    ("    ", "####", "#  #", "# # "),
    ("  ##", "  ##", "  # ", "## #"),
    ("#  #", "#  #", " #  ", " ## "),
)
"""Which cells of the first four patterns are white, within their black borders."""
CARDS = (13, 24, 1, 12)
"""The point beside each corner, which is printed on its card: from the top left one clockwise."""
BORDER = 1
"""Black cells around a pattern."""
CELLS = len(PATTERNS[0]) + 2 * BORDER
"""Black and white squares of a pattern to each side, its black border included."""
MARGIN = 1
"""Cells of white paper around a pattern, without which it is not seen on a dark board."""
CARD = CELLS + 2 * MARGIN
TOUCHING = (2, 3, 0, 1)
"""For each card the corner of its pattern, from the top left one clockwise, that has the dot."""

LARGEST = 1600
"""Pixels of the longer side of the picture in which patterns are sought."""
SMOOTHINGS = (0.0, 1.2, 2.5)
"""Pixels over which noise is smoothed away, from one try to the next."""
DARKEST, BRIGHTEST = 2, 98
"""Of all pixels, in percent: those between which the light of a dim picture is stretched."""
WHITE = 255

Grey = NDArray[np.uint8]


def marked(picture: Picture) -> Corners | None:
    """The corners that the cards tell; None where not all four are seen."""
    scale = min(1.0, LARGEST / max(picture.shape[:2]))
    grey = _stretched(_shrunk(picture, scale))
    seen: dict[int, Points] = {}
    for smoothing in SMOOTHINGS:
        smooth = cv2.GaussianBlur(grey, (0, 0), smoothing) if smoothing else grey
        seen = _patterns(np.asarray(smooth, np.uint8)) | seen
        if len(seen) == len(CARDS):
            return _corners(seen, scale)
        if not seen:
            return None
    return None


def _shrunk(picture: Picture, scale: float) -> Grey:
    size = round(picture.shape[1] * scale), round(picture.shape[0] * scale)
    small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.uint8)


def _stretched(grey: Grey) -> Grey:
    """The same picture with all the light that there can be."""
    dark, bright = np.percentile(grey, (DARKEST, BRIGHTEST))
    stretched = (grey - dark) * (WHITE / max(bright - dark, 1.0))
    clipped: Grey = np.clip(stretched, 0, WHITE).astype(np.uint8)
    return clipped


def _patterns(grey: Grey) -> dict[int, Points]:
    """The corners of each card's pattern, from its top left one clockwise."""
    known = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    if hasattr(cv2.aruco, "ArucoDetector"):
        every, cards, _ = cv2.aruco.ArucoDetector(known).detectMarkers(grey)
    else:  # before OpenCV 4.7
        every, cards, _ = cv2.aruco.detectMarkers(grey, known)  # type: ignore[attr-defined]  # gone in 5
    if not every:
        return {}
    return {
        int(card): np.asarray(corners, np.float64).reshape(4, 2)
        for card, corners in zip(np.ravel(cards), every, strict=True)
        if card < len(CARDS)
    }


def _corners(seen: dict[int, Points], scale: float) -> Corners | None:
    """The corners with the dots; None if they do not go around a board."""
    points = [_dotted(seen[card], TOUCHING[card]) for card in range(len(CARDS))]
    try:
        return Corners.of(np.array(points)).scaled(1 / scale)
    except ValueError:
        return None


def _dotted(corners: Points, touching: int) -> Points:
    """The corner of the paper beyond a corner of the pattern."""
    diagonal = corners[touching] - corners[touching - 2]
    beyond: Points = corners[touching] + diagonal * (MARGIN / CELLS)
    return beyond
