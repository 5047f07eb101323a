"""Loads kibitz.toml, or reports all its problems with their lines."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from service.config.service_settings import Configuration, ServiceSettings, xdg_folder
from service.drivers.driver_registry import DRIVERS, DriverRegistry, load_registry
from service.schema.configuration_problems import (
    ConfigurationError,
    ConfigurationProblem,
    KeyPath,
    MistakeKind,
    PhraseValue,
    SettingMistake,
)
from service.schema.settings_schema import settings_table
from service.schema.value_shapes import ReadPosition
from service.storage.atomic_files import FileTooLarge, NotAFile, read_small_file

MAX_RECORDED_DEPTH = 8
"""Maximum parts of a key that are recorded; no setting is deeper."""

SPACE_AND_COMMENTS = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
STRING = re.compile(
    r'"""[^"\\]*(?:(?:\\.|"{1,2}(?!"))[^"\\]*)*"{3,5}'
    r"|'''[^']*(?:'{1,2}(?!')[^']*)*'{3,5}"
    r'|"[^"\\\n]*(?:\\.[^"\\\n]*)*"'
    r"|'[^'\n]*'",
    re.DOTALL,
)
BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
DOT = re.compile(r"[ \t]*\.[ \t]*")
PLAIN_VALUE = re.compile(r"[^\s,\]}#]+(?: [^\s,\]}#]+)?")
"""A number, a boolean or a date, which may contain one space before the time."""


def lines_of_keys(text: str) -> dict[KeyPath, int]:
    """The line of each key and of each list item; the text must be valid TOML."""
    scan = _Scan(text)
    while scan.one_more():
        pass
    return scan.lines


@dataclass(slots=True)
class _OpenBracket:
    """A list or an inline table that is not closed yet."""

    path: KeyPath
    items: int | None
    """Number of items so far; None in a table."""


@dataclass(slots=True)
class _Scan:
    text: str
    lines: dict[KeyPath, int] = field(default_factory=dict)
    at: int = 0
    line: int = 1
    table: KeyPath = ()
    """The path of the last header."""
    items: dict[KeyPath, int] = field(default_factory=dict)
    """Number of tables so far in each list of tables."""
    open: list[_OpenBracket] = field(default_factory=list)

    def one_more(self) -> bool:
        """Scans the next header, key, item or bracket; False at the end of the text."""
        self._take(SPACE_AND_COMMENTS)
        if self.at >= len(self.text):
            return False
        if self.open:
            self._inside(self.open[-1])
        elif self.text[self.at] == "[":
            self._header()
        else:
            self._pair(self.table)
        return True

    def _header(self) -> None:
        is_list = self.text.startswith("[[", self.at)
        self.at += 2 if is_list else 1
        self._take(SPACE_AND_COMMENTS)
        parts, path = self._key(), KeyPath()
        for depth, part in enumerate(parts):
            path = (*path, part)
            if is_list and depth == len(parts) - 1:
                self._note(path)
                self.items[path] = self.items.get(path, 0) + 1
            if path in self.items:
                path = (*path, self.items[path] - 1)
            self._note(path)
        self.table = path
        self._take(SPACE_AND_COMMENTS)
        self.at += 2 if is_list else 1

    def _pair(self, table: KeyPath) -> None:
        path = table
        for part in self._key():
            path = (*path, part)
            self._note(path)
        self._take(SPACE_AND_COMMENTS)
        self.at += len("=")
        self._value(path)

    def _inside(self, container: _OpenBracket) -> None:
        letter = self.text[self.at]
        if letter in "]}":
            self.open.pop()
            self.at += 1
        elif letter == ",":
            self.at += 1
        elif container.items is None:
            self._pair(container.path)
        else:
            path = (*container.path, container.items)[:MAX_RECORDED_DEPTH]
            container.items += 1
            self._note(path)
            self._value(path)

    def _value(self, path: KeyPath) -> None:
        self._take(SPACE_AND_COMMENTS)
        letter = self.text[self.at]
        if letter in "[{":
            self.open.append(_OpenBracket(path, 0 if letter == "[" else None))
            self.at += 1
        else:
            self._take(STRING if letter in "\"'" else PLAIN_VALUE)

    def _key(self) -> list[str]:
        """Reads the parts of a key; parts deeper than `MAX_RECORDED_DEPTH` are dropped."""
        parts: list[str] = []
        while True:
            quoted = self.text[self.at] in "\"'"
            token = self._take(STRING if quoted else BARE_KEY)
            if len(parts) < MAX_RECORDED_DEPTH:
                parts.append(_unquoted(token) if quoted else token)
            if not self._take(DOT):
                return parts

    def _note(self, path: KeyPath) -> None:
        if len(path) <= MAX_RECORDED_DEPTH:
            self.lines.setdefault(path, self.line)

    def _take(self, pattern: re.Pattern[str]) -> str:
        match = pattern.match(self.text, self.at)
        token = match.group() if match else ""
        self.at += len(token)
        self.line += token.count("\n")
        return token


def _unquoted(token: str) -> str:
    key: str = tomllib.loads(f"key = {token}")["key"]
    return key


MAX_NUMBER_LENGTH = 1000
"""Maximum number of digits and signs; no setting needs more than a few."""
MAX_KEY_PARTS = 40
"""Maximum parts of a dotted key; TOML sets no limit, but parsing takes quadratic time."""
MAX_NESTING = 40
"""Maximum depth of brackets; TOML sets no limit, but parsing recurses."""

TOKEN = re.compile(rf"(?:{STRING.pattern})|#[^\n]*|[A-Za-z0-9_+-]+|[ \t\r]+|.", re.DOTALL)
BLANKS_AND_KEYS = " \t\r\"'_-"
"""The characters that may begin a blank or a part of a dotted key, beside letters and digits."""


def exceeded_limit(text: str) -> tuple[int, MistakeKind] | None:
    """The first line where a text, TOML or not, exceeds a limit, and the kind of mistake."""
    line, parts, depth = 1, 1, 0
    for piece in _tokens(text):
        if piece == ".":
            parts += 1
        elif not (piece[0].isalnum() or piece[0] in BLANKS_AND_KEYS):
            parts = 1
        depth = max(depth + (piece in "[{") - (piece in "]}"), 0)
        if parts > MAX_KEY_PARTS or depth > MAX_NESTING:
            return line, MistakeKind.TOO_DEEP
        if piece[0] not in "\"'#" and len(piece.strip()) > MAX_NUMBER_LENGTH:
            return line, MistakeKind.HUGE_NUMBER
        line += piece.count("\n")
    return None


def _tokens(text: str) -> Iterator[str]:
    """The tokens of a text, up to an unterminated string, where the parser stops too."""
    for match in TOKEN.finditer(text):
        piece = match.group()
        if piece in "\"'":
            return
        yield piece


FILE_NAME = "kibitz.toml"
MAX_CONFIGURATION_BYTES = 100_000
"""Bytes; a configuration of a hundred tables with every setting is smaller."""
TOMLLIB_POSITION = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")
"""The position in the messages of tomllib."""


def load_configuration_file(path: Path) -> Configuration:
    """Loads the settings of a file; ConfigurationError lists all its problems."""
    return parse_configuration(_read_text(path))


def parse_configuration(text: str) -> Configuration:
    """Parses the settings of a TOML text; ConfigurationError lists all its problems."""
    data = _parse_toml(text)
    mistakes: list[SettingMistake] = []
    registry = _read_registry(data, mistakes)
    # Without its drivers, a configuration that is right would seem to be full of mistakes.
    if not mistakes:
        table = settings_table(Configuration, registry.options_of)
        settings = table.read(data, ReadPosition((), mistakes))
        if isinstance(settings, Configuration):
            return settings
    lines = lines_of_keys(text)
    problems = [ConfigurationProblem(_line_of_key(one.path, lines), one) for one in mistakes]
    raise ConfigurationError(sorted(problems, key=lambda problem: problem.line or 0))


def registry_for(configuration: Configuration) -> DriverRegistry:
    """The registry with the drivers that a configuration names; they are loaded anew."""
    return load_registry(configuration.service.drivers, ReadPosition((), []))


def default_files(environment: Mapping[str, str], here: Path, home: Path) -> Iterator[Path]:
    """The files that are tried if none is named, in this order."""
    yield here / FILE_NAME
    yield xdg_folder("XDG_CONFIG_HOME", ".config", environment, home) / FILE_NAME


def first_existing_file(places: Iterable[Path]) -> Path | None:
    """The first of these files that exists or cannot be accessed; the latter is an error later."""
    for place in places:
        try:
            place.stat()
        except (FileNotFoundError, NotADirectoryError):
            continue
        except OSError:
            return place
        return place
    return None


def _read_text(path: Path) -> str:
    try:
        content = read_small_file(path, MAX_CONFIGURATION_BYTES)
    except NotAFile as error:
        raise _problem(None, MistakeKind.NO_FILE) from error
    except FileTooLarge as error:
        raise _problem(None, MistakeKind.TOO_LARGE, largest=MAX_CONFIGURATION_BYTES) from error
    except OSError as error:
        raise _problem(None, MistakeKind.CANNOT_READ, problem=error.strerror or "?") from error
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise _problem(line, MistakeKind.NO_UTF_8) from error


def _read_registry(data: Mapping[str, Any], mistakes: list[SettingMistake]) -> DriverRegistry:
    """The registry with the drivers of the files that a configuration names."""
    service = data.get("service")
    if not isinstance(service, dict) or "drivers" not in service:
        return DRIVERS
    spot = ReadPosition(("service", "drivers"), mistakes)
    fields = settings_table(ServiceSettings).fields
    shape = next(entry.shape for entry in fields if entry.key == "drivers")
    names = shape.read(service["drivers"], spot)
    return load_registry(names, spot) if isinstance(names, tuple) and not mistakes else DRIVERS


def _parse_toml(text: str) -> dict[str, Any]:
    if beyond := exceeded_limit(text):
        raise _problem(*beyond)
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise _syntax_problem(text, str(error)) from error


def _syntax_problem(text: str, message: str) -> ConfigurationError:
    """The message of tomllib as a problem with line and column."""
    place = TOMLLIB_POSITION.search(message)
    if place and place[1]:
        line, column = int(place[1]), int(place[2])
    else:
        last = text.rstrip("\n")
        line, column = last.count("\n") + 1, len(last) - last.rfind("\n")
    problem = TOMLLIB_POSITION.sub("", message)
    return _problem(line, MistakeKind.SYNTAX, column=column, problem=problem)


def _problem(line: int | None, wrong: MistakeKind, **values: PhraseValue) -> ConfigurationError:
    return ConfigurationError([ConfigurationProblem(line, SettingMistake((), wrong, values))])


def _line_of_key(path: KeyPath, lines: Mapping[KeyPath, int]) -> int:
    """The line of a key, or of the innermost table around it that the file contains."""
    while path and path not in lines:
        path = path[:-1]
    return lines.get(path, 1)
