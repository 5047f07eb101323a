"""The eye under which the edges of a board lie where a picture shows them."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from vision.aligning.edges import ACROSS, STEP, Edges
from vision.aligning.moving import UNMOVED, moved
from vision.aligning.sampling import sampled
from vision.eye import Eye
from vision.looks import rooted
from vision.peaks import beside
from vision.pictures import Picture, Points
from vision.plane import FINE, SCALE
from vision.solving import Vector

ALIKE = 0.6
"""From here on (as a correlation) what is seen across a line is that edge."""
STRAYING = 0.15
"""What an edge at the end of the reach counts less than one where it is expected."""
LIKELY = 0.03
"""Widths of a point by which an edge is off, as a rule."""
LEAST = 40
"""Edges that have to be seen for anything to be said."""
USUAL = np.array([0.3, 0.3, 0.3, 2.0, 2.0, 2.0])
"""How far a camera may well be turned (radians), and put (widths of a point)."""
SMALL = 1e-6
ROUNDS = 6
"""How often it is told anew which edges are far beside the others."""

Numbers = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Shot:
    """A picture, made as coarse as what was learnt."""

    pixels: Picture
    halvings: int

    def seen(self, places: Points) -> NDArray[np.float32]:
        """The roots of brightnesses at pixels of the picture, of which the last axis is x and y."""
        return rooted(sampled(self.pixels, (places + 0.5) / 2**self.halvings - 0.5))


def shot_of(picture: Picture, eye: Eye, edges: Edges) -> Shot:
    """A picture in which edges are about as large as under this eye."""
    middle = np.median(edges.spots, axis=0)
    here = eye.pixels(middle + np.array([(0, 0), (1, 0), (0, 1)]))
    point = float(min(np.hypot(*(here[1] - here[0])), np.hypot(*(here[2] - here[0]))))
    halvings = 0
    while point / 2**halvings > FINE * SCALE:
        height, width = (side // 2 for side in picture.shape[:2])
        picture = np.asarray(
            cv2.resize(picture, (width, height), interpolation=cv2.INTER_AREA), np.uint8
        )
        halvings += 1
    return Shot(picture, halvings)


@dataclass(frozen=True, slots=True, eq=False)
class Match:
    """How each edge is seen."""

    offsets: Numbers
    """How far beside where it is expected, in widths of a point."""
    likeness: Numbers
    """How much it looks like itself there, from -1 to 1."""
    inner: NDArray[np.bool_]
    """Whether it is not at the end of the reach."""


def matched(edges: Edges, shot: Shot, eye: Eye, reach: float) -> Match:
    """Where each edge is seen, so far to both sides of where it is expected."""
    steps = max(round(reach / STEP), 1)
    likeness = likenesses(edges, shot, eye, steps)
    places = np.arange(-steps, steps + 1)
    best = (likeness - STRAYING * (places / steps) ** 2).argmax(axis=1)
    inner = (best > 0) & (best < 2 * steps)
    here = np.take_along_axis(likeness, best[:, None], axis=1)[:, 0]
    offsets = (best - steps + beside(likeness, best)) * STEP
    return Match(offsets.astype(np.float64), here.astype(np.float64), inner)


def likenesses(edges: Edges, shot: Shot, eye: Eye, steps: int) -> NDArray[np.float32]:
    """How much what is seen so many steps beside each edge looks like it, from -1 to 1."""
    away = np.arange(-steps - ACROSS, steps + ACROSS + 1)[:, None] * STEP
    spots = edges.spots[:, None] + edges.normals[:, None] * away
    pixels = eye.pixels(spots.reshape(-1, 2)).reshape(spots.shape)
    windows = sliding_window_view(shot.seen(pixels), 2 * ACROSS + 1, axis=1)
    products = np.einsum("eosw,ews->eo", windows, edges.profiles, optimize=True)
    mean = windows.mean(axis=-1)
    own = np.einsum("eosw,eosw->eo", windows, windows) - (2 * ACROSS + 1) * (mean**2).sum(axis=-1)
    many = edges.profiles[0].size
    noise = many * edges.noise**2 / 2
    whole = (edges.profiles**2).sum(axis=(1, 2))
    alike: NDArray[np.float32] = products / np.sqrt(
        (np.maximum(own, 0) + noise[:, None]) * (whole + noise)[:, None]
    )
    return alike


def aligned(edges: Edges, shot: Shot, eye: Eye, reaches: tuple[float, ...]) -> Eye:
    """The eye moved until the edges lie where they are seen, sought less and less far away."""
    for reach in reaches:
        match = matched(edges, shot, eye, reach)
        trust = np.where(match.inner, np.maximum(match.likeness - ALIKE, 0), 0)
        if np.count_nonzero(trust) < LEAST:
            return eye
        eye = moved(eye, _movement(edges, eye, match.offsets, trust))
    return eye


def agreement(edges: Edges, shot: Shot, eye: Eye) -> float:
    """From 0 to 1: how much what is seen where the edges should be looks like them."""
    return float(np.clip(likenesses(edges, shot, eye, 0), 0, 1).mean())


def _movement(edges: Edges, eye: Eye, offsets: Numbers, trust: Numbers) -> Vector:
    """What explains best where the edges are seen; one far beside the others hardly counts."""
    seen = trust > 0
    spots, normals = edges.spots[seen], edges.normals[seen]
    aims = eye.pixels(spots + normals * offsets[seen, None])
    across = _across(eye, spots, normals) / LIKELY

    def missed(movement: Vector) -> Vector:
        aside: Vector = ((moved(eye, movement).pixels(spots) - aims) * across).sum(axis=1)
        return aside

    start = missed(UNMOVED)
    slopes = np.column_stack([(missed(SMALL * axis) - start) / SMALL for axis in np.eye(6)])
    movement = UNMOVED
    for _ in range(ROUNDS):
        weights = trust[seen] / (1 + (start + slopes @ movement) ** 2)
        square = (slopes * weights[:, None]).T @ slopes + np.diag(1 / USUAL**2)
        movement = np.asarray(np.linalg.solve(square, -slopes.T @ (weights * start)), np.float64)
    return movement


def _across(eye: Eye, spots: Points, normals: Points) -> Points:
    """From pixels to widths of a point, across each edge as it is seen."""
    along = np.column_stack([-normals[:, 1], normals[:, 0]]) * STEP
    way = (eye.pixels(spots + along) - eye.pixels(spots - along)) / (2 * STEP)
    width = np.hypot(*way.T)[:, None]
    across: Points = np.column_stack([-way[:, 1], way[:, 0]]) / width**2
    return across
