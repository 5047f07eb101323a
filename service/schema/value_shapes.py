"""Reads, checks, writes and describes single values."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from enum import Enum
from pathlib import Path
from typing import Protocol

from service.schema.configuration_problems import (
    Describable,
    FoundValue,
    KeyPath,
    MistakeKind,
    SecretValue,
    SettingMistake,
    WordChoice,
    toml_text,
)
from service.schema.setting_marks import NumberRange, PowersOfTwo, TextFormat
from service.words.phrases import Phrases
from service.words.printable_text import is_printable

MAX_SUGGESTION_LENGTH = 40
"""Maximum letters of a word for which a similar one is suggested."""
WORD = re.compile(r"[a-z_]+")


class Invalid(Enum):
    """The type of the marker for a value that is not allowed."""

    INVALID = 0


INVALID = Invalid.INVALID


@dataclass(frozen=True, slots=True)
class ReadPosition:
    """A position in the file, with the list that collects its mistakes."""

    path: KeyPath
    mistakes: list[SettingMistake]

    def under(self, part: str | int) -> ReadPosition:
        return ReadPosition((*self.path, part), self.mistakes)

    def add_mistake(self, wrong: MistakeKind, **values: Describable | str | int) -> Invalid:
        self.mistakes.append(SettingMistake(self.path, wrong, values))
        return INVALID

    def add_not_allowed(
        self, found: object, allowed: Describable, words: Iterable[str] = ()
    ) -> Invalid:
        """Adds the mistake that a value is not allowed, with a similar word if there is one."""
        like = similar_word(found, words)
        values: dict[str, Describable] = {"found": FoundValue(found), "allowed": allowed}
        if like is None:
            return self.add_mistake(MistakeKind.VALUE, **values)
        return self.add_mistake(MistakeKind.VALUE_LIKE, **values, like=like)


class Shape(Protocol):
    """The allowed values of a setting."""

    def read(self, found: object, spot: ReadPosition) -> object:
        """Converts a TOML value; if it is not allowed, adds a mistake and returns INVALID."""

    def allows(self, value: object) -> bool:
        """True if this value is allowed."""

    def as_toml(self, value: object) -> str:
        """The value as TOML text, which is read as the same value again."""

    def in_words(self, phrases: Phrases) -> str:
        """The allowed values in words."""


@dataclass(frozen=True, slots=True)
class BooleanShape:
    """True or false."""

    def read(self, found: object, spot: ReadPosition) -> object:
        return found if self.allows(found) else spot.add_not_allowed(found, self)

    def allows(self, value: object) -> bool:
        return isinstance(value, bool)

    def as_toml(self, value: object) -> str:
        return str(value).lower()

    def in_words(self, phrases: Phrases) -> str:
        return phrases.join(("true", "false"), joined_by="or")


@dataclass(frozen=True, slots=True)
class NumberShape:
    """An integer or a float in a range."""

    range: NumberRange
    is_whole: bool

    def read(self, found: object, spot: ReadPosition) -> object:
        if type(found) is int and not self.is_whole and found in self.range:
            return float(found)
        return found if self.allows(found) else spot.add_not_allowed(found, self)

    def allows(self, value: object) -> bool:
        wanted = int if self.is_whole else float
        return type(value) is wanted and value in self.range

    def as_toml(self, value: object) -> str:
        return str(value)

    def in_words(self, phrases: Phrases) -> str:
        kind = "whole" if self.is_whole else "number"
        if isinstance(self.range, PowersOfTwo):
            kind = "doublings"
        low, high = self.range.low, self.range.high
        if not self.range.unit:
            return phrases.say(f"config.allowed.{kind}", low=low, high=high)
        unit = phrase_or_plain("config.unit", self.range.unit, phrases)
        return phrases.say(f"config.allowed.{kind}_of", low=low, high=high, unit=unit)


@dataclass(frozen=True, slots=True)
class TextShape:
    """A printable text of a certain format."""

    format: TextFormat

    def read(self, found: object, spot: ReadPosition) -> object:
        if self.allows(found):
            return found
        if self.format.is_secret:
            return spot.add_mistake(MistakeKind.VALUE, found=SecretValue(), allowed=self)
        return spot.add_not_allowed(found, self)

    def allows(self, value: object) -> bool:
        if not isinstance(value, str) or not is_printable(value):
            return False
        return self.format.pattern.fullmatch(value) is not None

    def as_toml(self, value: object) -> str:
        return json.dumps(value, ensure_ascii=False)

    def in_words(self, phrases: Phrases) -> str:
        return phrase_or_plain("config.spelled", self.format.phrase, phrases)


@dataclass(frozen=True, slots=True)
class PathShape:
    """A folder, or also a file, as an absolute path or one below the user's home."""

    allows_files: bool = False

    def read(self, found: object, spot: ReadPosition) -> object:
        folder = Path(found) if isinstance(found, str) and found.isprintable() else None
        return folder if self.allows(folder) else spot.add_not_allowed(found, self)

    def allows(self, value: object) -> bool:
        return isinstance(value, Path) and value.parts[:1] in (("/",), ("~",))

    def as_toml(self, value: object) -> str:
        return json.dumps(str(value), ensure_ascii=False)

    def in_words(self, phrases: Phrases) -> str:
        return phrases.say(f"config.allowed.{'path' if self.allows_files else 'folder'}")


@dataclass(frozen=True, slots=True)
class ChoiceShape:
    """One of several named values."""

    choices: Mapping[str, object]

    def read(self, found: object, spot: ReadPosition) -> object:
        if isinstance(found, str) and found in self.choices:
            return self.choices[found]
        return spot.add_not_allowed(found, self, self.choices)

    def allows(self, value: object) -> bool:
        return value in self.choices.values()

    def as_toml(self, value: object) -> str:
        return next(toml_text(name) for name, choice in self.choices.items() if choice == value)

    def in_words(self, phrases: Phrases) -> str:
        return WordChoice(tuple(self.choices)).in_words(phrases)


@dataclass(frozen=True, slots=True)
class OptionalShape:
    """Another shape, or a word that stands for None."""

    shape: Shape
    word: str

    def read(self, found: object, spot: ReadPosition) -> object:
        if found == self.word:
            return None
        value = self.shape.read(found, mute := ReadPosition(spot.path, []))
        if mute.mistakes:
            words = [self.word]
            if isinstance(self.shape, ChoiceShape):
                words += self.shape.choices
            return spot.add_not_allowed(found, self, words)
        return value

    def allows(self, value: object) -> bool:
        return value is None or self.shape.allows(value)

    def as_toml(self, value: object) -> str:
        return toml_text(self.word) if value is None else self.shape.as_toml(value)

    def in_words(self, phrases: Phrases) -> str:
        if isinstance(self.shape, ChoiceShape):
            return WordChoice((*self.shape.choices, self.word)).in_words(phrases)
        allowed, word = self.shape.in_words(phrases), toml_text(self.word)
        return phrases.say("config.allowed.or_word", allowed=allowed, word=word)


@dataclass(frozen=True, slots=True)
class ListShape:
    """A list of values of one shape; their number is fixed where both limits are the same."""

    shape: Shape
    low: int
    high: int

    def read(self, found: object, spot: ReadPosition) -> object:
        if not isinstance(found, list) or not self.low <= len(found) <= self.high:
            return spot.add_not_allowed(found, self)
        values = tuple(self.shape.read(item, spot.under(n)) for n, item in enumerate(found))
        return INVALID if INVALID in values else values

    def allows(self, value: object) -> bool:
        if not isinstance(value, tuple) or not self.low <= len(value) <= self.high:
            return False
        return all(self.shape.allows(item) for item in value)

    def as_toml(self, value: object) -> str:
        if not isinstance(value, tuple):
            raise TypeError(f"{value!r} is not a tuple")
        return f"[{', '.join(self.shape.as_toml(item) for item in value)}]"

    def in_words(self, phrases: Phrases) -> str:
        each = self.shape.in_words(phrases)
        if self.low == self.high:
            return phrases.say("config.allowed.row", length=self.high, each=each)
        return phrases.say("config.allowed.several", low=self.low, high=self.high, each=each)


def similar_word(found: object, words: Iterable[str]) -> str | None:
    """The word that was probably meant, if any is similar."""
    if not isinstance(found, str) or len(found) > MAX_SUGGESTION_LENGTH:
        return None
    return next(iter(get_close_matches(found.lower(), words, 1)), None)


def phrase_or_plain(group: str, text: str, phrases: Phrases) -> str:
    """The phrase of this key in a group, or the text itself if there is no such phrase."""
    key = f"{group}.{text}"
    return phrases.say(key) if key in phrases.texts else text


def enum_word(member: Enum) -> str:
    """The text of an enum member: its value if that is a single word, else its name."""
    value = member.value
    plain = isinstance(value, str) and WORD.fullmatch(value)
    return value if plain else member.name.lower()
