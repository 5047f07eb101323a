"""The command `kibitz doctor`: what is wrong with this machine and its devices, and what to do."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import click

from firmware_bridge.pico.version import FIRMWARE
from referee.words import Phrases
from service.commands.configured import spoken
from service.commands.options import ANY_PATH, speaking
from service.config.problems import BadConfiguration
from service.config.reading import read_file, usual_file, usual_files
from service.config.settings import Configuration
from service.doctor.examined import examined
from service.doctor.findings import Finding, Level, What, ok, problem
from service.doctor.gathering import Looking
from service.doctor.visiting import visit

UNWELL = 1
"""The exit code where something is wrong."""


@click.command("doctor")
@click.option(
    "--config",
    "file",
    type=ANY_PATH,
    help="The configuration; if not given, ./kibitz.toml, or else the one of the user.",
)
@click.option("--json", "as_json", is_flag=True, help="Say it for programs.")
@speaking
@click.pass_context
def doctor_command(
    context: click.Context, *, file: Path | None, as_json: bool, phrases: Phrases
) -> None:
    """Check this machine and everything that the configuration attaches to it.

    Says what is wrong and what to do about it, and ends with the exit code 1 if anything is.
    Nothing is changed. What a running Kibitz has open cannot be asked, so stop it first.
    """
    read = _read(file)
    phrases = spoken(context, phrases, read.configuration)
    findings = [*read.findings, *_found(read.configuration)]
    if as_json:
        click.echo(json.dumps([one.plain(phrases) for one in findings], ensure_ascii=False))
    else:
        click.echo("\n".join(told(findings, phrases)))
    if any(one.level is Level.PROBLEM for one in findings):
        context.exit(UNWELL)


def told(findings: Iterable[Finding], phrases: Phrases) -> list[str]:
    """One line for each finding, one for what to do about it, and one for all of them."""
    findings = list(findings)
    names = {level: phrases.say(f"doctor.level.{level.value}") for level in Level}
    width = max(map(len, names.values()))
    lines = []
    for one in findings:
        lines.append(f"{names[one.level]:{width}}  {one.told(phrases)}")
        if advice := one.advice(phrases):
            lines.append(f"{'':{width}}  {phrases.say('doctor.advice', advice=advice)}")
    problems = sum(one.level is Level.PROBLEM for one in findings)
    key = "doctor.unwell" if problems else "doctor.well"
    return [*lines, "", phrases.say(key, count=problems)]


@dataclass(frozen=True, slots=True)
class _Read:
    """A configuration, and what there is to say of it."""

    configuration: Configuration
    findings: tuple[Finding, ...]


def _read(file: Path | None) -> _Read:
    """The configuration; what cannot be read is a finding, and the rest is checked all the same."""
    wanted = file or usual_file(usual_files(os.environ, Path(), Path.home()))
    if wanted is None:
        return _Read(Configuration(), (ok(What.NO_CONFIGURATION),))
    try:
        return _Read(read_file(wanted), (ok(What.CONFIGURATION, file=wanted),))
    except BadConfiguration as bad:
        many = len(bad.problems)
        return _Read(Configuration(), (problem(What.BAD_CONFIGURATION, file=wanted, many=many),))


def _found(configuration: Configuration) -> Iterable[Finding]:
    facts = asyncio.run(visit(configuration, Looking(), os.environ, Path.home()))
    return examined(facts, configuration, FIRMWARE.decode())
