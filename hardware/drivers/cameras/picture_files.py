"""Pictures from files and from bytes, and a clear refusal of everything that is none."""

from __future__ import annotations

import os
import stat
from enum import Enum
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.drivers.cameras.headers import Kind, foreign_kind, is_whole, kind_of, moves, size_of

MOST_BYTES = 64_000_000
"""No camera writes larger files of one picture."""
MOST_PIXELS = 25_000_000
"""What is larger takes a computer of this kind too much memory, and shows no more of a board."""
KINDS = ", ".join(kind.value for kind in Kind)


class Why(Enum):
    """What can be wrong with a picture, and how it is said."""

    MISSING = "is not there"
    FORBIDDEN = "may not be read by you"
    FOLDER = "is a folder, not a picture"
    NO_FILE = "is no ordinary file"
    UNREADABLE = "cannot be read: {problem}"
    EMPTY = "is empty"
    TOO_LONG = "is too large a file: a picture may have {most} MB"
    NO_PICTURE = "is not a picture that can be read ({kinds})"
    FOREIGN = "is written as {kind}, which cannot be read; save it as JPEG"
    MOVING = "is an animation, not a single picture"
    CUT_SHORT = "is cut short or damaged: not all of the picture is there"
    TOO_LARGE = (
        "is too large a picture: it has {pixels} million pixels, and may have {most}; "
        "make it smaller"
    )
    DAMAGED = "is damaged and cannot be shown"


class PictureRefused(OSError):
    """Something that cannot be used as a picture, and why."""

    def __init__(self, why: Why, called: str = "the picture", **values: object) -> None:
        super().__init__(f"{called} {why.value.format(**values)}")
        self.why = why
        self.values = values


def opened_picture(path: Path) -> NDArray[np.uint8]:
    """The picture in a file, upright, as rows, columns, and blue, green and red.

    PictureRefused in one clear sentence if it is none; nothing is unpacked before it is known that
    it is not too large.
    """
    return decoded(_bytes_of(path), str(path))


def decoded(data: bytes, called: str = "the picture") -> NDArray[np.uint8]:
    """The picture in these bytes; PictureRefused, by what it is called, if there is none."""
    _check(data, called)
    try:
        picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    except (cv2.error, MemoryError):
        picture = None
    if picture is None:
        raise PictureRefused(Why.DAMAGED, called)
    return np.asarray(picture, np.uint8)


def _check(data: bytes, called: str) -> None:
    """Refuse what should not even be unpacked."""
    if not data:
        raise PictureRefused(Why.EMPTY, called)
    kind = kind_of(data)
    if kind is None:
        if (foreign := foreign_kind(data)) is not None:
            raise PictureRefused(Why.FOREIGN, called, kind=foreign)
        raise PictureRefused(Why.NO_PICTURE, called, kinds=KINDS)
    size = size_of(kind, data)
    if size is not None and size.pixels > MOST_PIXELS:
        pixels, most = (number // 1_000_000 for number in (size.pixels, MOST_PIXELS))
        raise PictureRefused(Why.TOO_LARGE, called, pixels=pixels, most=most)
    if size is None or not is_whole(kind, data):
        raise PictureRefused(Why.CUT_SHORT, called)
    if moves(kind, data):
        raise PictureRefused(Why.MOVING, called)


def _bytes_of(path: Path) -> bytes:
    """What is in an ordinary file of no undue length."""
    called = str(path)
    try:
        data = _read(path)
    except (FileNotFoundError, NotADirectoryError):
        raise PictureRefused(Why.MISSING, called) from None
    except PermissionError:
        raise PictureRefused(Why.FORBIDDEN, called) from None
    except PictureRefused:
        raise
    except (OSError, ValueError) as error:
        problem = getattr(error, "strerror", None) or error
        raise PictureRefused(Why.UNREADABLE, called, problem=problem) from error
    if len(data) > MOST_BYTES:
        raise PictureRefused(Why.TOO_LONG, called, most=MOST_BYTES // 1_000_000)
    return data


def _read(path: Path) -> bytes:
    # Whoever opens a pipe in the usual way waits until somebody writes, and a device never ends.
    number = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        _check_kind(os.fstat(number).st_mode, str(path))
        with open(number, "rb", closefd=False) as file:
            return file.read(MOST_BYTES + 1)
    finally:
        os.close(number)


def _check_kind(mode: int, called: str) -> None:
    if stat.S_ISDIR(mode):
        raise PictureRefused(Why.FOLDER, called)
    if not stat.S_ISREG(mode):
        raise PictureRefused(Why.NO_FILE, called)
