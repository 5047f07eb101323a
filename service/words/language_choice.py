"""The choice of a language: by the environment of a program, or by the header of a browser."""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite

from service.words.phrases import ENGLISH, Language, Phrases, available_languages, phrases_in

LANGUAGE_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")
"""The environment variables that name the language, in order of precedence."""


def environment_language(environment: Mapping[str, str]) -> Language:
    """The language of the user; English if it is not available."""
    locale = next((environment[name] for name in LANGUAGE_VARIABLES if environment.get(name)), "")
    tag = locale.partition(".")[0].partition("@")[0].replace("_", "-")
    return _named_language(tag) or ENGLISH


def accepted_phrases(accepted: str) -> Phrases:
    """The phrases in the preferred language of a browser, by its header `Accept-Language`."""
    return phrases_in(preferred_language(accepted))


def preferred_language(accepted: str) -> Language:
    """The preferred language of a browser; English if it accepts none of ours."""
    liked: dict[Language, float] = {}
    for wish in accepted.lower().split(","):
        tag, _, quality = wish.partition(";")
        language = _named_language(tag.strip())
        if language:
            liked[language] = max(liked.get(language, 0.0), _quality(quality))
    best = max(liked, key=lambda language: liked[language], default=ENGLISH)
    return best if liked.get(best) else ENGLISH


def _named_language(tag: str) -> Language | None:
    """The language of a tag such as `pt-BR`, or else that of its first part; None if unknown."""
    codes = {code.lower(): code for code in available_languages()}
    return codes.get(tag.lower()) or codes.get(tag.lower().partition("-")[0])


def _quality(quality: str) -> float:
    """The quality value of a language, from 0 to 1; an invalid one counts as 0."""
    name, _, number = quality.strip().partition("=")
    if not name:
        return 1.0
    try:
        weight = float(number) if name == "q" else 0.0
    except ValueError:
        return 0.0
    return weight if isfinite(weight) and 0 <= weight <= 1 else 0.0
