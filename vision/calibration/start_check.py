"""Verifies that all thirty checkers are there, and no other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from hardware.checkers import Place, point
from vision.calibration.calibration_flaws import CalibrationFlaw, NotTheStart
from vision.calibration.camera_pose import CameraPose, CheckerDetections
from vision.calibration.circle_search import CircleScores
from vision.camera_model import apply_homography
from vision.field_geometry import SLOTS, START_COUNTS, FieldGeometry, LightHome, start_checkers
from vision.picture_arrays import Points, Reals


@dataclass(frozen=True, slots=True)
class StartLimits:
    """The limits of a picture that shows the starting position."""

    inner_fraction: float = 0.6
    """Fraction of a top's radius inside of which its colour is sampled."""
    worst_sectors: int = 4
    """Sectors with the lowest scores; their mean tells a checker from a gap between two."""
    surplus_score_fraction: float = 0.78
    """Fraction of the usual score that a checker too many has at least."""
    unlike_colour_penalty: float = 0.8
    """Fraction that is taken off for each unit by which its colour is off from the tops'."""
    surplus_bare_penalty: float = 0.25
    """Fraction that is taken off if its colour is that of the bare board."""
    surplus_bare_distance: float = 0.1
    """Distance from the bare colour, in distances of the kinds, from which that ends."""
    surplus_step: float = 0.04
    """Widths of a point from one tested place of an extra checker to the next."""
    surplus_steps: int = 3
    """Such steps to each side of its predicted place."""
    near_checkers: int = 6
    """Nearest checkers whose mean offset predicts the place of an extra one."""
    bare_penalty: float = 0.35
    """Score that is taken off a circle which has the colour of the bare board."""
    min_score_fraction: float = 0.42
    """Fraction of its colour's median score; the least score of a checker."""
    min_score: float = 0.25
    """The least score of a checker in any case."""
    min_median_score: float = 0.3
    """The least median score of all checkers."""
    max_glaring_tops: int = 6
    """Tops that may resemble the other colour, because of glare, at most."""


SUPPORTING_TOPS = 2
"""Tops of a kind that must have a colour before it counts as a colour of the kind."""


@dataclass(frozen=True, slots=True, eq=False)
class TopColours:
    """The colours of the thirty tops, and the visibility of each."""

    colours: Points
    """Lab colours, one row for each top in the order of the starting position."""
    worth: Reals
    """Score of each top's circle, up to 1 for a sharp one."""

    @property
    def typical(self) -> tuple[Points, Points]:
        """The median colours of the first fifteen and of the others."""
        first, second = np.split(self.colours, 2)
        return np.median(first, axis=0), np.median(second, axis=0)

    @property
    def is_dark_first(self) -> bool:
        first, second = self.typical
        return bool(first[0] < second[0])

    @property
    def usual(self) -> tuple[float, float]:
        """The median scores of the first fifteen and of the others."""
        first, second = np.split(self.worth, 2)
        return float(np.median(first)), float(np.median(second))

    @property
    def apart(self) -> float:
        """The distance of the two median colours; other distances are relative to it."""
        first, second = self.typical
        return float(np.linalg.norm(first - second))

    @property
    def from_own(self) -> Reals:
        """The distance of each top's colour from the median of its kind."""
        return self._distances(self.typical)

    @property
    def from_other(self) -> Reals:
        """The distance of each top's colour from the median of the other kind."""
        return self._distances(self.typical[::-1])

    @property
    def from_alike(self) -> Reals:
        """The distance of each top's colour from the second nearest of its kind."""
        halves = np.split(self.colours, 2)
        away = [np.linalg.norm(half[:, None] - half, axis=2) for half in halves]
        second = [np.sort(one, axis=1)[:, SUPPORTING_TOPS] for one in away]
        return np.concatenate(second) / self.apart

    def from_any(self, colour: Points) -> tuple[float, float]:
        """The distances of a colour from those of the first fifteen and of the others."""
        away = np.linalg.norm(self.colours - colour, axis=1) / self.apart
        first, second = (float(np.sort(half)[SUPPORTING_TOPS - 1]) for half in np.split(away, 2))
        return first, second

    def _distances(self, typical: tuple[Points, Points]) -> Reals:
        half = len(self.colours) // 2
        away = np.linalg.norm(self.colours - np.repeat(np.array(typical), half, axis=0), axis=1)
        return np.asarray(away / self.apart)


@dataclass(frozen=True, slots=True, eq=False)
class _Start:
    """The circles of a picture that may show the starting position of a board."""

    found: CircleScores
    field: FieldGeometry
    home: LightHome
    limits: StartLimits

    def tops(self, spots: Points) -> TopColours:
        """The tops of the thirty checkers, which were found on these spots."""
        return TopColours(self.colours(spots), np.array([self.score(spot) for spot in spots]))

    def colours(self, spots: Points) -> Points:
        """The colours of the tops of checkers on these spots."""
        radius = self.limits.inner_fraction * self.field.checker / 2
        return np.array([self.found.colour(spot, radius) for spot in spots])

    def score(self, spot: Points) -> float:
        """The score of a checker's circle, averaged over its worst sectors: 1 for a sharp one."""
        parts = self.found.sectors(spot, self.field.checker / 2)
        return float(np.sort(parts)[: self.limits.worst_sectors].mean())

    def bare_colours(self, slot: int, number: int) -> Points:
        """The colours of the empty points of the same row, at the same place of their column."""
        field = self.field
        taken = {checker.slot for checker in start_checkers(self.home)} | {slot}
        row = [it for it in SLOTS if it not in taken and field.is_top(it) is field.is_top(slot)]
        return self.colours(np.array([field.spot(other, number) for other in row]))

    def surplus(self, spots: Points, tops: TopColours) -> list[int]:
        """The points with a checker too many, given the spots of the thirty."""
        every = self._next_spots(spots)
        return [slot for slot, at, near in every if self._is_checker(slot, at, near, tops)]

    def missing(self, tops: TopColours) -> list[int]:
        """The points of checkers that are not seen."""
        checkers, limits = start_checkers(self.home), self.limits
        like_bare = np.clip(tops.from_alike - self._from_bare(tops), 0, 1)
        usual = np.repeat(tops.usual, len(checkers) // 2)
        least = np.maximum(limits.min_score_fraction * usual, limits.min_score)
        missing = tops.worth - limits.bare_penalty * like_bare < least
        return [checker.slot for checker, is_so in zip(checkers, missing, strict=True) if is_so]

    def _next_spots(self, spots: Points) -> Iterator[tuple[int, int, Points]]:
        """Each point that is not full, its number of checkers, and spots for one more."""
        field, limits, checkers = self.field, self.limits, start_checkers(self.home)
        taken = Counter(checker.slot for checker in checkers)
        expected = np.array([field.spot(checker.slot, checker.number) for checker in checkers])
        aside = np.arange(-limits.surplus_steps, limits.surplus_steps + 1) * limits.surplus_step
        beside = np.stack(np.meshgrid(aside, aside), axis=-1).reshape(-1, 2)
        for slot in SLOTS:
            if taken[slot] < max(START_COUNTS.values()):
                spot = np.array(field.spot(slot, taken[slot]))
                near = np.argsort(np.linalg.norm(expected - spot, axis=1))[: limits.near_checkers]
                yield slot, taken[slot], spot + (spots - expected)[near].mean(axis=0) + beside

    def _is_checker(self, slot: int, number: int, around: Points, tops: TopColours) -> bool:
        """True if one more checker of a point is on one of the spots around it."""
        limits, values = self.limits, [self.score(spot) for spot in around]
        if max(values) < limits.surplus_score_fraction * min(tops.usual):
            return False
        colour = self.colours(around[[int(np.argmax(values))]])[0]
        bare = self.bare_colours(slot, number)
        from_bare = np.linalg.norm(bare - colour, axis=1).min() / tops.apart
        likeness = max(1 - from_bare / limits.surplus_bare_distance, 0)
        clear = limits.surplus_score_fraction + limits.surplus_bare_penalty * likeness
        both = zip(tops.from_any(colour), tops.usual, strict=True)
        penalty = limits.unlike_colour_penalty
        return any(max(values) / usual - penalty * off > clear for off, usual in both)

    def _from_bare(self, tops: TopColours) -> Reals:
        """The distance of each top's colour from the nearest of the bare points of its row."""
        checkers = start_checkers(self.home)
        bare = (self.bare_colours(checker.slot, checker.number) for checker in checkers)
        both = zip(bare, tops.colours, strict=True)
        away = [np.linalg.norm(these - colour, axis=1).min() for these, colour in both]
        return np.array(away) / tops.apart


def verify_start(
    found: CircleScores,
    pose: CameraPose,
    seen: CheckerDetections,
    home: LightHome,
    limits: StartLimits,
) -> TopColours:
    """Returns the tops; raises NotTheStart if a checker is missing or there is one too many."""
    start = _Start(found, pose.field(seen.checker), home, limits)
    spots = apply_homography(np.linalg.inv(found.plane), seen.pixels)
    tops = start.tops(spots)
    if not tops.apart:
        raise NotTheStart
    glaring = (tops.from_own > tops.from_other).sum() > limits.max_glaring_tops
    if glaring or np.median(tops.worth) < limits.min_median_score:
        raise NotTheStart
    if missing := start.missing(tops):
        raise NotTheStart(CalibrationFlaw.MISSING, _places(missing, home, tops))
    if extra := start.surplus(spots, tops):
        raise NotTheStart(CalibrationFlaw.TOO_MANY, _places(extra, home, tops))
    return tops


def _places(slots: Iterable[int], home: LightHome, tops: TopColours) -> tuple[Place, ...]:
    """The distinct places of these slots as Light counts, given the home of the first fifteen."""
    numbers = {home.number(slot) for slot in slots}
    if tops.is_dark_first:
        numbers = {len(SLOTS) + 1 - number for number in numbers}
    return tuple(point(number) for number in sorted(numbers))
