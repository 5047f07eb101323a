"""The four-sided frames of a picture between whose sides a board may lie."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from math import exp

import numpy as np

from vision.corners import turns_of
from vision.finding.lines import Line
from vision.pictures import Points

ASLANT = 32.0
"""Degrees by which the lines of one direction may differ, by perspective."""
SHARP = 6.0
"""Degrees by which they differ as a rule."""
ROWS, PAIRS, PENCIL, SIDES = 8, 20, 20, 9
"""How many lines are taken for rims, how many pairs of them, for directions, and for sides."""
MEETINGS = 4
"""Points in which lines that are parallel on the board may meet, for each direction."""
ALIKE = 2.5
"""Degrees by which lines through two of these differ at least."""
STEADY = 1.0
"""Degrees by which a line may well miss the point through which it should go."""
NEAREST = 0.7
"""Sides of the picture from its middle; lines that meet nearer are no parallels."""
NARROWEST, LEAST_SIDE, FARTHEST = 0.15, 0.12, 3.0
"""How near two rims may be, how short a side, how far out a corner, in sides of the picture."""
STRETCH = 0.35
"""Of the picture; how far to both sides a frame between two rims is drawn."""
LYING = 0.2
"""A board whose top points up by less than this is one that lies across."""
CHECKED = np.array([(0, 0), (-0.4, -0.25), (0.4, 0.25), (0.4, -0.25), (-0.4, 0.25)])
"""Where the directions to two points are compared, in sides of the picture from its middle."""

Size = tuple[int, int]


def frames(lines: list[Line], size: Size) -> list[Points]:
    """Quadrilaterals, each as top left, top right, bottom right and bottom left."""
    main = _main_direction(lines)
    along = [line for line in lines if _apart(line.angle, main) < ASLANT]
    across = [line for line in lines if _apart(line.angle, main + 90) < ASLANT]
    both = ((along, across), (across, along))
    return [
        frame
        for rims, sides in both
        for frame in (*_between_rims(rims, sides, size), *_between_sides(sides, size))
    ]


def upright(frame: Points, size: Size) -> Points | None:
    """Clockwise, with the side on top that was nearer to the top; None if that cannot be."""
    turns = turns_of(frame)
    if (turns < 0).all():
        frame = frame[[1, 0, 3, 2]]
    elif not (turns > 0).all():
        return None
    if np.abs(frame - np.array(size) / 2).max() > FARTHEST * max(size):
        return None
    if np.linalg.norm(np.roll(frame, -1, axis=0) - frame, axis=1).min() < LEAST_SIDE * min(size):
        return None
    return frame[[2, 3, 0, 1]] if _is_upside_down(frame) else frame


def _is_upside_down(frame: Points) -> bool:
    x, y = frame[2] + frame[3] - frame[0] - frame[1]
    return bool(y < 0) if abs(y) > LYING * abs(x) else bool(x < 0)


def _apart(angle: float, other: float) -> float:
    return abs((angle - other + 90) % 180 - 90)


def _main_direction(lines: list[Line]) -> float:
    """The direction in which, or across which, most is seen."""

    def weight(angle: float) -> float:
        return sum(
            line.cover**2 * exp(-((min(apart, 90 - apart) / SHARP) ** 2))
            for line in lines
            for apart in (_apart(line.angle, angle),)
        )

    return max(np.arange(0.0, 90.0, 3.0), key=weight)


def _between_rims(rims: list[Line], sides: list[Line], size: Size) -> Iterator[Points]:
    """Frames between two lines of one direction, and two drawn in the other."""
    least = NARROWEST * min(size)
    pairs = [pair for pair in combinations(rims[:ROWS], 2) if _gap(*pair) > least]
    pairs.sort(key=lambda pair: -(pair[0].cover + pair[1].cover))
    meetings = _meetings(sides[:PENCIL], size)
    for one, other in pairs[:PAIRS]:
        for meeting in meetings:
            frame = _drawn(one, other, meeting, size)
            if frame is not None:
                yield frame


def _gap(one: Line, other: Line) -> float:
    """How far apart two lines are in the middle between them."""
    middle = (one.middle + other.middle) / 2
    return float(
        abs(one.normal @ (middle - one.middle)) + abs(other.normal @ (middle - other.middle))
    )


def _drawn(one: Line, other: Line, meeting: Points, size: Size) -> Points | None:
    """The frame between two rims whose sides meet in a point."""
    middle = (one.middle + other.middle) / 2
    reach = float(np.abs(one.along) @ np.array(size)) * STRETCH
    corners = []
    for end in (-reach, reach):
        side = np.cross([*(middle + one.along * end), 1.0], meeting)
        for rim in (one, other):
            x, y, depth = np.cross(side, rim.equation)
            if abs(depth) < np.finfo(float).eps:
                return None
            corners.append((x / depth, y / depth))
    return upright(np.array(corners)[[0, 2, 3, 1]], size)


def _between_sides(sides: list[Line], size: Size) -> Iterator[Points]:
    """Frames whose corners are the ends of two lines."""
    for one, other in combinations(sides[:SIDES], 2):
        head, tail = other.ends if one.along @ other.along > 0 else other.ends[::-1]
        frame = upright(np.array([one.ends[0], head, tail, one.ends[1]]), size)
        if frame is not None:
            yield frame


def _meetings(lines: list[Line], size: Size) -> list[Points]:
    """Where lines that are parallel on the board may meet in the picture: x, y and depth."""
    pairs = list(combinations(range(len(lines)), 2))
    if not pairs:
        return []
    middle, side = np.array(size) / 2, float(max(size))
    to_unit = np.array([[side, 0, middle[0]], [0, side, middle[1]], [0, 0, 1]])
    equations = np.array([line.equation for line in lines]) @ to_unit
    one, other = np.array(pairs).T
    points = np.cross(equations[one], equations[other])
    points /= np.linalg.norm(points, axis=1, keepdims=True)
    support = _support(points, lines, middle, side)
    near = np.hypot(points[:, 0], points[:, 1]) < NEAREST * np.abs(points[:, 2])
    support[near] = 0
    best: list[Points] = []
    while len(best) < MEETINGS and support.max() > 0:
        at = int(support.argmax())
        best.append(to_unit @ points[at])
        support[_turned(points, points[at]) < np.radians(ALIKE)] = 0
    return best


def _support(points: Points, lines: list[Line], middle: Points, side: float) -> Points:
    """How much is seen of the lines that go through each point."""
    middles = (np.array([line.middle for line in lines]) - middle) / side
    ways = points[:, None, :2] - points[:, None, 2:] * middles
    normals = np.array([line.normal for line in lines])
    lengths = np.maximum(np.linalg.norm(ways, axis=-1), np.finfo(float).eps)
    missed = (ways * normals).sum(axis=-1) / lengths / np.sin(np.radians(STEADY))
    support: Points = np.exp(-(missed**2)) @ np.array([line.cover for line in lines])
    return support


def _turned(points: Points, point: Points) -> Points:
    """How far the ways to a point and to others differ where they differ most."""

    def ways(to: Points) -> Points:
        x, y = np.moveaxis(to[..., None, :2] - to[..., None, 2:] * CHECKED, -1, 0)
        angles: Points = np.arctan2(y, x)
        return angles

    apart = (ways(points) - ways(point) + np.pi / 2) % np.pi - np.pi / 2
    largest: Points = np.abs(apart).max(axis=1)
    return largest
