"""Loads and writes picture files."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import cv2

from hardware.drivers.cameras.picture_decoder import PictureRefused
from hardware.drivers.cameras.picture_decoder import read_picture as read_picture_file
from service.camera.picture_errors import UnusableInput
from vision.picture_arrays import MIN_SIDE, NotAPicture, Picture, check_picture

STDERR = 2
"""The file descriptor of standard error."""


def load_picture(file: Path) -> Picture:
    """Loads a picture; raises UnusableInput if it is unreadable or too small."""
    try:
        with silence_stderr():
            return check_picture(read_picture_file(file))
    except PictureRefused as refusal:
        raise UnusableInput("picture", problem=refusal) from refusal
    except NotAPicture:
        raise UnusableInput("picture_small", file=file, least=MIN_SIDE) from None


def write_picture(picture: Picture, file: Path) -> None:
    """Writes a picture in the format of the file's suffix; raises UnusableInput if it fails."""
    try:
        good, data = cv2.imencode(file.suffix or ".png", picture)
        if good:
            file.write_bytes(data.tobytes())
            return
    except cv2.error:
        pass
    except (OSError, ValueError) as problem:
        why = getattr(problem, "strerror", None) or problem
        raise UnusableInput("cannot_write", file=file, problem=why) from problem
    raise UnusableInput("no_kind", file=file)


@contextmanager
def silence_stderr() -> Iterator[None]:
    """Redirects standard error to nothing while it is open: libjpeg reports every small damage.

    The redirection affects the whole process, so only single-threaded commands may use it.
    """
    try:
        stderr = os.dup(STDERR)
    except OSError:
        yield  # standard error is closed
        return
    sys.stderr.flush()
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, STDERR)
        yield
    finally:
        os.dup2(stderr, STDERR)
        os.close(nowhere)
        os.close(stderr)
