"""Backgammon for the commands about positions, matches in the terminal and recorded matches."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path

import click

from engine.backgammon.dice import Dice
from engine.backgammon.game.events import Event
from engine.backgammon.game.match import Match
from engine.backgammon.rulebook import RULEBOOKS, TOURNAMENT
from engine.backgammon.strategy.computer import Computer
from engine.players import ByPlayer, Player
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
from service.config.service_settings import default_length, length_mistake
from service.records.match_files import check_report, mat_text, parse_match
from service.records.position_ids import PositionCard
from service.terminal.backgammon_terminal import BackgammonTerminal
from service.terminal.terminal_match import Opponent
from service.words.phrases import Phrases
from simulation.program_players import ProgramPlayer, RandomPlayer

OPPONENTS: Mapping[str, Callable[[random.Random], Opponent[Match, Event]]] = {
    "computer": lambda rng: ProgramPlayer(Computer(), rng),
    "random": RandomPlayer,
}
"""The opponents that can play X, by name."""
GREETINGS: Mapping[str | None, str] = {"computer": "game.computer"}
"""The phrase about the opponent, printed after the welcome."""


def position_text(request: PositionRequest) -> str:
    """A position given as XGID, Position ID or Position ID:Match ID, for people or programs."""
    snapshot = command_options.parse_position(request.identity, request.phrases)
    if request.dice is not None:
        try:
            dice = Dice.parse(request.dice)
        except ValueError as error:
            raise click.BadParameter(str(error), param_hint="--dice") from error
        snapshot = replace(snapshot, dice=dice, doubled=False, resigning=0)
    card = PositionCard(snapshot, RULEBOOKS[request.rulebook])
    return json.dumps(card.values()) if request.as_json else card.text(request.phrases)


def prepare_match(request: MatchRequest) -> ReadyMatch:
    """A match by the rulebook with its settings; InputError if there is none like it."""
    phrases, names = request.phrases, request.names
    match = _new_match(request)
    opponent = OPPONENTS.get(request.opponent or "")
    welcome = phrases.say("game.welcome", one=names.one, two=names.two)
    greeting = GREETINGS.get(request.opponent)

    def terminal(lines: TerminalLines) -> BackgammonTerminal:
        return BackgammonTerminal(
            match=match,
            names=names,
            phrases=phrases,
            rng=request.rng,
            ask=lines.ask,
            say=lines.say,
            save=lines.save,
            players={Player.TWO: opponent(request.rng)} if opponent else {},
        )

    return ReadyMatch(
        partial(mat_text, match, names),
        terminal,
        [welcome, *([phrases.say(greeting)] if greeting else [])],
    )


def _new_match(request: MatchRequest) -> Match:
    phrases = request.phrases
    book = change_rulebook(RULEBOOKS[request.rulebook], request.rules, phrases)
    if mistake := length_mistake(request.length, book):
        raise command_options.InputError(phrases, mistake.kind.value, **mistake.values)
    return Match(book, default_length(book) if request.length is None else request.length)


def check_match(path: Path, text: str, rulebook: str | None, phrases: Phrases) -> FileCheck:
    """Checks a match file; raises UnreadableMatch if it is none."""
    reading = parse_match(path, text, RULEBOOKS[rulebook] if rulebook else None)
    return FileCheck(check_report(path, reading, phrases), bool(reading.faults))


BACKGAMMON = GameCommands(
    rulebooks=tuple(RULEBOOKS),
    default_rulebook=TOURNAMENT.name,
    names=ByPlayer("O", "X"),
    options={"dice": "--dice"},
    extension=".mat",
    is_record=lambda _path, _text: True,
    is_position=lambda _text: True,
    position_text=position_text,
    prepare=prepare_match,
    check=check_match,
)
