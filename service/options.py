"""What the commands have in common: the language they speak, and how they refuse."""

from __future__ import annotations

import os
from typing import IO, Any, Self

import click

from referee.words import Language, Phrases, load_phrases
from service.language import language_of


class BadInput(click.ClickException):
    """Something from outside that cannot be used; one message, and exit code 2."""

    exit_code = 2

    def __init__(self, phrases: Phrases, key: str, **values: object) -> None:
        super().__init__(_error(phrases.say(f"error.{key}", count=None, **values), phrases))

    @classmethod
    def of(cls, said: str, phrases: Phrases) -> Self:
        """The same for what has words already."""
        problem = cls.__new__(cls)
        click.ClickException.__init__(problem, _error(said, phrases))
        return problem

    def show(self, file: IO[Any] | None = None) -> None:
        click.echo(self.message, file=file, err=file is None)


def _error(said: str, phrases: Phrases) -> str:
    return f"{phrases.say('error.prefix')} {said}"


def _phrases(_context: click.Context, _option: click.Parameter, value: str | None) -> Phrases:
    return load_phrases(Language(value) if value else language_of(os.environ))


speaking = click.option(
    "--language",
    "phrases",
    type=click.Choice([language.value for language in Language]),
    callback=_phrases,
    help="What to speak; if not given, the language of the system.",
)
"""The option `--language`, which hands the command the phrases."""
