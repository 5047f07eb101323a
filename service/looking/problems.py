"""Why a picture cannot be looked at, in words for people."""

from __future__ import annotations

from referee.words import Phrases
from service.printing import printable


class CannotLook(Exception):
    """Something from outside that cannot be used: the key of its phrase, and what goes into it."""

    def __init__(self, key: str, **values: object) -> None:
        super().__init__(key)
        self.key = key
        self.values = values

    def told(self, phrases: Phrases) -> str:
        """The one line about it, whatever names of files are in it."""
        return printable(phrases.say(f"look.cannot.{self.key}", count=None, **self.values))


class BoardUnseen(CannotLook):
    """A picture in which no board is found."""

    def __init__(self) -> None:
        super().__init__("no_board")
