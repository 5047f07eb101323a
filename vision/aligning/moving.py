"""A camera that is turned, and put elsewhere."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from vision.eye import Eye, Matrix
from vision.solving import Vector

UNMOVED: Vector = np.zeros(6)
"""How a camera is turned, in radians around its three axes, and put, in widths of a point."""


def moved(eye: Eye, movement: Vector) -> Eye:
    """The camera after such a movement."""
    inner = _inner(eye)
    scale = np.linalg.norm(eye.matrix[2, :3])
    turn = np.asarray(cv2.Rodrigues(movement[:3])[0], np.float64)
    outer = turn @ np.linalg.inv(inner) @ eye.matrix / scale
    outer[:, 3] += movement[3:]
    return replace(eye, matrix=inner @ outer)


def _inner(eye: Eye) -> Matrix:
    """The camera itself: how long its focal length is, and the middle of its pictures."""
    third = eye.matrix[2, :3] / np.linalg.norm(eye.matrix[2, :3])
    middle = (np.array(eye.size, np.float64) - 1) / 2
    second = eye.matrix[1, :3] / np.linalg.norm(eye.matrix[2, :3]) - middle[1] * third
    focal = float(np.linalg.norm(second))
    return np.array([[focal, 0, middle[0]], [0, focal, middle[1]], [0, 0, 1]])
