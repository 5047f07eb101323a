"""What a picture shows on a board that was learnt: how likely each place holds what."""

from __future__ import annotations

import numpy as np

from hardware.checkers import Colour, Place, bar, tray
from vision.chances import EVEN, Chances
from vision.counting import WAYS, Table, Tally, tallied
from vision.field import SLOTS, Field
from vision.home import Home
from vision.learned import Learned
from vision.looks import rooted
from vision.pictures import Picture
from vision.plane import above
from vision.readings import Reading
from vision.weighing.bar import on_bar
from vision.weighing.borne import borne_off
from vision.weighing.evidence import weighed
from vision.weighing.lighting import lit
from vision.weighing.piles import piled
from vision.weighing.rows import weighed_rows
from vision.weighing.spots import weighed_spots
from vision.weighing.things import Things, hidden, things, touched, touched_bar

ELSEWHERE, ANOTHER = 0.001, 0.3
"""How usual it is that a checker is nowhere to be seen, and one more where one is."""
IN_HANDS = 4
"""So many may be, and no more."""
BAR = Place("bar")
"""Both halves of it."""


def read(picture: Picture, learned: Learned) -> Reading:
    """What each place may hold."""
    looks, eye, field, home = learned.looks, learned.eye, learned.field, learned.home
    view = above(eye, field, field.thickness)
    seen = rooted(view.of(picture), looks.falloff)
    evidence = weighed(seen, looks, lit(seen, looks))
    spots = weighed_spots(evidence, field, looks)
    rows = weighed_rows(spots, evidence, eye, field)
    lying = things(evidence, view.inside, field, rows.spots[rows.sure])
    points = piled(rows.where(~hidden(lying, field)))
    weights = {home.place(slot): table for slot, table in zip(SLOTS, points, strict=True)}
    off = borne_off(evidence, spots, view.inside, eye, field, home)
    weights |= {tray(colour): off[colour] for colour in Colour} | {BAR: on_bar(spots, field)}
    covered = _covered(lying, field, home)
    weights |= dict.fromkeys(covered, EVEN.table)
    return _told(tallied(weights, _elsewhere()), covered)


def _told(tally: Tally, covered: frozenset[Place]) -> Reading:
    """The same, told of each half of the bar."""
    both = tally.chances[BAR].table
    light, dark = np.zeros_like(both), np.zeros_like(both)
    light[:, 0], dark[0] = both.sum(axis=1), both.sum(axis=0)
    halves = {bar(Colour.LIGHT): Chances(light), bar(Colour.DARK): Chances(dark)}
    points = {place: told for place, told in tally.chances.items() if place != BAR}
    lights, darks = tally.best[BAR]
    best = {place: way for place, way in tally.best.items() if place != BAR}
    best |= {bar(Colour.LIGHT): (lights, 0), bar(Colour.DARK): (0, darks)}
    if BAR in covered:
        covered = covered - {BAR} | set(halves)
    return Reading(points | halves, covered, best)


def _covered(lying: Things, field: Field, home: Home) -> frozenset[Place]:
    """The places under a hand, or beside one."""
    points = {
        home.place(slot) for slot, is_so in zip(SLOTS, touched(lying, field), strict=True) if is_so
    }
    return frozenset(points | {BAR} if touched_bar(lying, field) else points)


def _elsewhere() -> Table:
    light, dark = np.mgrid[:WAYS, :WAYS]
    usual = np.array([1.0, *(ELSEWHERE * ANOTHER**more for more in range(IN_HANDS))])
    many = light + dark
    weights: Table = np.where(many <= IN_HANDS, usual[np.minimum(many, IN_HANDS)], 0.0)
    return weights
