"""The words for people: phrases by key, from one file for each language."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from importlib.resources import files
from typing import Any


class Language(Enum):
    """The languages Kibitz speaks."""

    ENGLISH = "en"
    FRENCH = "fr"


@dataclass(frozen=True, slots=True)
class Phrases:
    """Every phrase of one language."""

    language: Language
    texts: Mapping[str, str]
    """By key; a phrase that depends on a count has the keys `key.one` and `key.many`."""
    synonyms: Mapping[str, tuple[str, ...]]
    """The words people may type, by what they mean."""

    def say(self, key: str, *, count: int | None = None, **values: object) -> str:
        """The phrase with its {names} filled in, in the form for the count."""
        if f"{key}.many" in self.texts:
            key = f"{key}.one" if count == 1 else f"{key}.many"
        return self.texts[key].format(count=count, **values)

    def listed(self, items: Iterable[object], joined_by: str = "and") -> str:
        """Items as a list in a sentence: `a, b and c`; nothing for none."""
        *first, last = [str(item) for item in items] or [""]
        return f"{', '.join(first)} {self.texts[f'language.{joined_by}']} {last}" if first else last


def load_phrases(language: Language) -> Phrases:
    """The phrases of a language, from its file; English words are understood in every one."""
    tables = _tables(language)
    english = _tables(Language.ENGLISH)["command"]
    synonyms = {
        meaning: tuple(dict.fromkeys([*words, *english[meaning]]))
        for meaning, words in tables.pop("command").items()
    }
    return Phrases(language, dict(_flat(tables)), synonyms)


def _tables(language: Language) -> dict[str, Any]:
    text = files("referee").joinpath("phrases", f"{language.value}.toml").read_text("utf-8")
    return tomllib.loads(text)


def _flat(tables: Mapping[str, Any], prefix: str = "") -> Iterable[tuple[str, str]]:
    for name, value in tables.items():
        key = f"{prefix}{name}"
        if isinstance(value, str):
            yield key, value
        else:
            yield from _flat(value, f"{key}.")
