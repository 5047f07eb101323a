"""A scanner for short notations, and the error for texts that cannot be read."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TypeVar

T = TypeVar("T")
SPACE = r"(?u:\s*)"
"""Optional white space of any script; all other patterns match ASCII only."""


class NotationError(ValueError):
    """A text that cannot be read; tells where reading stopped and what was expected there."""

    def __init__(self, expected: str, text: str, at: int = 0, line: int | None = None) -> None:
        where = f"line {line}, column {at + 1}" if line is not None else f"character {at + 1}"
        super().__init__(f"{where} of {_shortened(text)}: expected {expected}")
        self.expected = expected
        self.text = text
        self.at = at
        self.line = line


class Scanner:
    """A text and the place up to which it has been read."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    @property
    def is_done(self) -> bool:
        return self.at == len(self.text)

    def read_if(self, pattern: str) -> str | None:
        """Reads the text that matches here; None, and nothing is read, if nothing matches."""
        match = re.compile(pattern, re.ASCII).match(self.text, self.at)
        if match is None:
            return None
        self.at = match.end()
        return match[0]

    def read(self, pattern: str, expected: str) -> str:
        """Reads the text that matches here; raises `NotationError` if nothing matches."""
        found = self.read_if(pattern)
        if found is None:
            raise self.failure(expected)
        return found

    def read_number(self, most: int, expected: str) -> int:
        """Reads a number from 0 to `most`; raises `NotationError` otherwise."""
        start = self.at
        number = int(self.read("[0-9]{1,9}", expected))
        if number > most:
            raise self.failure(f"{expected}, at most {most}", start)
        return number

    def read_word(self, words: Mapping[str, T], expected: str) -> T:
        """Reads one of these words and returns its value; no word may begin another one."""
        return words[self.read("|".join(words), f"{expected}: {', '.join(words)}")]

    def read_end(self) -> None:
        """Raises `NotationError` if anything but white space follows."""
        self.read_if(SPACE)
        if not self.is_done:
            raise self.failure("the end of the text")

    def failure(self, expected: str, at: int | None = None) -> NotationError:
        """The error to raise where `expected` was not found."""
        return NotationError(expected, self.text, self.at if at is None else at)


def _shortened(text: str, most: int = 60) -> str:
    return repr(text if len(text) <= most else text[: most - 1] + "…")
