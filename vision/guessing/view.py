"""A board of which nothing was learnt, as one picture shows it from straight above."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.eye import Eye
from vision.field import Field
from vision.looks import rooted
from vision.pictures import Mask, Picture, Points
from vision.plane import BESIDE, BEYOND, SCALE, Plane, above, to_plane


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """All brightnesses as roots."""

    eye: Eye
    field: Field
    tops: Plane
    """In the plane of the checkers' tops."""
    surface: Plane
    """In the plane that they lie on."""
    inside: Mask
    """What the picture shows of the plane of the tops."""

    @property
    def radius(self) -> float:
        """Pixels of the plane."""
        return self.field.checker / 2 * SCALE

    @property
    def on_field(self) -> Mask:
        """What it shows of the field itself."""
        mask = np.zeros_like(self.inside)
        rows = slice(round(BEYOND * SCALE), round((BEYOND + self.field.depth) * SCALE))
        columns = slice(round(BESIDE * SCALE), round((BESIDE + self.field.width) * SCALE))
        mask[rows, columns] = self.inside[rows, columns]
        return mask


def viewed(picture: Picture, eye: Eye, field: Field) -> View:
    """What a camera shows of a board."""
    tops, surface = above(eye, field, field.thickness), above(eye, field, 0.0)
    return View(eye, field, rooted(tops.of(picture)), rooted(surface.of(picture)), tops.inside)


def told_at(plane: Plane, spots: Points) -> Plane:
    """What a plane has at some spots, a row for each."""
    at = to_plane(spots).round().astype(int)
    high, wide = plane.shape[:2]
    there: Plane = plane[np.clip(at[:, 1], 0, high - 1), np.clip(at[:, 0], 0, wide - 1)]
    return there
