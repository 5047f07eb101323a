"""The words of a line, read strictly: what is not written exactly so is malformed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

PRESS_TURN = 256
"""Presses are counted modulo this."""
TURN = 65536
"""Generations are counted modulo this."""
OK = "OK"
ERR = "ERR"
NONE = "-"
NAME = re.compile(r"[0-9A-Za-z._+-]{1,32}")
PRINTABLE = range(0x20, 0x7F)
_NUMBER = re.compile(r"0|[1-9][0-9]{0,9}")
_LONGEST_SAID = 60


class Malformed(ValueError):
    """A good line with a body that cannot be: what about it, as part of a sentence."""


def words_of(body: bytes) -> list[str]:
    """The words of a body; between two of them is one blank."""
    try:
        words = body.decode("ascii").split(" ")
    except UnicodeDecodeError:
        words = [""]
    if not all(words):
        raise Malformed(f"'{printable(body)}' is not made of words")
    return words


def arguments(body: bytes, verb: str, count: int | None = None) -> list[str]:
    """The words after this verb, and of the right count if there is one."""
    first, *rest = words_of(body)
    if first != verb or (count is not None and len(rest) != count):
        raise Malformed(f"'{printable(body)}' is no {verb}")
    return rest


def number(word: str, among: range, what: str) -> int:
    """A number as people write it, within these bounds."""
    if not _NUMBER.fullmatch(word) or int(word) not in among:
        raise Malformed(f"{what} is '{word[:_LONGEST_SAID]}'")
    return int(word)


def numbers(word: str, among: range, what: str) -> tuple[int, ...]:
    """Numbers with commas between them, or none."""
    if word == NONE:
        return ()
    return tuple(number(each, among, what) for each in word.split(","))


def listed(values: Iterable[int]) -> str:
    """Numbers with commas between them, as `numbers` reads them."""
    return ",".join(map(str, values)) or NONE


def name(word: str, shape: re.Pattern[str], what: str) -> str:
    """A word of this shape."""
    if not shape.fullmatch(word):
        raise Malformed(f"{what} is '{word[:_LONGEST_SAID]}'")
    return word


def keyed(words: Iterable[str], wanted: Iterable[str]) -> Mapping[str, str]:
    """The values of keys: each of those wanted is there, and none is there twice."""
    found: dict[str, str] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals or key in found:
            raise Malformed(f"'{word[:_LONGEST_SAID]}' is no key that is told once, and its value")
        found[key] = value
    if missing := [key for key in wanted if key not in found]:
        raise Malformed(f"it does not tell {' '.join(missing)}")
    return found


def printable(data: bytes, most: int = _LONGEST_SAID) -> str:
    """Bytes as text that is safe to show, and not too long."""
    text = "".join(
        chr(byte) if byte in PRINTABLE else f"\\x{byte:02x}" for byte in data[: most + 1]
    )
    return text if len(text) <= most else text[: most - 1] + "…"
