"""The phrases of each language, read from its folder."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from string import Formatter
from typing import Any, NewType

Language = NewType("Language", str)
"""The code of a language, such as `en`: the name of its folder, and the code of browsers."""
ENGLISH = Language("en")
"""The default; its command words work in every language."""
LANGUAGE_FILE = "language.toml"
"""The file that makes a folder a language."""
FOLDERS = files("service.words")
LANGUAGE_TAG = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})*")
ACTING, WATCHING = "acting.", "watching."
"""The beginnings of the keys of phrases for these viewers, before the keys that they replace."""
FORMS = (".one", ".many")
"""The endings of the keys of a phrase that depends on a count."""
COUNT = ("count", "", None)
"""The placeholder of a count, which every phrase may have."""
BUTTON = re.compile(r"\{buttons\.(\w+)\}")
"""A reference to words about the buttons of the players, in another phrase."""


class UnusableLanguage(ValueError):
    """Raised if the folder of a language cannot be read; the text names the file and the fault."""


@cache
def available_languages() -> tuple[Language, ...]:
    """Every language that has a folder, English first, the others by their codes."""
    folders = (entry for entry in FOLDERS.iterdir() if entry.joinpath(LANGUAGE_FILE).is_file())
    codes = sorted((folder.name for folder in folders), key=lambda code: (code != ENGLISH, code))
    return tuple(map(Language, codes))


@cache
def former_names(language: Language) -> tuple[str, ...]:
    """The names by which older pages call a language."""
    names = _tables(language, LANGUAGE_FILE).get("former_names", [])
    return tuple(_words(language, "former_names", names))


def find_language(name: str) -> Language | None:
    """The available language of this code or former name; None if there is no such language."""
    for language in available_languages():
        if name == language or name in former_names(language):
            return language
    return None


@dataclass(frozen=True, slots=True, eq=False)
class Phrases:
    """Every phrase of one language, as some viewers read them."""

    language: Language
    texts: Mapping[str, str]
    """The texts by key; a phrase that depends on a count has the keys `key.one` and `key.many`."""
    synonyms: Mapping[str, tuple[str, ...]]
    """The words that people may type, by their meaning."""

    def say(self, key: str, *, count: int | None = None, **values: object) -> str:
        """The phrase with its {names} filled in, in the form for the count."""
        if f"{key}.many" in self.texts:
            key = f"{key}.one" if count == 1 else f"{key}.many"
        return self.texts[key].format(count=count, **values)

    def join(self, items: Iterable[object], joined_by: str = "and") -> str:
        """The items as a list in a sentence: `a, b and c`; empty if there are none."""
        *first, last = [str(item) for item in items] or [""]
        return f"{', '.join(first)} {self.texts[f'language.{joined_by}']} {last}" if first else last


def load_phrases(language: Language, viewer: str = "") -> Phrases:
    """The phrases in the folder of a language; UnusableLanguage if it cannot be read.

    Texts for these viewers replace the others, and references to buttons are filled in.
    """
    texts = _load_texts(language)
    if viewer:
        own = {key.removeprefix(viewer): it for key, it in texts.items() if key.startswith(viewer)}
        texts |= own
    named = {key: _name_buttons(text, texts) for key, text in texts.items()}
    return Phrases(language, named, _synonyms(language))


def _name_buttons(text: str, texts: Mapping[str, str]) -> str:
    """A text with its references to buttons filled in; one to an unknown button stays."""
    return BUTTON.sub(lambda found: texts.get(f"buttons.{found[1]}", found[0]), text)


def _load_texts(language: Language) -> dict[str, str]:
    """The texts in the folder of a language, as they are written there."""
    texts: dict[str, str] = {}
    for file in FOLDERS.joinpath(language).iterdir():
        if file.name.endswith(".toml") and file.is_file():
            found = dict(_flat(_tables(language, file.name)))
            if twice := texts.keys() & found.keys():
                also = f"also in another file: {', '.join(sorted(twice))}"
                raise _unusable(language, also, file.name)
            texts.update(found)
    return texts


@cache
def phrases_in(language: Language, viewer: str = "") -> Phrases:
    """The phrases of a language, loaded once, in English where its folder has none.

    Without a viewer they are those of people at the table, who have buttons there.
    """
    own = load_phrases(language, viewer)
    if language == ENGLISH:
        return own
    english = phrases_in(ENGLISH, viewer)
    for key, text in own.texts.items():
        if fault := _fault_of_phrase(key, text, own.texts, english.texts):
            raise _unusable(language, f"{key}: {fault}")
    known = {_without_form(key) for key in own.texts}
    lacking = {key: it for key, it in english.texts.items() if _without_form(key) not in known}
    return Phrases(language, {**lacking, **own.texts}, {**english.synonyms, **own.synonyms})


def phrases_for_viewer(language: Language, *, may_act: bool) -> Phrases:
    """The phrases of a page: with its own buttons if it may act, or else telling who acts."""
    return phrases_in(language, ACTING if may_act else WATCHING)


def check_languages() -> None:
    """Raises UnusableLanguage if the folder of any available language cannot be used."""
    for language in available_languages():
        if not LANGUAGE_TAG.fullmatch(language):
            raise _unusable(language, "the name of the folder is not the tag of a language")
        former_names(language)
        phrases_in(language)
        for may_act in (True, False):
            phrases_for_viewer(language, may_act=may_act)


def _fault_of_phrase(
    key: str, text: str, own: Mapping[str, str], english: Mapping[str, str]
) -> str | None:
    """The fault of a translated phrase; None if it can be said wherever the English one is."""
    base = _without_form(key)
    one, many = (base + form for form in FORMS)
    is_form = key in (one, many) and (many in own or many in english)
    if is_form and not {one, many} <= own.keys():
        return "a phrase with forms needs both, one and many"
    originals = [english[it] for it in (base, one, many) if it in english]
    try:
        strange = _placeholders(text) - {COUNT}.union(*map(_placeholders, originals))
    except ValueError as error:
        return str(error)
    return f"the English phrase has no {{{strange.pop()[0]}}} like this" if strange else None


def _placeholders(text: str) -> set[tuple[str | None, ...]]:
    """The name, format and conversion of each placeholder; ValueError if a brace stands alone."""
    return {part[1:] for part in Formatter().parse(text) if part[1] is not None}


def device_in_words(name: str, phrases: Phrases) -> str:
    """The name of a device in a sentence: `the board`."""
    key = f"device.{name.replace('.', '_')}"
    return phrases.say(key if key in phrases.texts else "device.other", name=name)


def devices_in_words(names: Iterable[str], phrases: Phrases) -> str:
    """A list of devices in a sentence: `the board, the buttons and the lamps`."""
    return phrases.join(device_in_words(name, phrases) for name in names)


def _without_form(key: str) -> str:
    return key.removesuffix(".one").removesuffix(".many")


def _unusable(language: Language, fault: str, file: str = "") -> UnusableLanguage:
    return UnusableLanguage(f"service/words/{language}{file and '/'}{file}: {fault}")


def _synonyms(language: Language) -> dict[str, tuple[str, ...]]:
    """The command words of a language by their meaning, followed by the English ones."""
    own, english = (_tables(each, LANGUAGE_FILE).get("command", {}) for each in (language, ENGLISH))
    if not isinstance(own, dict) or (strange := own.keys() - english.keys()):
        named = ", ".join(sorted(strange)) if isinstance(own, dict) else "it is no table"
        raise _unusable(language, f"command: {named}", LANGUAGE_FILE)
    return {
        key: tuple(dict.fromkeys([*_words(language, f"command.{key}", words), *english[key]]))
        for key, words in own.items()
    }


def _words(language: Language, key: str, words: object) -> list[str]:
    if not isinstance(words, list) or not all(isinstance(word, str) and word for word in words):
        raise _unusable(language, f"{key}: it is no list of words", LANGUAGE_FILE)
    return words


def _tables(language: Language, file: str) -> dict[str, Any]:
    try:
        return tomllib.loads(FOLDERS.joinpath(language, file).read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise _unusable(language, str(error), file) from error


def _flat(tables: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, str]]:
    """The texts by their full keys; lists of words are left out."""
    for name, value in tables.items():
        key = f"{prefix}{name}"
        if isinstance(value, str):
            yield key, value
        elif isinstance(value, dict):
            yield from _flat(value, f"{key}.")
