"""From the text of a configuration to its settings, or to everything that is wrong with it."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from service.config.bounds import beyond_bounds
from service.config.key_lines import key_lines
from service.config.problems import BadConfiguration, KeyPath, Mistake, Problem, Value, Wrong
from service.config.settings import Configuration, user_folder
from service.config.shapes import Spot
from service.config.tables import table_of
from service.files import NoFile, TooLarge, read_small

FILE_NAME = "kibitz.toml"
LARGEST = 100_000
"""Bytes; a configuration of a hundred tables with every setting is smaller."""
PLACE = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")
"""How tomllib says where it stopped."""


def read_file(path: Path) -> Configuration:
    """The settings in a file; BadConfiguration says all that is wrong with it."""
    return parse(_text(path))


def parse(text: str) -> Configuration:
    """The settings in a text of TOML; BadConfiguration says all that is wrong with it."""
    data = _toml(text)
    mistakes: list[Mistake] = []
    settings = table_of(Configuration).read(data, Spot((), mistakes))
    if isinstance(settings, Configuration):
        return settings
    lines = key_lines(text)
    problems = [Problem(_line(mistake.path, lines), mistake) for mistake in mistakes]
    raise BadConfiguration(sorted(problems, key=lambda problem: problem.line or 0))


def usual_files(environment: Mapping[str, str], here: Path, home: Path) -> Iterator[Path]:
    """Where a configuration is looked for, in this order."""
    yield here / FILE_NAME
    yield user_folder("XDG_CONFIG_HOME", ".config", environment, home) / FILE_NAME


def usual_file(places: Iterable[Path]) -> Path | None:
    """The first of these that is there; one that cannot be looked at counts, to be told about."""
    for place in places:
        try:
            place.stat()
        except (FileNotFoundError, NotADirectoryError):
            continue
        except OSError:
            return place
        return place
    return None


def _text(path: Path) -> str:
    try:
        content = read_small(path, LARGEST)
    except NoFile as error:
        raise _bad(None, Wrong.NO_FILE) from error
    except TooLarge as error:
        raise _bad(None, Wrong.TOO_LARGE, largest=LARGEST) from error
    except OSError as error:
        raise _bad(None, Wrong.CANNOT_READ, problem=error.strerror or "?") from error
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise _bad(line, Wrong.NO_UTF_8) from error


def _toml(text: str) -> dict[str, Any]:
    if beyond := beyond_bounds(text):
        raise _bad(*beyond)
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise _no_toml(text, str(error)) from error


def _no_toml(text: str, said: str) -> BadConfiguration:
    """What tomllib said, put where it stopped."""
    place = PLACE.search(said)
    if place and place[1]:
        line, column = int(place[1]), int(place[2])
    else:
        last = text.rstrip("\n")
        line, column = _line_at(text, len(last)), len(last) - last.rfind("\n")
    problem = PLACE.sub("", said)
    return _bad(line, Wrong.SYNTAX, column=column, problem=problem)


def _bad(line: int | None, wrong: Wrong, **values: Value) -> BadConfiguration:
    return BadConfiguration([Problem(line, Mistake((), wrong, values))])


def _line_at(text: str, offset: int) -> int:
    return text.count("\n", 0, offset) + 1


def _line(path: KeyPath, lines: Mapping[KeyPath, int]) -> int:
    """The line of a key, or of the innermost table around it that is in the file."""
    while path and path not in lines:
        path = path[:-1]
    return lines.get(path, 1)
