"""Where a camera is now, by a picture of a board that it knows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from vision.aligning.aligned import Shot, agreement, aligned, shot_of
from vision.aligning.edges import Edges, edges_of
from vision.aligning.knocking import knocked, knocks
from vision.eye import Eye
from vision.field import Field
from vision.learned import Learned
from vision.pictures import Picture, size

ROUGH = (0.6, 0.4, 0.3)
CLOSE = (0.3, 0.15, 0.1, 0.1)
"""How far around it an edge is sought, in widths of a point, from one round to the next."""
NUDGED = 0.15
"""Widths of a point; from a camera that moved by more, edges are taken for others beside them."""
SAME = 0.01
"""A camera that explains what is seen no worse than by so much is where it was."""
ENOUGH = 0.45
"""How much of the edges of a board has to be seen where they should be."""
CLEARER = 1.03
"""How much better a place has to be than any other one."""
APART = 0.4
"""Widths of a point; eyes that are closer to each other are one."""
COLUMNS = (-2, -1, 1, 2)
"""Widths of a point by which rows of points may be mistaken, one looking like another."""
MIRRORED = 0.02
"""How much better a picture has to be explained in a mirror before it is taken for mirrored."""


class BoardLost(ValueError):
    """A picture in which the board cannot be made out where it may be."""


def registered(picture: Picture, learned: Learned) -> Eye:
    """Where the camera is now, the very same eye if it has not moved; BoardLost if that is open."""
    if size(picture) != learned.eye.size:
        raise BoardLost("pictures of another size are another camera's")
    search = _Search.of(picture, learned)
    here = search.closer(learned.eye, CLOSE)
    if apart(learned.eye, here, learned.field) > NUDGED or not search.is_clear(here, ()):
        here = _knocked(search)
    stays = search.worth(learned.eye) > search.worth(here) - SAME
    return learned.eye if stays else here


def is_mirrored(picture: Picture, learned: Learned, eye: Eye | None) -> bool:
    """Whether a mirror shows the board better than this eye does, which is None if it is lost."""
    as_it_is = _Search.of(picture, learned).worth(eye) if eye else 0.0
    in_mirror = _worth(picture[:, ::-1], learned) - MIRRORED
    # Many a board in a mirror looks more like itself upside down than like nothing at all.
    return in_mirror > as_it_is and in_mirror > _worth(picture[::-1, ::-1], learned)


def apart(one: Eye, other: Eye, field: Field) -> float:
    """How far the corners of the field are from where they were, in widths of a point."""
    here, there = one.pixels(field.corners), other.pixels(field.corners)
    across = np.linalg.norm(here[1] - here[0]) / field.width
    return float(np.linalg.norm(there - here, axis=1).max() / across)


@dataclass(frozen=True, slots=True, eq=False)
class _Search:
    """One picture, and how well an eye explains it."""

    picture: Picture
    learned: Learned
    edges: Edges
    shot: Shot

    @classmethod
    def of(cls, picture: Picture, learned: Learned) -> _Search:
        """A picture in which a board is sought that was learnt."""
        edges = edges_of(learned)
        return cls(picture, learned, edges, shot_of(picture, learned.eye, edges))

    def closer(self, eye: Eye, reaches: tuple[float, ...]) -> Eye:
        """The eye moved to where it explains the picture best."""
        return aligned(self.edges, self.shot, eye, reaches)

    def worth(self, eye: Eye) -> float:
        """How well it explains the picture, from 0 to 1."""
        return agreement(self.edges, self.shot, eye)

    def is_clear(self, eye: Eye, others: tuple[Eye, ...]) -> bool:
        """Whether it explains the picture, and better than these, or its rows mistaken."""
        least = max(ENOUGH, CLEARER * max(map(self.worth, (*others, *_mistaken(eye)))))
        return self.worth(eye) > least


def _worth(picture: Picture, learned: Learned) -> float:
    """How well the best eye explains a picture; 0 if there is none."""
    picture = np.ascontiguousarray(picture)
    try:
        eye = registered(picture, learned)
    except BoardLost:
        return 0.0
    return _Search.of(picture, learned).worth(eye)


def _knocked(search: _Search) -> Eye:
    """Where a camera is that was knocked; BoardLost if that cannot be told."""
    learned = search.learned
    eyes: list[Eye] = []
    for knock in knocks(search.picture, learned):
        eye = search.closer(knocked(learned, knock), ROUGH)
        if all(apart(eye, other, learned.field) > APART for other in eyes):
            eyes.append(eye)
    best, *others = sorted((search.closer(eye, CLOSE) for eye in eyes), key=search.worth)[::-1]
    rivals = tuple(other for other in others if apart(best, other, learned.field) > APART)
    if not search.is_clear(best, rivals):
        raise BoardLost("nothing in the picture looks like the board that is known")
    return best


def _mistaken(eye: Eye) -> Iterator[Eye]:
    """The eyes under which each point would be seen where another one is."""
    for columns in COLUMNS:
        aside = np.eye(4)
        aside[0, 3] = columns
        yield replace(eye, matrix=eye.matrix @ aside)
