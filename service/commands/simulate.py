"""The command `kibitz simulate`: hands play recorded matches at a simulated table."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from math import isnan
from pathlib import Path
from typing import Any

import click

from engine.backgammon.notation.record.record import Record
from engine.backgammon.rulebook import RULEBOOKS, TOURNAMENT, PlayedFor, Rulebook
from referee.palettes import PALETTES, STANDARD, Palette
from referee.profiles import PROFILES
from referee.words import Phrases
from service.commands.options import BadInput, speaking
from service.config.settings import USUAL_LENGTH
from service.journal.problems import JournalProblem
from service.match_check import Unreadable, read_match
from service.simulation.evening import SENSORS, Plan, play_through, unwatched
from service.simulation.screen import Screen
from service.simulation.self_play import self_play
from service.simulation.troubles import Trouble
from service.simulation.umpire import Score, Umpire, by_kind

WRONG = 1
"""What the command leaves as its exit code where the referee did something wrong."""
MOST_COMPLAINTS = 20


class _Number(click.FloatRange):
    """A number in a range, which nothing but a number is."""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        number = super().convert(value, param, ctx)
        if isnan(number):
            self.fail(f"{value!r} is not a number.", param, ctx)
        return float(number)


def _one_of(values: Mapping[str, Any]) -> dict[str, Any]:
    """What makes an option choose one of these by its name."""

    def chosen(_context: click.Context, _option: click.Parameter, name: str | None) -> Any:
        return None if name is None else values[name]

    return {"type": click.Choice(list(values)), "callback": chosen}


@click.command("simulate")
@click.argument("files", metavar="[MATCH...]", nargs=-1, type=click.Path(path_type=Path))
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
    type=_Number(0, 1),
    default=0.0,
    show_default=True,
    help="How many turns are played wrongly first, 0.1 being one in ten.",
)
@click.option(
    "--faults",
    "trouble",
    **_one_of({kind.value: kind for kind in Trouble}),
    help="What goes wrong with the table now and then.",
)
@click.option("--own-dice", is_flag=True, help="Each player has a pair of dice.")
@click.option(
    "--profile",
    **_one_of(PROFILES),
    default="casual",
    show_default=True,
    help="How strictly it is refereed.",
)
@click.option(
    "--speed",
    type=_Number(0, 1000, min_open=True),
    help="How many times as fast as people; if not given, as fast as it goes.",
)
@click.option(
    "--rulebook",
    **_one_of(RULEBOOKS),
    help="Whose rules hold; if not given, those a file names, or else tournament.",
)
@click.option("--journal", type=click.Path(path_type=Path), help="A file to keep everything in.")
@click.option(
    "--palette",
    **_one_of(PALETTES),
    default=STANDARD.name,
    show_default=True,
    help="The colours of the lamps.",
)
@click.option(
    "--json", "as_json", is_flag=True, help="No picture, and one line of numbers at the end."
)
@speaking
def simulate_command(
    *,
    files: Sequence[Path],
    rulebook: Rulebook | None,
    journal: Path | None,
    palette: Palette,
    as_json: bool,
    phrases: Phrases,
    **planned: Any,
) -> None:
    """Have hands play recorded matches at a simulated table, and watch the referee at work.

    Without a match they play one of the computer against itself.
    """
    plan = Plan(**planned)
    records = [_record(file, rulebook, phrases) for file in files]
    if not records:
        records = [self_play(plan.seed, rulebook or TOURNAMENT, _length(rulebook or TOURNAMENT))]
        if not as_json:
            click.echo(_announced(records[0], phrases))
    watch = unwatched if as_json or not sys.stdout.isatty() else _screen(palette, phrases).watch
    try:
        umpires = [asyncio.run(play_through(record, plan, watch, journal)) for record in records]
    except JournalProblem as problem:
        raise BadInput.of(problem.told(phrases), phrases) from problem
    score = sum((umpire.score for umpire in umpires), Score())
    if as_json:
        click.echo(json.dumps(asdict(score)))
    else:
        click.echo("\n".join(_told(umpires, score, plan.sensor, phrases)))
    sys.exit(WRONG if any(umpire.went_wrong for umpire in umpires) else 0)


def _record(file: Path, rulebook: Rulebook | None, phrases: Phrases) -> Record:
    """A match that hands can play: by the rules, and from its beginning on."""
    try:
        reading = read_match(file, rulebook)
    except Unreadable as error:
        raise BadInput.of(error.told(phrases), phrases) from error
    if reading.faults:
        raise BadInput(phrases, "record_with_faults", file=file, faults=len(reading.faults))
    if reading.record.restarts:
        raise BadInput(phrases, "record_with_gaps", file=file)
    return reading.record


def _length(rulebook: Rulebook) -> int:
    return 0 if rulebook.played_for is PlayedFor.STAKES else USUAL_LENGTH


def _announced(record: Record, phrases: Phrases) -> str:
    length = phrases.say("check.match" if record.length else "check.money", count=record.length)
    return phrases.say("simulate.self_play", length=length, rules=record.rulebook.name)


def _screen(palette: Palette, phrases: Phrases) -> Screen:
    return Screen(click.echo, palette, phrases, coloured=not os.environ.get("NO_COLOR"))


def _told(umpires: Sequence[Umpire], score: Score, sensor: str, phrases: Phrases) -> Iterator[str]:
    """How the referee did, in words."""
    for key, number in asdict(score).items():
        yield phrases.say(f"simulate.{key}", number=number)
    for kind, of_kind in by_kind(umpires).items():
        if number := of_kind.untellable:
            yield phrases.say("simulate.untellable_kind", sensor=sensor, kind=kind, number=number)
    complaints = [complaint for umpire in umpires for complaint in umpire.complaints]
    yield from complaints[:MOST_COMPLAINTS]
