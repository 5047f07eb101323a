"""Likelihood of each number of checkers on the bar and borne off."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.checkers import Colour
from vision.calibration_data import Calibration
from vision.camera_model import BoardCamera
from vision.field_geometry import FieldGeometry, LightHome
from vision.likelihood.checker_evidence import PixelEvidence, SpotEvidence
from vision.likelihood.point_counts import OddsLimits, limit_log_odds
from vision.picture_arrays import Mask, Plane, Reals
from vision.picture_reading import NUMBERS, CountTable, one_colour_table
from vision.top_view import BESIDE, BEYOND, SCALE, FilterLimits, plane_shape, squareness


@dataclass(frozen=True, slots=True)
class BarLimits:
    """The limits and priors of checkers on the bar."""

    odds: OddsLimits = field(default_factory=OddsLimits)
    """The limits of the log-odds of a single checker."""
    filters: FilterLimits = field(default_factory=FilterLimits)
    """The limits of squares."""
    candidate_log_odds: float = -4.0
    """Log-odds from which a spot on the bar is considered a checker."""
    hit_prior: float = 0.04
    """Prior weight of a checker on the bar."""
    further_factor: float = 0.3
    """Factor of the prior weight for each further one."""
    hidden_hit_prior: float = 0.003
    """Prior weight of one checker more on the bar than is seen."""
    max_off_middle: float = 0.15
    """Widths of a point by which a checker on the bar may be off its middle."""
    max_squareness: float = 0.38
    """Squareness from 0 to 1 that a checker may have."""
    log_odds_per_squareness: float = 40.0
    """Log-odds for the doubling cube for each unit of squareness above that."""
    squareness_window: float = 1.3
    """Widths of a point; the side of the window in which squareness is measured."""
    min_checker_distance: float = 0.9
    """Diameters of a checker, at least, from one checker on the bar to the next."""


_ONE = np.add.outer(np.arange(NUMBERS), np.arange(NUMBERS)) == 1
"""True for the contents of a table with a single checker."""

Scalar = TypeVar("Scalar", bound=np.generic)


def bar_table(spots: SpotEvidence, field: FieldGeometry, limits: BarLimits) -> CountTable:
    """The weights of all combinations of Light's and Dark's checkers on the bar."""
    too_square = np.maximum(_squares(spots, field, limits) - limits.max_squareness, 0)
    square = limits.log_odds_per_squareness * too_square
    kinds = (spots.light, spots.dark)
    light, dark = (_strip(weights, field, 0, limits) - square for weights in kinds)
    either = np.maximum(light, dark)
    best = either.max(axis=1)
    table = np.zeros((NUMBERS, NUMBERS))
    table[0, 0] = 1
    reach = round(field.checker * SCALE * limits.min_checker_distance)
    while best.max() > limits.candidate_log_odds:
        row = int(best.argmax())
        at = int(either[row].argmax())
        one, other = limit_log_odds(light[row, at], dark[row, at], limits.odds)
        more = np.exp(one) * _more(table, 0) + np.exp(other) * _more(table, 1)
        table = table + np.where(_ONE, limits.hit_prior, limits.further_factor) * more
        best[max(row - reach, 0) : row + reach + 1] = -np.inf
    hidden = sum(_more(table, axis) for axis in (0, 1))
    return table + limits.hidden_hit_prior * hidden


def bar_by_colour(
    spots: SpotEvidence, field: FieldGeometry, limits: BarLimits
) -> dict[Colour, CountTable]:
    """The weights on the bar of each colour by itself."""
    table = bar_table(spots, field, limits)
    light, dark = table.sum(axis=1), table.sum(axis=0)
    return {it: one_colour_table(it, own) for it, own in zip(Colour, (light, dark), strict=True)}


def _more(table: CountTable, axis: int) -> CountTable:
    """The table, shifted by one more checker of a colour."""
    more = np.roll(table, 1, axis=axis)
    np.moveaxis(more, axis, 0)[0] = 0
    return more


def _squares(spots: SpotEvidence, field: FieldGeometry, limits: BarLimits) -> Plane:
    """The squareness around each pixel, from 0 to 1: a block rather than a checker."""
    reach = round(limits.squareness_window * SCALE / 2)
    across, aslant = (_strip(edge, field, reach, limits) for edge in spots.edges)
    new = _strip(spots.new, field, reach, limits)
    square = squareness((across, aslant), new, limits.squareness_window * SCALE, limits.filters)
    return square[reach:-reach, reach:-reach]


def _strip(
    plane: NDArray[Scalar], field: FieldGeometry, reach: int, limits: BarLimits
) -> NDArray[Scalar]:
    """The part of a plane that shows the bar, with `reach` pixels around it."""
    middle = (field.width / 2 + BESIDE) * SCALE
    aside = limits.max_off_middle * SCALE + max(field.bar - field.checker, 0) / 2 * SCALE
    top, bottom = BEYOND * SCALE, (BEYOND + field.depth) * SCALE
    inset = field.checker / 2 * SCALE
    return plane[
        round(top + inset) - reach : round(bottom - inset) + reach,
        round(middle - aside) - reach : round(middle + aside) + 1 + reach,
    ]


@dataclass(frozen=True, slots=True)
class TrayLimits:
    """The limits and priors of borne-off checkers."""

    rim_width: float = 0.15
    """Widths of a point around the field that belong to its rim."""
    borne_off_prior: float = 0.4
    """Prior weight of borne-off checkers if something lies where they would."""
    unseen_prior: float = 0.0001
    """Prior weight of borne-off checkers where nothing is seen."""
    max_empty_area: float = 0.05
    """Areas of a top that are seen at most if no checker is there."""
    min_checker_area: float = 0.13
    """Areas of a top that are seen at least if one stands on edge."""
    foreign_prior: float = 0.15
    """Prior weight of a thing that is no checker."""
    typical_foreign_area: float = 1.0
    """Typical area of such a thing, in tops."""
    min_none_weight: float = 0.002
    """Least weight of no checker, however large the area is."""
    top_factors: tuple[tuple[float, int], ...] = ((3.0, 0), (0.4, 1), (0.05, NUMBERS))
    """Pairs of the largest difference between seen and expected tops, and its factor."""
    flat_area: float = 1.2
    """Area of a checker that lies flat with its shadow, in tops."""
    on_edge_area_factor: float = 1.3
    """Factor by which the visible area of one on edge is larger than the checker."""
    pile_size: int = 5
    """Checkers of one pile."""
    extra_area: float = 0.3
    """Area that checkers on edge take together, in addition to each one's own, in tops."""
    barely_seen_area: float = 0.2
    """Area in tops of each checker if hardly more than shadows are seen."""
    flat_prior: float = 0.3
    """Prior weight of checkers that lie flat, apart or in piles."""
    badly_seen_prior: float = 0.2
    """Prior weight of checkers on edge or hardly seen."""
    flat_area_log_sd: float = 0.12
    """Standard deviation of the logarithm of the visible area of flat checkers."""
    on_edge_area_log_sd: float = 0.15
    """Standard deviation of the logarithm of the visible area of checkers on edge."""
    barely_seen_area_log_sd: float = 0.6
    """Standard deviation of the logarithm of the visible area of hardly seen checkers."""
    max_laid_apart: int = 10
    """Checkers; further ones are put on those that lie apart."""
    min_top_log_odds: float = 2.0
    """Log-odds of a spot from which it counts as a top."""
    misfit_weight: float = 0.01
    """Weight of a number that hardly fits what is seen."""
    bare_ground_log_odds: float = 5.0
    """Log-odds of the bare ground where nothing lies on it."""
    covered_ground_log_odds: float = -1.0
    """Log-odds of the bare ground where something does."""
    min_pixel_log_odds: float = -4.0
    """Least log-odds that a single pixel contributes."""
    other_colour_log_odds: float = 1.0
    """Log-odds by which a pixel may be likelier of the other colour."""
    clear_colour_log_odds: float = 3.0
    """Log-odds by which a pixel is clearly likelier of its own colour."""
    min_top_distance: float = 0.75
    """Diameters of a checker, at least, from one top to the next."""
    mean_window: int = 5
    """Pixels of the plane over which evidence is averaged."""


def tray_tables(
    evidence: PixelEvidence,
    spots: SpotEvidence,
    inside: Mask,
    calibration: Calibration,
    limits: TrayLimits,
) -> dict[Colour, CountTable]:
    """The weights of each number of borne-off checkers, by colour."""
    field, home = calibration.field, calibration.home
    columns = _columns(field, home, limits)
    kinds = evidence.ground, evidence.light, evidence.dark
    ground, light, dark = (_mean_evidence(kind, columns, limits) for kind in kinds)
    eroded = cv2.erode(inside.astype(np.uint8), np.ones((limits.mean_window,) * 2, np.uint8))
    within = np.asarray(eroded)[:, columns] > 0
    bare, covered = limits.bare_ground_log_odds, limits.covered_ground_log_odds
    new = np.clip((bare - ground) / (bare - covered), 0, 1) * within
    top = np.pi * (field.checker / 2 * SCALE) ** 2
    wall, edge = _sides(calibration.camera, field, limits)
    tables = {}
    for colour, own, other, clear_spots in (
        (Colour.LIGHT, light, dark, spots.light),
        (Colour.DARK, dark, light, spots.dark),
    ):
        near, far = _rows(field, home, colour)
        least = -limits.other_colour_log_odds
        like = new * ((own > other + least) & (own > least))
        clear = new * (own > other + limits.clear_colour_log_odds)
        area = float(like[near].sum() + clear[far].sum()) / top
        seen = np.where(within, clear_spots[:, columns], -np.inf)
        tops = sum(_tops(seen[side], field, limits) for side in (near, far))
        weights = _number_weights(area, tops, wall, edge, limits)
        tables[colour] = one_colour_table(colour, weights)
    return tables


def _sides(camera: BoardCamera, field: FieldGeometry, limits: TrayLimits) -> tuple[float, float]:
    """The visible area of a checker's side, in tops: in a pile, and on edge."""
    beside = np.array([(field.width + 1, field.depth / 2, height) for height in (0.0, 1.0)])
    foot, head = camera.spots(camera.pixels(beside * (1, 1, field.thickness)), field.thickness)
    square = np.pi / 4 * field.checker
    on_edge = limits.on_edge_area_factor * field.thickness / square
    return float(np.linalg.norm(head - foot)) / square, on_edge


def _tops(weights: Plane, field: FieldGeometry, limits: TrayLimits) -> int:
    """The number of tops of checkers that are seen."""
    left, count = weights.copy(), 0
    reach = round(field.checker * SCALE * limits.min_top_distance)
    while left.size and left.max() > limits.min_top_log_odds:
        row, column = np.unravel_index(int(left.argmax()), left.shape)
        rows = slice(max(row - reach, 0), row + reach + 1)
        left[rows, max(column - reach, 0) : column + reach + 1] = -np.inf
        count += 1
    return count


def _columns(field: FieldGeometry, home: LightHome, limits: TrayLimits) -> slice:
    """The columns of the plane beside the homes."""
    rim = limits.rim_width
    if home.is_at_right:
        return slice(round((BESIDE + field.width + rim) * SCALE), plane_shape(field)[1])
    return slice(0, round((BESIDE - rim) * SCALE))


def _mean_evidence(weight: Plane, columns: slice, limits: TrayLimits) -> Plane:
    """The mean evidence around each pixel of some columns."""
    window = limits.mean_window
    start = max(columns.start - window, 0)
    part = np.maximum(weight[:, start : columns.stop + window], limits.min_pixel_log_odds)
    around = np.asarray(cv2.blur(part, (window, window)), np.float32)
    return around[:, columns.start - start : columns.stop - start]


def _rows(field: FieldGeometry, home: LightHome, colour: Colour) -> tuple[slice, slice]:
    """The rows beside the home of a colour, and those beside the other's."""
    middle = round((BEYOND + field.depth / 2) * SCALE)
    top, bottom = slice(0, middle), slice(middle, None)
    at_top = home.is_at_top == (colour is Colour.LIGHT)
    return (top, bottom) if at_top else (bottom, top)


def _number_weights(seen: float, tops: int, wall: float, edge: float, limits: TrayLimits) -> Reals:
    """The weight of each number; areas in tops: seen, a side in a pile (`wall`), and on `edge`."""
    empty, least = limits.max_empty_area, limits.min_checker_area
    there = float(np.clip((seen - empty) / (least - empty), 0, 1))
    area = max(seen, least)
    numbers = np.arange(1, NUMBERS, dtype=np.float64)
    beside, piles = np.minimum(numbers, limits.max_laid_apart), np.ceil(numbers / limits.pile_size)
    apart = _area_density(area, limits.flat_area * beside, limits.flat_area_log_sd)
    apart *= _tops_factor(beside, tops, limits)
    piled = _area_density(area, limits.flat_area * piles + wall * numbers, limits.flat_area_log_sd)
    piled *= _tops_factor(piles, tops, limits)
    on_edge = _area_density(area, limits.extra_area + edge * numbers, limits.on_edge_area_log_sd)
    faint = _area_density(area, limits.barely_seen_area * numbers, limits.barely_seen_area_log_sd)
    usual = limits.flat_prior * (apart + piled) + limits.badly_seen_prior * (on_edge + faint)
    weights = np.empty(NUMBERS)
    fit = usual + limits.misfit_weight
    weights[1:] = limits.unseen_prior + limits.borne_off_prior * there * fit
    foreign = limits.foreign_prior * np.exp(-area / limits.typical_foreign_area)
    weights[0] = max(1 - there, foreign, limits.min_none_weight)
    return weights


def _tops_factor(expected: Reals, tops: int, limits: TrayLimits) -> Reals:
    """The factor for the difference between expected and seen tops."""
    off = np.abs(expected - min(tops, limits.max_laid_apart))
    factors, largest = zip(*limits.top_factors, strict=True)
    return np.select([off <= most for most in largest], list(factors))


def _area_density(area: float, expected: Reals, off: float) -> Reals:
    """The log-normal density of an area around each expected one."""
    return np.exp(-((np.log(area / expected) / off) ** 2) / 2) / off
