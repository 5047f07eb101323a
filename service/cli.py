"""The command `kibitz` and what can be asked of it."""

from __future__ import annotations

import json
import os
import random
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import click

from engine.backgammon.dice import Dice
from engine.backgammon.errors import NotationError
from engine.backgammon.game.match import Match
from engine.backgammon.players import ByPlayer, Player
from engine.backgammon.playing.computer import Computer
from engine.backgammon.rulebook import RULEBOOKS
from referee.words import Phrases
from service.announcer import Announcer
from service.config.settings import LONGEST, length_beyond, usual_length
from service.config_command import check_config_command
from service.export_command import export_command
from service.keeping import MatchFile, claim, claim_one_like
from service.knobs import turned
from service.match_check import Unreadable, read_match, verdict
from service.names import can_be_recorded
from service.options import BadInput, speaking
from service.outlet import LostOutput, outlets
from service.position_card import PositionCard, parse_id
from service.program_player import ProgramPlayer
from service.random_player import RandomPlayer
from service.replay_command import replay_command
from service.run_command import run_command
from service.simulate_command import simulate_command
from service.terminal import Opponent, Terminal

FAULTS_FOUND = 1
"""What `check` leaves as its exit code where something is not by the rules."""
COMPUTER = """X is the computer: a real opponent for somebody who plays often, we think, but nobody
has measured it against people yet."""
OPPONENTS: Mapping[str, Callable[[random.Random], Opponent]] = {
    "computer": lambda chance: ProgramPlayer(Computer(), chance),
    "random": RandomPlayer,
}
"""Who can play X, by name."""


def _dice(_context: click.Context, _option: click.Parameter, value: str | None) -> Dice | None:
    try:
        return Dice.parse(value) if value is not None else None
    except ValueError as error:
        raise click.BadParameter(str(error)) from error


_by_rulebook = click.option(
    "--rulebook",
    type=click.Choice(list(RULEBOOKS)),
    default="tournament",
    show_default=True,
    help="Whose rules hold.",
)


def main() -> None:
    """The command; an output that cannot be written to ends it with one line and exit code 2."""
    try:
        with outlets():
            kibitz(prog_name="kibitz")
    except LostOutput as problem:
        with suppress(OSError):
            sys.stderr.write(f"kibitz: {problem.strerror}\n")
        os._exit(BadInput.exit_code)  # nothing can be said any more, not even at the end


@click.group()
@click.version_option(package_name="kibitz")
def kibitz() -> None:
    """Kibitz: a referee for a real backgammon board."""


@kibitz.command("play")
@click.option(
    "--length", type=click.IntRange(0, LONGEST), help="Points to win; 0: for stakes, without end."
)
@click.option("--names", nargs=2, default=("O", "X"), help="Who plays O and who plays X.")
@click.option("-c", "--computer", "opponent", flag_value="computer", help=COMPUTER)
@click.option("--random", "opponent", flag_value="random", help="X plays any legal play.")
@click.option("--save", type=click.Path(path_type=Path), help="The .mat file to keep it in.")
@click.option("--seed", type=int, help="Dice that can be had again.")
@click.option(
    "--rule", "rules", multiple=True, help="A knob of the rulebook turned, such as beavers=on."
)
@_by_rulebook
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
    file = MatchFile(_new_file(save, phrases), players, match)
    Terminal(
        match,
        Announcer(players, phrases),
        phrases,
        chance,
        ask=_ask,
        say=click.echo,
        keep=file.keep,
        players={Player.TWO: OPPONENTS[opponent](chance)} if opponent else {},
    ).run()
    click.echo(file.farewell(phrases))
    sys.exit(BadInput.exit_code if file.problem else 0)


@kibitz.command("position")
@click.argument("identity", metavar="ID")
@click.option("--dice", callback=_dice, help="A throw, such as 31, to list its legal plays.")
@click.option("--json", "as_json", is_flag=True, help="For programs.")
@_by_rulebook
@speaking
def position_command(
    *,
    identity: str,
    dice: Dice | None,
    as_json: bool,
    rulebook: str,
    phrases: Phrases,
) -> None:
    """Show a position given as XGID, Position ID or Position ID:Match ID."""
    try:
        snapshot = parse_id(identity)
    except NotationError as error:
        raise BadInput(phrases, "no_position", text=identity, problem=error) from error
    if dice:
        snapshot = replace(snapshot, dice=dice, doubled=False, resigning=0)
    card = PositionCard(snapshot, RULEBOOKS[rulebook])
    click.echo(json.dumps(card.values()) if as_json else card.text(phrases))


@kibitz.command("check")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--rulebook",
    type=click.Choice(list(RULEBOOKS)),
    help="Whose rules hold; if not given, those a file names, or else tournament.",
)
@speaking
def check_command(*, files: tuple[Path, ...], rulebook: str | None, phrases: Phrases) -> None:
    """Replay every turn of recorded matches, and report what is not by the rules."""
    worst = 0
    for file in files:
        try:
            reading = read_match(file, RULEBOOKS[rulebook] if rulebook else None)
        except Unreadable as error:
            refusal = BadInput.of(error.told(phrases), phrases)
            refusal.show()
            worst = refusal.exit_code
            continue
        click.echo("\n".join(verdict(file, reading, phrases)))
        worst = max(worst, FAULTS_FOUND if reading.faults else 0)
    sys.exit(worst)


kibitz.add_command(check_config_command)
kibitz.add_command(run_command)
kibitz.add_command(replay_command)
kibitz.add_command(export_command)
kibitz.add_command(simulate_command)


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
