"""Reads a text from left to right, and says where it is not what was expected."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TypeVar

from engine.backgammon.errors import NotationError

T = TypeVar("T")
SPACE = r"(?u:\s*)"
"""Any space there may be; all else in a pattern is plain ASCII."""


class Scanner:
    """A text, and how far it has been read."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    @property
    def is_done(self) -> bool:
        return self.at == len(self.text)

    def found(self, pattern: str) -> str | None:
        """Read what matches, if that is what comes next."""
        match = re.compile(pattern, re.ASCII).match(self.text, self.at)
        if match is None:
            return None
        self.at = match.end()
        return match[0]

    def take(self, pattern: str, expected: str) -> str:
        """Read what matches."""
        found = self.found(pattern)
        if found is None:
            raise self.failure(expected)
        return found

    def number(self, most: int, expected: str) -> int:
        """Read a number from 0 to the most it may be."""
        start = self.at
        number = int(self.take("[0-9]{1,9}", expected))
        if number > most:
            raise self.failure(f"{expected}, at most {most}", start)
        return number

    def one_of(self, words: Mapping[str, T], expected: str) -> T:
        """Read one of these words, of which none may begin another."""
        return words[self.take("|".join(words), f"{expected}: {', '.join(words)}")]

    def end(self) -> None:
        """Nothing but space may follow."""
        self.found(SPACE)
        if not self.is_done:
            raise self.failure("the end of the text")

    def failure(self, expected: str, at: int | None = None) -> NotationError:
        """The error to raise where something else was expected."""
        return NotationError(expected, self.text, self.at if at is None else at)
