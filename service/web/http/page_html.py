"""The HTML of the pages before any of their code has run, with the words of all languages."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from functools import cache
from html import escape
from pathlib import Path
from urllib.parse import quote

from service.words.phrases import Language, available_languages, former_names, phrases_in

PAGE_FOLDER = Path(__file__).parents[1] / "page"
PLACEHOLDER = re.compile(r"\{(languages|no_script|no_service|language|title|tables)\}")
"""The places in an HTML file that the service fills."""


@cache
def filled_page() -> bytes:
    """The HTML of the page of a table, with its first sentences in every language."""
    return _fill("page.html", {"no_service": _in_every_language("page.offline.no_service")})


@cache
def overlay_html() -> bytes:
    """The HTML of the overlay of a table."""
    return _fill("overlay.html", {})


def lobby_html(tables: Iterable[str], language: Language) -> bytes:
    """The HTML of the lobby, with a plain link to each table for browsers without JavaScript."""
    links = "".join(f'<li><a href="/t/{quote(name)}">{escape(name)}</a></li>' for name in tables)
    title = escape(phrases_in(language).say("page.lobby.title"))
    return _fill("lobby.html", {"language": language, "title": title, "tables": links})


def _fill(file: str, texts: Mapping[str, str]) -> bytes:
    """An HTML file with the head of all pages and these texts, and those that any may have."""
    filled = {
        "languages": escape(_languages_json()),
        "no_script": _in_every_language("page.offline.no_script"),
        **texts,
    }
    head, page = (
        PAGE_FOLDER.joinpath(name).read_text(encoding="utf-8") for name in ("head.html", file)
    )
    page = page.replace("{head}", head.strip())
    return PLACEHOLDER.sub(lambda match: filled[match[1]], page).encode()


def _languages_json() -> str:
    languages = []
    for code in available_languages():
        name = phrases_in(code).say("language.name")
        languages.append({"code": code, "name": name, "former_names": former_names(code)})
    return json.dumps(languages, ensure_ascii=False)


def _in_every_language(key: str) -> str:
    return " · ".join(
        f'<span lang="{language}">{escape(phrases_in(language).say(key))}</span>'
        for language in available_languages()
    )
