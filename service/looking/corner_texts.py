"""The four corners of a board as people write them, in whatever reasonable way."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from service.looking.problems import CannotLook
from vision.corners import SHORTEST, Corners

NUMBERS = 8
"""Two for each of four corners."""
LONGEST = 100_000
"""Bytes of a file with corners."""
_NUMBER = re.compile(r"[-+]?(\d+(\.\d*)?|\.\d+)(e[-+]?\d+)?|nan|[-+]?inf(inity)?", re.IGNORECASE)
_BETWEEN = re.compile(r"[\s,;:()\[\]{}]+|(?<=\d)x(?=[-+.\d])", re.IGNORECASE)
_OTHERS = ("top_left", "top_right", "bottom_right", "bottom_left"), ("tl", "tr", "br", "bl")
_BEGUN = re.compile(r"\s*([-+.\d\[({]|nan|inf|$)", re.IGNORECASE)
"""How corners begin, and names of files hardly do."""


def corners_in(text: str, size: tuple[int, int] | None = None) -> Corners:
    """The corners in a text, or in the file it names; CannotLook says what is wrong with them."""
    numbers = list(_numbers(_text_of(text)))
    if len(numbers) != NUMBERS:
        raise CannotLook("corners_many", numbers=len(numbers))
    if not all(map(math.isfinite, numbers)):
        raise CannotLook("corners_infinite")
    points = list(zip(numbers[::2], numbers[1::2], strict=True))
    try:
        corners = Corners(*points)
    except ValueError:
        raise CannotLook("corners_crossing") from None
    if size:
        check_inside(corners, size)
    return corners


def check_inside(corners: Corners, size: tuple[int, int]) -> None:
    """CannotLook if they cannot be the corners of a board in a picture of this size."""
    if outside := corners.outside(size):
        (x, y), (wide, high) = outside[0], size
        raise CannotLook("corners_outside", x=f"{x:g}", y=f"{y:g}", wide=wide, high=high)
    if corners.shortest < SHORTEST:
        raise CannotLook("corners_small", least=f"{SHORTEST:g}")


def _text_of(text: str) -> str:
    """What is in the file of this name, or the text itself if it can be corners."""
    path = Path(text)
    try:
        if path.is_file():
            with path.open("rb") as file:
                return file.read(LONGEST).decode("utf-8", "replace")
    except (OSError, ValueError):
        pass
    if _BEGUN.match(text):
        return text
    raise CannotLook("corners_no_file", text=text[:80])


def _numbers(text: str) -> Iterator[float]:
    try:
        yield from list(_listed(json.loads(text, parse_int=float)))
    except (ValueError, RecursionError):
        for word in filter(None, _BETWEEN.split(text)):
            if not _NUMBER.fullmatch(word):
                raise CannotLook("corners_word", word=word[:40]) from None
            yield float(word)


def _listed(found: Any) -> Iterator[float]:
    """Every number of something that was written as JSON, in order."""
    if isinstance(found, Mapping):
        yield from _listed(_of_mapping({str(key).lower(): found[key] for key in found}))
    elif isinstance(found, list):
        for item in found:
            yield from _listed(item)
    elif isinstance(found, float):
        yield found
    else:
        raise CannotLook("corners_word", word=json.dumps(found)[:40])


def _of_mapping(found: Mapping[str, Any]) -> Any:
    if "corners" in found:
        return found["corners"]
    for names in (*_OTHERS, ("x", "y")):
        if all(name in found for name in names):
            return [found[name] for name in names]
    raise CannotLook("corners_word", word=next(iter(found), "{}")[:40])
