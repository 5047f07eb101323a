"""What is wrong with a configuration: mistakes by key, problems by line, both told in words."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Protocol, runtime_checkable

from referee.words import Phrases
from service.printing import printable

KeyPath = tuple[str | int, ...]
"""Where something stands: keys, and for an item of a list its number, from 0."""

LONGEST_SHOWN = 40
"""Letters of what was found that are repeated."""
WIDEST_NUMBER = 128
"""Bits; whole numbers beyond are not written out."""
PLAIN_KEY = re.compile(r"[A-Za-z0-9_-]+")


class Wrong(Enum):
    """What can be wrong with a configuration."""

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


@runtime_checkable
class Tellable(Protocol):
    """Something that each language says in its own way."""

    def told(self, phrases: Phrases) -> str: ...


@dataclass(frozen=True, slots=True)
class Found:
    """What stands in the file, as TOML knows it."""

    value: object

    def told(self, phrases: Phrases) -> str:
        """The value on one line, cut where it is long."""
        match self.value:
            case dict():
                return phrases.say("config.found.table")
            case list():
                return phrases.say("config.found.list")
            case bool() | str():
                return quoted(self.value)
            case int() if self.value.bit_length() > WIDEST_NUMBER:
                return phrases.say("config.found.huge")
            case _:
                return str(self.value)


@dataclass(frozen=True, slots=True)
class Hidden:
    """What stands in the file and is nobody's business."""

    def told(self, phrases: Phrases) -> str:
        return phrases.say("config.found.hidden")


@dataclass(frozen=True, slots=True)
class OneOf:
    """A choice among words."""

    words: tuple[str, ...]

    def told(self, phrases: Phrases) -> str:
        return phrases.listed([quoted(word) for word in self.words], joined_by="or")


Value = Tellable | str | int
"""What fills in a phrase."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """Something that cannot be, and the setting to change."""

    path: KeyPath
    wrong: Wrong
    values: Mapping[str, Value] = field(default_factory=dict)

    def below(self, path: KeyPath) -> Mistake:
        """The same, seen from further out."""
        return Mistake(path + self.path, self.wrong, self.values)

    def told(self, phrases: Phrases) -> str:
        """What is wrong, without saying where."""
        values = {name: _told(value, phrases) for name, value in self.values.items()}
        return phrases.say(f"config.wrong.{self.wrong.value}", count=None, **values)


@dataclass(frozen=True, slots=True)
class Problem:
    """A mistake and the line of the file to look at; None where it is the file as a whole."""

    line: int | None
    mistake: Mistake

    def told(self, file: object, phrases: Phrases) -> str:
        """One line for people: file, line, key, and what is wrong."""
        what = self.mistake.told(phrases)
        where = str(file) if self.line is None else f"{file}:{self.line}"
        key = key_written(self.mistake.path)
        return ": ".join(part for part in (where, key, what) if part)


class BadConfiguration(ValueError):
    """A configuration that cannot be used, with everything that is wrong with it."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__(self.problems)


def key_written(path: KeyPath) -> str:
    """A key as it is written in TOML, without the numbers of a list."""
    return ".".join(_part_written(part) for part in path if isinstance(part, str))


def quoted(value: str | bool) -> str:  # noqa: FBT001 - a value of the file, not a switch
    """A text or truth value of TOML on one line, cut where it is long."""
    if isinstance(value, bool):
        return str(value).lower()
    return json.dumps(printable(value, LONGEST_SHOWN), ensure_ascii=False)


def _part_written(part: str) -> str:
    return printable(part, LONGEST_SHOWN) if PLAIN_KEY.fullmatch(part) else quoted(part)


def _told(value: Value, phrases: Phrases) -> str:
    return value.told(phrases) if isinstance(value, Tellable) else str(value)
