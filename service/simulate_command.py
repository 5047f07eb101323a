"""The command `kibitz simulate`: hands play recorded matches at a simulated table."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path

import click

from engine.backgammon.notation.record.record import Record
from engine.backgammon.rulebook import RULEBOOKS
from referee.palettes import PALETTES, STANDARD
from referee.profiles import PROFILES
from referee.words import Phrases
from service.journal.problems import JournalProblem
from service.match_check import Unreadable, read_match
from service.options import BadInput, speaking
from service.simulation.evening import SENSORS, Plan, Scene, play_through
from service.simulation.screen import Screen
from service.simulation.troubles import Trouble
from service.simulation.umpire import Score, Umpire

WRONG = 1
"""What the command leaves as its exit code where the referee did something wrong."""
MOST_COMPLAINTS = 20


@click.command("simulate")
@click.argument(
    "files", metavar="MATCH...", nargs=-1, required=True, type=click.Path(path_type=Path)
)
@click.option(
    "--sensor",
    type=click.Choice(list(SENSORS)),
    default="slots",
    show_default=True,
    help="What feels the checkers.",
)
@click.option(
    "--hands",
    "seed",
    type=int,
    default=0,
    show_default=True,
    help="Whose hands: the same number plays the same way.",
)
@click.option(
    "--errors",
    type=click.FloatRange(0, 1),
    default=0.0,
    show_default=True,
    help="How many turns are played wrongly first.",
)
@click.option(
    "--faults",
    type=click.Choice([kind.value for kind in Trouble]),
    help="What goes wrong with the table now and then.",
)
@click.option("--own-dice", is_flag=True, help="Each player has a pair of dice.")
@click.option(
    "--profile",
    type=click.Choice(list(PROFILES)),
    default="casual",
    show_default=True,
    help="How strictly it is refereed.",
)
@click.option(
    "--rulebook",
    type=click.Choice(list(RULEBOOKS)),
    help="Whose rules hold; if not given, those a file names, or else tournament.",
)
@click.option(
    "--speed",
    type=click.FloatRange(0, 1000, min_open=True),
    help="How many times as fast as people; if not given, as fast as it goes.",
)
@click.option("--journal", type=click.Path(path_type=Path), help="A file to keep everything in.")
@click.option(
    "--palette",
    type=click.Choice(list(PALETTES)),
    default=STANDARD.name,
    show_default=True,
    help="The colours of the lamps.",
)
@click.option(
    "--json", "as_json", is_flag=True, help="No picture, and one line of numbers at the end."
)
@speaking
def simulate_command(  # noqa: PLR0913 - an argument for each option
    *,
    files: tuple[Path, ...],
    sensor: str,
    seed: int,
    errors: float,
    faults: str | None,
    own_dice: bool,
    profile: str,
    rulebook: str | None,
    speed: float | None,
    journal: Path | None,
    palette: str,
    as_json: bool,
    phrases: Phrases,
) -> None:
    """Have hands play recorded matches at a simulated table, and watch the referee at work."""
    plan = Plan(
        PROFILES[profile],
        sensor,
        own_dice=own_dice,
        seed=seed,
        errors=errors,
        trouble=Trouble(faults) if faults else None,
        speed=speed,
    )
    records = [_record(file, rulebook, phrases) for file in files]
    screen = Screen(click.echo, PALETTES[palette], phrases, coloured=not os.environ.get("NO_COLOR"))
    watched = not as_json and sys.stdout.isatty()
    watch = screen.watch if watched else _unwatched
    try:
        umpires = [asyncio.run(play_through(record, plan, watch, journal)) for record in records]
    except JournalProblem as problem:
        raise BadInput.of(problem.told(phrases), phrases) from problem
    score = sum((umpire.score for umpire in umpires), Score())
    if as_json:
        click.echo(json.dumps(asdict(score)))
    else:
        click.echo("\n".join(_told(umpires, score, sensor, phrases)))
    wrong = score.false_alarms or score.lost_plays or score.missed_errors
    sys.exit(WRONG if wrong else 0)


def _record(file: Path, rulebook: str | None, phrases: Phrases) -> Record:
    """A match that hands can play: by the rules, and from its beginning on."""
    try:
        reading = read_match(file, RULEBOOKS[rulebook] if rulebook else None)
    except Unreadable as error:
        raise BadInput.of(error.told(phrases), phrases) from error
    if reading.faults:
        raise BadInput(phrases, "record_with_faults", file=file, faults=len(reading.faults))
    if reading.record.restarts:
        raise BadInput(phrases, "record_with_gaps", file=file)
    return reading.record


def _unwatched(_scene: Scene) -> Callable[[], None]:
    return lambda: None


def _told(umpires: Sequence[Umpire], score: Score, sensor: str, phrases: Phrases) -> Iterator[str]:
    """How the referee did, in words."""
    for key, number in asdict(score).items():
        yield phrases.say(f"simulate.{key}", number=number)
    kinds = sum((Counter(umpire.untellable) for umpire in umpires), Counter[str]())
    for kind, number in kinds.most_common():
        yield phrases.say("simulate.untellable_kind", sensor=sensor, kind=kind, number=number)
    complaints = [complaint for umpire in umpires for complaint in umpire.complaints]
    yield from complaints[:MOST_COMPLAINTS]
