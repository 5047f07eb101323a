"""Four printed cards that tell where the corners of a board are, whatever the board looks like.

A card is put outside the field at each of its corners, so that the corner of the card with the dot
touches the corner of the field. Which way a card is turned does not matter: its pattern says to
which corner it belongs. Patterns are those of ArUco, 4x4, of which the first four are used.
"""

from __future__ import annotations

from collections.abc import Iterator

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

PAPER = (210, 297)
"""Millimetres of a sheet of A4."""
CELL = 6
"""Millimetres of a cell."""
APART = 20
"""Millimetres between two cards on the sheet."""
FAINT = "#999"
"""What is printed for people."""

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


def sheet() -> str:
    """The four cards as a sheet to be printed and cut, in SVG, as they lie around a board."""
    wide, high = PAPER
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}mm" height="{high}mm"'
        f' viewBox="0 0 {wide} {high}">'
    )
    return "\n".join([head, *_cards(), "</svg>", ""])


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


def _cards() -> Iterator[str]:
    for card, number in enumerate(CARDS):
        right, low = card in (1, 2), card in (2, 3)
        x, y = (
            middle / 2 + (APART / 2 if further else -APART / 2 - CARD * CELL)
            for middle, further in zip(PAPER, (right, low), strict=True)
        )
        yield f'<g transform="translate({x:g} {y:g}) scale({CELL})">'
        yield (
            f'<rect width="{CARD}" height="{CARD}" fill="#fff"'
            f' stroke="{FAINT}" stroke-width="0.03"/>'
        )
        yield from _cells(card)
        yield from _signs(number, is_right=right, is_low=low)
        yield "</g>"


def _cells(card: int) -> Iterator[str]:
    """A black square, and the white cells in it."""
    yield f'<rect x="{MARGIN}" y="{MARGIN}" width="{CELLS}" height="{CELLS}"/>'
    for y, row in enumerate(PATTERNS[card], MARGIN + BORDER):
        for x, cell in enumerate(row, MARGIN + BORDER):
            if cell != " ":
                yield f'<rect x="{x}" y="{y}" width="1" height="1" fill="#fff"/>'


def _signs(number: int, *, is_right: bool, is_low: bool) -> Iterator[str]:
    """The dot at the corner that touches the field, and the number at the other one."""
    near, far = MARGIN / 2, CARD - MARGIN / 2
    dot = (near if is_right else far), (near if is_low else far)
    other = (far if is_right else near), (far if is_low else near)
    yield f'<circle cx="{dot[0]}" cy="{dot[1]}" r="0.2" fill="{FAINT}"/>'
    yield (
        f'<text x="{other[0]}" y="{other[1] + 0.2}" font-size="0.6" font-family="sans-serif"'
        f' text-anchor="middle" fill="{FAINT}">{number}</text>'
    )
