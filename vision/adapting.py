"""What is known of a board's looks after one more picture of it that was read clearly."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.checkers import Colour, bar
from hardware.sightings import Sighting
from vision.chances import SET
from vision.eye import Eye
from vision.field import SLOTS, Field
from vision.learned import Learned
from vision.looks import QUARTERS, Looks, Tones, rooted, shade
from vision.pictures import Mask, Picture, Points
from vision.plane import BESIDE, BEYOND, SCALE, Plane, above, shape
from vision.readings import Reading
from vision.studying.bare import MADE_UP, spread
from vision.studying.discs import hidden, tops
from vision.studying.study import SHADOW
from vision.studying.tones import tones
from vision.weighing.layers import FULL, LONGEST
from vision.weighing.lighting import lit

ENOUGH = 12
"""Points that have to be exactly told before anything is learnt."""
ASIDE = 0.13
"""Widths of a point by which checkers and their shadows may lie beside where they should."""
HIGHER = 0.25
"""The same, in addition, where some may lie on others."""
FOLLOWED = 0.2
"""The part of a change of the ground that is followed at a time."""
SMALL = 2.5
"""How far off, in spreads, ground may be that has hardly changed."""
STRANGE = 0.25
"""The part of what is around a pixel that has changed more where something lies there."""
AROUND = 0.45
"""Widths of a point around a pixel where it is looked for."""
DOUBTFUL = 0.15
"""How far off the light may be, as a part of it, where anything is learnt."""
INNER = 0.6
"""The part of a top, across, that is seen even of a checker which lies a little aside."""
WORN = 0.1
"""The part of a change of the tones of checkers that is followed at a time."""
FEWEST = 100
"""Pixels of tops of a colour from which its tones are told."""

Claims = Mapping[int, Sighting]
"""What slots may hold."""
Rows = Mapping[int, int]
"""How many checkers of a slot, those at the rim first."""


@dataclass(frozen=True, slots=True, eq=False)
class _Sight:
    """One picture in the plane of the tops."""

    even: Plane
    """The roots, in the light that was learnt in."""
    clear: Mask
    """What the picture shows, the light being well known."""


def adapted(picture: Picture, learned: Learned, reading: Reading) -> Learned:
    """The very same value as before where nothing can be learnt."""
    sightings = reading.sightings
    claims = {slot: sightings[learned.home.place(slot)] for slot in SLOTS}
    exact = {slot: claim for slot, claim in claims.items() if claim.is_exact}
    if reading.covered or len(exact) < ENOUGH:
        return learned
    sight = _sight(picture, learned)
    field, looks = learned.field, learned.looks
    free = _points(field, SLOTS)
    if all(sightings[bar(colour)].total.high == 0 for colour in Colour):
        free |= _bar(field)
    empty = free & sight.clear & ~_taken(learned.eye, field, claims)
    left = [slot for slot in SLOTS if claims[slot].total.high == 0 and _is_complete(reading)]
    now = _with_ground(looks, sight.even, empty, _points(field, left))
    now = _with_tones(now, sight, field, exact)
    return learned if now is looks else replace(learned, looks=now)


def _is_complete(reading: Reading) -> bool:
    """Whether all thirty checkers are seen somewhere, as far as that is known."""
    best = [chances.best for chances in reading.chances.values()]
    return tuple(map(sum, zip(*best, strict=True))) == (SET, SET)


def _sight(picture: Picture, learned: Learned) -> _Sight:
    looks, field = learned.looks, learned.field
    view = above(learned.eye, field, field.thickness)
    seen = rooted(view.of(picture), looks.falloff)
    light = lit(seen, looks)
    return _Sight(light.taken_from(seen), view.inside & (light.doubt < DOUBTFUL))


def _points(field: Field, slots: Iterable[int]) -> Mask:
    """The parts of the plane that show these points, as far as the middle of the field."""
    mask = np.zeros(shape(field), np.bool_)
    middle = field.depth / 2
    for slot in slots:
        top = 0.0 if field.is_top(slot) else middle
        mask |= _part(field, field.column(slot), 0.5, (top, top + middle))
    return mask


def _bar(field: Field) -> Mask:
    return _part(field, field.width / 2, field.bar / 2, (0, field.depth))


def _part(field: Field, middle: float, reach: float, rows: tuple[float, float]) -> Mask:
    mask = np.zeros(shape(field), np.bool_)
    left, right = (round((middle + side + BESIDE) * SCALE) for side in (-reach, reach))
    top, bottom = (round((row + BEYOND) * SCALE) for row in rows)
    mask[top:bottom, left:right] = True
    return mask


def _taken(eye: Eye, field: Field, claims: Claims) -> Mask:
    """Where the tops, sides and shadows of checkers may be, if slots hold all that they may."""
    most = {slot: min(claim.total.high, LONGEST) for slot, claim in claims.items()}
    high = {slot: most[slot] for slot, claim in claims.items() if claim.total.high > FULL}
    on_ground = hidden(eye, field, _spots(field, most), SHADOW + ASIDE)
    return on_ground | hidden(eye, field, _spots(field, high), SHADOW + ASIDE + HIGHER)


def _spots(field: Field, rows: Rows) -> Points:
    spots = [field.spot(slot, number) for slot, many in rows.items() for number in range(many)]
    return np.array(spots, np.float64).reshape(-1, 2)


def _with_ground(looks: Looks, even: Plane, empty: Mask, left: Mask) -> Looks:
    """The ground as it is seen where it is empty; what was never seen, only if checkers left it.

    It has to be seen twice, or as it was thought to be, before it is known.
    """
    if not empty.any():
        return looks
    off, before = even - looks.ground, looks.spread / np.float32(QUARTERS)
    fresh, most_off = spread(even, even, empty), _largest(np.abs(off))
    same = most_off < SMALL * np.maximum(fresh, before)
    known = empty & looks.known
    followed = known & same & ~_things(known & ~same)
    new = empty & ~looks.known & (same | ~_like_checkers(even, looks)) & left
    if not (followed.any() or new.any()):
        return looks
    confirmed = new & (most_off < SMALL * fresh)
    shares = np.where(new, np.float32(1), np.where(followed, np.float32(FOLLOWED), 0))
    wide = np.where(new & ~confirmed, np.hypot(fresh, MADE_UP), fresh)
    ground = looks.ground + shares[..., None] * off
    spreads = (before + shares * (wide - before)) * QUARTERS
    return replace(
        looks,
        ground=np.clip(ground.round(), 0, 255).astype(np.uint8),
        spread=np.clip(spreads.round(), 1, 255).astype(np.uint8),
        known=looks.known | confirmed,
    )


def _largest(plane: Plane) -> Plane:
    """The largest of the three numbers of each pixel."""
    largest: Plane = np.maximum(np.maximum(plane[..., 0], plane[..., 1]), plane[..., 2])
    return largest


def _things(strange: Mask) -> Mask:
    """Where dice and the like may lie, and what is close to them."""
    reach = 2 * round(AROUND * SCALE) + 1
    share = np.asarray(cv2.blur(strange.astype(np.float32), (reach, reach)))
    things: Mask = share > STRANGE
    return things


def _like_checkers(even: Plane, looks: Looks) -> Mask:
    """What is rather the top of a checker than anything."""
    shades = shade(even)
    like: Mask = np.maximum(looks.light[shades], looks.dark[shades]) > 0
    return like


def _with_tones(looks: Looks, sight: _Sight, field: Field, exact: Claims) -> Looks:
    """The tones of the checkers as they are seen where they surely lie, one beside the other."""
    told = [_colours(sight, field, exact, colour, looks) for colour in (Colour.LIGHT, Colour.DARK)]
    if not any(len(colours) for colours in told):
        return looks
    light, dark = told
    return replace(
        looks,
        light=_worn(looks.light, light),
        dark=_worn(looks.dark, dark),
        light_colour=_faded(looks.light_colour, light),
        dark_colour=_faded(looks.dark_colour, dark),
    )


def _colours(
    sight: _Sight, field: Field, exact: Claims, colour: Colour, looks: Looks
) -> NDArray[np.float32]:
    """What is seen on tops of a colour, but for what is as like the other; none if it is little."""
    rows = {slot: claim[colour].low for slot, claim in exact.items() if claim.total.high <= FULL}
    seen = sight.even[tops(field, _spots(field, rows), INNER) & sight.clear]
    own, other = looks.light, looks.dark
    if colour is Colour.DARK:
        own, other = other, own
    shades = shade(seen)
    clearly: NDArray[np.float32] = seen[own[shades] > np.maximum(other[shades], 0)]
    return clearly if len(clearly) >= FEWEST else clearly[:0]


def _worn(before: Tones, colours: NDArray[np.float32]) -> Tones:
    """The tones with what is seen more often than before; what is seen less is hardly forgotten."""
    if not len(colours):
        return before
    known, seen = np.exp(before), np.exp(tones(colours))
    more = known + WORN * np.maximum(seen - known, 0)
    told: Tones = np.log(more / more.mean())
    return told


def _faded(before: NDArray[np.float32], colours: NDArray[np.float32]) -> NDArray[np.float32]:
    if not len(colours):
        return before
    now: NDArray[np.float32] = before + np.float32(WORN) * (np.median(colours, axis=0) - before)
    return now
