"""What lies on a board of which nothing was learnt."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from hardware.checkers import BACKGAMMON, Colour, Place, bar, tray
from vision.chances import EVEN
from vision.corners import Corners
from vision.counting import WAYS, Table, tallied
from vision.field import SLOTS
from vision.guessing.borne import borne_off
from vision.guessing.kinds import OneKind
from vision.guessing.looks import FEWEST, supposed
from vision.guessing.standing import Standing, stood
from vision.guessing.view import View, viewed
from vision.home import Home
from vision.looks import QUARTERS, Looks
from vision.pictures import Picture, Points
from vision.readings import Reading
from vision.weighing.bar import waiting
from vision.weighing.evidence import Evidence, weighed
from vision.weighing.lighting import lit
from vision.weighing.piles import piled
from vision.weighing.rows import Rows, weighed_rows
from vision.weighing.spots import Spots, weighed_spots
from vision.weighing.things import things, touched, touched_bar

HOME = Home.BOTTOM_RIGHT
"""Nobody can tell whose home is where; this names the places."""
STANDS_OUT = 2.0
"""What a checker says, as a logarithm, that is learnt from."""
ROUND = 0.4
"""How much of a rim has to be seen around what no hand can be."""
MISSING = 8
"""Checkers that may be nowhere to be seen."""
SHORT, FEWER = 0.02, 0.5
"""How usual it is that a colour has fewer than fifteen, and how much rarer with each that lacks."""
LITTLE = 4.5
"""What checkers are worth that are seen together on any board, at least."""
CROWD = 40
"""So many are never seen on a board."""
UNEVEN = 18.0
"""How far off, as roots are, points of one colour never are from one another."""
EVERYTHING = frozenset(BACKGAMMON)


@dataclass(frozen=True, slots=True, eq=False)
class Guess:
    """What a picture seems to show within some corners."""

    reading: Reading
    """What each place may hold, the lighter checkers being Light's, `HOME` its home."""
    standing: Standing | None
    """The camera and the board; None if nothing there is like a board, and nothing is read."""


NOTHING_SEEN = Guess(Reading(dict.fromkeys(BACKGAMMON, EVEN)), None)


def guessed(picture: Picture, corners: Corners) -> Guess:
    """What lies on the board within these corners, as far as its checkers stand out."""
    try:
        standing = stood(picture, corners)
    except ValueError:
        return NOTHING_SEEN
    if len(standing.stands) < FEWEST or len(standing.clear) < FEWEST:
        return NOTHING_SEEN
    try:
        return _guessed(viewed(picture, standing.eye, standing.field), standing)
    except OneKind:
        return NOTHING_SEEN


def _guessed(view: View, standing: Standing) -> Guess:
    """What lies there; OneKind if its checkers are all of one colour."""
    first = _weighed(view, supposed(view, standing.clear))
    if len(first.sure) < FEWEST:
        return NOTHING_SEEN
    looks = supposed(view, first.sure)
    reading = _told(_weighed(view, looks), view)
    if not _is_board(standing, view, looks):
        reading = replace(reading, covered=EVERYTHING)
    return Guess(reading, standing)


def _is_board(standing: Standing, view: View, looks: Looks) -> bool:
    """Whether what was made out is likely to be a board at all."""
    spread = float(np.median(looks.spread[view.on_field])) / QUARTERS
    return standing.worth > LITTLE and len(standing.clear) < CROWD and spread < UNEVEN


@dataclass(frozen=True, slots=True, eq=False)
class _Weights:
    """What a picture speaks for, by what everything is supposed to look like."""

    evidence: Evidence
    spots: Spots
    rows: Rows

    @property
    def there(self) -> NDArray[np.bool_]:
        """Which checkers of rows surely lie there, those nearer to the rim too."""
        stand_out = np.maximum(self.rows.light, self.rows.dark) > STANDS_OUT
        return np.logical_and.accumulate(stand_out, axis=1)

    @property
    def sure(self) -> Points:
        """Where they lie."""
        return self.rows.spots[self.there]


def _weighed(view: View, looks: Looks) -> _Weights:
    evidence = weighed(view.tops, looks, lit(view.tops, looks))
    spots = weighed_spots(evidence, view.field, looks)
    return _Weights(evidence, spots, weighed_rows(spots, evidence, view.eye, view.field))


def _told(weights: _Weights, view: View) -> Reading:
    points = piled(weights.rows)
    tables = {HOME.place(slot): table for slot, table in zip(SLOTS, points, strict=True)}
    hit = waiting(weights.spots, view.field)
    tables |= {bar(colour): hit[colour] for colour in Colour}
    off = borne_off(_lying(weights, Colour.LIGHT), _lying(weights, Colour.DARK))
    tables |= {tray(colour): off[colour] for colour in Colour}
    return Reading(tallied(tables, _elsewhere()).chances, _covered(weights, view))


def _lying(weights: _Weights, colour: Colour) -> NDArray[np.int_]:
    """How many checkers of a colour surely lie on each point."""
    lighter = weights.rows.light > weights.rows.dark
    own = lighter if colour is Colour.LIGHT else ~lighter
    lying: NDArray[np.int_] = (weights.there & own).sum(axis=1)
    return lying


def _covered(weights: _Weights, view: View) -> frozenset[Place]:
    """What a hand hides, or may be changing just now."""
    round_ones = weights.there & (weights.rows.rims > ROUND)
    checkers = weights.rows.spots[round_ones]
    hands = things(weights.evidence, view.on_field, view.field, checkers)
    wet = zip(SLOTS, touched(hands, view.field), strict=True)
    places = {HOME.place(slot) for slot, is_touched in wet if is_touched}
    if touched_bar(hands, view.field):
        places |= {bar(colour) for colour in Colour}
    return frozenset(places)


def _elsewhere() -> Table:
    """Boards with fewer than thirty checkers are played on, too, and some lie beside the board."""
    light, dark = np.mgrid[:WAYS, :WAYS]
    colours = (light > 0) * 1 + (dark > 0)
    weights: Table = SHORT**colours * FEWER ** (light + dark)
    return np.where(light + dark <= MISSING, weights, 0.0)
