"""Where in a picture the tops of the thirty checkers are, the camera being roughly known."""

from __future__ import annotations

import numpy as np

from vision.homography import through
from vision.learning.posing import PITCH, Pose, Seen
from vision.learning.rings import Response, Rings, rings
from vision.pictures import Picture, Points
from vision.solving import Vector

SNUG = np.array([0.92, 0.945, 0.97, 0.995])
"""How wide checkers may be, as a part of what each of a row takes."""
FAR = 0.3
"""How much worse a circle may look for being in the middle of the window, not at its side."""
LEAST_TRUST = 0.05
"""What a checker of which nothing is seen still counts."""


def sought(picture: Picture, pose: Pose) -> Rings:
    """The circles as wide as checkers in a picture, at the height of their tops."""
    pitch = float(pose.vector[PITCH])
    field = pose.field(pitch)
    return rings(picture, pose.eye.plane(field.thickness), field, pitch / 2 * SNUG)


def sighted(found: Rings, pose: Pose, stands: Vector, window: float) -> Seen:
    """The best circle within a window around each checker."""
    expected = through(np.linalg.inv(found.plane), pose.eye.pixels(pose.tops(stands)))
    cut = [_window(found, spot, window) for spot in expected]
    every = [
        np.array([_peak(part, corner) for part, corner in zip(_cuts(r, cut), cut, strict=True)])
        for r in found.responses
    ]
    worth = np.array([np.clip(peaks[:, 2], 0, 1).mean() for peaks in every])
    best = int(worth.argmax())
    checker = 2 * _finest(found.radii, worth)
    peaks = every[best]
    trust = np.clip(peaks[:, 2], LEAST_TRUST, 1)
    return Seen(stands, found.back(peaks[:, :2]), trust, checker)


Window = tuple[int, int, int, int, Response]
"""Its left, top, right and bottom pixel, and what each pixel in it is worth less."""


def _window(found: Rings, spot: Points, window: float) -> Window:
    high, wide = found.responses[0].shape
    x, y = found.at(spot)
    reach = max(window * found.scale, 2.0)
    left, right = (int(np.clip(v, 0, wide - 1)) for v in (x - reach, x + reach))
    top, bottom = (int(np.clip(v, 0, high - 1)) for v in (y - reach, y + reach))
    across, down = np.arange(left, right + 1) - x, np.arange(top, bottom + 1) - y
    away = (across[None, :] ** 2 + down[:, None] ** 2) / reach**2
    return left, top, right, bottom, (FAR * away).astype(np.float32)


def _cuts(response: Response, windows: list[Window]) -> list[Response]:
    return [
        response[top : bottom + 1, left : right + 1] - less
        for left, top, right, bottom, less in windows
    ]


def _peak(part: Response, window: Window) -> tuple[float, float, float]:
    left, top, *_, less = window
    y, x = np.unravel_index(int(part.argmax()), part.shape)
    worth = float(part[y, x] + less[y, x])
    return left + _summit(part[y, :], int(x)), top + _summit(part[:, x], int(y)), worth


def _summit(line: Response, at: int) -> float:
    """Where between its pixels a line is highest."""
    if not 0 < at < len(line) - 1:
        return float(at)
    before, here, after = map(float, line[at - 1 : at + 2])
    bend = before - 2 * here + after
    return at + (0.5 * (before - after) / bend if bend < 0 else 0.0)


def _finest(values: Vector, worth: Vector) -> float:
    """The value that is worth most, between those that were tried."""
    at = _summit(worth.astype(np.float32), int(worth.argmax()))
    return float(np.interp(at, np.arange(len(values)), values))
