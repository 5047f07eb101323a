"""kibitz simulate and twin: simulated tables and devices."""

from __future__ import annotations

import asyncio
import json
import os
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import click

from engine.backgammon.notation.record.record import Record
from engine.backgammon.rulebook import RULEBOOKS, TOURNAMENT, Rulebook
from firmware_bridge.simulated_dice_node import SimulatedDiceNode
from referee.match_settings import PROFILES
from referee.palettes import PALETTES, STANDARD, Palette
from service.cli import command_options
from service.cli.everyday_options import everyday_options, with_everyday_habits
from service.cli.number_option import NumberOption
from service.config.service_settings import BOARDS_BY_SENSOR, SENSORS, default_length
from service.records.match_files import UnreadableMatch, read_match
from service.simulated_match.complaints import slip_in_words
from service.simulated_match.live_display import LiveDisplay
from service.simulated_match.runner import (
    MatchDisplay,
    SimulatedMatch,
    SimulationOptions,
    no_display,
    play_match,
)
from service.simulated_match.simulated_people import DeviceTrouble, RedrawCallback
from service.simulated_match.umpire import RefereeScore, Umpire, scores_by_kind
from service.storage.journal_tables import JournalProblem
from service.words.phrases import Phrases
from service.words.printable_text import printable
from simulation.program_players import play_against_itself

REFEREE_WRONG = 1
"""The exit code if the referee did something wrong."""
INTERRUPTED = 130
"""The exit code after Ctrl-C without a screen; leaving the screen is not a failure."""
MAX_COMPLAINTS = 20
DUMB_TERMINAL = "dumb"
"""The value of TERM for a terminal without control sequences."""


def _choice_option(values: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments of an option that chooses one of these values by name."""

    def choose(_context: click.Context, _option: click.Parameter, name: str | None) -> Any:
        return None if name is None else values[name]

    return {"type": click.Choice(list(values)), "callback": choose}


@click.command("simulate")
@click.argument("files", metavar="[MATCH...]", nargs=-1, type=command_options.ANY_PATH)
@click.option(
    "--sensor",
    type=click.Choice(SENSORS),
    default="slots",
    show_default=True,
    help="Sensor type of the table.",
)
@click.option(
    "--hands",
    "seed",
    type=int,
    default=0,
    show_default=True,
    help="Random seed of the hands: the same number plays the same way.",
)
@everyday_options
@click.option(
    "--errors",
    type=NumberOption(0, 1),
    default=0.0,
    show_default=True,
    help="Share of turns that are first played wrongly, such as 0.1.",
)
@click.option(
    "--faults",
    "trouble",
    **_choice_option({kind.value: kind for kind in DeviceTrouble}),
    help="Kind of fault that the table has now and then.",
)
@click.option("--own-dice", is_flag=True, help="Give each player a pair of dice.")
@click.option(
    "--profile",
    **_choice_option(PROFILES),
    default="casual",
    show_default=True,
    help="Strictness of the referee.",
)
@click.option(
    "--speed",
    type=NumberOption(0, 1000, min_open=True),
    help="Speed as a multiple of people's. Default: as fast as possible.",
)
@click.option(
    "--rulebook",
    **_choice_option(RULEBOOKS),
    help="Rulebook. Default: the one that a file names, else tournament.",
)
@click.option("--journal", type=command_options.ANY_PATH, help="Journal file to write.")
@click.option(
    "--palette",
    **_choice_option(PALETTES),
    default=STANDARD.name,
    show_default=True,
    help="Colours of the lamps.",
)
@click.option(
    "--json", "as_json", is_flag=True, help="Show no picture; print one line of JSON at the end."
)
@command_options.language_option
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
    """Let simulated hands play recorded matches, and watch the referee at work.

    Without MATCH they play a match of the computer against itself.
    """
    plan = SimulationOptions(**with_everyday_habits(planned))
    if plan.trouble and plan.sensor not in BOARDS_BY_SENSOR:
        raise command_options.InputError(phrases, "no_switches", sensor=plan.sensor)
    display = no_display if as_json or not sys.stdout.isatty() else _screen(palette, phrases).show
    run = _SimulationRun(plan, display, journal)
    stopped = False
    with command_options.refusing(JournalProblem, phrases):
        try:
            records = [_read_playable(file, rulebook, phrases) for file in files]
            run.play(records or [_self_played(plan, rulebook, phrases, quiet=as_json)])
        except KeyboardInterrupt:
            stopped = True
    for damage in run.repaired:
        click.echo(damage.in_words(phrases), err=as_json)
    click.echo(run.as_json() if as_json else "\n".join(run.result_lines(phrases)))
    if stopped:
        click.echo(phrases.say("simulate.stopped"), err=as_json)
    sys.exit(INTERRUPTED if stopped and display is no_display else run.exit_code)


@dataclass(slots=True)
class _SimulationRun:
    """The matches being played, and the referee's results so far."""

    plan: SimulationOptions
    display: MatchDisplay
    journal: Path | None
    umpires: list[Umpire] = field(default_factory=list)
    repaired: list[JournalProblem] = field(default_factory=list)
    """The damage that was repaired in the journal."""

    def play(self, records: Sequence[Record]) -> None:
        for record in records:
            match = play_match(record, self.plan, self._watch, self.journal, self.repaired.append)
            asyncio.run(match)

    @property
    def score(self) -> RefereeScore:
        return sum((umpire.score for umpire in self.umpires), RefereeScore())

    @property
    def exit_code(self) -> int:
        return REFEREE_WRONG if any(umpire.has_errors for umpire in self.umpires) else 0

    def as_json(self) -> str:
        return json.dumps(asdict(self.score))

    def result_lines(self, phrases: Phrases) -> Iterator[str]:
        for key, number in asdict(self.score).items():
            yield phrases.say(f"simulate.{key}", number=number)
        yield from sorted(self._indistinguishable_lines(phrases))
        complaints = [complaint for umpire in self.umpires for complaint in umpire.complaints]
        for complaint in complaints[:MAX_COMPLAINTS]:
            yield printable(complaint.in_words(phrases))

    def _indistinguishable_lines(self, phrases: Phrases) -> Iterator[str]:
        """The lines about slips that no sensor could tell from a legal play, by their kind."""
        for kind, of_kind in scores_by_kind(self.umpires).items():
            if number := of_kind.untellable:
                sensor, slip = self.plan.sensor, slip_in_words(kind, phrases)
                key = "simulate.untellable_kind"
                yield phrases.say(key, sensor=sensor, kind=slip, number=number)

    @contextmanager
    def _watch(self, scene: SimulatedMatch) -> Iterator[RedrawCallback]:
        """Registers the umpire of a match before it is played, so that an aborted one counts."""
        self.umpires.append(scene.umpire)
        with self.display(scene) as redraw:
            yield redraw


def _read_playable(file: Path, rulebook: Rulebook | None, phrases: Phrases) -> Record:
    """Reads a match that hands can play; InputError if it has faults or gaps."""
    with command_options.refusing(UnreadableMatch, phrases):
        reading = read_match(file, rulebook)
    if reading.faults:
        raise command_options.InputError(
            phrases, "record_with_faults", file=file, faults=len(reading.faults)
        )
    if reading.record.restarts:
        raise command_options.InputError(phrases, "record_with_gaps", file=file)
    return reading.record


def _self_played(
    plan: SimulationOptions, rulebook: Rulebook | None, phrases: Phrases, *, quiet: bool
) -> Record:
    """A match of the computer against itself, announced unless `quiet`."""
    rules = rulebook or TOURNAMENT
    record = play_against_itself(plan.seed, rules, default_length(rules))
    if not quiet:
        length = command_options.length_in_words(record.length, phrases)
        click.echo(phrases.say("simulate.self_play", length=length, rules=rules.name))
    return record


def _screen(palette: Palette, phrases: Phrases) -> LiveDisplay:
    return LiveDisplay(
        partial(click.echo, nl=False),
        palette,
        phrases,
        coloured=not os.environ.get("NO_COLOR"),
        has_escape_codes=os.environ.get("TERM") != DUMB_TERMINAL,
    )


MAX_LINE_BYTES = 80
_NUMBERS = re.compile(r"([1-6])(?:[\s,]*([1-6]))?", re.ASCII)
_ACTIONS: Mapping[str, Callable[[SimulatedDiceNode], None]] = {
    "roll": SimulatedDiceNode.start_rolling,
    "cocked": SimulatedDiceNode.cock,
    "lift": SimulatedDiceNode.lift,
    "unplug": SimulatedDiceNode.unplug,
    "plug": SimulatedDiceNode.plug_in,
}


@click.group("twin")
def twin_command() -> None:
    """Simulated devices behind a real serial port."""


@twin_command.command("dice")
@click.option(
    "--link",
    type=command_options.ANY_PATH,
    help="Symbolic link to the port. Default: none; the path of the port changes each time.",
)
@command_options.language_option
def dice_command(*, link: Path | None, phrases: Phrases) -> None:
    """A pair of dice that you throw by typing the numbers.

    It speaks the wire protocol like dice with their own port: enter the printed port in the
    configuration, with the driver "serial".
    """
    node = SimulatedDiceNode(link.absolute() if link else None)
    try:
        _plug_in(node, phrases)
        while line := sys.stdin.buffer.readline(MAX_LINE_BYTES):
            _carry_out_line(node, line.decode("utf-8", "replace").strip().lower(), phrases)
    except KeyboardInterrupt:
        return
    finally:
        node.unplug()


def _carry_out_line(node: SimulatedDiceNode, line: str, phrases: Phrases) -> None:
    if numbers := _NUMBERS.fullmatch(line):
        node.roll(*(int(number) for number in numbers.groups() if number))
    elif line == "plug":
        _plug_in(node, phrases)
    elif line in _ACTIONS:
        _ACTIONS[line](node)
    elif line:
        click.echo(phrases.say("twin.unknown", typed=printable(line)))


def _plug_in(node: SimulatedDiceNode, phrases: Phrases) -> None:
    try:
        node.plug_in()
    except OSError as problem:
        why = problem.strerror or type(problem).__name__
        raise command_options.InputError(phrases, "no_twin", problem=why) from problem
    click.echo(phrases.say("twin.port", port=printable(str(node.path))))
    click.echo(phrases.say("twin.how"))
