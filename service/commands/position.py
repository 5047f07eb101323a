"""The command `kibitz position`: one position in every notation, drawn and counted."""

from __future__ import annotations

import json
from dataclasses import replace

import click

from engine.backgammon.dice import Dice
from engine.backgammon.errors import NotationError
from engine.backgammon.rulebook import RULEBOOKS
from referee.words import Phrases
from service.commands.options import BadInput, by_rulebook, speaking
from service.terminal.position_card import PositionCard, parse_id


def _dice(_context: click.Context, _option: click.Parameter, value: str | None) -> Dice | None:
    try:
        return Dice.parse(value) if value is not None else None
    except ValueError as error:
        raise click.BadParameter(str(error)) from error


@click.command("position")
@click.argument("identity", metavar="ID")
@click.option("--dice", callback=_dice, help="A throw, such as 31, to list its legal plays.")
@click.option("--json", "as_json", is_flag=True, help="For programs.")
@by_rulebook
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
