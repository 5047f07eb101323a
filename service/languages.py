"""Which language to speak: the one asked for, else the one the system is set to."""

from __future__ import annotations

from collections.abc import Mapping

from referee.words import Language

VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")
"""Where a system says what its user speaks, the strongest first."""


def language_of(environment: Mapping[str, str]) -> Language:
    """The language of the user, English if it is none of ours."""
    locale = next((environment[name] for name in VARIABLES if environment.get(name)), "")
    known = (language for language in Language if locale.lower().startswith(language.value))
    return next(known, Language.ENGLISH)
