"""What is known of a board that is watched, and what one more picture has brought."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum

import numpy as np
from numpy.typing import NDArray

from hardware.checkers import Place
from hardware.sightings import Sighting
from hardware.signals import Trouble
from vision.eye import Eye
from vision.learned import Learned
from vision.pictures import Picture
from vision.readings import Reading
from vision.watching.changes import Levels
from vision.watching.ground import LABELS, Ground, Spots, ground_of
from vision.watching.light import Small

Sightings = Mapping[Place, Sighting]
Times = NDArray[np.float64]
"""Seconds, one for each label."""
Reader = Callable[[Picture, Learned], Reading]
Registrar = Callable[[Picture, Learned], Eye | None]
"""Where the camera is now; None if that cannot be told."""
Pupil = Callable[[Picture, Learned, Reading], Learned]
"""What is known of the looks of a board after one more picture that was read clearly."""


class Why(Enum):
    """Why nothing can be told of a place."""

    UNSEEN = "unseen"
    """It has never been seen clearly, or what is seen there makes no sense."""
    HIDDEN = "hidden"
    """A hand, or whatever reaches in from outside, hides it or is close to it."""
    MOVING = "moving"
    """It has just changed, or lies beside what has."""
    TROUBLE = "trouble"
    """The whole board cannot be seen."""


@dataclass(frozen=True, slots=True)
class Patience:
    """How long (s) to wait."""

    still: float = 0.3
    """Until what does not move any more is judged."""
    hand: float = 3.0
    """Until what reaches in and does not move is no hand any more, but part of the table."""
    beside: float = 1.0
    """The same for what hardly reaches in: checkers that were borne off, more likely."""
    most: float = 2.5
    """The same for what would hide most of the board."""
    ghost: float = 2.0
    """Until a hand is none that a reader of the whole picture does not see."""
    trouble: float = 3.0
    """Until people are told that the board cannot be seen; somebody may only lean over it."""
    restless: float = 10.0
    """The same while what is seen is still moving: they may be setting up the board."""
    again: float = 2.0
    """Until what could not be read, or found, is tried again although nothing has changed."""
    steady: float = 20.0
    """For which a camera that was found is taken to be where it was."""
    learning: float = 30.0
    """Between one picture that is learnt from and the next."""


@dataclass(frozen=True, slots=True)
class Tools:
    """What looks at a whole picture, where that is needed."""

    read: Reader
    register: Registrar
    learn: Pupil


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """What one picture has brought."""

    sightings: Sightings | None
    """What may be claimed now; None where that is the same as before."""
    trouble: Trouble | None
    """What keeps the camera from seeing the board, if that has lasted."""
    untold: Mapping[Place, Why]
    """The places of which nothing can be told."""
    reading: Reading | None = None
    """What was read, if anything had to be."""


@dataclass(frozen=True, slots=True, eq=False)
class Memory:
    """How a board looked when it was last judged, in a small picture."""

    picture: Small
    noise: Levels
    """By how much pictures of the same differ."""


@dataclass(frozen=True, slots=True, eq=False)
class Watch:
    """One board in front of one camera, as far as it has been watched."""

    learned: Learned
    tools: Tools
    ground: Ground
    patience: Patience = Patience()
    claims: Sightings = field(default_factory=dict)
    """What each place was judged to hold when it last lay still and in sight."""
    told: Sightings = field(default_factory=dict)
    """What was told last."""
    memory: Memory | None = None
    """None before the board was found in a picture."""
    last: Picture | None = None
    """The picture before, made small."""
    judged: Spots = field(default_factory=lambda: np.zeros(LABELS, np.bool_))
    """What has been judged since a hand was there."""
    moved: Times = field(default_factory=lambda: np.full(LABELS, -np.inf))
    """When each label was last seen to change."""
    hidden_since: Times = field(default_factory=lambda: np.full(LABELS, np.inf))
    """Since when hands are seen there without a break."""
    read_at: float = -np.inf
    read_under: Spots = field(default_factory=lambda: np.zeros(LABELS, np.bool_))
    """What hands hid when the picture was last read."""
    found_at: float = -np.inf
    """When the camera was last looked for and found, in a picture without hands."""
    sought_at: float = -np.inf
    """When it was last looked for."""
    learnt_at: float = -np.inf
    trouble: Trouble | None = None
    """What the last picture could not be judged for, told or not."""
    since: float = np.inf
    """Since when."""


def watching(learned: Learned, tools: Tools, patience: Patience = Patience()) -> Watch:
    """Begin to watch."""
    ground = ground_of(learned)
    return Watch(learned, tools, ground, patience)
