"""The games that the commands know, by name, and the options that say which one is meant."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from service.cli import command_options
from service.cli.backgammon_commands import BACKGAMMON
from service.cli.checkers_commands import CHECKERS
from service.cli.game_commands import GameCommands
from service.words.phrases import Phrases

# A text is one of the first game that recognises it, and backgammon recognises everything.
GAMES: Mapping[str, GameCommands] = {"checkers": CHECKERS, "backgammon": BACKGAMMON}
RULEBOOK_CHOICES = tuple(
    dict.fromkeys(it for name in sorted(GAMES) for it in GAMES[name].rulebooks)
)
rulebook_option = click.option(
    "--rulebook",
    type=click.Choice(RULEBOOK_CHOICES),
    help="Rulebook: docs/rulebooks.md explains each of them. Default: "
    + ", ".join(f"{game.default_rulebook} ({name})" for name, game in sorted(GAMES.items()))
    + ".",
)


def game_option(default: str | None) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """The option `--game`; without a default the text that is given says which game it is of."""
    usual = default or "the one of the ID"
    choice = click.Choice(sorted(GAMES))
    return click.option("--game", type=choice, default=default, help=f"Game. Default: {usual}.")


def choose_game(
    context: click.Context, name: str, rulebook: str | None, phrases: Phrases
) -> tuple[GameCommands, str]:
    """The game of this name and its rulebook; InputError for an option of another game."""
    game = GAMES[name]
    for other, commands in GAMES.items():
        for parameter, option in commands.options.items():
            given = context.get_parameter_source(parameter) not in (None, ParameterSource.DEFAULT)
            if given and parameter not in game.options:
                raise command_options.InputError(
                    phrases, "option_of_game", option=option, game=name, other=other
                )
    return game, check_rulebook(name, rulebook, phrases) or game.default_rulebook


def check_rulebook(name: str, rulebook: str | None, phrases: Phrases) -> str | None:
    """The rulebook that was asked for, if any; InputError if the game has no such rulebook."""
    books = GAMES[name].rulebooks
    if rulebook is not None and rulebook not in books:
        values = {"rulebook": rulebook, "game": name, "choices": ", ".join(books)}
        raise command_options.InputError(phrases, "rulebook_of_game", **values)
    return rulebook


def game_of_position(text: str) -> str:
    """The name of the game of which a text is most likely a position."""
    return next(name for name, game in GAMES.items() if game.is_position(text))


def game_of_record(path: Path, text: str) -> str:
    """The name of the game of which a file with this text is a record."""
    return next(name for name, game in GAMES.items() if game.is_record(path, text))
