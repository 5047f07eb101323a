"""What lies on a board of which nothing was learnt."""

from __future__ import annotations

import numpy as np

from hardware.checkers import BACKGAMMON, Colour, bar, tray
from vision.chances import EVEN
from vision.corners import Corners
from vision.counting import WAYS, Table, tallied
from vision.eye import Eye
from vision.field import SLOTS, Field
from vision.guessing.discs import told_apart
from vision.guessing.ground import made_up
from vision.guessing.standing import stood
from vision.home import Home
from vision.looks import Looks, rooted
from vision.pictures import Picture, Points
from vision.plane import SCALE, Plane, above, to_plane
from vision.readings import Reading
from vision.studying.bare import Bare, hidden_on_ground
from vision.studying.discs import hidden, tops
from vision.studying.tones import tones
from vision.weighing.beside import waiting
from vision.weighing.circles import gathered
from vision.weighing.evidence import weighed
from vision.weighing.lighting import Light
from vision.weighing.piles import piled
from vision.weighing.rows import weighed_rows
from vision.weighing.spots import weighed_spots

NOTHING_KNOWN = Reading(dict.fromkeys(BACKGAMMON, EVEN))
SHADOW = 0.22
"""Widths of a point around a checker that its shadow may darken."""
INNER = 0.85
"""The part of a top, across, whose colours are taken for its own."""
FEWEST = 4
"""From fewer checkers that stand out nothing is guessed."""
ROUNDS = 2
"""How often what was read tells what there is to read by."""
HOME = Home.BOTTOM_RIGHT
SAME = 10.0
CLEAR = 1.5
STANDS_OUT = 2.0
"""What a checker says, as a logarithm, that is learnt from."""
DOUBT = 0.05
"""How far the light may be off for one pixel, as a part of one."""
MISSING = 8
"""Checkers that may be nowhere to be seen."""


def guessed(picture: Picture, corners: Corners) -> Reading:
    """What each place may hold, the lighter checkers being Light's, its home bottom right."""
    try:
        standing = stood(picture, corners)
    except (ValueError, np.linalg.LinAlgError):
        return NOTHING_KNOWN
    if len(standing.stands) < FEWEST:
        return NOTHING_KNOWN
    eye, field = standing.eye, standing.field
    seen = rooted(above(eye, field, field.thickness).of(picture))
    surface = rooted(above(eye, field, 0.0).of(picture))
    spots = standing.clear
    tally = NOTHING_KNOWN
    for _ in range(ROUNDS):
        if len(spots) < FEWEST:
            break
        looks = _looks(seen, surface, eye, field, spots)
        tally, spots = _read(seen, looks, eye, field)
    return tally


def _looks(seen: Plane, surface: Plane, eye: Eye, field: Field, spots: Points) -> Looks:
    covered = hidden(eye, field, spots, SHADOW)
    empty = made_up(surface, eye, field, hidden_on_ground(eye, field, covered))
    spots = _clear(seen, empty, field, spots)
    discs = told_apart(seen, field, spots)
    light, dark = (seen[tops(field, spots[s], INNER)] for s in (discs.is_light, ~discs.is_light))
    return Looks(
        ground=empty.ground.round().astype(np.uint8),
        spread=np.clip(empty.spread * 4, 1, 255).astype(np.uint8),
        known=~covered,
        light=tones(light),
        dark=tones(dark),
        light_colour=np.median(light, axis=0).astype(np.float32),
        dark_colour=np.median(dark, axis=0).astype(np.float32),
        falloff=np.ones(seen.shape[:2], np.float32),
    )


def _clear(seen: Plane, empty: Bare, field: Field, spots: Points) -> Points:
    """Those that do not have the colour of the ground."""
    radius = field.checker / 2 * SCALE
    off = np.linalg.norm(gathered(seen, radius) - gathered(empty.ground, radius), axis=2)
    doubt = gathered(empty.spread, radius)
    at = to_plane(spots).round().astype(int)
    far = (off / np.hypot(doubt, SAME))[at[:, 1], at[:, 0]]
    if (far > CLEAR).sum() >= FEWEST:
        return spots[far > CLEAR]
    return spots


def _read(seen: Plane, looks: Looks, eye: Eye, field: Field) -> tuple[Reading, Points]:
    ones = np.ones(seen.shape[:2], np.float32)
    evidence = weighed(seen, looks, Light(ones, np.ones(3, np.float32), ones * DOUBT))
    spots = weighed_spots(evidence, field, looks)
    rows = weighed_rows(spots, evidence, eye, field)
    points = piled(rows)
    weights = {HOME.place(slot): table for slot, table in zip(SLOTS, points, strict=True)}
    hit = waiting(spots, field)
    weights |= {bar(colour): hit[colour] for colour in Colour}
    weights |= {tray(colour): _off(colour) for colour in Colour}
    tally = tallied(weights, _elsewhere())
    there = np.maximum(rows.light, rows.dark) > STANDS_OUT
    there = np.logical_and.accumulate(there, axis=1)
    return Reading(tally.chances), rows.spots[there]


def _off(colour: Colour) -> Table:
    weights = 0.02 * 0.9 ** np.arange(WAYS)
    weights[0] = 1
    table = np.zeros((WAYS, WAYS))
    if colour is Colour.LIGHT:
        table[:, 0] = weights
    else:
        table[0] = weights
    return table


def _elsewhere() -> Table:
    light, dark = np.mgrid[:WAYS, :WAYS]
    weights: Table = np.where(
        light + dark <= MISSING, 0.02 ** ((light > 0) + (dark > 0)) * 0.5 ** (light + dark), 0.0
    )
    return weights
