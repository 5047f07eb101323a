"""The command `kibitz simulate`: hands play recorded matches at a simulated table."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from functools import partial
from math import isnan
from pathlib import Path
from typing import Any

import click

from engine.backgammon.notation.record.record import Record
from engine.backgammon.rulebook import RULEBOOKS, TOURNAMENT, Rulebook
from referee.palettes import PALETTES, STANDARD, Palette
from referee.profiles import PROFILES
from referee.words import Phrases
from service.commands.options import ANY_PATH, BadInput, speaking
from service.config.settings import usual_length
from service.journal.problems import JournalProblem
from service.match_check import Unreadable, read_match
from service.printing import printable
from service.simulation.complaints import tell_slip
from service.simulation.evening import Plan, Scene, Watch, play_through, unwatched
from service.simulation.screen import Screen
from service.simulation.self_play import self_play
from service.simulation.sensors import FELT_BY, SENSORS
from service.simulation.sitting import Shown
from service.simulation.troubles import Trouble
from service.simulation.umpire import Score, Umpire, by_kind

WRONG = 1
"""What the command leaves as its exit code where the referee did something wrong."""
STOPPED = 130
"""The exit code after Ctrl-C where no screen is shown; ending a screen is no failure."""
MOST_COMPLAINTS = 20
DUMB = "dumb"
"""What a terminal is called that cannot be steered."""


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
@click.argument("files", metavar="[MATCH...]", nargs=-1, type=ANY_PATH)
@click.option(
    "--sensor",
    type=click.Choice(SENSORS),
    default="slots",
    show_default=True,
    help="What feels or sees the checkers.",
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
@click.option("--journal", type=ANY_PATH, help="A file to keep everything in.")
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
    if plan.trouble and plan.sensor not in FELT_BY:
        raise BadInput(phrases, "no_switches", sensor=plan.sensor)
    watch = unwatched if as_json or not sys.stdout.isatty() else _screen(palette, phrases).watch
    course = _Course(plan, watch, journal)
    stopped = False
    try:
        records = [_record(file, rulebook, phrases) for file in files]
        course.play(records or [_self_played(plan, rulebook, phrases, quiet=as_json)])
    except KeyboardInterrupt:
        stopped = True
    except JournalProblem as problem:
        raise BadInput.of(problem.told(phrases), phrases) from problem
    for damage in course.mended:
        click.echo(damage.told(phrases), err=as_json)
    click.echo(course.counted() if as_json else "\n".join(course.told(phrases)))
    if stopped:
        click.echo(phrases.say("simulate.stopped"), err=as_json)
    sys.exit(STOPPED if stopped and watch is unwatched else course.exit_code)


@dataclass(slots=True)
class _Course:
    """The matches as they are played, and how the referee has done so far."""

    plan: Plan
    watch: Watch
    journal: Path | None
    umpires: list[Umpire] = field(default_factory=list)
    mended: list[JournalProblem] = field(default_factory=list)
    """What was damaged in the journal."""

    def play(self, records: Sequence[Record]) -> None:
        """Play these matches one after the other."""
        for record in records:
            asyncio.run(
                play_through(record, self.plan, self._watch, self.journal, self.mended.append)
            )

    @property
    def score(self) -> Score:
        return sum((umpire.score for umpire in self.umpires), Score())

    @property
    def exit_code(self) -> int:
        return WRONG if any(umpire.went_wrong for umpire in self.umpires) else 0

    def counted(self) -> str:
        """How the referee did, in numbers for programs."""
        return json.dumps(asdict(self.score))

    def told(self, phrases: Phrases) -> Iterator[str]:
        """How the referee did, in words."""
        for key, number in asdict(self.score).items():
            yield phrases.say(f"simulate.{key}", number=number)
        yield from sorted(self._untellable(phrases))
        complaints = [complaint for umpire in self.umpires for complaint in umpire.complaints]
        for complaint in complaints[:MOST_COMPLAINTS]:
            yield printable(complaint.told(phrases))

    def _untellable(self, phrases: Phrases) -> Iterator[str]:
        """Which errors looked like legal plays, and how many."""
        for kind, of_kind in by_kind(self.umpires).items():
            if number := of_kind.untellable:
                yield phrases.say(
                    "simulate.untellable_kind",
                    sensor=self.plan.sensor,
                    kind=tell_slip(kind, phrases),
                    number=number,
                )

    @contextmanager
    def _watch(self, scene: Scene) -> Iterator[Shown]:
        """Whoever breaks off in the midst of a match is told of that one too."""
        self.umpires.append(scene.umpire)
        with self.watch(scene) as shown:
            yield shown


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


def _self_played(plan: Plan, rulebook: Rulebook | None, phrases: Phrases, *, quiet: bool) -> Record:
    """A match of the computer, announced if people are to read of it."""
    rules = rulebook or TOURNAMENT
    record = self_play(plan.seed, rules, usual_length(rules))
    if not quiet:
        click.echo(_announced(record, phrases))
    return record


def _announced(record: Record, phrases: Phrases) -> str:
    length = phrases.say("check.match" if record.length else "check.money", count=record.length)
    return phrases.say("simulate.self_play", length=length, rules=record.rulebook.name)


def _screen(palette: Palette, phrases: Phrases) -> Screen:
    return Screen(
        partial(click.echo, nl=False),
        palette,
        phrases,
        coloured=not os.environ.get("NO_COLOR"),
        steered=os.environ.get("TERM") != DUMB,
    )
