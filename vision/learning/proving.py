"""Whether every checker of the starting position is really where it was found, and no other."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from hardware.checkers import Place, point
from vision.field import SLOTS, Field
from vision.home import Home
from vision.homography import through
from vision.learning.flaws import Flaw, NotTheStart
from vision.learning.opening import opening
from vision.learning.posing import Pose, Seen
from vision.learning.rings import Rings
from vision.learning.spare import one_too_many
from vision.learning.tops import Tops, bare_colours, tops_at
from vision.solving import Vector

BARE = 0.35
"""What a circle counts less where everything has the colour of the bare board."""
FAINT = 0.42
"""The least that a checker is worth, beside what is usual for its colour."""
LEAST = 0.25
"""What it is worth at least, whatever is usual."""
SEEN = 0.3
"""What is usual where there are checkers, at least."""
GLARING = 6
"""Tops that may look like those of the other colour."""


def proved(found: Rings, pose: Pose, seen: Seen, home: Home) -> Tops:
    """The tops; NotTheStart if not every checker of it is there, and no other."""
    field = pose.field(seen.checker)
    spots = through(np.linalg.inv(found.plane), seen.pixels)
    tops = tops_at(found, field, spots)
    if not tops.apart:
        raise NotTheStart
    if np.median(tops.worth) < SEEN or (tops.from_own > tops.from_other).sum() > GLARING:
        raise NotTheStart
    missing = _missing(found, field, home, tops)
    if missing:
        raise NotTheStart(Flaw.MISSING, _places(missing, home, tops))
    extra = one_too_many(found, field, home, spots, tops)
    if extra:
        raise NotTheStart(Flaw.TOO_MANY, _places(extra, home, tops))
    return tops


def _missing(found: Rings, field: Field, home: Home, tops: Tops) -> list[int]:
    """The points of checkers that are not to be seen."""
    stands = opening(home)
    like_bare = np.clip(tops.from_alike - _from_bare(found, field, home, tops), 0, 1)
    least = np.maximum(FAINT * np.repeat(tops.usual, len(stands) // 2), LEAST)
    missing = tops.worth - BARE * like_bare < least
    return [stand.slot for stand, is_so in zip(stands, missing, strict=True) if is_so]


def _from_bare(found: Rings, field: Field, home: Home, tops: Tops) -> Vector:
    """How far each top's colour is from the nearest one of the bare points of its row."""
    bare = (bare_colours(found, field, home, stand.slot, stand.number) for stand in opening(home))
    away = [
        np.linalg.norm(these - colour, axis=1).min()
        for these, colour in zip(bare, tops.colours, strict=True)
    ]
    return np.array(away) / tops.apart


def _places(slots: Iterable[int], home: Home, tops: Tops) -> tuple[Place, ...]:
    """Each of these points once, as Light counts; the home is that of the first fifteen."""
    numbers = {home.number(slot) for slot in slots}
    if tops.is_dark_first:
        numbers = {len(SLOTS) + 1 - number for number in numbers}
    return tuple(point(number) for number in sorted(numbers))
