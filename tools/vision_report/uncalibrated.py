"""Readings of pictures without a calibration: boards sought, and checkers guessed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from time import process_time

import numpy as np

from tools.vision_report.labels import Label
from tools.vision_report.measurements import Find, Look, Noise, picture_of
from tools.vision_report.scores import scored_either_way
from vision.board_search.corner_search import BoardNotFound, find_board
from vision.camera_model import Corners
from vision.uncalibrated_reader import read_uncalibrated


def guesses(labels: Sequence[Label], noise: Noise) -> Iterator[Look]:
    """Readings of boards of which nothing is known but the corners."""
    for label in labels:
        picture, begun = picture_of(label), process_time()
        reading = read_uncalibrated(picture, noise.on(label)).reading
        spent = process_time() - begun
        yield Look(label, scored_either_way(label, reading), spent)


def finds(labels: Sequence[Label]) -> Iterator[Find]:
    """Each board sought without any help."""
    for label in labels:
        picture, begun = picture_of(label), process_time()
        try:
            aside = _aside(find_board(picture), label.corners)
        except BoardNotFound:
            aside = float("inf")
        yield Find(label, aside, process_time() - begun)


def _aside(corners: Corners, truth: Corners) -> float:
    """The largest offset of a corner, wherever the numbering was taken to begin."""
    turns = (np.roll(corners.points, quarters, axis=0) for quarters in range(4))
    worst = [np.linalg.norm(points - truth.points, axis=1).max() for points in turns]
    return float(min(worst)) / truth.width
