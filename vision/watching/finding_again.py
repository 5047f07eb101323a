"""A camera that has moved: where it is now, and what is still known of the board."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from vision.eye import Eye
from vision.field import Field
from vision.learned import Learned
from vision.pictures import Picture, Points
from vision.watching.changes import FIRST_NOISE
from vision.watching.ground import Ground, ground_of
from vision.watching.watch import Memory, Watch

MOVED = 0.25
"""Pixels; a camera whose corners move by less is where it was."""


def moved(watch: Watch, eye: Eye, picture: Picture) -> Watch:
    """The watch with the camera where it is now; what is remembered moves along."""
    learned = watch.learned
    if _apart(learned.eye, eye, learned.field) < MOVED:
        return watch
    now = replace(learned, eye=eye)
    ground = ground_of(now)
    memory = watch.memory and _moved(watch.memory, watch, ground, now, ground.small(picture))
    return replace(watch, learned=now, ground=ground, memory=memory, last=None)


def _apart(one: Eye, other: Eye, field: Field) -> float:
    """How far the corners are from where they were, in pixels."""
    return float(np.abs(one.pixels(field.corners) - other.pixels(field.corners)).max())


def _moved(memory: Memory, watch: Watch, ground: Ground, now: Learned, small: Picture) -> Memory:
    """What is remembered, as the camera would show it from where it is now.

    What was out of sight before is taken to be as it is seen now.
    """
    before, height = watch.ground, now.field.thickness / 2
    spots = now.eye.spots(ground.pixels(), height)
    places = _in_small(watch.learned.eye.pixels(_high(spots, height)), before)
    across, down = (places[:, axis].reshape(ground.labels.shape) for axis in (0, 1))
    maps = across.astype(np.float32), down.astype(np.float32)
    rows, columns = before.labels.shape
    unseen = (across < 0) | (across > columns - 1) | (down < 0) | (down > rows - 1)
    picture = cv2.remap(memory.picture, *maps, cv2.INTER_LINEAR)
    noise = cv2.remap(memory.noise, *maps, cv2.INTER_LINEAR)
    return Memory(
        np.where(unseen[..., None], small, picture).astype(np.float32),
        np.where(unseen, FIRST_NOISE, noise).astype(np.float32),
    )


def _high(spots: Points, height: float) -> Points:
    return np.column_stack([spots, np.full(len(spots), height)])


def _in_small(pixels: Points, ground: Ground) -> Points:
    small: Points = (pixels - (ground.left, ground.top) + 0.5) / ground.step - 0.5
    return small
