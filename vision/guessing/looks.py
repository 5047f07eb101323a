"""What a board and its checkers seem to look like, some of the checkers being known."""

from __future__ import annotations

import numpy as np

from vision.guessing.ground import made_up
from vision.guessing.kinds import told_apart
from vision.guessing.view import View, told_at
from vision.looks import QUARTERS, Looks
from vision.pictures import Points
from vision.studying.bare import Bare, hidden_on_ground
from vision.studying.discs import hidden, tops
from vision.studying.study import SHADOW
from vision.studying.tones import tones
from vision.weighing.circles import gathered

INNER = 0.85
"""The part of a top, across, whose colours are taken for its own."""
SAME = 10.0
"""How far, as roots are, two things of the same colour may well be apart."""
OTHER = 1.5
"""From so many times that on a checker has another colour than the ground."""
FEWEST = 4
"""From fewer checkers nothing is learnt of their colours."""


def supposed(view: View, spots: Points) -> Looks:
    """The looks of everything, checkers lying on these spots, and maybe on others; or OneKind."""
    covered = hidden(view.eye, view.field, spots, SHADOW)
    on_ground = hidden_on_ground(view.eye, view.field, covered)
    empty = made_up(view.surface, view.eye, view.field, on_ground)
    spots = _unlike(view, empty, spots)
    is_light = told_apart(told_at(gathered(view.tops, view.radius), spots))
    kinds = (spots[is_light], spots[~is_light])
    light, dark = (view.tops[tops(view.field, kind, INNER)] for kind in kinds)
    return Looks(
        ground=empty.ground.round().astype(np.uint8),
        spread=np.clip(empty.spread * QUARTERS, 1, 255).astype(np.uint8),
        known=~covered,
        light=tones(light),
        dark=tones(dark),
        light_colour=np.median(light, axis=0).astype(np.float32),
        dark_colour=np.median(dark, axis=0).astype(np.float32),
        falloff=np.ones(view.tops.shape[:2], np.float32),
    )


def _unlike(view: View, empty: Bare, spots: Points) -> Points:
    """Those of the spots that do not have the colour of the ground, if there are some."""
    seen, bare = (gathered(plane, view.radius) for plane in (view.tops, empty.ground))
    off = told_at(np.linalg.norm(seen - bare, axis=2), spots)
    doubt = np.hypot(told_at(gathered(empty.spread, view.radius), spots), SAME)
    unlike = off > OTHER * doubt
    return spots[unlike] if unlike.sum() >= FEWEST else spots
