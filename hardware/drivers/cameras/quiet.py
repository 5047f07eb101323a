"""Keeps OpenCV and the libraries in it from telling on their own what we tell, and once."""

from __future__ import annotations

import os

import cv2

NOTHING = "-8"
"""How little FFmpeg is to tell."""


def quieten() -> None:
    """From now on they tell nothing."""
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", NOTHING)
