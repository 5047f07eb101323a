"""The part of the commands that each game fills in, as one record of functions."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.players import ByPlayer
from service.terminal.terminal_match import TerminalMatch
from service.words.phrases import Phrases


@dataclass(frozen=True, slots=True)
class PositionRequest:
    """The options of `kibitz position`."""

    identity: str
    rulebook: str
    dice: str | None
    """The throw whose plays are listed."""
    perft: int
    """The number of moves up to which lines of play are counted; 0 for none."""
    as_json: bool
    phrases: Phrases


@dataclass(frozen=True, slots=True)
class MatchRequest:
    """The options of `kibitz play`."""

    rulebook: str
    rules: tuple[str, ...]
    length: int | None
    names: ByPlayer[str]
    opponent: str | None
    """The program that plays the second side: `computer` or `random`."""
    strength: str | None
    rng: random.Random
    day: str
    """The date, as `2026-11-20`."""
    phrases: Phrases


@dataclass(frozen=True, slots=True)
class TerminalLines:
    """The ways of a match at the terminal to reach people and its file."""

    ask: Callable[[str], str]
    say: Callable[[str], None]
    save: Callable[[tuple[Any, ...]], None]


@dataclass(frozen=True, slots=True)
class ReadyMatch:
    """A match that can begin."""

    text_of: Callable[[tuple[Any, ...]], str]
    """The text of its file after these events."""
    terminal: Callable[[TerminalLines], TerminalMatch[Any, Any]]
    greeting: Sequence[str]


@dataclass(frozen=True, slots=True)
class FileCheck:
    """The lines about a recorded file, and True if a fault was found."""

    lines: Sequence[str]
    has_faults: bool


@dataclass(frozen=True, slots=True)
class GameCommands:
    """One game as the commands need it."""

    rulebooks: Sequence[str]
    default_rulebook: str
    names: ByPlayer[str]
    """The names of players who give none."""
    options: Mapping[str, str]
    """The options that only this game has, by the names of their parameters."""
    extension: str
    """The extension of its match files."""
    is_record: Callable[[Path, str], bool]
    """True if a file with this text is a record of this game."""
    is_position: Callable[[str], bool]
    """True if a text looks like a position of this game."""
    position_text: Callable[[PositionRequest], str]
    prepare: Callable[[MatchRequest], ReadyMatch]
    check: Callable[[Path, str, str | None, Phrases], FileCheck]
    """Checks a record by a rulebook; None for the one that the file names."""
