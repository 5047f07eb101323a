"""Settings of a rulebook as they are typed, `name=value`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields, replace
from enum import Enum
from typing import Any, TypeVar

from engine.backgammon import rulebook as backgammon
from engine.checkers import rulebook as checkers
from service.cli.command_options import InputError
from service.words.phrases import Phrases

AnyRulebook = backgammon.Rulebook | checkers.Rulebook
R = TypeVar("R", backgammon.Rulebook, checkers.Rulebook)
NO_LIMIT = "none"
SWITCH = {"yes": True, "no": False}
UNKNOWN = object()
"""Stands for a text that is no value of a setting."""
TRIED_NUMBERS = range(9)
"""The numbers that are tried to say which ones a setting may have."""
NAMED_NUMBERS = 4
"""The number of valid numbers that are named."""


class UnknownRuleSetting(ValueError):
    """Raised for an unknown setting or value; `key` is that of its phrase."""

    def __init__(self, key: str, **values: str) -> None:
        super().__init__(key, values)
        self.key = key
        self.values = values


def change_rulebook(rulebook: R, settings: Iterable[str], phrases: Phrases) -> R:
    """The rulebook with these settings; InputError for an unknown name or value."""
    try:
        return apply_settings(rulebook, settings)
    except UnknownRuleSetting as problem:
        raise InputError(phrases, problem.key, **problem.values) from problem


def apply_settings(rulebook: R, settings: Iterable[str]) -> R:
    """The rulebook with these settings, each written `name=value`.

    UnknownRuleSetting for an unknown name or value.
    """
    for written in settings:
        name, _, value = (part.strip() for part in written.partition("="))
        choices = _choices(rulebook, name)
        known = _parse_value(choices, value)
        if known is UNKNOWN or not _allows(rulebook, name, known):
            raise _refused_value(rulebook, name, value, choices)
        rulebook = _with_setting(rulebook, name, known)
    return rulebook


def _with_setting(rulebook: R, name: str, value: object) -> R:
    change: dict[str, Any] = {name: value}
    return replace(rulebook, **change)


def _allows(rulebook: AnyRulebook, name: str, value: object) -> bool:
    """True if a setting may have this value; the highest stake is a power of two."""
    change: dict[str, Any] = {name: value}
    try:
        replace(rulebook, **change)
    except ValueError:
        return False
    return True


def _refused_value(
    rulebook: AnyRulebook, name: str, value: str, choices: Mapping[str, object] | None
) -> UnknownRuleSetting:
    """The exception for a value that a setting cannot have; it lists those that it can have."""
    numbers = [str(one) for one in TRIED_NUMBERS if _allows(rulebook, name, one)]
    valid = ", ".join(choices or [*numbers[:NAMED_NUMBERS], "…", NO_LIMIT])
    if not value:
        example = next(iter(choices or numbers))
        return UnknownRuleSetting(
            "rule_without_value", setting=name, example=example, choices=valid
        )
    return UnknownRuleSetting("no_such_value", setting=name, value=value, choices=valid)


def _choices(rulebook: AnyRulebook, name: str) -> Mapping[str, object] | None:
    """The values of a setting by name; None if they are numbers."""
    names = [field.name for field in fields(rulebook) if field.name != "name"]
    if name not in names:
        raise UnknownRuleSetting("no_such_setting", setting=name, choices=", ".join(names))
    now = getattr(rulebook, name)
    if isinstance(now, Enum):
        return {choice.name.lower(): choice for choice in type(now)}
    return SWITCH if isinstance(now, bool) else None


def _parse_value(choices: Mapping[str, object] | None, value: str) -> object:
    """The value that a text stands for; UNKNOWN if there is none."""
    if choices is not None:
        return choices.get(value, UNKNOWN)
    if value == NO_LIMIT:
        return None
    is_number = value.isascii() and value.isdigit() and len(value) <= len("99999")
    return int(value) if is_number else UNKNOWN
