"""What keeps a camera from seeing the board: too little light, a cover, no focus."""

from __future__ import annotations

import cv2
import numpy as np

from hardware.signals import Trouble
from vision.pictures import Picture
from vision.watching.light import Small

DARK = 12.0
"""Levels; a picture that is nowhere brighter on average shows nothing."""
ALIKE = 0.5
"""How far (as a correlation) what is seen blurred must look like the board to be the board."""
SHARP = 0.7
"""So much of its edges a board keeps that is in focus."""
COARSE = 4
"""Checkers, or nearly so many, are one pixel where only the rough picture matters."""


def is_dark(small: Picture) -> bool:
    """Whether there is too little light to tell anything."""
    return max(cv2.mean(small)[:3]) < DARK


def hindrance(small: Picture, reference: Small, checker: float) -> Trouble | None:
    """Why a picture that differs nearly everywhere shows no board, if it shows none."""
    if is_dark(small):
        return Trouble.TOO_DARK
    if _likeness(small, reference, checker) < ALIKE:
        return Trouble.COVERED
    if _sharpness(small) < SHARP * _sharpness(reference):
        return Trouble.OUT_OF_FOCUS
    return None


def _likeness(small: Picture, reference: Small, checker: float) -> float:
    """How alike two pictures are in the rough, from -1 to 1."""
    one, other = (_rough(picture, checker).ravel() for picture in (small, reference))
    one, other = one - one.mean(), other - other.mean()
    if min(one.std(), other.std()) < 1:
        return 0.0
    return float((one * other).mean() / (one.std() * other.std()))


def _rough(picture: Picture | Small, checker: float) -> Small:
    height, width = picture.shape[:2]
    size = (max(round(width / checker), COARSE), max(round(height / checker), COARSE))
    grey = picture.mean(axis=2, dtype=np.float32)
    return np.asarray(cv2.resize(grey, size, interpolation=cv2.INTER_AREA), dtype=np.float32)


def _sharpness(picture: Picture | Small) -> float:
    """How strong its edges are for its brightness."""
    grey = picture.mean(axis=2, dtype=np.float32)
    edges = np.abs(np.diff(grey, axis=1)).mean() + np.abs(np.diff(grey, axis=0)).mean()
    return float(edges / max(grey.std(), 1.0))
