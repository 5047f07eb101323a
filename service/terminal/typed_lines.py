"""The lines that people type at the terminal: commands in words, or else moves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum


class TerminalCommand(Enum):
    """The commands that a line can stand for."""

    NOTHING = ""
    THROW = "throw"
    DOUBLE = "double"
    TAKE = "take"
    DROP = "drop"
    BEAVER = "beaver"
    RESIGN = "resign"
    DRAW = "draw"
    CLAIM = "claim"
    ACCEPT = "accept"
    REFUSE = "refuse"
    UNDO = "undo"
    VOID = "void"
    BACK = "back"
    PLAYS = "plays"
    HELP = "help"
    QUIT = "quit"
    PLAY = "play"


@dataclass(frozen=True, slots=True)
class TypedLine:
    """A parsed line: its meaning, and the rest of its text."""

    meaning: TerminalCommand
    rest: str = ""


def parse_line(line: str, synonyms: Mapping[str, tuple[str, ...]]) -> TypedLine:
    """The meaning of a line: one of these words of the language, or else a play."""
    words = line.strip().lower().split()
    if not words:
        return TypedLine(TerminalCommand.NOTHING)
    for meaning, spellings in synonyms.items():
        if words[0] in spellings:
            return TypedLine(TerminalCommand(meaning), " ".join(words[1:]))
    return TypedLine(TerminalCommand.PLAY, line.strip())
