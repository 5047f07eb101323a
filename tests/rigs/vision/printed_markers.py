"""Marker cards as printed, cut out, and laid beside a board in a picture."""

from xml.etree import ElementTree as ET

import cv2
import numpy as np
from numpy.typing import NDArray

from simulation.rendering.board_pictures import BoardPicture

Pixels = NDArray[np.uint8]
Points = NDArray[np.float64]

SVG = "{http://www.w3.org/2000/svg}"
FINE = 24
"""Pixels of a cell as printed."""
INKS = {"#fff": 255, "#999": 153, None: 0}
DOTS = np.array([(1, 1), (0, 1), (0, 0), (1, 0)], np.float64)
"""Position of each card's dot, from its top left corner, in parts of its side."""


def print_cards(sheet: str) -> list[Pixels]:
    """The cards of a sheet as pictures."""
    return [_card(group) for group in ET.fromstring(sheet).iter(f"{SVG}g")]  # noqa: S314 - our own


def lay_cards(
    view: BoardPicture, cards: list[Pixels], across: float = 1.4, turn: float = 0.0
) -> Pixels:
    """The picture with a card at each corner of the field, that many widths of a point across.

    Each lies where its dot touches the corner, turned around it by so many degrees.
    """
    picture = view.picture.copy()
    field = view.plan.field
    spots = np.array(field.corners, np.float64)
    to_pixels = cv2.getPerspectiveTransform(
        spots.astype(np.float32), np.asarray(view.corners, np.float32)
    )
    right, down = _directions(spots)
    for card, spot, dot in zip(cards, spots, DOTS, strict=True):
        square = np.array([(0, 0), (1, 0), (1, 1), (0, 1)]) - dot
        square = square @ np.array([right, down]) * across
        square = spot + square @ _rotation(turn)
        corners = cv2.perspectiveTransform(square[None].astype(np.float32), to_pixels)[0]
        _lay(picture, card, np.asarray(corners, np.float64))
    return picture


def _directions(spots: Points) -> tuple[Points, Points]:
    """The directions right and down, as the board is numbered."""
    right, down = spots[1] - spots[0], spots[3] - spots[0]
    return right / np.linalg.norm(right), down / np.linalg.norm(down)


def _rotation(degrees: float) -> Points:
    sine, cosine = np.sin(np.radians(degrees)), np.cos(np.radians(degrees))
    return np.array([(cosine, sine), (-sine, cosine)])


def _lay(picture: Pixels, card: Pixels, corners: Points) -> None:
    side = float(len(card))
    flat = np.array([(0, 0), (side, 0), (side, side), (0, side)], np.float32)
    plane = cv2.getPerspectiveTransform(flat, corners.astype(np.float32))
    size = picture.shape[1], picture.shape[0]
    drawn = cv2.warpPerspective(card, plane, size, flags=cv2.INTER_AREA)
    there = cv2.warpPerspective(np.full_like(card, 255), plane, size) > 127
    light = float(np.percentile(picture, 98)) / 255
    picture[there] = (drawn[there] * light)[:, None].astype(np.uint8)


def _card(group: ET.Element) -> Pixels:
    shapes = list(group)
    side = round(float(shapes[0].get("width", "0")) * FINE)
    card = np.full((side, side), 255, np.uint8)
    for shape in shapes:
        ink = INKS[shape.get("fill")]
        if shape.tag == f"{SVG}rect":
            x, y, wide, high = (
                round(float(shape.get(name, "0")) * FINE) for name in ("x", "y", "width", "height")
            )
            card[y : y + high, x : x + wide] = ink
        elif shape.tag == f"{SVG}circle":
            x, y, r = (round(float(shape.get(name, "0")) * FINE) for name in ("cx", "cy", "r"))
            cv2.circle(card, (x, y), r, ink, -1)
    return card
