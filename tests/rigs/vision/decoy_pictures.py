"""Pictures of other things than backgammon boards, some of them full of edges."""

import cv2
import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]
WIDTH, HEIGHT = 960, 540
INK, PAPER = (25, 25, 25), (225, 232, 238)


def chess_board() -> Pixels:
    picture = _plain((60, 80, 100))
    for row, column in np.ndindex(8, 8):
        _square(picture, 230 + column * 60, 30 + row * 60, 60, dark=(row + column) % 2 == 0)
    return picture


def tablecloth() -> Pixels:
    picture = _plain(PAPER)
    for row, column in np.ndindex(HEIGHT // 30, WIDTH // 30):
        _square(picture, column * 30, row * 30, 30, dark=(row + column) % 2 == 0)
    return picture


def text() -> Pixels:
    """The same line repeatedly, so that its letters stand in columns."""
    picture = _plain(PAPER)
    for line in range(20):
        place = (30, 30 + 26 * line)
        cv2.putText(picture, "the quick brown fox jumps over a lazy dog", place, 0, 0.9, INK, 2)
    return picture


def piano() -> Pixels:
    picture = _plain((210, 215, 220))
    for key in range(50):
        left = key * 19
        cv2.rectangle(picture, (left, 150), (left + 17, 450), (250, 250, 250), -1)
        if key % 7 in {0, 1, 3, 4, 5}:
            cv2.rectangle(picture, (left + 12, 150), (left + 25, 340), INK, -1)
    return picture


def cat() -> Pixels:
    """Two ears, a face and whiskers."""
    fur = (45, 75, 115)
    picture = _plain((70, 120, 60))
    cv2.ellipse(picture, (480, 330), (190, 150), 0, 0, 360, fur, -1)
    cv2.circle(picture, (480, 180), 90, fur, -1)
    for side in (-1, 1):
        ear = [(480 + side * 82, 150), (480 + side * 75, 45), (480 + side * 22, 100)]
        cv2.fillPoly(picture, [np.array(ear, np.int32)], fur)
        cv2.circle(picture, (480 + side * 34, 165), 13, (30, 200, 200), -1)
        for whisker in range(4):
            end = (480 + side * 150, 190 + whisker * 12)
            cv2.line(picture, (480 + side * 20, 205), end, PAPER, 2)
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), 1.5), np.uint8)


def checkers() -> Pixels:
    """Two rows of twelve, and no board under them."""
    picture = _plain((60, 60, 60))
    for row, column in np.ndindex(2, 12):
        ink = (20, 20, 220) if (row + column) % 2 else PAPER
        cv2.circle(picture, (90 + column * 70, 150 + row * 240), 30, ink, -1)
    return picture


def draughts() -> Pixels:
    """Flat colours, the upper men nearly as dark as their squares."""
    dark, pale = (40, 60, 90), (220, 230, 235)
    picture = np.full((800, 1000, 3), (60, 80, 100), np.uint8)
    for row, column in np.ndindex(8, 8):
        is_dark = (row + column) % 2 == 0
        left, top = 180 + column * 80, 80 + row * 80
        square = dark if is_dark else pale
        cv2.rectangle(picture, (left, top), (left + 80, top + 80), square, -1)
        if is_dark and row not in {3, 4}:
            ink = (20, 20, 20) if row < 3 else (240, 240, 240)
            cv2.circle(picture, (left + 40, top + 40), 32, ink, -1)
    return picture


def discs() -> Pixels:
    """As many as fit on a board, all of exactly one colour."""
    picture = np.full((720, 1280, 3), 90, np.uint8)
    for row, column in np.ndindex(10, 12):
        middle = 319 + round(column * 58.3), 126 + row * 52
        cv2.circle(picture, middle, 26, (40, 40, 200), -1)
    return picture


def slope() -> Pixels:
    """A gradient from black at the left to white at the right."""
    grey = np.tile(np.linspace(0, 255, WIDTH), (HEIGHT, 1))
    return np.repeat(grey[..., None], 3, axis=2).astype(np.uint8)


def brightness() -> Pixels:
    return _plain((255, 255, 255))


def noise() -> Pixels:
    return np.random.default_rng(5).integers(0, 256, (HEIGHT, WIDTH, 3), dtype=np.uint8)


def darkness() -> Pixels:
    return _plain((0, 0, 0))


DECOYS = {
    made.__name__: made
    for made in (chess_board, tablecloth, text, piano, cat, checkers, noise, darkness)
}


def _plain(colour: tuple[int, int, int]) -> Pixels:
    return np.full((HEIGHT, WIDTH, 3), colour, np.uint8)


def _square(picture: Pixels, left: int, top: int, side: int, *, dark: bool) -> None:
    colour = (50, 60, 140) if dark else PAPER
    cv2.rectangle(picture, (left, top), (left + side - 1, top + side - 1), colour, -1)
