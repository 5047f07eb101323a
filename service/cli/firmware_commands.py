"""kibitz firmware: installs, shows and tests the firmware of a board."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

import click
from serial.tools.list_ports import comports

from firmware_bridge.board_link import BoardLink
from firmware_bridge.pico.chip import FIRMWARE
from firmware_bridge.port import Port
from firmware_bridge.port_discovery import MICROPYTHON, candidates
from firmware_bridge.serial_port import SerialPort
from hardware.checkers import SQUARES
from hardware.devices import Clock, DeviceFault
from hardware.drivers.clocks import SystemClock
from hardware.sensor_map import SENSOR_MAPS
from service.cli.command_options import CommandError, InputError, language_option
from service.doctor.device_checks import check_port as port_findings
from service.doctor.examination import PortLister
from service.doctor.facts import PortAnswer, ProbedPort
from service.doctor.findings import Finding, FindingKind, Severity, problem
from service.doctor.machine_probe import MachineProbe, probe_port, process_with_file
from service.firmware.board_test import ACTION_TIMEOUT, LAMP_SECONDS, BoardTest, on_enter
from service.firmware.installer import (
    BoardSetting,
    CopyError,
    CopyProblem,
    MpremoteRunner,
    firmware_files,
    install,
    layout_settings,
    mpremote,
)
from service.words.phrases import Phrases
from service.words.printable_text import printable

OUR_VERSION = FIRMWARE.decode()
LAMP_CHOICES = [
    str(it) for it in sorted({0, *chain(*(m.lamp_counts for m in SENSOR_MAPS.values()))})
]
RESTART_TIMEOUT = 10.0
"""Seconds within which a restarted board must be back at its port."""
RETRY_INTERVAL = 0.5
"""Seconds between two attempts to reach a restarted board."""
UNUSABLE_PORT = (PortAnswer.IN_USE, PortAnswer.MISSING, PortAnswer.FORBIDDEN, PortAnswer.NOT_OPENED)
"""Answers of ports that cannot be opened, so that nothing can be copied."""
BOARD_FAILED = 1
"""The exit code if the board does not work as it should."""


@dataclass(frozen=True, slots=True)
class BoardAccess:
    """The means to find boards, reach them and copy files to them; tests replace them."""

    run: MpremoteRunner = mpremote
    list_ports: PortLister = comports
    port_at: Callable[[str], Port] = SerialPort
    clock: Clock = field(default_factory=SystemClock)
    probe: MachineProbe = field(default_factory=MachineProbe)
    action_timeout: float = ACTION_TIMEOUT
    """Seconds that a person may take for each action."""
    lamp_seconds: float = LAMP_SECONDS
    """Seconds that each lamp shines in the test."""
    keyboard: int = 0
    """The file descriptor of the terminal's input."""


port_option = click.option("--port", help="Port of the Pico. Default: searched for.")
"""The option `--port`."""


@click.group("firmware")
def firmware_command() -> None:
    """Firmware of a board with a Pico: install it, show its version, and test the board."""


@firmware_command.command("install")
@port_option
@click.option(
    "--sensors",
    type=click.Choice(["reeds", "hall", "none"]),
    help="Type of the sensors under the slots.",
)
@click.option(
    "--layout",
    type=click.Choice([*SENSOR_MAPS]),
    help="Places of the sensors and lamps: p5 for backgammon, the others for checkers.",
)
@click.option("--lamps", type=click.Choice(LAMP_CHOICES), help="Number of lamps in the strip.")
@click.option("--milliamps", type=click.IntRange(50, 5000), help="Maximum current of all lamps.")
@click.option("--buttons", type=click.IntRange(0, 4), help="Number of buttons.")
@click.option("--dice", type=click.IntRange(0, 2), help="Pairs of dice on the second serial line.")
@language_option
@click.pass_context
def install_command(
    context: click.Context, /, *, port: str | None, phrases: Phrases, **options: Any
) -> None:
    """Install or update the firmware of this Kibitz on a Pico.

    The Pico needs MicroPython; its other files are not touched. Earlier settings of how the board
    is built remain, unless an option changes them.
    """
    access = context.find_object(BoardAccess) or BoardAccess()
    path = _pico_port(port, access, phrases)
    _must_be_open(asyncio.run(_probe(path, access)), phrases)
    click.echo(phrases.say("firmware.copying", port=path, version=OUR_VERSION))
    try:
        built = install(path, firmware_files(), _given_settings(options), access.run)
    except CopyError as fault:
        raise CommandError(_failure_text(fault, path, phrases)) from fault
    settings = phrases.join(f"{name} = {value}" for name, value in built.items())
    click.echo(phrases.say("firmware.built", built=settings))
    probed = asyncio.run(_wait_for_restart(path, access))
    _print_findings(probed, phrases)
    if probed.info is None or probed.info.firmware != OUR_VERSION:
        context.exit(BOARD_FAILED)


@firmware_command.command("version")
@port_option
@language_option
@click.pass_context
def version_command(context: click.Context, *, port: str | None, phrases: Phrases) -> None:
    """Show the firmware version of a board, and the one that belongs to this Kibitz."""
    access = context.find_object(BoardAccess) or BoardAccess()
    click.echo(phrases.say("firmware.ours", version=OUR_VERSION))
    probed = asyncio.run(_probe(_pico_port(port, access, phrases), access))
    _must_be_open(probed, phrases)
    _print_findings(probed, phrases)
    if probed.info is None:
        context.exit(BOARD_FAILED)


@firmware_command.command("test")
@port_option
@click.option("--quick", is_flag=True, help="Skip all tests that need a person.")
@click.option(
    "--from",
    "first",
    type=click.IntRange(1, len(SQUARES)),
    default=1,
    help="Point at which the test of the slots begins; or the number of a square, counted from a1.",
)
@language_option
@click.pass_context
def test_command(
    context: click.Context, *, port: str | None, quick: bool, first: int, phrases: Phrases
) -> None:
    """Test a board: its connection, sounder and lamps, each slot and each button.

    Each line tells what you should see, hear or do.
    """
    access = context.find_object(BoardAccess) or BoardAccess()
    path = _pico_port(port, access, phrases)
    try:
        passed = asyncio.run(_test_board(path, access, phrases, quick=quick, first=first))
    except DeviceFault as fault:
        _must_be_open(probed := asyncio.run(_probe(path, access)), phrases)
        if probed.info is not None:
            click.echo(printable(phrases.say("firmware.broke_off", why=fault)))
        _print_findings(probed, phrases)
        context.exit(BOARD_FAILED)
    if not passed:
        context.exit(BOARD_FAILED)


def _pico_port(port: str | None, access: BoardAccess, phrases: Phrases) -> str:
    """The port of the Pico; CommandError with advice if none or several are found."""
    if port is not None:
        return port
    found = candidates(access.list_ports())
    picos = [it.path for it in found if (it.vid, it.pid) == MICROPYTHON]
    if not picos and access.probe.boot_loader_count():
        raise CommandError(_with_advice(problem(FindingKind.BOOT_LOADER), phrases))
    if not picos:
        raise InputError(phrases, "no_pico")
    if len(picos) > 1:
        raise InputError(phrases, "several_picos", ports=phrases.join(picos, joined_by="or"))
    return picos[0]


async def _probe(path: str, access: BoardAccess) -> ProbedPort:
    probed = await probe_port(access.port_at(path), access.clock)
    if probed.answer is not PortAnswer.IN_USE:
        return probed
    return ProbedPort(path, PortAnswer.IN_USE, why=probed.why, holder=process_with_file(path))


async def _wait_for_restart(path: str, access: BoardAccess) -> ProbedPort:
    """Asks at the port until the restarted board answers, at most for `RESTART_TIMEOUT`."""
    until = access.clock.now() + RESTART_TIMEOUT
    while True:
        await access.clock.wait_until(access.clock.now() + RETRY_INTERVAL)
        probed = await probe_port(access.port_at(path), access.clock)
        if probed.info is not None or access.clock.now() >= until:
            return probed


async def _test_board(
    path: str, access: BoardAccess, phrases: Phrases, *, quick: bool, first: int
) -> bool:
    link = BoardLink(access.port_at(path), access.clock)

    def say(line: str) -> None:
        click.echo(printable(line))

    test = BoardTest(
        link, access.clock, phrases, say, access.action_timeout, access.lamp_seconds, first
    )
    with on_enter(access.keyboard, test.skip):
        return await test.run(quick=quick)


def _must_be_open(probed: ProbedPort, phrases: Phrases) -> None:
    if probed.answer in UNUSABLE_PORT:
        (finding,) = port_findings(probed, OUR_VERSION, wanted=True)
        raise CommandError(_with_advice(finding, phrases))


def _print_findings(probed: ProbedPort, phrases: Phrases) -> None:
    for finding in port_findings(probed, OUR_VERSION, wanted=True):
        click.echo(_with_advice(finding, phrases))


def _with_advice(finding: Finding, phrases: Phrases) -> str:
    text = finding.in_words(phrases)
    if finding.level is Severity.OK:
        return text
    return f"{text}\n{phrases.say('doctor.advice', advice=finding.advice(phrases))}"


def _given_settings(options: Mapping[str, Any]) -> Mapping[str, BoardSetting]:
    settings = {name.upper(): value for name, value in options.items() if value is not None}
    if "LAYOUT" in settings:
        settings = {**layout_settings(SENSOR_MAPS[settings["LAYOUT"]]), **settings}
    if "LAMPS" in settings:
        settings["LAMPS"] = int(settings["LAMPS"])
    if settings.get("SENSORS") == "none":
        settings["SENSORS"] = None
    return settings


def _failure_text(fault: CopyError, path: str, phrases: Phrases) -> str:
    values = {"port": path, "said": printable(fault.output, 200)}
    key = {CopyProblem.NO_MICROPYTHON: "no_micropython", CopyProblem.NO_ROOM: "no_room"}.get(
        fault.problem, "not_copied"
    )
    return phrases.say(f"firmware.{key}", count=None, **values)
