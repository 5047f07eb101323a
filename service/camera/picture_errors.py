"""The errors of pictures, files and options that cannot be used, in words."""

from __future__ import annotations

from pathlib import Path

from hardware.checkers import POINTS
from service.camera.camera_state import flaw_in_words
from service.words.phrases import Phrases
from service.words.printable_text import printable
from vision.calibration.calibration_flaws import NotTheStart


class UnusableInput(Exception):
    """An unusable picture, file or option, with the key and the values of its phrase."""

    def __init__(self, key: str, **values: object) -> None:
        super().__init__(key)
        self.key = key
        self.values = values

    def in_words(self, phrases: Phrases) -> str:
        """The problem in one line, with file names made printable."""
        return printable(phrases.say(f"look.cannot.{self.key}", count=None, **self.values))


class BoardNotSeen(UnusableInput):
    """No board was found in a picture."""

    def __init__(self) -> None:
        super().__init__("no_board")


class FlawedStart(UnusableInput):
    """The picture shows nearly the starting position; carries the places that differ."""

    def __init__(self, file: Path, refusal: NotTheStart) -> None:
        super().__init__("flawed_start", file=file)
        self._flaw, self._places = refusal.flaw, refusal.places

    def in_words(self, phrases: Phrases) -> str:
        """The problem in one line, with the points as Light counts them."""
        numbers = (POINTS.index(place) + 1 for place in self._places)
        at = phrases.join(phrases.say("place.at_point", point=number) for number in numbers)
        self.values["flaw"] = flaw_in_words(self._flaw, at, phrases)
        return super().in_words(phrases)
