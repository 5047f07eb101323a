"""The page finds every phrase it asks for, and uses every phrase that it has."""

import json
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest

from service.web.http.page_app import page_phrases
from service.words.phrases import Language, available_languages, load_phrases
from tests.rigs.environment.checkout import ROOMS, ROOT, modules

PAGE = ROOT / "service" / "web" / "page"
SENT = ("page", "lamp", "place", "language")
"""The tables of phrases that a page is sent."""
KEY = re.compile(rf"""["'`]((?:{"|".join(SENT)})\.(?:[a-z0-9_.]|\$?\{{[^{{}}]*\}})+)["'`]""")
ASKED = re.compile(r"""\bsay\(\s*["'`]([^"'`]+)["'`]""")
WORD = re.compile(r"[a-z0-9]+")
FILLED_IN = re.compile(r"\$?\{[^{}]*\}")
FILES = frozenset({"language.toml", "page.html"})
"""Texts that look like the key of a phrase but are the name of a file."""


@cache
def phrases(language: Language) -> frozenset[str]:
    """The keys of a language, a phrase with two forms counting once."""
    texts = load_phrases(language).texts
    whole = {key: re.sub(r"\.(one|many)$", "", key) for key in texts}
    return frozenset(it if f"{it}.many" in texts else key for key, it in whole.items())


def keys_in(text: str) -> set[str]:
    """The keys that a program spells out, with `{}` for each part that it fills in."""
    found = {FILLED_IN.sub("{}", key) for key in KEY.findall(text)} - FILES
    return {f"{key}{{}}" if key.endswith(".") else key for key in found}


def fits(key: str, phrase: str) -> re.Match[str] | None:
    """The match of a phrase with a key that has gaps; None if it does not fit."""
    return re.fullmatch("([a-z0-9_.]+)".join(map(re.escape, key.split("{}"))), phrase)


def unknown(text: str, known: Iterable[str]) -> Iterator[str]:
    """Names each key that leads to no phrase."""
    for key in sorted(keys_in(text)):
        if not any(fits(key, phrase) for phrase in known):
            yield key


def unused(known: Iterable[str], text: str) -> Iterator[str]:
    """Names each phrase of the page that a program neither spells nor puts together."""
    keys, words = keys_in(text), set(WORD.findall(text.lower()))
    for phrase in sorted(known):
        ways = (found.groups() for key in keys if (found := fits(key, phrase)))
        if phrase.startswith("page.") and not any(
            words.issuperset(WORD.findall(" ".join(way))) for way in ways
        ):
            yield phrase


def programs() -> list[Path]:
    written = [path for path in sorted(PAGE.rglob("*")) if path.suffix in {".js", ".html"}]
    return [*written, *modules(ROOT, ROOMS)]


def all_text() -> str:
    return "\n".join(path.read_text(encoding="utf-8") for path in programs())


@pytest.mark.parametrize("language", available_languages())
def test_every_phrase_that_is_asked_for_is_there(language: Language) -> None:
    known = phrases(language)
    missing = {
        f"{path.name}: {key}"
        for path in programs()
        for key in unknown(path.read_text(encoding="utf-8"), known)
    }

    assert missing == set()


@pytest.mark.parametrize("language", available_languages())
def test_no_phrase_of_the_page_is_unused(language: Language) -> None:
    assert list(unused(phrases(language), all_text())) == []


@pytest.mark.parametrize("language", available_languages())
def test_the_page_asks_only_for_phrases_it_is_sent(language: Language) -> None:
    sent = {re.sub(r"\.(one|many)$", "", key) for key in json.loads(page_phrases(language))}
    scripts = [path.read_text(encoding="utf-8") for path in sorted(PAGE.rglob("*.js"))]
    asked = {key for script in scripts for key in ASKED.findall(script)}
    spelt = {key for script in scripts for key in unknown(script, sent)}

    assert [key for key in asked if not key.startswith(tuple(f"{it}." for it in SENT))] == []
    assert spelt == set()


@pytest.mark.parametrize(
    ("text", "missing"),
    [
        ('say("page.board.title")', []), ('say("page.board.name")', ["page.board.name"]),
        ("say(`page.fault.${fault}`)", []), ("say(`page.${fault}.no`)", ["page.{}.no"]),
        ('f"page.fault.{name}"', []), ('"page.fault." + name', []), ('"lamp.turn"', ["lamp.turn"]),
        ('open("page.html")', []),
    ],
)  # fmt: skip
def test_a_key_that_leads_nowhere_is_found(text: str, missing: list[str]) -> None:
    assert list(unknown(text, ["page.board.title", "page.fault.dead"])) == missing


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ('say("page.board.title"); say("page.fault.dead")', []),
        ('say("page.board.title")', ["page.fault.dead"]),
        ('say("page.board.title"); say(`page.fault.${fault}`); ["dead"]', []),
        ('say("page.board.title"); say(`page.fault.${fault}`)', ["page.fault.dead"]),
    ],
)
def test_unused_phrase_is_detected(text: str, left: list[str]) -> None:
    assert list(unused(["page.board.title", "page.fault.dead", "lamp.turn"], text)) == left
