"""Texts from outside, made fit for a terminal."""

from __future__ import annotations

import unicodedata

HIDDEN = "?"
"""What stands for a letter that would steer a terminal."""


def printable(text: str, longest: int | None = None) -> str:
    """The text, or so many letters of its beginning, without what would steer a terminal."""
    shown = "".join(HIDDEN if _steers(letter) else letter for letter in text[:longest])
    return f"{shown}…" if longest is not None and len(text) > longest else shown


def printable_lines(text: str) -> str:
    """The same for a text of several lines, which stay what they are."""
    return "\n".join(map(printable, text.split("\n")))


def _steers(letter: str) -> bool:
    """Whether it is a control or format character, half a letter, or ends a line."""
    kind = unicodedata.category(letter)
    return kind.startswith("C") or kind in ("Zl", "Zp")
