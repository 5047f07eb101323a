"""Reads a board without calibration."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from hardware.checkers import BACKGAMMON, Colour, Place, bar, tray
from vision.appearance_guess import (
    AppearanceLimits,
    CheckersOfOneColour,
    RectifiedView,
    estimate_appearance,
    rectify_view,
)
from vision.board_reader import LikelihoodLimits
from vision.calibration_data import QUARTERS, Appearance
from vision.camera_model import Corners
from vision.field_geometry import HALF, SLOTS, LightHome
from vision.likelihood import checker_evidence
from vision.likelihood.bar_and_trays import bar_by_colour
from vision.likelihood.illumination import estimate_illumination
from vision.likelihood.occluders import find_cover, hidden_places
from vision.likelihood.point_counts import RowEvidence, point_tables, row_evidence
from vision.picture_arrays import Mask, Picture, Points
from vision.picture_reading import (
    NUMBERS,
    UNKNOWN,
    CountTable,
    JointLimits,
    PictureReading,
    infer_joint_counts,
    one_colour_table,
)
from vision.pose_search import FittedBoard, PoseSearchLimits, fit_board


@dataclass(frozen=True, slots=True)
class UncalibratedLimits:
    """The limits and priors of reading a board without calibration."""

    likelihood: LikelihoodLimits = field(default_factory=LikelihoodLimits)
    """The limits of weighing what the picture shows."""
    joint: JointLimits = field(default_factory=JointLimits)
    """The limits of combining all places."""
    appearance: AppearanceLimits = field(default_factory=AppearanceLimits)
    """The limits of guessing the appearance."""
    pose: PoseSearchLimits = field(default_factory=PoseSearchLimits)
    """The limits of fitting a camera."""
    all_home_prior: float = 0.1
    """Prior weight of each number above 0 borne off, if all others are in one quarter."""
    not_all_home_prior: float = 0.002
    """Prior weight of each number above 0 borne off, if some are elsewhere."""
    min_sample_log_odds: float = 2.0
    """Log-odds of a checker from which its colour is learnt."""
    min_rim_score: float = 0.4
    """Rim score, up to 1, from which a checker is surely round and no part of a hand."""
    max_missing_checkers: int = 8
    """Checkers that may be missing from the board, at most."""
    missing_prior: float = 0.02
    """Prior weight of a colour with fewer than fifteen checkers."""
    missing_factor: float = 0.5
    """Factor of that weight for each checker that is missing."""
    min_worth: float = 4.5
    """Least worth of the checkers seen on any board."""
    max_clear_checkers: int = 40
    """Checkers; a board never shows as many clear ones."""
    max_point_difference: float = 18.0
    """Square-root brightness; the points of one colour on a real board differ by less."""


PointCounts = NDArray[np.int_]
"""The number of checkers on each of 24 points."""


def borne_off_prior(
    light: PointCounts, dark: PointCounts, limits: UncalibratedLimits
) -> dict[Colour, CountTable]:
    """The weights of borne-off checkers of each colour, by the checkers counted on the board."""
    tables = {}
    for colour, lying in zip(Colour, (light, dark), strict=True):
        quarters = lying.reshape(-1, HALF).sum(axis=1)
        is_home = quarters.max() == quarters.sum()
        weights = np.full(NUMBERS, limits.all_home_prior if is_home else limits.not_all_home_prior)
        weights[0] = 1
        tables[colour] = one_colour_table(colour, weights)
    return tables


ASSUMED_HOME = LightHome.BOTTOM_RIGHT
"""The assumed quarter of Light's home, which names the places; a picture does not show it."""
EVERYTHING = frozenset(BACKGAMMON.places)


@dataclass(frozen=True, slots=True, eq=False)
class UncalibratedReading:
    """The result of reading a picture within some corners."""

    reading: PictureReading
    """The reading, with the lighter checkers as Light's and its home at `ASSUMED_HOME`."""
    fitted: FittedBoard | None
    """The camera and the board; None if nothing like a board was found and nothing is read."""


NOTHING_SEEN = UncalibratedReading(PictureReading(dict.fromkeys(BACKGAMMON.places, UNKNOWN)), None)


def read_uncalibrated(
    picture: Picture, corners: Corners, limits: UncalibratedLimits = UncalibratedLimits()
) -> UncalibratedReading:
    """Reads the board within these corners, as far as its checkers stand out."""
    try:
        fitted = fit_board(picture, corners, limits.pose)
    except ValueError:
        return NOTHING_SEEN
    fewest = limits.appearance.min_checkers
    if len(fitted.checkers) < fewest or len(fitted.clear(limits.pose)) < fewest:
        return NOTHING_SEEN
    try:
        return _read_view(rectify_view(picture, fitted.camera, fitted.field), fitted, limits)
    except CheckersOfOneColour:
        return NOTHING_SEEN


def _read_view(
    view: RectifiedView, fitted: FittedBoard, limits: UncalibratedLimits
) -> UncalibratedReading:
    """Reads a rectified board; raises CheckersOfOneColour if all its checkers are of one colour."""
    guess = limits.appearance
    clear = fitted.clear(limits.pose)
    first = _weigh(view, estimate_appearance(view, clear, guess), limits)
    if len(first.sure) < guess.min_checkers:
        return NOTHING_SEEN
    appearance = estimate_appearance(view, first.sure, guess)
    reading = _reading(_weigh(view, appearance, limits), view, limits)
    if not _is_board(fitted, view, appearance, limits):
        reading = replace(reading, covered=EVERYTHING)
    return UncalibratedReading(reading, fitted)


def _is_board(
    fitted: FittedBoard, view: RectifiedView, appearance: Appearance, limits: UncalibratedLimits
) -> bool:
    """True if the result is likely to be a board at all."""
    spread = float(np.median(appearance.spread[view.on_field])) / QUARTERS
    few = len(fitted.clear(limits.pose)) < limits.max_clear_checkers
    return fitted.worth > limits.min_worth and few and spread < limits.max_point_difference


@dataclass(frozen=True, slots=True, eq=False)
class _Weights:
    """The weights of checkers in a picture, given an assumed appearance."""

    evidence: checker_evidence.PixelEvidence
    spots: checker_evidence.SpotEvidence
    rows: RowEvidence

    there: Mask
    """True for checkers of rows that are surely there, together with all nearer to the rim."""

    @property
    def sure(self) -> Points:
        return self.rows.spots[self.there]


def _weigh(view: RectifiedView, appearance: Appearance, limits: UncalibratedLimits) -> _Weights:
    steps = limits.likelihood
    light = estimate_illumination(view.tops, appearance, steps.illumination)
    evidence = checker_evidence.pixel_evidence(view.tops, appearance, light, steps.evidence)
    spots = checker_evidence.spot_evidence(evidence, view.field, appearance, steps.evidence)
    rows = row_evidence(spots, evidence, view.camera, view.field, steps.points)
    stand_out = np.maximum(rows.light, rows.dark) > limits.min_sample_log_odds
    return _Weights(evidence, spots, rows, np.logical_and.accumulate(stand_out, axis=1))


def _reading(weights: _Weights, view: RectifiedView, limits: UncalibratedLimits) -> PictureReading:
    points = point_tables(weights.rows, limits.likelihood.points)
    tables = {ASSUMED_HOME.place(slot): table for slot, table in zip(SLOTS, points, strict=True)}
    hit = bar_by_colour(weights.spots, view.field, limits.likelihood.bar)
    tables |= {bar(colour): hit[colour] for colour in Colour}
    off = borne_off_prior(_lying(weights, Colour.LIGHT), _lying(weights, Colour.DARK), limits)
    tables |= {tray(colour): off[colour] for colour in Colour}
    tally = infer_joint_counts(tables, _absent_checkers_prior(limits), limits.joint)
    return PictureReading(tally.chances, _places_under_hands(weights, view, limits))


def _lying(weights: _Weights, colour: Colour) -> NDArray[np.int_]:
    """The number of checkers of a colour that surely lie on each point."""
    lighter = weights.rows.light > weights.rows.dark
    own = lighter if colour is Colour.LIGHT else ~lighter
    return np.asarray((weights.there & own).sum(axis=1))


def _places_under_hands(
    weights: _Weights, view: RectifiedView, limits: UncalibratedLimits
) -> frozenset[Place]:
    """The places that a hand hides or may be changing."""
    round_ones = weights.there & (weights.rows.rims > limits.min_rim_score)
    checkers = weights.rows.spots[round_ones]
    steps = limits.likelihood
    cover = find_cover(
        weights.evidence, view.on_field, view.field, checkers, steps.cover, steps.evidence
    )
    return hidden_places(cover, view.field, ASSUMED_HOME, steps.cover)


def _absent_checkers_prior(limits: UncalibratedLimits) -> CountTable:
    """Weights of checkers that are missing: some boards have fewer, and some lie beside them."""
    light, dark = np.mgrid[:NUMBERS, :NUMBERS]
    colours = (light > 0) * 1 + (dark > 0)
    weights: CountTable = limits.missing_prior**colours * limits.missing_factor ** (light + dark)
    return np.where(light + dark <= limits.max_missing_checkers, weights, 0.0)
