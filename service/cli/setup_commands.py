"""kibitz check-config and doctor: check configuration, machine and devices."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import click

from engine.players import Player
from firmware_bridge.pico.chip import FIRMWARE
from service.cli import command_options
from service.config.configuration_file import (
    default_files,
    first_existing_file,
    load_configuration_file,
    registry_for,
)
from service.config.service_settings import Configuration, ServiceSettings, TableSettings
from service.config.settings_reference import commented_configuration
from service.doctor.examination import collect_facts, run_checks
from service.doctor.findings import Finding, FindingKind, Severity, ok, problem
from service.doctor.machine_probe import MachineProbe
from service.drivers.driver_entry import DeviceKind
from service.drivers.driver_registry import driver_for
from service.schema.configuration_problems import ConfigurationError
from service.schema.settings_schema import PresetTable, settings_table
from service.web.http.http_server import USUAL_PORTS
from service.words.phrases import Phrases, phrases_in


@click.command("check-config")
@click.argument("file", required=False, type=command_options.ANY_PATH)
@click.option(
    "--defaults",
    is_flag=True,
    help="Only print all settings with their defaults; with FILE, also those of its drivers.",
)
@command_options.language_option
@click.pass_context
def check_config_command(
    context: click.Context, *, file: Path | None, defaults: bool, phrases: Phrases
) -> None:
    """Check a configuration: FILE, else ./kibitz.toml, else ~/.config/kibitz/kibitz.toml."""
    if defaults:
        named = (
            command_options.load_configuration(file, phrases).configuration
            if file
            else Configuration()
        )
        click.echo(commented_configuration(phrases, registry_for(named)), nl=False)
        return
    found = command_options.load_configuration(file, phrases)
    command_options.check_additions(found.configuration)
    phrases = command_options.choose_phrases(context, phrases, found.configuration)
    if found.file:
        click.echo(phrases.say("config.summary.ok", file=found.file))
    else:
        files = phrases.join(found.tried_files, joined_by="or")
        click.echo(phrases.say("config.summary.no_file", files=files))
    click.echo("\n".join(f"  {line}" for line in _summary(found.configuration, phrases)))


def _summary(configuration: Configuration, phrases: Phrases) -> Iterator[str]:
    for table in configuration.tables:
        yield _table_line(table, phrases)
        light = table.match_settings.names[table.light]
        yield "  " + phrases.say("config.summary.light", name=light)
        yield "  " + phrases.say(f"config.summary.sits_{table.light_sits.value}")
        yield "  " + phrases.say(f"config.summary.home_{table.home.value}")
        yield from ("  " + _device_line(table, kind, phrases) for kind in table.devices)
    service = configuration.service
    yield _page_line(service, phrases)
    journals = service.journal_folder(os.environ, Path.home())
    yield phrases.say("config.summary.journals", folder=journals)
    language = phrases_in(service.language_for(os.environ)).say("language.name")
    yield phrases.say("config.summary.language", language=language)


def _page_line(service: ServiceSettings, phrases: Phrases) -> str:
    host = f"[{service.listen}]" if ":" in service.listen else service.listen
    if service.port is not None:
        return phrases.say("config.summary.page", address=f"http://{host}:{service.port}/")
    address = f"http://{host}:{USUAL_PORTS[0]}/"
    return phrases.say("config.summary.page_auto", address=address, last=USUAL_PORTS[-1])


def _table_line(table: TableSettings, phrases: Phrases) -> str:
    match = table.match_settings
    return phrases.say(
        "config.summary.table",
        name=table.name,
        one=command_options.player_in_words(match.names, Player.ONE, table.computer, phrases),
        two=command_options.player_in_words(match.names, Player.TWO, table.computer, phrases),
        length=command_options.length_in_words(match.length, phrases),
        rules=table.rules.name,
        changed_rules=_preset_changes(table, "rules", phrases),
        referee=table.referee.name,
        changed_referee=_preset_changes(table, "referee", phrases),
    )


def _preset_changes(table: TableSettings, key: str, phrases: Phrases) -> str:
    """The changes to a preset, with a space before them; empty if there are none."""
    shape = {entry.key: entry.shape for entry in settings_table(TableSettings).fields}[key]
    changes = shape.changes(getattr(table, key)) if isinstance(shape, PresetTable) else []
    settings = phrases.join(changes)
    return " " + phrases.say("config.summary.changed", settings=settings) if changes else ""


def _device_line(table: TableSettings, kind: DeviceKind, phrases: Phrases) -> str:
    key = "device_simulated" if kind in table.simulated_kinds else "device"
    return phrases.say(
        f"config.summary.{key}",
        device=phrases.say(f"config.device.{kind}"),
        driver=driver_for(table.devices[kind]).name,
    )


PROBLEMS_FOUND = 1
"""The exit code if there is a problem."""


@click.command("doctor")
@command_options.config_option
@click.option("--json", "as_json", is_flag=True, help="Print machine-readable JSON.")
@command_options.language_option
@click.pass_context
def doctor_command(
    context: click.Context, *, file: Path | None, as_json: bool, phrases: Phrases
) -> None:
    """Check this machine and all configured devices.

    Prints every problem with advice; the exit code is 1 if there is any. Nothing is changed.
    Stop a running Kibitz first: devices that it has open cannot be checked.
    """
    read = _read_configuration(file)
    phrases = command_options.choose_phrases(context, phrases, read.configuration)
    findings = [*read.findings, *_find(read.configuration)]
    if as_json:
        click.echo(json.dumps([one.as_json(phrases) for one in findings], ensure_ascii=False))
    else:
        click.echo("\n".join(report_lines(findings, phrases)))
    if any(one.level is Severity.PROBLEM for one in findings):
        context.exit(PROBLEMS_FOUND)


def report_lines(findings: Iterable[Finding], phrases: Phrases) -> list[str]:
    """The lines to print: each finding, its advice if any, and a summary."""
    findings = list(findings)
    names = {level: phrases.say(f"doctor.level.{level.value}") for level in Severity}
    width = max(map(len, names.values()))
    lines = []
    for one in findings:
        lines.append(f"{names[one.level]:{width}}  {one.in_words(phrases)}")
        if advice := one.advice(phrases):
            lines.append(f"{'':{width}}  {phrases.say('doctor.advice', advice=advice)}")
    problems = sum(one.level is Severity.PROBLEM for one in findings)
    key = "doctor.unwell" if problems else "doctor.well"
    return [*lines, "", phrases.say(key, count=problems)]


@dataclass(frozen=True, slots=True)
class _CheckedConfiguration:
    configuration: Configuration
    findings: tuple[Finding, ...]


def _read_configuration(file: Path | None) -> _CheckedConfiguration:
    """Loads the configuration; an unreadable one is a finding, and the defaults are used."""
    wanted = file or first_existing_file(default_files(os.environ, Path(), Path.home()))
    if wanted is None:
        return _CheckedConfiguration(Configuration(), (ok(FindingKind.NO_CONFIGURATION),))
    try:
        found = load_configuration_file(wanted)
    except ConfigurationError as bad:
        finding = problem(FindingKind.BAD_CONFIGURATION, file=wanted, many=len(bad.problems))
        return _CheckedConfiguration(Configuration(), (finding,))
    return _CheckedConfiguration(found, (ok(FindingKind.CONFIGURATION, file=wanted),))


def _find(configuration: Configuration) -> Iterable[Finding]:
    facts = asyncio.run(collect_facts(configuration, MachineProbe(), os.environ, Path.home()))
    return run_checks(facts, configuration, FIRMWARE.decode())
