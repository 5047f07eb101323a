"""Pictures of boards of which nothing was learnt: boards sought, and what lies on them guessed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from time import process_time

import numpy as np

from tools.vision_report.labels import Label
from tools.vision_report.measuring import Find, Look, Noise, picture_of
from tools.vision_report.scoring import scored_either_way
from vision.corners import Corners
from vision.finding import BoardNotFound, found
from vision.guessing import guessed


def guesses(labels: Sequence[Label], noise: Noise) -> Iterator[Look]:
    """What lies on boards of which nothing is known but the corners."""
    for label in labels:
        picture, begun = picture_of(label), process_time()
        reading = guessed(picture, noise.on(label)).reading
        spent = process_time() - begun
        yield Look(label, scored_either_way(label, reading), spent)


def finds(labels: Sequence[Label]) -> Iterator[Find]:
    """Each board sought without any help."""
    for label in labels:
        picture, begun = picture_of(label), process_time()
        try:
            aside = _aside(found(picture), label.corners)
        except BoardNotFound:
            aside = float("inf")
        yield Find(label, aside, process_time() - begun)


def _aside(corners: Corners, truth: Corners) -> float:
    """How far the worst corner is off, wherever the numbering was taken to begin."""
    turns = (np.roll(corners.points, quarters, axis=0) for quarters in range(4))
    worst = [np.linalg.norm(points - truth.points, axis=1).max() for points in turns]
    return float(min(worst)) / truth.width
