"""The configuration that a command is to follow, found where one is looked for."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

import click
from click.core import ParameterSource

from referee.words import Phrases, load_phrases
from service.commands.options import Refusal
from service.config.problems import BadConfiguration
from service.config.reading import read_file, usual_file, usual_files
from service.config.settings import Configuration


@dataclass(frozen=True, slots=True)
class Configured:
    """A configuration, and where it comes from."""

    configuration: Configuration
    file: Path | None
    """None: there is no file, and everything is as it is by default."""
    looked_in: tuple[Path, ...]
    """Where a file was looked for, if none was named."""


def spoken(context: click.Context, phrases: Phrases, configuration: Configuration) -> Phrases:
    """What was asked for by `--language`, or else what the configuration wants."""
    if context.get_parameter_source("phrases") is ParameterSource.DEFAULT:
        return load_phrases(configuration.service.spoken(os.environ))
    return phrases


def configured(file: Path | None, phrases: Phrases) -> Configured:
    """What is in this file or, if none is named, in the usual one; tells all its mistakes."""
    places = tuple(usual_files(os.environ, Path(), Path.home()))
    wanted = file or usual_file(places)
    try:
        configuration = read_file(wanted) if wanted else Configuration()
    except BadConfiguration as error:
        lines = (problem.told(wanted, phrases) for problem in error.problems)
        raise Refusal("\n".join(lines)) from error
    return Configured(configuration, wanted, places)
