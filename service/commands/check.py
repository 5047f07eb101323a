"""The command `kibitz check`: recorded matches replayed, every fault told."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from engine.backgammon.rulebook import RULEBOOKS
from referee.words import Phrases
from service.commands.options import ANY_PATH, BadInput, speaking
from service.match_check import Unreadable, read_match, verdict

FAULTS_FOUND = 1
"""What `check` leaves as its exit code where something is not by the rules."""


@click.command("check")
@click.argument("files", nargs=-1, required=True, type=ANY_PATH)
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
