"""Marks beside the type of a setting that restrict its values."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class NumberRange:
    """The allowed range of a number, both ends included.

    The unit is the key of a phrase, or the plain name of a unit that has none.
    """

    low: float
    high: float
    unit: str = ""

    def __contains__(self, number: float) -> bool:
        return self.low <= number <= self.high


@dataclass(frozen=True, slots=True)
class PowersOfTwo(NumberRange):
    """A range of powers of two."""

    def __contains__(self, number: float) -> bool:
        return self.low <= number <= self.high and math.log2(number).is_integer()


@dataclass(frozen=True, slots=True)
class TextFormat:
    """The allowed format of a text: a pattern, and the key of the phrase that describes it.

    A format that has no phrase is described by the plain words that stand in place of the key.
    """

    pattern: re.Pattern[str]
    phrase: str
    is_secret: bool = False
    """True if it may contain a password, so that error messages must not repeat the value."""


@dataclass(frozen=True, slots=True)
class FileOrFolder:
    """A path to a file or to a folder."""


@dataclass(frozen=True, slots=True)
class NamedChoices:
    """Values that are chosen by name."""

    choices: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Presets:
    """Values that are chosen by the name of a preset, and then changed field by field."""

    choices: Mapping[str, object]
    default: object
    """The preset if none is named."""
    marks: Mapping[str, tuple[object, ...]] = field(default_factory=dict)
    """The marks of those fields that need any."""


@dataclass(frozen=True, slots=True)
class WordForNone:
    """The word for None, which TOML lacks."""

    word: str


@dataclass(frozen=True, slots=True)
class ListLength:
    """The allowed length of a list, both ends included."""

    low: int
    high: int


@dataclass(frozen=True, slots=True)
class FileKey:
    """The key of a setting in the file, if it differs from the name of the field."""

    key: str


@dataclass(frozen=True, slots=True)
class Meaning:
    """The meaning of a setting in plain words, for options that have no phrase."""

    text: str


@dataclass(frozen=True, slots=True)
class UniqueKey:
    """The key that no two tables of a list may share."""

    key: str
