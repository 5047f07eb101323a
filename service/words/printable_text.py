"""Names of players that records can contain, and texts from outside made printable."""

from __future__ import annotations

import re
import unicodedata

PLAYER_NAME = re.compile(r"[^\s:;#](?:[^:;]{0,22}[^\s:;])?")
"""The pattern of a name that a match record can contain, apart from printability."""


def is_valid_name(name: str) -> bool:
    """True if a match record can contain this name."""
    return PLAYER_NAME.fullmatch(name) is not None and name.isprintable()


REPLACEMENT = "?"
"""The replacement for characters that would control the terminal."""


def printable(text: str, longest: int | None = None) -> str:
    """The text without control characters, cut to `longest` characters if given."""
    shown = "".join(REPLACEMENT if _is_control(letter) else letter for letter in text[:longest])
    return f"{shown}…" if longest is not None and len(text) > longest else shown


def printable_lines(text: str) -> str:
    """The text without control characters, with its line breaks kept."""
    return "\n".join(map(printable, text.split("\n")))


def _is_control(letter: str) -> bool:
    """True for control and format characters, surrogates and line separators."""
    kind = unicodedata.category(letter)
    return kind.startswith("C") or kind in ("Zl", "Zp")
