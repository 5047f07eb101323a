"""Reads a picture of a calibrated board, within the limits of all steps."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from hardware.checkers import Colour, Place, bar, tray
from vision.calibration_data import Calibration, square_root_brightness
from vision.field_geometry import SLOTS
from vision.likelihood import occluders, point_counts
from vision.likelihood.bar_and_trays import BarLimits, TrayLimits, bar_table, tray_tables
from vision.likelihood.checker_evidence import EvidenceLimits, pixel_evidence, spot_evidence
from vision.likelihood.illumination import IlluminationLimits, estimate_illumination
from vision.picture_arrays import Picture
from vision.picture_reading import (
    NUMBERS,
    UNKNOWN,
    CountChances,
    CountTable,
    JointCounts,
    JointLimits,
    PictureReading,
    infer_joint_counts,
)
from vision.top_view import top_down_map


@dataclass(frozen=True, slots=True)
class LikelihoodLimits:
    """The limits of each step, documented beside the step."""

    illumination: IlluminationLimits = field(default_factory=IlluminationLimits)
    """The range and the priors of light."""
    evidence: EvidenceLimits = field(default_factory=EvidenceLimits)
    """The limits and weights of pixels and spots."""
    points: point_counts.PointLimits = field(default_factory=point_counts.PointLimits)
    """The limits and priors of the checkers of a point."""
    bar: BarLimits = field(default_factory=BarLimits)
    """The limits and priors of checkers on the bar."""
    trays: TrayLimits = field(default_factory=TrayLimits)
    """The limits and priors of borne-off checkers."""
    cover: occluders.CoverLimits = field(default_factory=occluders.CoverLimits)
    """The limits of what covers the board."""


@dataclass(frozen=True, slots=True)
class ReaderLimits:
    """The limits and priors of reading a picture."""

    likelihood: LikelihoodLimits = field(default_factory=LikelihoodLimits)
    """The limits of weighing what the picture shows."""
    joint: JointLimits = field(default_factory=JointLimits)
    """The limits of combining all places."""
    missing_prior: float = 0.001
    """Prior weight of one checker that is at no place."""
    further_factor: float = 0.3
    """Factor of that weight for each further one."""
    max_missing: int = 4
    """Checkers that may be at no place, at most."""


BAR = Place("bar")
"""The bar as one place, both halves together."""
BAR_HALVES = frozenset(map(bar, Colour))
"""The two places of the bar."""


def read_picture(
    picture: Picture, calibration: Calibration, limits: ReaderLimits = ReaderLimits()
) -> PictureReading:
    """Reads a picture: the probable content of each place, and what is covered."""
    appearance, camera, field = calibration.appearance, calibration.camera, calibration.field
    steps = limits.likelihood
    view = top_down_map(camera, field, field.thickness)
    seen = square_root_brightness(view.rectify(picture), appearance.falloff)
    light = estimate_illumination(seen, appearance, steps.illumination)
    evidence = pixel_evidence(seen, appearance, light, steps.evidence)
    spots = spot_evidence(evidence, field, appearance, steps.evidence)
    rows = point_counts.row_evidence(spots, evidence, camera, field, steps.points)
    checkers = rows.spots[point_counts.sure_checkers(rows, steps.points)]
    cover = occluders.find_cover(
        evidence, view.inside, field, checkers, steps.cover, steps.evidence
    )
    tables = _point_tables(rows, cover, calibration, steps)
    off = tray_tables(evidence, spots, view.inside, calibration, steps.trays)
    tables |= {tray(colour): off[colour] for colour in Colour}
    tables[BAR] = bar_table(spots, field, steps.bar)
    covered = occluders.hidden_places(cover, field, calibration.home, steps.cover)
    tables |= dict.fromkeys(covered - BAR_HALVES, UNKNOWN.table)
    if covered & BAR_HALVES:
        tables[BAR] = UNKNOWN.table
    tally = infer_joint_counts(tables, _missing_checkers_prior(limits), limits.joint)
    return _split_bar(tally, covered)


def _point_tables(
    rows: point_counts.RowEvidence,
    cover: occluders.Cover,
    calibration: Calibration,
    limits: LikelihoodLimits,
) -> dict[Place, CountTable]:
    """The weights of each number of checkers on each point."""
    hidden = occluders.hidden_checkers(cover, calibration.field, limits.cover)
    points = point_counts.point_tables(rows.only_where(~hidden), limits.points)
    places = map(calibration.home.place, SLOTS)
    return dict(zip(places, points, strict=True))


def _split_bar(tally: JointCounts, covered: frozenset[Place]) -> PictureReading:
    """The joint counts as a reading, with the bar split into its two halves."""
    both = tally.chances[BAR].table
    light, dark = np.zeros_like(both), np.zeros_like(both)
    light[:, 0], dark[0] = both.sum(axis=1), both.sum(axis=0)
    halves = {bar(Colour.LIGHT): CountChances(light), bar(Colour.DARK): CountChances(dark)}
    points = {place: chances for place, chances in tally.chances.items() if place != BAR}
    lights, darks = tally.best[BAR]
    best = {place: way for place, way in tally.best.items() if place != BAR}
    best |= {bar(Colour.LIGHT): (lights, 0), bar(Colour.DARK): (0, darks)}
    return PictureReading(points | halves, covered, best)


def _missing_checkers_prior(limits: ReaderLimits) -> CountTable:
    """The prior weights of checkers that are at no place."""
    light, dark = np.mgrid[:NUMBERS, :NUMBERS]
    most = limits.max_missing
    some = (limits.missing_prior * limits.further_factor**more for more in range(most))
    usual = np.array([1.0, *some])
    many = light + dark
    return np.where(many <= most, usual[np.minimum(many, most)], 0.0)
