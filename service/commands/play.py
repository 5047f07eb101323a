"""The command `kibitz play`: a match in the terminal."""

from __future__ import annotations

import random
import signal
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

import click

from engine.backgammon.game.match import Match
from engine.backgammon.players import ByPlayer, Player
from engine.backgammon.playing.computer import Computer
from engine.backgammon.rulebook import RULEBOOKS
from referee.words import Phrases
from service.announcer import Announcer
from service.commands.options import ANY_PATH, BadInput, by_rulebook, speaking
from service.config.settings import LONGEST, length_beyond, usual_length
from service.names import can_be_recorded
from service.terminal.keeping import MatchFile, claim, claim_one_like, claimed
from service.terminal.knobs import turned
from service.terminal.match import Opponent, Terminal
from service.terminal.program_player import ProgramPlayer
from service.terminal.random_player import RandomPlayer

ENDED_BY = (signal.SIGTERM, signal.SIGHUP)
ENDED = 128
"""What shells add to the number of the signal that ended a program."""
COMPUTER = """X is the computer: a real opponent for somebody who plays often, we think, but nobody
has measured it against people yet."""
OPPONENTS: Mapping[str, Callable[[random.Random], Opponent]] = {
    "computer": lambda chance: ProgramPlayer(Computer(), chance),
    "random": RandomPlayer,
}
"""Who can play X, by name."""
GREETINGS: Mapping[str | None, str] = {"computer": "game.computer"}
"""What is said of whoever plays X, after the welcome."""


@click.command("play")
@click.option(
    "--length", type=click.IntRange(0, LONGEST), help="Points to win; 0: for stakes, without end."
)
@click.option("--names", nargs=2, default=("O", "X"), help="Who plays O and who plays X.")
@click.option("-c", "--computer", "opponent", flag_value="computer", help=COMPUTER)
@click.option("--random", "opponent", flag_value="random", help="X plays any legal play.")
@click.option("--save", type=ANY_PATH, help="The .mat file to keep it in.")
@click.option("--seed", type=int, help="Dice that can be had again.")
@click.option(
    "--rule", "rules", multiple=True, help="A knob of the rulebook turned, such as beavers=on."
)
@by_rulebook
@speaking
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
    players = _names(names, phrases)
    chance = random.Random(seed)  # noqa: S311 - dice, not secrets
    with _ended_by_the_system(), claimed(lambda: _new_file(save, phrases)) as path:
        file = MatchFile(path, players, match)
        terminal = Terminal(
            match,
            Announcer(players, phrases),
            phrases,
            chance,
            ask=_ask,
            say=click.echo,
            keep=file.keep,
            players={Player.TWO: OPPONENTS[opponent](chance)} if opponent else {},
        )
        terminal.run(GREETINGS.get(opponent))
        click.echo(file.farewell(phrases))
    sys.exit(BadInput.exit_code if file.problem else 0)


@contextmanager
def _ended_by_the_system() -> Iterator[None]:
    """While this is open, a signal that ends the program lets it put things in order first."""
    usual = {number: signal.signal(number, _end) for number in ENDED_BY}
    try:
        yield
    finally:
        for number, handler in usual.items():
            signal.signal(number, handler)


def _end(number: int, _frame: object) -> None:
    sys.exit(ENDED + number)


def _ask(prompt: str) -> str:
    """A line typed at a prompt; EOFError when there are no more."""
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
        book = turned(RULEBOOKS[rulebook], rules)
    except ValueError as problem:
        raise BadInput(phrases, "no_such_knob", problem=problem) from problem
    if mistake := length_beyond(length, book):
        raise BadInput(phrases, mistake.wrong.value, **mistake.values)
    return Match(book, usual_length(book) if length is None else length)


def _new_file(wanted: Path | None, phrases: Phrases) -> Path:
    """The file a match is to be kept in, claimed before it begins."""
    try:
        if wanted is None:
            today = datetime.now().astimezone()
            return claim_one_like(Path(f"kibitz-{today:%Y-%m-%d}.mat"))
        claim(wanted)
    except FileExistsError as problem:
        raise BadInput(phrases, "file_exists", file=wanted) from problem
    except OSError as problem:
        file, why = problem.filename or wanted, problem.strerror
        raise BadInput(phrases, "cannot_write", file=file, problem=why) from problem
    return wanted


def _names(names: tuple[str, str], phrases: Phrases) -> ByPlayer[str]:
    one, two = (name.strip() for name in names)
    for name in (one, two):
        if not can_be_recorded(name):
            raise BadInput(phrases, "bad_name", name=repr(name))
    if one == two:
        raise BadInput(phrases, "same_names")
    return ByPlayer(one, two)
