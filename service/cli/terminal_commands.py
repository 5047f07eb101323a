"""kibitz play and position: play and show positions in the terminal."""

from __future__ import annotations

import random
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

import click

from engine.players import ByPlayer
from service.cli import command_options
from service.cli.checkers_commands import STRENGTHS
from service.cli.game_commands import MatchRequest, PositionRequest, TerminalLines
from service.cli.game_table import choose_game, game_of_position, game_option, rulebook_option
from service.config.service_settings import MAX_MATCH_LENGTH
from service.records.match_files import MatchFile, reserve_free_path, reserve_path, reserved_file
from service.words.phrases import Phrases
from service.words.printable_text import is_valid_name

STOP_SIGNALS = (signal.SIGTERM, signal.SIGHUP)
SIGNAL_EXIT_BASE = 128
"""The exit code of a program that a signal ended is this plus the number of the signal."""
COMPUTER_HELP = (
    "The computer plays the second side; its strength against people has not been measured."
)
MAX_PERFT = 30
"""The longest lines of play that can be asked for; time ends far earlier."""


@click.command("play")
@game_option("backgammon")
@click.option(
    "--length",
    type=click.IntRange(0, MAX_MATCH_LENGTH),
    help="Points to win, in checkers games to play; 0: no end.",
)
@click.option("--names", nargs=2, help="Names of the players, in checkers Dark first.")
@click.option("-c", "--computer", "opponent", flag_value="computer", help=COMPUTER_HELP)
@click.option(
    "--strength",
    type=click.Choice(list(STRENGTHS)),
    help="Checkers: play against the computer, this strong. Default: strong.",
)
@click.option("--random", "opponent", flag_value="random", help="The second side plays at random.")
@click.option(
    "--save",
    type=command_options.ANY_PATH,
    help="The file to save the match in, .mat or in checkers .pdn.",
)
@click.option("--seed", type=int, help="Seed for repeatable dice.")
@click.option(
    "--rule",
    "rules",
    multiple=True,
    metavar="SETTING=VALUE",
    help="Change a setting of the rulebook, such as beavers=on; may be repeated.",
)
@rulebook_option
@command_options.language_option
@click.pass_context
def play_command(  # noqa: PLR0913 - an argument for each option
    context: click.Context,
    *,
    game: str,
    length: int | None,
    names: tuple[str, str] | None,
    opponent: str | None,
    strength: str | None,
    save: Path | None,
    seed: int | None,
    rules: tuple[str, ...],
    rulebook: str | None,
    phrases: Phrases,
) -> None:
    """Play a match in the terminal: two people, or one against the computer."""
    commands, book = choose_game(context, game, rulebook, phrases)
    players = _player_names(names or tuple(commands.names), phrases)
    rng = random.Random(seed)  # noqa: S311 - dice, not secrets
    day = f"{datetime.now().astimezone():%Y-%m-%d}"
    request = MatchRequest(book, rules, length, players, opponent, strength, rng, day, phrases)
    ready = commands.prepare(request)
    usual = Path(f"kibitz-{day}{commands.extension}")
    with _exit_on_signals(), reserved_file(lambda: _new_file(save, usual, phrases)) as path:
        file = MatchFile(path, ready.text_of)
        ready.terminal(TerminalLines(_ask, click.echo, file.save)).run(ready.greeting)
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


def _new_file(wanted: Path | None, usual: Path, phrases: Phrases) -> Path:
    """The file to save a match in, reserved before the match begins."""
    with command_options.refusing_file_errors(wanted, phrases):
        if wanted:
            reserve_path(wanted)
            return wanted
        return reserve_free_path(usual)


def _player_names(names: tuple[str, ...], phrases: Phrases) -> ByPlayer[str]:
    one, two = (name.strip() for name in names)
    for name in (one, two):
        if not is_valid_name(name):
            raise command_options.InputError(phrases, "bad_name", name=repr(name))
    if one == two:
        raise command_options.InputError(phrases, "same_names")
    return ByPlayer(one, two)


@click.command("position")
@click.argument("identity", metavar="ID")
@game_option(None)
@click.option("--dice", help="Backgammon: a throw, such as 31; lists its legal plays.")
@click.option(
    "--perft",
    type=click.IntRange(1, MAX_PERFT),
    help="Checkers: count the lines of play of up to so many moves.",
)
@click.option("--json", "as_json", is_flag=True, help="Print machine-readable JSON.")
@rulebook_option
@command_options.language_option
@click.pass_context
def position_command(  # noqa: PLR0913 - an argument for each option
    context: click.Context,
    *,
    identity: str,
    game: str | None,
    dice: str | None,
    perft: int | None,
    as_json: bool,
    rulebook: str | None,
    phrases: Phrases,
) -> None:
    """Show a position given as XGID, Position ID or Position ID:Match ID; in checkers as FEN."""
    game = game or game_of_position(identity)
    commands, book = choose_game(context, game, rulebook, phrases)
    request = PositionRequest(identity, book, dice, perft or 0, as_json, phrases)
    click.echo(commands.position_text(request))
