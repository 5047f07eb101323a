"""The commands `kibitz firmware`: the program of a board, put there, asked for and tried out."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import click
from serial.tools.list_ports import comports

from firmware_bridge.link import BoardLink
from firmware_bridge.pico.version import FIRMWARE
from firmware_bridge.ports.finding import MICROPYTHON, candidates
from firmware_bridge.ports.port import Port
from firmware_bridge.ports.serial_port import SerialPort
from hardware.devices import Clock, DeviceFault
from hardware.drivers.system_clock import SystemClock
from referee.words import Phrases
from service.commands.options import BadInput, Refusal, speaking
from service.doctor.asking import ask
from service.doctor.facts import Answer, Asked
from service.doctor.findings import Finding, Level, What, problem
from service.doctor.gathering import Looking
from service.doctor.holders import holder_of_file
from service.doctor.ports import port as port_findings
from service.doctor.visiting import Plugs
from service.firmware.built import Value
from service.firmware.copying import NotCopied, Run, Snag, install, mpremote
from service.firmware.files import needed
from service.firmware.keys import hearing_enter
from service.firmware.trying import LAMP, PATIENCE, Trial
from service.printing import printable

OURS = FIRMWARE.decode()
BACK_AGAIN = 10.0
"""Seconds in which a board that starts anew is back at its port."""
AGAIN = 0.5
SHUT = (Answer.TAKEN, Answer.MISSING, Answer.FORBIDDEN, Answer.SHUT)
"""Answers of ports at which nothing can be copied, either."""
UNWELL = 1


@dataclass(frozen=True, slots=True)
class Bench:
    """How boards are found, reached and given their files."""

    run: Run = mpremote
    plugs: Plugs = comports
    port_at: Callable[[str], Port] = SerialPort
    clock: Clock = field(default_factory=SystemClock)
    looking: Looking = field(default_factory=Looking)
    patience: float = PATIENCE
    """Seconds that a person may take for each thing to do."""
    shine: float = LAMP
    """Seconds that each lamp shines while they are tried out."""
    keys: int = 0
    """The file at which a person types: that of the terminal."""


at_port = click.option("--port", help="Where the Pico is; if not given, it is looked for.")
"""The option `--port`."""


@click.group("firmware")
def firmware_command() -> None:
    """The program of a board with a Pico: install it, ask for its version, and test the board."""


@firmware_command.command("install")
@at_port
@click.option(
    "--sensors", type=click.Choice(["reeds", "hall", "none"]), help="What is under the slots."
)
@click.option(
    "--lamps", type=click.Choice(["0", "26", "52", "78"]), help="How many are in the strip."
)
@click.option("--milliamps", type=click.IntRange(50, 5000), help="What all lamps may draw.")
@click.option("--buttons", type=click.IntRange(0, 4), help="How many there are.")
@click.option("--dice", type=click.IntRange(0, 2), help="Pairs on the second serial line.")
@speaking
@click.pass_context
def install_command(
    context: click.Context, /, *, port: str | None, phrases: Phrases, **options: Any
) -> None:
    """Put the program that belongs to this Kibitz on a Pico, or put it there anew.

    The Pico needs MicroPython, and nothing else on it is touched. What the board was told before
    of how it is built stays, unless an option says otherwise.
    """
    bench = context.find_object(Bench) or Bench()
    where = _where(port, bench, phrases)
    _must_be_open(asyncio.run(_asked(where, bench)), phrases)
    click.echo(phrases.say("firmware.copying", port=where, version=OURS))
    try:
        built = install(where, needed(), _said(options), bench.run)
    except NotCopied as fault:
        raise Refusal(_why_not(fault, where, phrases)) from fault
    click.echo(phrases.say("firmware.built", built=_listed(built, phrases)))
    asked = asyncio.run(_back(where, bench))
    _tell(asked, phrases)
    if asked.info is None or asked.info.firmware != OURS:
        context.exit(UNWELL)


@firmware_command.command("version")
@at_port
@speaking
@click.pass_context
def version_command(context: click.Context, *, port: str | None, phrases: Phrases) -> None:
    """Say which program is on a board, and which belongs to this Kibitz."""
    bench = context.find_object(Bench) or Bench()
    click.echo(phrases.say("firmware.ours", version=OURS))
    asked = asyncio.run(_asked(_where(port, bench, phrases), bench))
    _must_be_open(asked, phrases)
    _tell(asked, phrases)
    if asked.info is None:
        context.exit(UNWELL)


@firmware_command.command("test")
@at_port
@click.option("--quick", is_flag=True, help="Only what needs no hands.")
@click.option(
    "--from",
    "first",
    type=click.IntRange(1, 24),
    default=1,
    help="The point to begin the slots at.",
)
@speaking
@click.pass_context
def test_command(
    context: click.Context, *, port: str | None, quick: bool, first: int, phrases: Phrases
) -> None:
    """Try out a board: its line, its sounder, its lamps, each slot and each button.

    Each line says what should be seen, heard or done.
    """
    bench = context.find_object(Bench) or Bench()
    where = _where(port, bench, phrases)
    try:
        well = asyncio.run(_try(where, bench, phrases, quick=quick, first=first))
    except DeviceFault as fault:
        _must_be_open(asked := asyncio.run(_asked(where, bench)), phrases)
        if asked.info is not None:
            click.echo(printable(phrases.say("firmware.broke_off", why=fault)))
        _tell(asked, phrases)
        context.exit(UNWELL)
    if not well:
        context.exit(UNWELL)


def _where(port: str | None, bench: Bench, phrases: Phrases) -> str:
    """The port that is meant; a refusal with what to do, if that is not clear."""
    if port is not None:
        return port
    found = candidates(bench.plugs())
    picos = [it.path for it in found if (it.vid, it.pid) == MICROPYTHON]
    if not picos and bench.looking.loaders():
        raise Refusal(_both(problem(What.LOADER), phrases))
    if not picos:
        raise BadInput(phrases, "no_pico")
    if len(picos) > 1:
        raise BadInput(phrases, "several_picos", ports=phrases.listed(picos, joined_by="or"))
    return picos[0]


async def _asked(where: str, bench: Bench) -> Asked:
    asked = await ask(bench.port_at(where), bench.clock)
    if asked.answer is not Answer.TAKEN:
        return asked
    return Asked(where, Answer.TAKEN, why=asked.why, holder=holder_of_file(where))


async def _back(where: str, bench: Bench) -> Asked:
    """Who is there once the board has started anew."""
    until = bench.clock.now() + BACK_AGAIN
    while True:
        await bench.clock.wait_until(bench.clock.now() + AGAIN)
        asked = await ask(bench.port_at(where), bench.clock)
        if asked.info is not None or bench.clock.now() >= until:
            return asked


async def _try(where: str, bench: Bench, phrases: Phrases, *, quick: bool, first: int) -> bool:
    link = BoardLink(bench.port_at(where), bench.clock)

    def say(what: str) -> None:
        click.echo(printable(what))

    trial = Trial(link, bench.clock, phrases, say, bench.patience, bench.shine, first)
    with hearing_enter(bench.keys, trial.skip):
        return await trial.run(quick=quick)


def _must_be_open(asked: Asked, phrases: Phrases) -> None:
    if asked.answer in SHUT:
        (finding,) = port_findings(asked, OURS, wanted=True)
        raise Refusal(_both(finding, phrases))


def _tell(asked: Asked, phrases: Phrases) -> None:
    for finding in port_findings(asked, OURS, wanted=True):
        click.echo(_both(finding, phrases))


def _both(finding: Finding, phrases: Phrases) -> str:
    """What was found, and what to do about it."""
    said = finding.told(phrases)
    if finding.level is Level.OK:
        return said
    return f"{said}\n{phrases.say('doctor.advice', advice=finding.advice(phrases))}"


def _said(options: Mapping[str, Any]) -> Mapping[str, Value]:
    """What the options say of how the board is built."""
    said: dict[str, Value] = {}
    for name, value in options.items():
        if value is not None:
            said[name.upper()] = int(value) if name == "lamps" else value
    if said.get("SENSORS") == "none":
        said["SENSORS"] = None
    return said


def _listed(built: Mapping[str, Value], phrases: Phrases) -> str:
    return phrases.listed(f"{name} = {value}" for name, value in built.items())


def _why_not(fault: NotCopied, where: str, phrases: Phrases) -> str:
    values = {"port": where, "said": printable(fault.said, 200)}
    key = {Snag.NO_MICROPYTHON: "no_micropython", Snag.NO_ROOM: "no_room"}.get(
        fault.snag, "not_copied"
    )
    return phrases.say(f"firmware.{key}", count=None, **values)
