"""The four corners of a board, as people write them."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from service.camera.picture_errors import UnusableInput
from vision.camera_model import SHORTEST, Corners

CORNER_NUMBERS = 8
"""Two numbers for each of four corners."""
MAX_CORNERS_BYTES = 100_000
"""Bytes that are read of a file with corners."""
_NUMBER = re.compile(r"[-+]?(\d+(\.\d*)?|\.\d+)(e[-+]?\d+)?|nan|[-+]?inf(inity)?", re.IGNORECASE)
_BETWEEN = re.compile(r"[\s,;:()\[\]{}]+|(?<=\d)x(?=[-+.\d])", re.IGNORECASE)
_CORNER_KEYS = ("top_left", "top_right", "bottom_right", "bottom_left"), ("tl", "tr", "br", "bl")
_CORNERS_START = re.compile(r"\s*([-+.\d\[({]|nan|inf|$)", re.IGNORECASE)
"""The beginnings of corners; file names rarely begin like this."""


def parse_corners(text: str, size: tuple[int, int] | None = None) -> Corners:
    """The corners in a text, or in the file that it names; raises UnusableInput if invalid."""
    numbers = list(_numbers(_text_of(text)))
    if len(numbers) != CORNER_NUMBERS:
        raise UnusableInput("corners_many", numbers=len(numbers))
    if not all(map(math.isfinite, numbers)):
        raise UnusableInput("corners_infinite")
    points = list(zip(numbers[::2], numbers[1::2], strict=True))
    try:
        corners = Corners(*points)
    except ValueError:
        raise UnusableInput("corners_crossing") from None
    if size:
        check_inside(corners, size)
    return corners


def check_inside(corners: Corners, size: tuple[int, int]) -> None:
    """Raises UnusableInput if no board in a picture of this size can have these corners."""
    if outside := corners.outside_of(size):
        (x, y), (wide, high) = outside[0], size
        raise UnusableInput("corners_outside", x=f"{x:g}", y=f"{y:g}", wide=wide, high=high)
    if corners.shortest < SHORTEST:
        raise UnusableInput("corners_small", least=f"{SHORTEST:g}")


def _text_of(text: str) -> str:
    """Returns the content of the file of this name, or the text itself if it may be corners."""
    path = Path(text)
    try:
        if path.is_file():
            with path.open("rb") as file:
                return file.read(MAX_CORNERS_BYTES).decode("utf-8", "replace")
    except (OSError, ValueError):
        pass
    if _CORNERS_START.match(text):
        return text
    raise UnusableInput("corners_no_file", text=text[:80])


def _numbers(text: str) -> Iterator[float]:
    try:
        yield from list(_numbers_in(json.loads(text, parse_int=float)))
    except (ValueError, RecursionError):
        for word in filter(None, _BETWEEN.split(text)):
            if not _NUMBER.fullmatch(word):
                raise UnusableInput("corners_word", word=word[:40]) from None
            yield float(word)


def _numbers_in(value: Any) -> Iterator[float]:
    """Yields all numbers of a JSON value in order."""
    if isinstance(value, Mapping):
        yield from _numbers_in(_corners_in({str(key).lower(): value[key] for key in value}))
    elif isinstance(value, list):
        for item in value:
            yield from _numbers_in(item)
    elif isinstance(value, float):
        yield value
    else:
        raise UnusableInput("corners_word", word=json.dumps(value)[:40])


def _corners_in(mapping: Mapping[str, Any]) -> Any:
    if "corners" in mapping:
        return mapping["corners"]
    for names in (*_CORNER_KEYS, ("x", "y")):
        if all(name in mapping for name in names):
            return [mapping[name] for name in names]
    raise UnusableInput("corners_word", word=next(iter(mapping), "{}")[:40])
