"""The looks of a board and its checkers, out of one picture of the starting position."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.checkers import Colour
from vision.eye import Eye
from vision.field import Field
from vision.learning.opening import Stand
from vision.looks import QUARTERS, Looks, Tones, rooted
from vision.pictures import Picture, Points
from vision.plane import SCALE, Plane, above, everywhere, shape, to_plane
from vision.studying.bare import bare
from vision.studying.discs import hidden, tops
from vision.studying.tones import tones

SHADOW = 0.22
"""Widths of a point around a checker that its shadow may darken."""
INNER = 0.9
"""The part of a top, across, whose colours are taken for its own."""
BENT = 30.0
"""How much a light that falls off in a bend needs to be shown by the checkers."""


def studied(
    picture: Picture, eye: Eye, field: Field, stands: tuple[Stand, ...], spots: Points
) -> Looks:
    """The looks of everything, the checkers being known to lie on these spots."""
    on_tops = above(eye, field, field.thickness).of(picture)
    light = np.array([stand.colour is Colour.LIGHT for stand in stands])
    falloff = _falloff(on_tops, field, spots, light)
    seen = rooted(on_tops, falloff)
    surface = rooted(above(eye, field, 0.0).of(picture), falloff)
    covered = hidden(eye, field, spots, SHADOW)
    empty = bare(seen, surface, eye, field, covered)
    return Looks(
        ground=empty.ground.round().astype(np.uint8),
        spread=np.clip(empty.spread * QUARTERS, 1, 255).astype(np.uint8),
        known=~covered,
        light=_tones(seen, field, spots[light]),
        dark=_tones(seen, field, spots[~light]),
        light_colour=_middle(seen, field, spots[light]),
        dark_colour=_middle(seen, field, spots[~light]),
        falloff=falloff,
    )


def _middle(seen: Plane, field: Field, spots: Points) -> NDArray[np.float32]:
    return np.median(seen[tops(field, spots, INNER)], axis=0).astype(np.float32)


def _tones(seen: Plane, field: Field, spots: Points) -> Tones:
    return tones(seen[tops(field, spots, INNER)])


def _falloff(
    on_tops: Picture, field: Field, spots: Points, light: NDArray[np.bool_]
) -> NDArray[np.float32]:
    """How the light falls off over the board, as the checkers of a colour show it."""
    grey = cv2.GaussianBlur(on_tops.mean(axis=2).astype(np.float32), (0, 0), SCALE / 5)
    at = to_plane(spots).round().astype(int)
    bright = np.log(np.maximum(grey[at[:, 1], at[:, 0]], 2.0))
    bends = _bends(spots, field)
    rows = np.column_stack([light, ~light, bends])
    ridge = np.diag([0.0, 0.0, 1.0, 1.0, BENT, BENT, BENT]) * 0.3
    factors = np.linalg.solve(rows.T @ rows + ridge, rows.T @ bright)
    falloff = np.exp(_bends(everywhere(field), field) @ factors[2:])
    return falloff.astype(np.float32).reshape(shape(field))


def _bends(spots: Points, field: Field) -> Points:
    x, y = spots[:, 0] / field.width - 0.5, spots[:, 1] / field.depth - 0.5
    return np.column_stack([x, y, x * x, x * y, y * y])
