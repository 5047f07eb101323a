"""Single values: how each type of setting is read, checked, written and told."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from enum import Enum
from pathlib import Path
from typing import Protocol

from referee.words import Phrases
from service.config.marks import Doublings, Range, Spelled
from service.config.problems import (
    Found,
    Hidden,
    KeyPath,
    Mistake,
    OneOf,
    Tellable,
    Wrong,
    quoted,
)

LONGEST_LIKENESS = 40
"""Letters; what is longer resembles no word of ours."""
WORD = re.compile(r"[a-z_]+")


class Unread(Enum):
    """What comes of something that could not be read."""

    UNREAD = 0


UNREAD = Unread.UNREAD


@dataclass(frozen=True, slots=True)
class Spot:
    """A place in the file, and the list of mistakes that it adds to."""

    path: KeyPath
    mistakes: list[Mistake]

    def under(self, part: str | int) -> Spot:
        return Spot((*self.path, part), self.mistakes)

    def wrong(self, wrong: Wrong, **values: Tellable | str | int) -> Unread:
        self.mistakes.append(Mistake(self.path, wrong, values))
        return UNREAD

    def not_allowed(self, found: object, allowed: Tellable, words: Iterable[str] = ()) -> Unread:
        """That a value is not what it should be, and which word may have been meant."""
        like = likeness(found, words)
        if like is None:
            return self.wrong(Wrong.VALUE, found=Found(found), allowed=allowed)
        return self.wrong(Wrong.VALUE_LIKE, found=Found(found), allowed=allowed, like=like)


class Shape(Protocol):
    """What a setting may be."""

    def read(self, found: object, spot: Spot) -> object:
        """The value of what TOML found; UNREAD, and a mistake, if it is not allowed."""

    def allows(self, value: object) -> bool:
        """Whether this may be the value."""

    def written(self, value: object) -> str:
        """The value as TOML writes it; it is read again as the same."""

    def told(self, phrases: Phrases) -> str:
        """What is allowed, in words."""


@dataclass(frozen=True, slots=True)
class Switch:
    """True or false."""

    def read(self, found: object, spot: Spot) -> object:
        return found if self.allows(found) else spot.not_allowed(found, self)

    def allows(self, value: object) -> bool:
        return isinstance(value, bool)

    def written(self, value: object) -> str:
        return str(value).lower()

    def told(self, phrases: Phrases) -> str:
        return phrases.listed(("true", "false"), joined_by="or")


@dataclass(frozen=True, slots=True)
class Number:
    """A number in a range, whole or not."""

    range: Range
    is_whole: bool

    def read(self, found: object, spot: Spot) -> object:
        if type(found) is int and not self.is_whole and found in self.range:
            return float(found)
        return found if self.allows(found) else spot.not_allowed(found, self)

    def allows(self, value: object) -> bool:
        wanted = int if self.is_whole else float
        return type(value) is wanted and value in self.range

    def written(self, value: object) -> str:
        return str(value)

    def told(self, phrases: Phrases) -> str:
        kind = "whole" if self.is_whole else "number"
        if isinstance(self.range, Doublings):
            kind = "doublings"
        low, high = self.range.low, self.range.high
        if not self.range.unit:
            return phrases.say(f"config.allowed.{kind}", low=low, high=high)
        unit = phrases.say(f"config.unit.{self.range.unit}")
        return phrases.say(f"config.allowed.{kind}_of", low=low, high=high, unit=unit)


@dataclass(frozen=True, slots=True)
class Text:
    """A text that is spelled in a certain way, and can be printed."""

    spelled: Spelled

    def read(self, found: object, spot: Spot) -> object:
        if self.allows(found):
            return found
        if self.spelled.secret:
            return spot.wrong(Wrong.VALUE, found=Hidden(), allowed=self)
        return spot.not_allowed(found, self)

    def allows(self, value: object) -> bool:
        if not isinstance(value, str) or not value.isprintable():
            return False
        return self.spelled.pattern.fullmatch(value) is not None

    def written(self, value: object) -> str:
        return json.dumps(value, ensure_ascii=False)

    def told(self, phrases: Phrases) -> str:
        return phrases.say(f"config.spelled.{self.spelled.phrase}")


@dataclass(frozen=True, slots=True)
class Folder:
    """A folder, told from the root or from the user's home; it may be one for files too."""

    file_too: bool = False

    def read(self, found: object, spot: Spot) -> object:
        folder = Path(found) if isinstance(found, str) and found.isprintable() else None
        return folder if self.allows(folder) else spot.not_allowed(found, self)

    def allows(self, value: object) -> bool:
        return isinstance(value, Path) and value.parts[:1] in (("/",), ("~",))

    def written(self, value: object) -> str:
        return json.dumps(str(value), ensure_ascii=False)

    def told(self, phrases: Phrases) -> str:
        return phrases.say(f"config.allowed.{'path' if self.file_too else 'folder'}")


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several values, each with a name."""

    choices: Mapping[str, object]

    def read(self, found: object, spot: Spot) -> object:
        if isinstance(found, str) and found in self.choices:
            return self.choices[found]
        return spot.not_allowed(found, self, self.choices)

    def allows(self, value: object) -> bool:
        return value in self.choices.values()

    def written(self, value: object) -> str:
        return next(quoted(name) for name, choice in self.choices.items() if choice == value)

    def told(self, phrases: Phrases) -> str:
        return OneOf(tuple(self.choices)).told(phrases)


@dataclass(frozen=True, slots=True)
class OrAbsent:
    """Something, or a word that says there is nothing."""

    shape: Shape
    word: str

    def read(self, found: object, spot: Spot) -> object:
        if found == self.word:
            return None
        value = self.shape.read(found, mute := Spot(spot.path, []))
        if mute.mistakes:
            words = [self.word]
            if isinstance(self.shape, Choice):
                words += self.shape.choices
            return spot.not_allowed(found, self, words)
        return value

    def allows(self, value: object) -> bool:
        return value is None or self.shape.allows(value)

    def written(self, value: object) -> str:
        return quoted(self.word) if value is None else self.shape.written(value)

    def told(self, phrases: Phrases) -> str:
        if isinstance(self.shape, Choice):
            return OneOf((*self.shape.choices, self.word)).told(phrases)
        allowed, word = self.shape.told(phrases), quoted(self.word)
        return phrases.say("config.allowed.or_word", allowed=allowed, word=word)


@dataclass(frozen=True, slots=True)
class Row:
    """A list of so many values of one kind."""

    shape: Shape
    length: int

    def read(self, found: object, spot: Spot) -> object:
        if not isinstance(found, list) or len(found) != self.length:
            return spot.not_allowed(found, self)
        values = tuple(self.shape.read(item, spot.under(n)) for n, item in enumerate(found))
        return UNREAD if UNREAD in values else values

    def allows(self, value: object) -> bool:
        if not isinstance(value, tuple) or len(value) != self.length:
            return False
        return all(self.shape.allows(item) for item in value)

    def written(self, value: object) -> str:
        if not isinstance(value, tuple):
            raise TypeError(f"{value!r} is no row")
        return f"[{', '.join(self.shape.written(item) for item in value)}]"

    def told(self, phrases: Phrases) -> str:
        each = self.shape.told(phrases)
        return phrases.say("config.allowed.row", length=self.length, each=each)


@dataclass(frozen=True, slots=True)
class Several:
    """A list of some values of one kind."""

    shape: Shape
    low: int
    high: int

    def read(self, found: object, spot: Spot) -> object:
        if not isinstance(found, list) or not self.low <= len(found) <= self.high:
            return spot.not_allowed(found, self)
        return Row(self.shape, len(found)).read(found, spot)

    def allows(self, value: object) -> bool:
        if not isinstance(value, tuple) or not self.low <= len(value) <= self.high:
            return False
        return Row(self.shape, len(value)).allows(value)

    def written(self, value: object) -> str:
        return Row(self.shape, self.high).written(value)

    def told(self, phrases: Phrases) -> str:
        each = self.shape.told(phrases)
        return phrases.say("config.allowed.several", low=self.low, high=self.high, each=each)


def likeness(found: object, words: Iterable[str]) -> str | None:
    """The word that was probably meant."""
    if not isinstance(found, str) or len(found) > LONGEST_LIKENESS:
        return None
    return next(iter(get_close_matches(found.lower(), words, 1)), None)


def word_of(member: Enum) -> str:
    """How a choice is written: as its value where that is one word, else as its name."""
    value = member.value
    plain = isinstance(value, str) and WORD.fullmatch(value)
    return value if plain else member.name.lower()
