"""Which language to speak to whoever is at the other end of the wire."""

from __future__ import annotations

from functools import cache
from math import isfinite

from referee.words import Language, Phrases, load_phrases

SPOKEN: dict[str, Language] = {language.value: language for language in Language}
"""By the name that pages and addresses give them."""


@cache
def phrases_in(language: Language) -> Phrases:
    """The phrases of a language, read once."""
    return load_phrases(language)


def phrases_for(accepted: str) -> Phrases:
    """The phrases in the language a browser likes best, by its header `Accept-Language`."""
    return phrases_in(liked_best(accepted))


def liked_best(accepted: str) -> Language:
    """The language a browser likes best; English if it says none of ours."""
    liked: dict[Language, float] = {}
    for wish in accepted.lower().split(","):
        tag, _, quality = wish.partition(";")
        language = SPOKEN.get(tag.strip().partition("-")[0])
        if language:
            liked[language] = max(liked.get(language, 0.0), _weight(quality))
    best = max(liked, key=lambda language: liked[language], default=Language.ENGLISH)
    return best if liked.get(best) else Language.ENGLISH


def _weight(quality: str) -> float:
    """How much a language is liked, from 0 to 1; what is no number counts as not at all."""
    name, _, number = quality.strip().partition("=")
    if not name:
        return 1.0
    try:
        weight = float(number) if name == "q" else 0.0
    except ValueError:
        return 0.0
    return weight if isfinite(weight) and 0 <= weight <= 1 else 0.0
