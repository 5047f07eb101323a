"""The command `kibitz look`: one picture of a board, and what lies on it."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from engine.backgammon.errors import NotationError
from engine.backgammon.players import Player
from engine.backgammon.position import Position
from referee.words import Phrases
from service.commands.corners import WithCorners, by_corners
from service.commands.options import ANY_PATH, BadInput, speaking
from service.looking.problems import CannotLook
from service.printing import printable_lines
from service.terminal.position_card import parse_id

NOT_AS_EXPECTED = 1
"""What `look` leaves as its exit code where something else was read than was expected."""


@click.command("look", cls=WithCorners)
@click.argument("picture", type=ANY_PATH)
@by_corners
@click.option(
    "--learn",
    "start",
    type=ANY_PATH,
    metavar="START",
    help="A picture of the starting position, by the same camera.",
)
@click.option("--expect", metavar="XGID", help="What should lie there: tells what is missed.")
@click.option("--json", "as_json", is_flag=True, help="For programs.")
@click.option(
    "--overlay",
    type=ANY_PATH,
    metavar="FILE",
    help="Where to keep the picture with what was read drawn over it.",
)
@speaking
def look_command(  # noqa: PLR0913 - an argument for each option
    *,
    picture: Path,
    corners: str | None,
    start: Path | None,
    expect: str | None,
    as_json: bool,
    overlay: Path | None,
    phrases: Phrases,
) -> None:
    """Tell what lies on the board in PICTURE, and how surely."""
    # A service without a camera must not carry the libraries that pictures take.
    from service.looking.cards import Card, compared
    from service.looking.looking import look
    from service.looking.values import values

    wanted = _position(expect, phrases) if expect is not None else None
    try:
        looked = look(picture, corners, start, overlay)
    except CannotLook as problem:
        raise BadInput.of(problem.told(phrases), phrases) from problem
    expected = compared(looked, wanted) if wanted else None
    card = Card(looked, expected)
    if as_json:
        click.echo(json.dumps(values(card, by_corners=corners is not None)))
    else:
        click.echo(printable_lines(card.text(phrases)))
    sys.exit(NOT_AS_EXPECTED if expected and expected.wrong else 0)


def _position(text: str, phrases: Phrases) -> Position:
    """What a person expects, as Light sees it."""
    try:
        snapshot = parse_id(text)
    except NotationError as error:
        raise BadInput(phrases, "no_position", text=text, problem=error) from error
    return snapshot.position if snapshot.player is Player.TWO else snapshot.position.turned
