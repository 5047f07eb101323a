"""Checkers for the commands about positions, matches in the terminal and recorded games."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from engine.checkers.errors import NotAPosition
from engine.checkers.game.events import Event
from engine.checkers.game.match import Match
from engine.checkers.notation.fen import FenReading, read_fen
from engine.checkers.position import Position
from engine.checkers.rulebook import RULEBOOKS, SEASIDE
from engine.checkers.strategy.computer import Strength
from engine.players import ByPlayer, Player
from engine.scanner import NotationError
from service.cli import command_options
from service.cli.game_commands import (
    FileCheck,
    GameCommands,
    MatchRequest,
    PositionRequest,
    ReadyMatch,
    TerminalLines,
)
from service.cli.rule_settings import change_rulebook
from service.records.checkers_card import CheckersCard
from service.records.pdn_files import games_report, match_text, read_games
from service.terminal.checkers_players import ComputerOpponent, RandomOpponent
from service.terminal.checkers_terminal import CheckersTerminal
from service.terminal.terminal_match import Opponent
from service.words.checkers_texts import setup_faults_in_words
from service.words.phrases import Phrases

PDN_TAG = re.compile(r'[\ufeff\s]*(?:[{;%][^\n]*\n\s*)*\[\s*\w+\s*"')
"""The beginning of a text that is PDN under any name: a tag, perhaps after remarks."""
FEN = re.compile(r"\s*[BWbw]\s*:")
"""The beginning of a position: the side to move."""
EXAMPLE = "11-15"
MAX_SHOWN = 120
"""The most characters of a FEN that are repeated."""
STRENGTHS = {strength.name.lower(): strength for strength in Strength}
OPPONENTS: Mapping[str, Callable[[MatchRequest], Opponent[Match, Event]]] = {
    "computer": lambda request: ComputerOpponent(STRENGTHS[request.strength or "strong"]),
    "random": lambda request: RandomOpponent(request.rng),
}
"""The opponents that can play the second side, by name."""


def position_text(request: PositionRequest) -> str:
    """A position given as FEN, for people or programs; InputError with every fault of another."""
    reading, position = _read_position(request.identity, request.phrases)
    book = RULEBOOKS[request.rulebook]
    card = CheckersCard(position, reading.dark_to_move, book, request.perft)
    if request.as_json:
        return json.dumps(card.values())
    return "\n".join(card.lines(request.phrases))


def _read_position(text: str, phrases: Phrases) -> tuple[FenReading, Position]:
    """The position of a FEN and the side to move; InputError if there is none."""
    shown = text[:MAX_SHOWN]
    try:
        reading = read_fen(text)
    except NotationError as error:
        rest = text[error.at :][: command_options.MAX_QUOTED]
        values = {"text": shown, "at": error.at + 1, "rest": repr(rest)}
        key = "no_fen" if rest else "cut_fen"
        raise command_options.InputError(phrases, key, **values) from error
    try:
        return reading, reading.position
    except NotAPosition as error:
        dark = reading.dark_to_move
        faults = setup_faults_in_words(error.faults, phrases, dark_to_move=dark)
        head = phrases.say("error.impossible_fen", text=shown)
        lines = "\n  ".join((head, *faults))
        raise command_options.InputError.from_text(lines, phrases) from error


def prepare_match(request: MatchRequest) -> ReadyMatch:
    """A match by the rulebook with its settings; InputError if there is none like it."""
    phrases, names = request.phrases, request.names
    book = change_rulebook(RULEBOOKS[request.rulebook], request.rules, phrases)
    match = Match(book, request.length or 0)
    opponent = "computer" if request.strength else request.opponent
    create = OPPONENTS.get(opponent or "")
    greeting = [phrases.say("checkers.game.welcome", one=names.one, two=names.two, example=EXAMPLE)]
    if opponent == "computer":
        greeting.append(phrases.say("checkers.game.computer", player=names.two))

    def terminal(lines: TerminalLines) -> CheckersTerminal:
        return CheckersTerminal(
            match=match,
            names=names,
            phrases=phrases,
            ask=lines.ask,
            say=lines.say,
            save=lines.save,
            players={Player.TWO: create(request)} if create else {},
        )

    day = request.day.replace("-", ".")
    return ReadyMatch(partial(match_text, match, names, day), terminal, greeting)


def is_pdn(path: Path, text: str) -> bool:
    """True if a file is one of checkers games, by its name or its first words."""
    return path.suffix.lower() == ".pdn" or PDN_TAG.match(text) is not None


def check_games(path: Path, text: str, rulebook: str | None, phrases: Phrases) -> FileCheck:
    """Checks a file of games; raises UnreadableMatch if it is longer than any."""
    reading = read_games(path, text, RULEBOOKS[rulebook] if rulebook else None)
    has_faults = bool(reading.faults) or not reading.games
    return FileCheck(games_report(path, reading, phrases), has_faults)


CHECKERS = GameCommands(
    rulebooks=tuple(RULEBOOKS),
    default_rulebook=SEASIDE.name,
    names=ByPlayer("B", "W"),
    options={"perft": "--perft", "strength": "--strength"},
    extension=".pdn",
    is_record=is_pdn,
    is_position=lambda text: FEN.match(text) is not None,
    position_text=position_text,
    prepare=prepare_match,
    check=check_games,
)
