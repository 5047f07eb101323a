"""Printed corner cards: their detection and their printable sheet."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera_model import Corners
from vision.picture_arrays import Picture, Points

PATTERNS = (
    ("# ##", " # #", "  ##", "  # "),
    ("    ", "####", "#  #", "# # "),
    ("  ##", "  ##", "  # ", "## #"),
    ("#  #", "#  #", " #  ", " ## "),
)
"""The patterns of the cards within their black borders; `#` is white."""
CARDS = (13, 24, 1, 12)
"""The point beside each corner, which is printed on its card; clockwise from the top left."""
BORDER = 1
"""Black cells around a pattern."""
CELLS = len(PATTERNS[0]) + 2 * BORDER
"""Cells along a side of a pattern, its black border included."""
MARGIN = 1
"""Cells of white paper around a pattern, without which it is not detected on a dark board."""
CARD = CELLS + 2 * MARGIN
"""Cells along a side of a card."""
TOUCHING = (2, 3, 0, 1)
"""The corner of each card's pattern (clockwise from the top left) that has the dot."""

WHITE = 255
"""The largest brightness."""

Grey = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class MarkerLimits:
    """The limits of the search for printed cards."""

    longer_side: int = 1600
    """Pixels of the longer side of the picture in which patterns are sought."""
    smoothings: tuple[float, ...] = (0.0, 1.2, 2.5)
    """Pixels of smoothing against noise, one for each attempt."""
    black_percentile: int = 2
    """Percentile of brightness that becomes black when a dim picture is stretched."""
    white_percentile: int = 98
    """Percentile of brightness that becomes white then."""


def find_markers(picture: Picture, limits: MarkerLimits = MarkerLimits()) -> Corners | None:
    """Returns the corners that the cards mark, or None unless all four are detected."""
    scale = min(1.0, limits.longer_side / max(picture.shape[:2]))
    grey = _stretch_contrast(_reduce(picture, scale), limits)
    seen: dict[int, Points] = {}
    for smoothing in limits.smoothings:
        smooth = cv2.GaussianBlur(grey, (0, 0), smoothing) if smoothing else grey
        seen = _patterns(np.asarray(smooth, np.uint8)) | seen
        if len(seen) == len(CARDS):
            return _corners(seen, scale)
        if not seen:
            return None
    return None


def _reduce(picture: Picture, scale: float) -> Grey:
    size = round(picture.shape[1] * scale), round(picture.shape[0] * scale)
    small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.uint8)


def _stretch_contrast(grey: Grey, limits: MarkerLimits) -> Grey:
    """The picture, stretched to the full range of brightness."""
    dark, bright = np.percentile(grey, (limits.black_percentile, limits.white_percentile))
    stretched = (grey - dark) * (WHITE / max(bright - dark, 1.0))
    return np.asarray(np.clip(stretched, 0, WHITE).astype(np.uint8))


def _patterns(grey: Grey) -> dict[int, Points]:
    """The corners of each detected card's pattern, clockwise from its top left."""
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
    """The corners with the dots, or None if they do not form a board."""
    near = np.array([seen[card][touching] for card, touching in enumerate(TOUCHING)])
    far = np.array([seen[card][touching - 2] for card, touching in enumerate(TOUCHING)])
    try:
        return Corners.of(near + (near - far) * (MARGIN / CELLS)).scaled(1 / scale)
    except ValueError:
        return None


PAPER = (210, 297)
"""Width and height of a sheet of A4, in millimetres."""
CELL = 6
"""Millimetres; the side of a cell."""
APART = 20
"""Millimetres between two cards on the sheet."""
FAINT = "#999"
"""Colour of marks for people: dots, numbers and cutting lines."""


def marker_sheet() -> str:
    """Returns the SVG text of a sheet with the four cards, arranged as they lie around a board."""
    wide, high = PAPER
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}mm" height="{high}mm"'
        f' viewBox="0 0 {wide} {high}">'
    )
    return "\n".join([head, *_cards(), "</svg>", ""])


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
    """The black square of a card, and the white cells in it."""
    yield f'<rect x="{MARGIN}" y="{MARGIN}" width="{CELLS}" height="{CELLS}"/>'
    for y, row in enumerate(PATTERNS[card], MARGIN + BORDER):
        for x, cell in enumerate(row, MARGIN + BORDER):
            if cell != " ":
                yield f'<rect x="{x}" y="{y}" width="1" height="1" fill="#fff"/>'


def _signs(number: int, *, is_right: bool, is_low: bool) -> Iterator[str]:
    """The dot at the corner that touches the field, and the number at the opposite one."""
    near, far = MARGIN / 2, CARD - MARGIN / 2
    dot = (near if is_right else far), (near if is_low else far)
    other = (far if is_right else near), (far if is_low else near)
    yield f'<circle cx="{dot[0]}" cy="{dot[1]}" r="0.2" fill="{FAINT}"/>'
    yield (
        f'<text x="{other[0]}" y="{other[1] + 0.2}" font-size="0.6" font-family="sans-serif"'
        f' text-anchor="middle" fill="{FAINT}">{number}</text>'
    )
