"""Whether a picture of the starting position shows a checker more."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import numpy as np

from vision.field import SLOTS, Field
from vision.home import Home
from vision.learning.opening import COUNTS, opening
from vision.learning.rings import Rings
from vision.learning.tops import Tops, bare_colours, colours, worth
from vision.pictures import Points

CLEAR, UNLIKE = 0.78, 0.8
"""What a checker too many is worth at least, beside what is usual; and what it is worth less for
each part of the way that its colour is off from those of the tops to the others'."""
BARE, ALIKE = 0.25, 0.1
"""What it is worth less where everything has the colour of the bare board, and from how far off
(as a part of the way from one colour of checkers to the other) it has another one."""
NEAREST = 6
"""Checkers that tell how far those around them lie beside where they should."""
STEPS = np.arange(-3, 4) * 0.04
"""Widths of a point it may lie beside where it would."""


def one_too_many(found: Rings, field: Field, home: Home, spots: Points, tops: Tops) -> list[int]:
    """The points on which there is one, the thirty having been found on these spots."""
    return [
        slot
        for slot, number, around in _spare(field, home, spots)
        if _is_one(found, field, around, bare_colours(found, field, home, slot, number), tops)
    ]


def _spare(field: Field, home: Home, spots: Points) -> Iterator[tuple[int, int, Points]]:
    """Each point, how many lie there, and where on it the next checker would lie."""
    stands = opening(home)
    taken = Counter(stand.slot for stand in stands)
    expected = np.array([field.spot(stand.slot, stand.number) for stand in stands])
    beside = np.stack(np.meshgrid(STEPS, STEPS), axis=-1).reshape(-1, 2)
    for slot in SLOTS:
        if taken[slot] < max(COUNTS.values()):
            spot = np.array(field.spot(slot, taken[slot]))
            near = np.argsort(np.linalg.norm(expected - spot, axis=1))[:NEAREST]
            yield slot, taken[slot], spot + (spots - expected)[near].mean(axis=0) + beside


def _is_one(found: Rings, field: Field, around: Points, bare: Points, tops: Tops) -> bool:
    """Whether a checker of either colour is on one of these spots, given what is so if bare."""
    values = [worth(found, field, spot) for spot in around]
    if max(values) < CLEAR * min(tops.usual):
        return False
    colour = colours(found, field, around[[int(np.argmax(values))]])[0]
    from_bare = np.linalg.norm(bare - colour, axis=1).min() / tops.apart
    clear = CLEAR + BARE * max(1 - from_bare / ALIKE, 0)
    return any(
        max(values) / usual - UNLIKE * off > clear
        for off, usual in zip(tops.from_any(colour), tops.usual, strict=True)
    )
