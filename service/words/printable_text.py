"""Names of players that records can contain, and texts from outside made printable."""

from __future__ import annotations

import re
import unicodedata

JOINERS = "\u200c\u200d"
"""Characters without a width of their own, by which some scripts and emoji join letters."""
BLANKS = "\u115f\u1160\u2800\u3164\uffa0"
"""Characters that count as letters or signs, and show nothing."""
_END = rf"[^\s:;#{JOINERS}{BLANKS}]"
PLAYER_NAME = re.compile(rf"{_END}(?:[^:;{BLANKS}]{{0,22}}(?:{_END}|#))?")
"""The pattern of a name that a match record can contain, apart from printability."""


def is_valid_name(name: str) -> bool:
    """True if a match record can contain this name."""
    return PLAYER_NAME.fullmatch(name) is not None and is_printable(name)


def is_printable(text: str) -> bool:
    """True if every character is printable, or joins printable ones."""
    return not any(_is_control(letter) for letter in text) and text.translate(_SPACED).isprintable()


_SPACED = dict.fromkeys(map(ord, JOINERS), " ")


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
    """True for control and format characters but joiners, surrogates and line separators."""
    kind = unicodedata.category(letter)
    return (letter not in JOINERS and kind.startswith("C")) or kind in ("Zl", "Zp")
