"""Where a camera is now, by a picture of a board that it knows."""

from __future__ import annotations

import numpy as np

from vision.aligning.aligned import agreement, aligned, shot_of
from vision.aligning.edges import edges_of
from vision.eye import Eye
from vision.field import Field
from vision.learned import Learned
from vision.pictures import Picture, size

CLOSE = (0.3, 0.15, 0.1)
"""How far around it an edge is sought, in widths of a point, from one round to the next."""
MOVED = 0.01
"""Widths of a point; a camera whose corners move by less is where it was."""
ENOUGH = 0.35
"""The part of the edges of a board that has to be seen where it should be."""


class BoardLost(ValueError):
    """A picture in which the board cannot be made out where it may be."""


def registered(picture: Picture, learned: Learned) -> Eye:
    """Where the camera is now, the very same eye if it has not moved; BoardLost if that is open."""
    if size(picture) != learned.eye.size:
        raise BoardLost("pictures of another size are another camera's")
    edges = edges_of(learned)
    shot = shot_of(picture, learned.eye, edges)
    eye = aligned(edges, shot, learned.eye, CLOSE)
    if agreement(edges, shot, eye) < ENOUGH:
        raise BoardLost("nothing in the picture looks like the board that is known")
    return learned.eye if apart(learned.eye, eye, learned.field) < MOVED else eye


def apart(one: Eye, other: Eye, field: Field) -> float:
    """How far the corners of the field are from where they were, in widths of a point."""
    here, there = one.pixels(field.corners), other.pixels(field.corners)
    across = np.linalg.norm(here[1] - here[0]) / field.width
    return float(np.linalg.norm(there - here, axis=1).max() / across)
