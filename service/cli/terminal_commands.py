"""kibitz play and position: play and show positions in the terminal."""

from __future__ import annotations

import json
import random
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import fields, replace
from datetime import datetime
from enum import Enum
from pathlib import Path
from typing import Any

import click

from engine.backgammon.dice import Dice
from engine.backgammon.game.match import Match
from engine.backgammon.rulebook import RULEBOOKS, Rulebook
from engine.backgammon.strategy.computer import Computer
from engine.players import ByPlayer, Player
from service.cli import command_options
from service.config.service_settings import MAX_MATCH_LENGTH, default_length, length_mistake
from service.records.match_files import MatchFile, reserve_free_path, reserve_path, reserved_file
from service.records.position_ids import PositionCard
from service.terminal.terminal_match import Opponent, TerminalMatch
from service.words.phrases import Phrases
from service.words.printable_text import is_valid_name
from service.words.rule_texts import Announcer
from simulation.program_players import ProgramPlayer, RandomPlayer

STOP_SIGNALS = (signal.SIGTERM, signal.SIGHUP)
SIGNAL_EXIT_BASE = 128
"""The exit code of a program that a signal ended is this plus the number of the signal."""
COMPUTER_HELP = "X is the computer; its strength against people has not been measured."
OPPONENTS: Mapping[str, Callable[[random.Random], Opponent]] = {
    "computer": lambda rng: ProgramPlayer(Computer(), rng),
    "random": RandomPlayer,
}
"""The opponents that can play X, by name."""
GREETINGS: Mapping[str | None, str] = {"computer": "game.computer"}
"""The phrase about the opponent, printed after the welcome."""


@click.command("play")
@click.option(
    "--length",
    type=click.IntRange(0, MAX_MATCH_LENGTH),
    help="Points to win; 0: an unlimited session for stakes.",
)
@click.option("--names", nargs=2, default=("O", "X"), help="Names of the players of O and X.")
@click.option("-c", "--computer", "opponent", flag_value="computer", help=COMPUTER_HELP)
@click.option("--random", "opponent", flag_value="random", help="X plays any legal play.")
@click.option("--save", type=command_options.ANY_PATH, help="The .mat file to save the match in.")
@click.option("--seed", type=int, help="Seed for repeatable dice.")
@click.option(
    "--rule",
    "rules",
    multiple=True,
    metavar="SETTING=VALUE",
    help="Change a setting of the rulebook, such as beavers=on; may be repeated.",
)
@command_options.rulebook_option
@command_options.language_option
def play_command(  # noqa: PLR0913 - an argument for each option
    *,
    length: int | None,
    names: tuple[str, str],
    opponent: str | None,
    save: Path | None,
    seed: int | None,
    rules: tuple[str, ...],
    rulebook: str,
    phrases: Phrases,
) -> None:
    """Play a match in the terminal: two people, or one against the computer."""
    match = _new_match(rulebook, rules, length, phrases)
    players = _player_names(names, phrases)
    rng = random.Random(seed)  # noqa: S311 - dice, not secrets
    with _exit_on_signals(), reserved_file(lambda: _new_file(save, phrases)) as path:
        file = MatchFile(path, players, match)
        terminal = TerminalMatch(
            match,
            Announcer(players, phrases),
            phrases,
            rng,
            ask=_ask,
            say=click.echo,
            save=file.save,
            players={Player.TWO: OPPONENTS[opponent](rng)} if opponent else {},
        )
        terminal.run(GREETINGS.get(opponent))
        click.echo(file.closing_message(phrases))
    sys.exit(command_options.InputError.exit_code if file.problem else 0)


@contextmanager
def _exit_on_signals() -> Iterator[None]:
    """Turns signals that end the program into SystemExit while this is open."""
    usual = {number: signal.signal(number, _exit_for_signal) for number in STOP_SIGNALS}
    try:
        yield
    finally:
        for number, handler in usual.items():
            signal.signal(number, handler)


def _exit_for_signal(number: int, _frame: object) -> None:
    sys.exit(SIGNAL_EXIT_BASE + number)


def _ask(prompt: str) -> str:
    """Reads a line typed at a prompt; EOFError if there are no more."""
    click.echo(prompt, nl=False)
    try:
        line = sys.stdin.readline() if sys.stdin else ""
    except KeyboardInterrupt as stopped:
        raise EOFError from stopped
    if not line:
        raise EOFError
    return line


def _new_match(
    rulebook: str, rules: tuple[str, ...], length: int | None, phrases: Phrases
) -> Match:
    try:
        book = apply_settings(RULEBOOKS[rulebook], rules)
    except UnknownRuleSetting as problem:
        raise command_options.InputError(phrases, problem.key, **problem.values) from problem
    if mistake := length_mistake(length, book):
        raise command_options.InputError(phrases, mistake.kind.value, **mistake.values)
    return Match(book, default_length(book) if length is None else length)


def _new_file(wanted: Path | None, phrases: Phrases) -> Path:
    """The file to save a match in, reserved before the match begins."""
    with command_options.refusing_file_errors(wanted, phrases):
        if wanted:
            reserve_path(wanted)
            return wanted
        today = datetime.now().astimezone()
        return reserve_free_path(Path(f"kibitz-{today:%Y-%m-%d}.mat"))


def _player_names(names: tuple[str, str], phrases: Phrases) -> ByPlayer[str]:
    one, two = (name.strip() for name in names)
    for name in (one, two):
        if not is_valid_name(name):
            raise command_options.InputError(phrases, "bad_name", name=repr(name))
    if one == two:
        raise command_options.InputError(phrases, "same_names")
    return ByPlayer(one, two)


def _parse_dice(
    _context: click.Context, _option: click.Parameter, value: str | None
) -> Dice | None:
    try:
        return Dice.parse(value) if value is not None else None
    except ValueError as error:
        raise click.BadParameter(str(error)) from error


@click.command("position")
@click.argument("identity", metavar="ID")
@click.option("--dice", callback=_parse_dice, help="Throw, such as 31; lists its legal plays.")
@click.option("--json", "as_json", is_flag=True, help="Print machine-readable JSON.")
@command_options.rulebook_option
@command_options.language_option
def position_command(
    *, identity: str, dice: Dice | None, as_json: bool, rulebook: str, phrases: Phrases
) -> None:
    """Show a position given as XGID, Position ID or Position ID:Match ID."""
    snapshot = command_options.parse_position(identity, phrases)
    if dice:
        snapshot = replace(snapshot, dice=dice, doubled=False, resigning=0)
    card = PositionCard(snapshot, RULEBOOKS[rulebook])
    click.echo(json.dumps(card.values()) if as_json else card.text(phrases))


NO_LIMIT = "none"
SWITCH = {"yes": True, "no": False}
UNKNOWN = object()
"""Stands for a text that is no value of a setting."""
TRIED_NUMBERS = range(9)
"""The numbers that are tried to say which ones a setting may have."""
NAMED_NUMBERS = 4
"""The number of valid numbers that are named."""


class UnknownRuleSetting(ValueError):
    """Raised for an unknown setting or value; `key` is that of its phrase."""

    def __init__(self, key: str, **values: str) -> None:
        super().__init__(key, values)
        self.key = key
        self.values = values


def apply_settings(rulebook: Rulebook, settings: Iterable[str]) -> Rulebook:
    """The rulebook with these settings, each written `name=value`.

    UnknownRuleSetting for an unknown name or value.
    """
    for written in settings:
        name, _, value = (part.strip() for part in written.partition("="))
        choices = _choices(rulebook, name)
        known = _parse_value(choices, value)
        if known is UNKNOWN or not _allows(rulebook, name, known):
            raise _refused_value(rulebook, name, value, choices)
        rulebook = _with_setting(rulebook, name, known)
    return rulebook


def _with_setting(rulebook: Rulebook, name: str, value: object) -> Rulebook:
    change: dict[str, Any] = {name: value}
    return replace(rulebook, **change)


def _allows(rulebook: Rulebook, name: str, value: object) -> bool:
    """True if a setting may have this value; the highest stake is a power of two."""
    try:
        _with_setting(rulebook, name, value)
    except ValueError:
        return False
    return True


def _refused_value(
    rulebook: Rulebook, name: str, value: str, choices: Mapping[str, object] | None
) -> UnknownRuleSetting:
    """The exception for a value that a setting cannot have; it lists those that it can have."""
    numbers = [str(one) for one in TRIED_NUMBERS if _allows(rulebook, name, one)]
    valid = ", ".join(choices or [*numbers[:NAMED_NUMBERS], "…", NO_LIMIT])
    if not value:
        example = next(iter(choices or numbers))
        return UnknownRuleSetting(
            "rule_without_value", setting=name, example=example, choices=valid
        )
    return UnknownRuleSetting("no_such_value", setting=name, value=value, choices=valid)


def _choices(rulebook: Rulebook, name: str) -> Mapping[str, object] | None:
    """The values of a setting by name; None if they are numbers."""
    names = [field.name for field in fields(rulebook) if field.name != "name"]
    if name not in names:
        raise UnknownRuleSetting("no_such_setting", setting=name, choices=", ".join(names))
    now = getattr(rulebook, name)
    if isinstance(now, Enum):
        return {choice.name.lower(): choice for choice in type(now)}
    return SWITCH if isinstance(now, bool) else None


def _parse_value(choices: Mapping[str, object] | None, value: str) -> object:
    """The value that a text stands for; UNKNOWN if there is none."""
    if choices is not None:
        return choices.get(value, UNKNOWN)
    if value == NO_LIMIT:
        return None
    is_number = value.isascii() and value.isdigit() and len(value) <= len("99999")
    return int(value) if is_number else UNKNOWN
