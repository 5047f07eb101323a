"""Why a picture cannot be looked at, in words for people."""

from __future__ import annotations

from pathlib import Path

from hardware.checkers import POINTS
from referee.words import Phrases
from service.camera_words import tell_flaw
from service.printing import printable
from vision.learning.flaws import NotTheStart


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


class FlawedStart(CannotLook):
    """A picture of something that is nearly the starting position, and where it is not."""

    def __init__(self, file: Path, refusal: NotTheStart) -> None:
        super().__init__("flawed_start", file=file)
        self._flaw, self._places = refusal.flaw, refusal.places

    def told(self, phrases: Phrases) -> str:
        """The same with the points, as Light counts them."""
        numbers = (POINTS.index(place) + 1 for place in self._places)
        at = phrases.listed(phrases.say("place.at_point", point=number) for number in numbers)
        self.values["flaw"] = tell_flaw(self._flaw, at, phrases)
        return super().told(phrases)
