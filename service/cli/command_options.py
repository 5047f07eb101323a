"""Options, configuration and errors that the commands share."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import click
from click.core import ParameterSource

from engine.backgammon.errors import NotAPosition
from engine.backgammon.notation.snapshots.snapshot import Snapshot
from engine.players import ByPlayer, Player
from engine.scanner import NotationError
from hardware.drivers.clocks import SystemClock
from service.config.configuration_file import (
    default_files,
    first_existing_file,
    load_configuration_file,
)
from service.config.service_settings import Configuration
from service.records.position_ids import parse_id
from service.schema.configuration_problems import ConfigurationError
from service.table.device_factory import check_added_drivers
from service.words.language_choice import environment_language
from service.words.phrases import (
    Language,
    Phrases,
    available_languages,
    check_languages,
    phrases_in,
)
from service.words.printable_text import printable_lines


class CommandError(click.ClickException):
    """Ends a command that cannot do its work, with these lines and exit code 2."""

    exit_code = 2

    def show(self, file: IO[Any] | None = None) -> None:
        click.echo(printable_lines(self.message), file=file, err=file is None)


class InputError(CommandError):
    """A refusal of unusable input, by the key of its phrase."""

    def __init__(self, phrases: Phrases, key: str, **values: object) -> None:
        super().__init__(_error(phrases.say(f"error.{key}", count=None, **values), phrases))

    @staticmethod
    def from_text(text: str, phrases: Phrases) -> CommandError:
        """A refusal with a text that is already in words."""
        return CommandError(_error(text, phrases))


@contextmanager
def refusing(kind: type[Any], phrases: Phrases) -> Iterator[None]:
    """Turns a problem of this kind into a refusal in its own words."""
    try:
        yield
    except kind as problem:
        raise InputError.from_text(problem.in_words(phrases), phrases) from problem


@contextmanager
def refusing_file_errors(file: Path | None, phrases: Phrases) -> Iterator[None]:
    """Turns the failure to write a file, None for one with a name of ours, into a refusal."""
    try:
        yield
    except FileExistsError as error:
        raise InputError(phrases, "file_exists", file=file) from error
    except OSError as error:
        file, why = file or error.filename, error.strerror
        raise InputError(phrases, "cannot_write", file=file, problem=why) from error


def parse_position(text: str, phrases: Phrases) -> Snapshot:
    """The position of an id; InputError if it cannot be read."""
    try:
        return parse_id(text)
    except NotationError as error:
        rest = repr(text[error.at :][:MAX_QUOTED])
        key = _position_error(error, text)
        raise InputError(phrases, key, text=text, at=error.at + 1, rest=rest) from error


_BOARD = re.compile("[-A-Pa-p]{26}:")
"""The board of an XGID: an error at its beginning is one of all its fields together."""
MAX_QUOTED = 30
"""The most characters of an id that are quoted."""


def _position_error(error: NotationError, text: str) -> str:
    """The key of the phrase for an id that cannot be read."""
    if isinstance(error.__cause__, NotAPosition):
        return "impossible_position"
    if _BOARD.match(text, error.at):
        return "contradictory_position"
    return "no_position" if text[error.at :] else "cut_position"


def length_in_words(length: int, phrases: Phrases) -> str:
    """The length of a match in points, or that it is played for stakes."""
    return phrases.say("check.match" if length else "check.stakes", count=length)


def player_in_words(
    names: ByPlayer[str], player: Player, computer: Player | None, phrases: Phrases
) -> str:
    """The name of a player, with the remark that it is the computer."""
    name = names[player]
    return phrases.say("config.summary.computer", name=name) if player is computer else name


def _error(text: str, phrases: Phrases) -> str:
    return f"{phrases.say('error.prefix')} {text}"


def _phrases(_context: click.Context, _option: click.Parameter, value: str | None) -> Phrases:
    return phrases_in(Language(value) if value else environment_language(os.environ))


ANY_PATH = click.Path(path_type=Path, readable=False)
"""A path that click does not check: the command reports an unreadable file in a single line."""
language_option = click.option(
    "--language",
    "phrases",
    type=click.Choice(available_languages()),
    callback=_phrases,
    help="Language of the output. Default: that of the system.",
)
"""The option `--language`, which passes the phrases to the command."""
config_option = click.option(
    "--config",
    "file",
    type=ANY_PATH,
    help="Configuration file. Default: ./kibitz.toml, else ~/.config/kibitz/kibitz.toml.",
)


@dataclass(frozen=True, slots=True)
class LoadedConfiguration:
    """A configuration and its source."""

    configuration: Configuration
    file: Path | None
    """None: no file was found, and all settings have their defaults."""
    tried_files: tuple[Path, ...]
    """The files that are tried if none is named."""


def choose_phrases(
    context: click.Context, phrases: Phrases, configuration: Configuration
) -> Phrases:
    """The phrases of `--language`, or of the configured language without that option."""
    if context.get_parameter_source("phrases") is ParameterSource.DEFAULT:
        return phrases_in(configuration.service.language_for(os.environ))
    return phrases


def load_configuration(file: Path | None, phrases: Phrases) -> LoadedConfiguration:
    """Loads this file, or the first usual one; CommandError lists everything that is wrong."""
    places = tuple(default_files(os.environ, Path(), Path.home()))
    wanted = file or first_existing_file(places)
    try:
        configuration = load_configuration_file(wanted) if wanted else Configuration()
    except ConfigurationError as error:
        lines = (problem.in_words(wanted, phrases) for problem in error.problems)
        raise CommandError("\n".join(lines)) from error
    return LoadedConfiguration(configuration, wanted, places)


def check_additions(configuration: Configuration) -> None:
    """Raises UnusableDriver or UnusableLanguage if one that somebody added cannot be used."""
    check_languages()
    for table in configuration.tables:
        check_added_drivers(table, SystemClock())


_NUMBER = r"[\d.]+(?:e[-+]?\d+)?|nan|inf(?:inity)?"
_PART = re.compile(rf"(?:[-+,;:x()\[\]\s]|{_NUMBER})+", re.IGNORECASE)
_NUMBERS = 8
_OPTION = "--corners"


class CommandWithCorners(click.Command):
    """A command that accepts the corners as several arguments after the option."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        return super().parse_args(ctx, join_corners(args))


def join_corners(arguments: list[str]) -> list[str]:
    """The arguments with all corners joined into one."""
    if _OPTION not in arguments:
        return arguments
    begin = arguments.index(_OPTION) + 1
    end, many = begin, 0
    while end < len(arguments) and many < _NUMBERS and is_corner_argument(arguments[end]):
        many += len(re.findall(_NUMBER, arguments[end], re.IGNORECASE))
        end += 1
    if end <= begin + 1:
        return arguments
    return [*arguments[:begin], " ".join(arguments[begin:end]), *arguments[end:]]


def is_corner_argument(argument: str) -> bool:
    """True if an argument can be one of several that give the corners."""
    return _PART.fullmatch(argument) is not None


corners_option = click.option(
    _OPTION,
    metavar="X,Y X,Y X,Y X,Y",
    help=(
        "Corners of the playing field in pixels: top left, top right, bottom right and bottom"
        " left of the board as it is numbered. Or a file that contains them."
    ),
)
"""The option `--corners`."""
