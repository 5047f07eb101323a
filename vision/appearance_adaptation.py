"""Updates the appearance while a board is tracked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.checkers import Colour, bar
from hardware.observations import Sighting
from vision.board_appearance import (
    SHADOW,
    UNSEEN_SPREAD,
    GroundLimits,
    colour_table,
    ground_spread,
    mask_hidden_ground,
    mask_tops,
)
from vision.calibration_data import (
    QUARTERS,
    Appearance,
    Calibration,
    ColourTable,
    colour_index,
    square_root_brightness,
)
from vision.camera_model import BoardCamera
from vision.field_geometry import SLOTS, FieldGeometry
from vision.likelihood.illumination import IlluminationLimits, estimate_illumination
from vision.likelihood.stacked_checkers import FULL, LONGEST
from vision.picture_arrays import Mask, Picture, Plane, Points
from vision.picture_reading import CHECKERS_EACH, PictureReading
from vision.top_view import BESIDE, BEYOND, SCALE, plane_shape, top_down_map


@dataclass(frozen=True, slots=True)
class AdaptationLimits:
    """The limits and rates of adapting a calibration."""

    illumination: IlluminationLimits = field(default_factory=IlluminationLimits)
    """The limits of light."""
    ground: GroundLimits = field(default_factory=GroundLimits)
    """The limits of the bare board's uncertainty."""
    min_exact_points: int = 12
    """Points; the fewest whose count must be exact before anything is learnt."""
    max_offset: float = 0.13
    """Widths of a point by which checkers and shadows may lie beside their expected spots."""
    stacked_offset: float = 0.25
    """Widths of a point added to `max_offset` where checkers may lie on others."""
    ground_rate: float = 0.2
    """Fraction from 0 to 1 of a change of the ground that one picture adds to it."""
    max_ground_change: float = 2.5
    """Multiples of the spread by which a pixel of unchanged ground may differ from it."""
    max_changed_fraction: float = 0.25
    """Fraction of changed pixels around a pixel above which a foreign object is assumed."""
    changed_area_radius: float = 0.45
    """Widths of a point around a pixel in which changed pixels are counted."""
    max_light_error: float = 0.15
    """Relative error of the brightness; nothing is learnt where it may be larger."""
    inner_fraction: float = 0.6
    """Fraction of a top's radius that is visible even if the checker lies aside."""
    colour_rate: float = 0.1
    """Fraction from 0 to 1 of a change of the checkers' colours that one picture adds."""
    min_colour_pixels: int = 100
    """Pixels; the fewest of one colour's tops from which its colours are learnt."""


Claims = Mapping[int, Sighting]
"""The number of checkers that each slot may hold."""
RowCounts = Mapping[int, int]
"""The number of checkers in the row of each slot, counted from the rim."""


@dataclass(frozen=True, slots=True, eq=False)
class _RectifiedPicture:
    """One picture, transformed to the plane of the checkers' tops."""

    even: Plane
    """Square roots of brightness, as they would be in the light of the calibration."""
    clear: Mask
    """True where the picture shows the plane and its light is well known."""


def adapt_calibration(
    picture: Picture,
    calibration: Calibration,
    reading: PictureReading,
    limits: AdaptationLimits = AdaptationLimits(),
) -> Calibration:
    """Returns the calibration with its appearance updated; the same object if nothing is learnt."""
    sightings = reading.sightings
    claims = {slot: sightings[calibration.home.place(slot)] for slot in SLOTS}
    exact = {slot: claim for slot, claim in claims.items() if claim.is_exact}
    if reading.covered or len(exact) < limits.min_exact_points:
        return calibration
    sight = _rectify(picture, calibration, limits)
    field, appearance = calibration.field, calibration.appearance
    free = _points(field, SLOTS)
    if all(sightings[bar(colour)].total.high == 0 for colour in Colour):
        free |= _part(field, field.width / 2, field.bar / 2, (0, field.depth))
    empty = free & sight.clear & ~_may_be_covered(calibration.camera, field, claims, limits)
    left = [slot for slot in SLOTS if claims[slot].total.high == 0 and _is_complete(reading)]
    now = _with_ground(appearance, sight.even, empty, _points(field, left), limits)
    now = _with_tones(now, sight, field, exact, limits)
    return calibration if now is appearance else replace(calibration, appearance=now)


def _is_complete(reading: PictureReading) -> bool:
    """True if the likeliest counts of all places add up to fifteen checkers of each colour."""
    best = [chances.best for chances in reading.chances.values()]
    return tuple(map(sum, zip(*best, strict=True))) == (CHECKERS_EACH, CHECKERS_EACH)


def _rectify(
    picture: Picture, calibration: Calibration, limits: AdaptationLimits
) -> _RectifiedPicture:
    appearance, field = calibration.appearance, calibration.field
    view = top_down_map(calibration.camera, field, field.thickness)
    seen = square_root_brightness(view.rectify(picture), appearance.falloff)
    light = estimate_illumination(seen, appearance, limits.illumination)
    clear = view.inside & (light.doubt < limits.max_light_error)
    return _RectifiedPicture(light.normalize(seen), clear)


def _points(field: FieldGeometry, slots: Iterable[int]) -> Mask:
    """The halves of these points' columns, from the rim to the middle of the field."""
    mask = np.zeros(plane_shape(field), np.bool_)
    middle = field.depth / 2
    for slot in slots:
        top = 0.0 if field.is_top(slot) else middle
        mask |= _part(field, field.column(slot), 0.5, (top, top + middle))
    return mask


def _part(field: FieldGeometry, middle: float, reach: float, rows: tuple[float, float]) -> Mask:
    mask = np.zeros(plane_shape(field), np.bool_)
    left, right = (round((middle + side + BESIDE) * SCALE) for side in (-reach, reach))
    top, bottom = (round((row + BEYOND) * SCALE) for row in rows)
    mask[top:bottom, left:right] = True
    return mask


def _may_be_covered(
    camera: BoardCamera, field: FieldGeometry, claims: Claims, limits: AdaptationLimits
) -> Mask:
    """The pixels that tops, sides and shadows may cover if every slot holds the most it may."""
    most = {slot: min(claim.total.high, LONGEST) for slot, claim in claims.items()}
    high = {slot: most[slot] for slot, claim in claims.items() if claim.total.high > FULL}
    on_ground = mask_hidden_ground(camera, field, _spots(field, most), SHADOW + limits.max_offset)
    wider = SHADOW + limits.max_offset + limits.stacked_offset
    return on_ground | mask_hidden_ground(camera, field, _spots(field, high), wider)


def _spots(field: FieldGeometry, rows: RowCounts) -> Points:
    spots = [field.spot(slot, number) for slot, many in rows.items() for number in range(many)]
    return np.array(spots, np.float64).reshape(-1, 2)


def _with_ground(
    appearance: Appearance, even: Plane, empty: Mask, left: Mask, limits: AdaptationLimits
) -> Appearance:
    """The appearance with its ground updated where the board is empty.

    Ground that was never seen is taken over only if checkers have left it (`left`). It counts as
    known once it was seen twice alike, or once it matches what had been estimated.
    """
    if not empty.any():
        return appearance
    off, before = even - appearance.ground, appearance.spread / np.float32(QUARTERS)
    fresh = ground_spread(even, even, empty, limits.ground)
    most_off = np.maximum.reduce([np.abs(off[..., channel]) for channel in range(3)])
    same = most_off < limits.max_ground_change * np.maximum(fresh, before)
    known = empty & appearance.known
    followed = known & same & ~_things(known & ~same, limits)
    shades = colour_index(even)
    like_checkers = np.maximum(appearance.light[shades], appearance.dark[shades]) > 0
    new = empty & ~appearance.known & (same | ~like_checkers) & left
    if not (followed.any() or new.any()):
        return appearance
    confirmed = new & (most_off < limits.max_ground_change * fresh)
    shares = np.where(new, np.float32(1), np.where(followed, np.float32(limits.ground_rate), 0))
    wide = np.where(new & ~confirmed, np.hypot(fresh, UNSEEN_SPREAD), fresh)
    ground = appearance.ground + shares[..., None] * off
    spreads = (before + shares * (wide - before)) * QUARTERS
    return replace(
        appearance,
        ground=np.clip(ground.round(), 0, 255).astype(np.uint8),
        spread=np.clip(spreads.round(), 1, 255).astype(np.uint8),
        known=appearance.known | confirmed,
    )


def _things(strange: Mask, limits: AdaptationLimits) -> Mask:
    """True near foreign objects such as dice: where many pixels around have changed."""
    reach = 2 * round(limits.changed_area_radius * SCALE) + 1
    share = np.asarray(cv2.blur(strange.astype(np.float32), (reach, reach)))
    return share > limits.max_changed_fraction


def _with_tones(
    appearance: Appearance,
    sight: _RectifiedPicture,
    field: FieldGeometry,
    exact: Claims,
    limits: AdaptationLimits,
) -> Appearance:
    """The appearance with its checkers' colours updated from tops in single layers."""
    light, dark = (_colours(sight, field, exact, it, appearance, limits) for it in Colour)
    if not (len(light) or len(dark)):
        return appearance
    return replace(
        appearance,
        light=_raise_seen_colours(appearance.light, light, limits),
        dark=_raise_seen_colours(appearance.dark, dark, limits),
        light_colour=_follow_median(appearance.light_colour, light, limits),
        dark_colour=_follow_median(appearance.dark_colour, dark, limits),
    )


def _colours(
    sight: _RectifiedPicture,
    field: FieldGeometry,
    exact: Claims,
    colour: Colour,
    appearance: Appearance,
    limits: AdaptationLimits,
) -> NDArray[np.float32]:
    """The pixels that are clearly of one colour's tops; none if too few."""
    rows = {slot: claim[colour].low for slot, claim in exact.items() if claim.total.high <= FULL}
    seen = sight.even[mask_tops(field, _spots(field, rows), limits.inner_fraction) & sight.clear]
    own, other = appearance.light, appearance.dark
    if colour is Colour.DARK:
        own, other = other, own
    shades = colour_index(seen)
    clearly: NDArray[np.float32] = seen[own[shades] > np.maximum(other[shades], 0)]
    return clearly if len(clearly) >= limits.min_colour_pixels else clearly[:0]


def _raise_seen_colours(
    before: ColourTable, colours: NDArray[np.float32], limits: AdaptationLimits
) -> ColourTable:
    """The colour table, raised for colours seen more often than before, else only scaled."""
    if not len(colours):
        return before
    known, seen = np.exp(before), np.exp(colour_table(colours))
    more = known + limits.colour_rate * np.maximum(seen - known, 0)
    return np.asarray(np.log(more / more.mean()))


def _follow_median(
    before: NDArray[np.float32], colours: NDArray[np.float32], limits: AdaptationLimits
) -> NDArray[np.float32]:
    if not len(colours):
        return before
    return before + np.float32(limits.colour_rate) * (np.median(colours, axis=0) - before)
