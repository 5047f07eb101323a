"""The form of an agreement, which a page fetches by HTTP."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Setting = str | float | bool
"""The value of a field of the form."""


@dataclass(frozen=True, slots=True)
class FormChoice:
    """One of the values of a field, in words."""

    value: str
    words: str


@dataclass(frozen=True, slots=True)
class TextField:
    """A field for a text."""

    key: str
    label: str
    about: str
    """The explanation, which may be empty."""
    kind: Literal["text"] = "text"


@dataclass(frozen=True, slots=True)
class ToggleField:
    """A field that is on or off."""

    key: str
    label: str
    about: str
    """The explanation, which may be empty."""
    kind: Literal["toggle"] = "toggle"


@dataclass(frozen=True, slots=True)
class ChoiceField:
    """A field with a list of values."""

    key: str
    label: str
    about: str
    """The explanation, which may be empty."""
    choices: tuple[FormChoice, ...]
    kind: Literal["choice"] = "choice"


@dataclass(frozen=True, slots=True)
class NumberField:
    """A field for a number."""

    key: str
    label: str
    about: str
    """The explanation, which may be empty."""
    low: float
    high: float
    absent: FormChoice | None
    """The choice instead of a number, if there is one."""
    kind: Literal["number"] = "number"


FormField = TextField | ToggleField | ChoiceField | NumberField


@dataclass(frozen=True, slots=True)
class FieldGroup:
    """Fields that belong together."""

    key: str
    label: str
    about: str
    """The explanation, which may be empty."""
    fields: tuple[FormField, ...]


@dataclass(frozen=True, slots=True)
class AgreementForm:
    """The form for the settings of a new match."""

    groups: tuple[FieldGroup, ...]
    values: Mapping[str, Setting]
    """The settings of a match that begins now, by the keys of their fields."""
    presets: Mapping[str, Mapping[str, Mapping[str, Setting]]]
    """The values of each preset of a group, by the key of the group."""
