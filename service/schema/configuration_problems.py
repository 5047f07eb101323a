"""Mistakes in a configuration, and their texts."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Protocol, runtime_checkable

from service.words.phrases import Phrases
from service.words.printable_text import printable

KeyPath = tuple[str | int, ...]
"""The position of a value: keys, and 0-based numbers for list items."""

MAX_SHOWN_LETTERS = 40
"""Maximum number of letters of a value that are shown."""
MAX_SHOWN_BITS = 128
"""Maximum bits of an integer that is written out."""
BARE_KEY_PATTERN = re.compile(r"[A-Za-z0-9_-]+")


class MistakeKind(Enum):
    """The kinds of mistakes, named as their phrases."""

    UNKNOWN = "unknown"
    UNKNOWN_LIKE = "unknown_like"
    VALUE = "value"
    VALUE_LIKE = "value_like"
    MISSING = "missing"
    SAME_TABLES = "same_tables"
    SAME_PLAYERS = "same_players"
    ONLY_STAKES = "only_stakes"
    TOO_LONG = "too_long"
    NEEDS_BOARD = "needs_board"
    NO_SENSOR = "no_sensor"
    OTHER_TABLE = "other_table"
    HELD_TWICE = "held_twice"
    NO_PATTERN = "no_pattern"
    SYNTAX = "syntax"
    HUGE_NUMBER = "huge_number"
    TOO_DEEP = "too_deep"
    NO_UTF_8 = "no_utf_8"
    TOO_LARGE = "too_large"
    NO_FILE = "no_file"
    CANNOT_READ = "cannot_read"
    DRIVERS_UNREADABLE = "drivers_unreadable"
    DRIVERS_RAISED = "drivers_raised"
    NO_DRIVERS = "no_drivers"
    UNUSABLE_DRIVER = "unusable_driver"
    SAME_DRIVERS = "same_drivers"


@runtime_checkable
class Describable(Protocol):
    """A value that is put into words in the language of the phrases."""

    def in_words(self, phrases: Phrases) -> str: ...


@dataclass(frozen=True, slots=True)
class FoundValue:
    """A value of the file, as parsed from TOML."""

    value: object

    def in_words(self, phrases: Phrases) -> str:
        """The value on one line, shortened if it is long."""
        match self.value:
            case dict():
                return phrases.say("config.found.table")
            case list():
                return phrases.say("config.found.list")
            case bool() | str():
                return toml_text(self.value)
            case int() if self.value.bit_length() > MAX_SHOWN_BITS:
                return phrases.say("config.found.huge")
            case _:
                return str(self.value)


@dataclass(frozen=True, slots=True)
class SecretValue:
    """A secret value of the file, which is never shown."""

    def in_words(self, phrases: Phrases) -> str:
        return phrases.say("config.found.hidden")


@dataclass(frozen=True, slots=True)
class WordChoice:
    """A list of allowed words."""

    words: tuple[str, ...]

    def in_words(self, phrases: Phrases) -> str:
        return phrases.join([toml_text(word) for word in self.words], joined_by="or")


PhraseValue = Describable | str | int
"""A value for a placeholder of a phrase."""


@dataclass(frozen=True, slots=True)
class SettingMistake:
    """A mistake in a setting."""

    path: KeyPath
    kind: MistakeKind
    values: Mapping[str, PhraseValue] = field(default_factory=dict)

    def inside(self, path: KeyPath) -> SettingMistake:
        """A copy of the mistake, with its path inside of an outer table."""
        return SettingMistake(path + self.path, self.kind, self.values)

    def in_words(self, phrases: Phrases) -> str:
        """The text of the mistake, without its position."""
        values = {name: _value_in_words(value, phrases) for name, value in self.values.items()}
        return phrases.say(f"config.wrong.{self.kind.value}", count=None, **values)


@dataclass(frozen=True, slots=True)
class ConfigurationProblem:
    """A mistake with its line in the file; None if it concerns the whole file."""

    line: int | None
    mistake: SettingMistake

    def in_words(self, file: object, phrases: Phrases) -> str:
        """One line for people: file, line, key and mistake."""
        what = self.mistake.in_words(phrases)
        place = str(file) if self.line is None else f"{file}:{self.line}"
        key = key_text(self.mistake.path)
        return ": ".join(part for part in (place, key, what) if part)


class ConfigurationError(ValueError):
    """Raised for an unusable configuration, with all its problems."""

    def __init__(self, problems: Iterable[ConfigurationProblem]) -> None:
        self.problems = tuple(problems)
        super().__init__(self.problems)


def key_text(path: KeyPath) -> str:
    """A key as written in TOML, without the numbers of list items."""
    return ".".join(_part_text(part) for part in path if isinstance(part, str))


def toml_text(value: str | bool) -> str:  # noqa: FBT001 - a value of the file, not a switch
    """A string or boolean as written in TOML, on one line and shortened if it is long."""
    if isinstance(value, bool):
        return str(value).lower()
    return json.dumps(printable(value, MAX_SHOWN_LETTERS), ensure_ascii=False)


def _part_text(part: str) -> str:
    if BARE_KEY_PATTERN.fullmatch(part):
        return printable(part, MAX_SHOWN_LETTERS)
    return toml_text(part)


def _value_in_words(value: PhraseValue, phrases: Phrases) -> str:
    return value.in_words(phrases) if isinstance(value, Describable) else str(value)
