"""What a person at the terminal means by a line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum


class Meaning(Enum):
    """What can be meant."""

    NOTHING = ""
    THROW = "throw"
    DOUBLE = "double"
    TAKE = "take"
    DROP = "drop"
    BEAVER = "beaver"
    RESIGN = "resign"
    ACCEPT = "accept"
    REFUSE = "refuse"
    UNDO = "undo"
    BACK = "back"
    PLAYS = "plays"
    HELP = "help"
    QUIT = "quit"
    PLAY = "play"


@dataclass(frozen=True, slots=True)
class Typed:
    """A line understood: what it means, and the rest of it."""

    meaning: Meaning
    rest: str = ""


def understand(line: str, synonyms: Mapping[str, tuple[str, ...]]) -> Typed:
    """The meaning of a line: one of the words of the language, or else a play."""
    words = line.strip().lower().split()
    if not words:
        return Typed(Meaning.NOTHING)
    for meaning, spellings in synonyms.items():
        if words[0] in spellings:
            return Typed(Meaning(meaning), " ".join(words[1:]))
    return Typed(Meaning.PLAY, line.strip())
