"""The command `kibitz watch`: a folder of pictures followed as a table's camera would."""

from __future__ import annotations

import json
from pathlib import Path

import click

from referee.words import Phrases
from service.commands.corners import WithCorners, by_corners
from service.commands.options import ANY_PATH, BadInput, speaking
from service.looking.problems import CannotLook

STAYED_OPEN = 1
"""What `watch` leaves as its exit code where the game was not followed to its last picture."""


@click.command("watch", cls=WithCorners)
@click.argument("folder", type=ANY_PATH)
@by_corners
@click.option(
    "--learn",
    "start",
    type=ANY_PATH,
    metavar="START",
    help="A picture of the starting position; if not given, one is looked for in the folder.",
)
@click.option("--json", "as_json", is_flag=True, help="For programs: one line a turn.")
@speaking
@click.pass_context
def watch_command(
    context: click.Context,
    *,
    folder: Path,
    corners: str | None,
    start: Path | None,
    as_json: bool,
    phrases: Phrases,
) -> None:
    """Follow the game in the pictures of FOLDER, and print every play once it is certain.

    One picture after each turn is enough. The exit code is 0 if the game was followed to the last
    of them, and 1 if something stayed open.
    """
    # A service without a camera must not carry the libraries that pictures take.
    from service.looking.corner_texts import corners_in
    from service.looking.follower import LeftOpen, plays
    from service.looking.looking import learned_in

    def skipped(problem: CannotLook) -> None:
        why = problem.told(phrases)
        click.echo(phrases.say("watch.skipped", count=None, why=why), err=True)

    left = list[LeftOpen]()
    many = 0
    try:
        where = corners_in(corners) if corners is not None else None
        learned = learned_in(start, where) if start else None
        for played in plays(folder, where, learned, skipped, left.append):
            many = played.number
            click.echo(json.dumps(played.values) if as_json else played.told(phrases))
    except CannotLook as problem:
        raise BadInput.of(problem.told(phrases), phrases) from problem
    if not as_json:
        click.echo(phrases.say("watch.turns", count=many))
    for each in left:
        click.echo(each.told(phrases), err=True)
    if left:
        context.exit(STAYED_OPEN)
