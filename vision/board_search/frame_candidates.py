"""Long lines, and the quadrilaterals between which a board may lie."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from math import exp

import cv2
import numpy as np

from hardware.devices import PictureSize
from vision.board_search.board_outline import LabPicture
from vision.camera_model import turn_directions
from vision.picture_arrays import Mask, Points


@dataclass(frozen=True, slots=True)
class LineLimits:
    """The limits of straight lines."""

    max_segments: int = 500
    """Segments; the longest ones up to this number are used."""
    max_lines: int = 40
    """Lines; the most that are returned."""
    min_segment_length: float = 0.02
    """Fraction of the picture's diagonal; shorter segments are ignored."""
    max_line_distance: float = 0.0025
    """Fraction of the diagonal by which the ends of a segment may be off their line."""
    colour_gain: float = 2.0
    """Factor by which the channels a and b are amplified before segments are sought in them."""


@dataclass(frozen=True, slots=True, eq=False)
class StraightLine:
    """A straight line, and the part of it that is seen."""

    normal: Points
    """Unit vector across the line."""
    middle: Points
    """A point on the line, in pixels."""
    before: float
    after: float
    """Pixels on both sides of the middle (`before` and `after`) up to which the line is seen."""
    cover: float
    """Pixels of the line that are covered by segments."""

    @property
    def along(self) -> Points:
        """Unit vector along the line."""
        return np.array([-self.normal[1], self.normal[0]])

    @property
    def angle(self) -> float:
        """Direction in degrees from 0 to 180; 0 for a line from left to right."""
        x, y = self.along
        return float(np.degrees(np.arctan2(y, x)) % 180)

    @property
    def equation(self) -> Points:
        """The coefficients (a, b, c) of the line's equation a x + b y + c = 0."""
        return np.array([*self.normal, -(self.normal @ self.middle)])

    @property
    def ends(self) -> Points:
        """The first and the last point that are seen of the line, in pixels."""
        along = self.along
        return np.array([self.middle - along * self.before, self.middle + along * self.after])


def long_lines(sketch: LabPicture, limits: LineLimits) -> list[StraightLine]:
    """The lines of a picture, most visible first."""
    diagonal = float(np.hypot(*sketch.size))
    pieces = _segments(sketch, limits.min_segment_length * diagonal, limits)
    fits = _lies_on_line(pieces, limits.max_line_distance * diagonal)
    lengths = _lengths(pieces)
    left = np.ones(len(pieces), dtype=np.bool_)
    lines: list[StraightLine] = []
    while left.any() and len(lines) < limits.max_lines:
        support = (fits * (lengths * left)[:, None]).sum(axis=0) * left
        these = fits[:, int(support.argmax())] & left
        lines.append(_merge_segments(pieces[these]))
        left &= ~these
    return sorted(lines, key=lambda line: -line.cover)


def _segments(sketch: LabPicture, shortest: float, limits: LineLimits) -> Points:
    """The longest straight segments, each as its two ends."""
    detector = cv2.createLineSegmentDetector(cv2.LSD_REFINE_STD)
    found = [np.empty((0, 4))]
    for channel, gain in enumerate((1.0, limits.colour_gain, limits.colour_gain)):
        plane = np.clip((sketch.lab[..., channel] - 128) * gain + 128, 0, 255).astype(np.uint8)
        edges = detector.detect(plane)[0]
        if edges is not None:
            found.append(edges.reshape(-1, 4))
    pieces = np.vstack(found).reshape(-1, 2, 2).astype(np.float64)
    lengths = _lengths(pieces)
    order = np.argsort(-lengths)[: limits.max_segments]
    return pieces[order[lengths[order] > shortest]]


def _lengths(pieces: Points) -> Points:
    return np.asarray(np.linalg.norm(pieces[:, 1] - pieces[:, 0], axis=1))


def _lies_on_line(pieces: Points, aside: float) -> Mask:
    """True where the segment of a row lies on the line through the segment of a column."""
    along = (pieces[:, 1] - pieces[:, 0]) / _lengths(pieces)[:, None]
    normals = np.column_stack([-along[:, 1], along[:, 0]])
    offsets = (normals * pieces[:, 0]).sum(axis=1)
    return np.asarray((np.abs(pieces @ normals.T - offsets) < aside).all(axis=1))


def _merge_segments(pieces: Points) -> StraightLine:
    """The line through segments that lie on one line."""
    weights = np.repeat(_lengths(pieces), 2)[:, None]
    ends = pieces.reshape(-1, 2)
    middle = (ends * weights).sum(axis=0) / weights.sum()
    along = np.linalg.svd((ends - middle) * np.sqrt(weights), full_matrices=False)[2][0]
    spans = np.sort((pieces - middle) @ along, axis=1)
    normal = np.array([along[1], -along[0]])
    before, after = -spans[:, 0].min(), spans[:, 1].max()
    return StraightLine(normal, middle, before, after, _covered_length(spans))


def _covered_length(spans: Points) -> float:
    """The total length of the spans; overlaps count once."""
    spans = spans[np.argsort(spans[:, 0])]
    reached = np.maximum.accumulate(np.concatenate([spans[:1, 0], spans[:-1, 1]]))
    return float(np.maximum(spans[:, 1] - np.maximum(spans[:, 0], reached), 0).sum())


@dataclass(frozen=True, slots=True)
class FrameLimits:
    """The limits of frames between lines."""

    max_slant: float = 32.0
    """Degrees by which lines of one direction may differ because of perspective."""
    slant_sd: float = 6.0
    """Degrees; the typical difference of such lines."""
    direction_step: float = 3.0
    """Degrees from one tested main direction of the lines to the next."""
    max_rim_lines: int = 8
    """Lines that are tried as rims, at most."""
    max_rim_pairs: int = 20
    """Pairs of rims, at most."""
    max_direction_lines: int = 20
    """Lines for directions, at most."""
    max_side_lines: int = 9
    """Lines for sides, at most."""
    max_vanishing_points: int = 4
    """Vanishing points for each direction, at most."""
    min_vanishing_angle: float = 2.5
    """Degrees by which lines through two vanishing points differ at least."""
    vanishing_error_sd: float = 1.0
    """Degrees; the typical error by which a line misses its vanishing point."""
    vanishing_distance: float = 0.7
    """Least distance of a vanishing point from the middle, in longer sides of the picture."""
    min_rim_distance: float = 0.15
    """Least distance of two rims, as a multiple of a side of the picture."""
    min_side: float = 0.12
    """Shortest side of a frame, as a multiple of a side of the picture."""
    max_corner_distance: float = 3.0
    """Farthest corner, as a multiple of a side of the picture."""
    frame_extension: float = 0.35
    """Fraction of the picture by which a frame between two rims extends to both sides."""
    min_upright_ratio: float = 0.2
    """Ratio of up to sideways; below it the board lies sideways."""


CHECKED = np.array([(0, 0), (-0.4, -0.25), (0.4, 0.25), (0.4, -0.25), (-0.4, 0.25)])
"""Points where directions to vanishing points are compared, in sides of the picture."""


def find_frames(lines: list[StraightLine], size: PictureSize, limits: FrameLimits) -> list[Points]:
    """Candidate frames, each as top left, top right, bottom right and bottom left."""
    main = _main_direction(lines, limits)
    along = [line for line in lines if _angle_between(line.angle, main) < limits.max_slant]
    across = [line for line in lines if _angle_between(line.angle, main + 90) < limits.max_slant]
    frames: list[Points] = []
    for rims, sides in ((along, across), (across, along)):
        frames += _by_rims(rims, sides, size, limits)
        frames += _by_sides(sides, size, limits)
    return frames


def upright(frame: Points, size: PictureSize, limits: FrameLimits) -> Points | None:
    """Returns the frame clockwise with its upper side first, or None if it is implausible."""
    turns = turn_directions(frame)
    if (turns < 0).all():
        frame = frame[[1, 0, 3, 2]]
    elif not (turns > 0).all():
        return None
    if np.abs(frame - np.array(size) / 2).max() > limits.max_corner_distance * max(size):
        return None
    sides = np.linalg.norm(np.roll(frame, -1, axis=0) - frame, axis=1)
    if sides.min() < limits.min_side * min(size):
        return None
    x, y = frame[2] + frame[3] - frame[0] - frame[1]
    is_upside_down = y < 0 if abs(y) > limits.min_upright_ratio * abs(x) else x < 0
    return frame[[2, 3, 0, 1]] if is_upside_down else frame


def _angle_between(angle: float, other: float) -> float:
    return abs((angle - other + 90) % 180 - 90)


def _main_direction(lines: list[StraightLine], limits: FrameLimits) -> float:
    """The direction in degrees along or across which most lines run."""

    def weight(angle: float) -> float:
        apart = ((line, _angle_between(line.angle, angle)) for line in lines)
        return sum(it.cover**2 * exp(-((min(x, 90 - x) / limits.slant_sd) ** 2)) for it, x in apart)

    return max(np.arange(0.0, 90.0, limits.direction_step), key=weight)


def _by_rims(
    rims: list[StraightLine], sides: list[StraightLine], size: PictureSize, limits: FrameLimits
) -> Iterator[Points]:
    """Frames between two lines of one direction, their sides drawn to a vanishing point."""
    least = limits.min_rim_distance * min(size)
    pairs = [pair for pair in combinations(rims[: limits.max_rim_lines], 2) if _gap(*pair) > least]
    pairs.sort(key=lambda pair: -(pair[0].cover + pair[1].cover))
    meetings = _meetings(sides[: limits.max_direction_lines], size, limits)
    for one, other in pairs[: limits.max_rim_pairs]:
        for meeting in meetings:
            frame = _frame_to_vanishing_point(one, other, meeting, size, limits)
            if frame is not None:
                yield frame


def _gap(one: StraightLine, other: StraightLine) -> float:
    """The distance of two lines, measured in the middle between them."""
    middle = (one.middle + other.middle) / 2
    return float(sum(abs(line.normal @ (middle - line.middle)) for line in (one, other)))


def _frame_to_vanishing_point(
    one: StraightLine, other: StraightLine, meeting: Points, size: PictureSize, limits: FrameLimits
) -> Points | None:
    """The frame between two rims whose sides meet in a vanishing point; None if there is none."""
    middle = (one.middle + other.middle) / 2
    reach = float(np.abs(one.along) @ np.array(size)) * limits.frame_extension
    corners = []
    for end in (-reach, reach):
        side = np.cross([*(middle + one.along * end), 1.0], meeting)
        for rim in (one, other):
            x, y, depth = np.cross(side, rim.equation)
            if abs(depth) < np.finfo(float).eps:
                return None
            corners.append((x / depth, y / depth))
    return upright(np.array(corners)[[0, 2, 3, 1]], size, limits)


def _by_sides(
    sides: list[StraightLine], size: PictureSize, limits: FrameLimits
) -> Iterator[Points]:
    """Frames whose corners are the ends of two lines."""
    for one, other in combinations(sides[: limits.max_side_lines], 2):
        head, tail = other.ends if one.along @ other.along > 0 else other.ends[::-1]
        frame = upright(np.array([one.ends[0], head, tail, one.ends[1]]), size, limits)
        if frame is not None:
            yield frame


def _meetings(lines: list[StraightLine], size: PictureSize, limits: FrameLimits) -> list[Points]:
    """The likeliest vanishing points of lines, in homogeneous coordinates."""
    pairs = list(combinations(range(len(lines)), 2))
    if not pairs:
        return []
    middle, side = np.array(size) / 2, float(max(size))
    to_unit = np.array([[side, 0, middle[0]], [0, side, middle[1]], [0, 0, 1]])
    equations = np.array([line.equation for line in lines]) @ to_unit
    one, other = np.array(pairs).T
    points = np.cross(equations[one], equations[other])
    points /= np.linalg.norm(points, axis=1, keepdims=True)
    support = _support(points, lines, middle, side, limits)
    near = np.hypot(points[:, 0], points[:, 1]) < limits.vanishing_distance * np.abs(points[:, 2])
    support[near] = 0
    best: list[Points] = []
    while len(best) < limits.max_vanishing_points and support.max() > 0:
        at = int(support.argmax())
        best.append(to_unit @ points[at])
        support[_angle_to_points(points, points[at]) < np.radians(limits.min_vanishing_angle)] = 0
    return best


def _support(
    points: Points, lines: list[StraightLine], middle: Points, side: float, limits: FrameLimits
) -> Points:
    """The visible length of the lines that pass through each point."""
    middles = (np.array([line.middle for line in lines]) - middle) / side
    ways = points[:, None, :2] - points[:, None, 2:] * middles
    normals = np.array([line.normal for line in lines])
    lengths = np.maximum(np.linalg.norm(ways, axis=-1), np.finfo(float).eps)
    missed = (ways * normals).sum(axis=-1) / lengths / np.sin(np.radians(limits.vanishing_error_sd))
    return np.asarray(np.exp(-(missed**2)) @ np.array([line.cover for line in lines]))


def _angle_to_points(points: Points, point: Points) -> Points:
    """The largest angle between the directions to a point and to others."""

    def ways(to: Points) -> Points:
        x, y = np.moveaxis(to[..., None, :2] - to[..., None, 2:] * CHECKED, -1, 0)
        return np.asarray(np.arctan2(y, x))

    apart = (ways(points) - ways(point) + np.pi / 2) % np.pi - np.pi / 2
    return np.asarray(np.abs(apart).max(axis=1))
