"""What the commands have in common: the language they speak, and how they refuse."""

from __future__ import annotations

import os
from pathlib import Path
from typing import IO, Any

import click

from engine.backgammon.rulebook import RULEBOOKS
from referee.words import Language, Phrases, load_phrases
from service.languages import language_of
from service.printing import printable_lines


class Refusal(click.ClickException):
    """How every command ends that cannot do what it should: some lines, and exit code 2."""

    exit_code = 2

    def show(self, file: IO[Any] | None = None) -> None:
        click.echo(printable_lines(self.message), file=file, err=file is None)


class BadInput(Refusal):
    """Something from outside that cannot be used; one message."""

    def __init__(self, phrases: Phrases, key: str, **values: object) -> None:
        super().__init__(_error(phrases.say(f"error.{key}", count=None, **values), phrases))

    @staticmethod
    def of(said: str, phrases: Phrases) -> Refusal:
        """The same for what has words already."""
        return Refusal(_error(said, phrases))


def _error(said: str, phrases: Phrases) -> str:
    return f"{phrases.say('error.prefix')} {said}"


def _phrases(_context: click.Context, _option: click.Parameter, value: str | None) -> Phrases:
    return load_phrases(Language(value) if value else language_of(os.environ))


ANY_PATH = click.Path(path_type=Path, readable=False)
"""A path whose file the command itself tries to read: it says in one line why it cannot, click in
three."""
speaking = click.option(
    "--language",
    "phrases",
    type=click.Choice([language.value for language in Language]),
    callback=_phrases,
    help="What to speak; if not given, the language of the system.",
)
"""The option `--language`, which hands the command the phrases."""
by_rulebook = click.option(
    "--rulebook",
    type=click.Choice(list(RULEBOOKS)),
    default="tournament",
    show_default=True,
    help="Whose rules hold.",
)
