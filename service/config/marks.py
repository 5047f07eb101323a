"""What a setting may be: the marks that stand beside its type."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Range:
    """From where to where a number goes, and what it counts: the key of a phrase."""

    low: float
    high: float
    unit: str = ""

    def __contains__(self, number: float) -> bool:
        return self.low <= number <= self.high


@dataclass(frozen=True, slots=True)
class Doublings(Range):
    """A range in which only powers of two count."""

    def __contains__(self, number: float) -> bool:
        return self.low <= number <= self.high and math.log2(number).is_integer()


@dataclass(frozen=True, slots=True)
class Spelled:
    """How a text is spelled, as a pattern and as the key of a phrase."""

    pattern: re.Pattern[str]
    phrase: str
    secret: bool = False
    """Whether it may hold a password, so that what stands in the file is never repeated."""


@dataclass(frozen=True, slots=True)
class FileToo:
    """A path that may be one of a file as well as one of a folder."""


@dataclass(frozen=True, slots=True)
class Named:
    """Values that are chosen by name."""

    choices: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Presets:
    """Values that are chosen by the name of a preset, and then changed field by field."""

    choices: Mapping[str, object]
    usual: object
    """The one to begin with where none is named."""
    marks: Mapping[str, tuple[object, ...]] = field(default_factory=dict)
    """The marks of the fields that need some."""


@dataclass(frozen=True, slots=True)
class Absent:
    """The word for None, which TOML lacks."""

    word: str


@dataclass(frozen=True, slots=True)
class Many:
    """How many values a list may have at least and at most."""

    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Called:
    """What a setting is called in the file, where that is not its name here."""

    key: str


@dataclass(frozen=True, slots=True)
class Unique:
    """The key that no two tables of a list may share."""

    key: str
