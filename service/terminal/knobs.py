"""Turning the knobs of a rulebook by their names, as people write them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields, replace
from enum import Enum
from typing import Any

from engine.backgammon.rulebook import Rulebook

NO_LIMIT = "none"
SWITCH = {"yes": True, "no": False}


class NoSuchKnob(ValueError):
    """A knob that no rulebook has, or a setting that it does not have; says what there is."""


def turned(rulebook: Rulebook, settings: Iterable[str]) -> Rulebook:
    """The rulebook with these settings, each written `knob=setting`."""
    for setting in settings:
        knob, _, value = setting.partition("=")
        choices = _choices(rulebook, knob.strip())
        change: dict[str, Any] = {knob.strip(): _chosen(choices, knob, value.strip())}
        rulebook = replace(rulebook, **change)
    return rulebook


def _choices(rulebook: Rulebook, knob: str) -> Mapping[str, object] | None:
    """The settings of a knob by name; None if it is a number."""
    knobs = [field.name for field in fields(rulebook) if field.name != "name"]
    if knob not in knobs:
        raise NoSuchKnob(f"{knob}: {', '.join(knobs)}")
    now = getattr(rulebook, knob)
    if isinstance(now, Enum):
        return {choice.name.lower(): choice for choice in type(now)}
    return SWITCH if isinstance(now, bool) else None


def _chosen(choices: Mapping[str, object] | None, knob: str, value: str) -> object:
    if choices is None:
        if value == NO_LIMIT:
            return None
        if value.isascii() and value.isdigit() and len(value) <= len("99999"):
            return int(value)
        raise NoSuchKnob(f"{knob}: 0, 1, 2, …, {NO_LIMIT}")
    if value not in choices:
        raise NoSuchKnob(f"{knob}: {', '.join(choices)}")
    return choices[value]
