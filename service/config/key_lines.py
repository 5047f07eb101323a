"""On which line each key of a TOML text stands."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, field

from service.config.problems import KeyPath

DEEPEST = 8
"""Parts of a key that are remembered; no setting lies deeper."""

SPACE = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
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
"""A number, a truth value or a date, which may have one space before its hours."""


def key_lines(text: str) -> dict[KeyPath, int]:
    """The line of each key and each item of a list; the text must be valid TOML."""
    scan = _Scan(text)
    while scan.one_more():
        pass
    return scan.lines


@dataclass(slots=True)
class _Open:
    """A list or an inline table that is not closed yet."""

    path: KeyPath
    items: int | None
    """How many items there have been; None in a table."""


@dataclass(slots=True)
class _Scan:
    """A walk through the text from key to key."""

    text: str
    lines: dict[KeyPath, int] = field(default_factory=dict)
    at: int = 0
    line: int = 1
    table: KeyPath = ()
    """What the last header opened."""
    items: dict[KeyPath, int] = field(default_factory=dict)
    """How many tables each list of tables has had."""
    open: list[_Open] = field(default_factory=list)

    def one_more(self) -> bool:
        """Go past the next header, key, item or bracket; False at the end."""
        self._take(SPACE)
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
        self._take(SPACE)
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
        self._take(SPACE)
        self.at += 2 if is_list else 1

    def _pair(self, table: KeyPath) -> None:
        path = table
        for part in self._key():
            path = (*path, part)
            self._note(path)
        self._take(SPACE)
        self.at += len("=")
        self._value(path)

    def _inside(self, container: _Open) -> None:
        letter = self.text[self.at]
        if letter in "]}":
            self.open.pop()
            self.at += 1
        elif letter == ",":
            self.at += 1
        elif container.items is None:
            self._pair(container.path)
        else:
            path = (*container.path, container.items)[:DEEPEST]
            container.items += 1
            self._note(path)
            self._value(path)

    def _value(self, path: KeyPath) -> None:
        self._take(SPACE)
        letter = self.text[self.at]
        if letter in "[{":
            self.open.append(_Open(path, 0 if letter == "[" else None))
            self.at += 1
        else:
            self._take(STRING if letter in "\"'" else PLAIN_VALUE)

    def _key(self) -> list[str]:
        """The parts of the key that stands here; those too deep to matter are left out."""
        parts: list[str] = []
        while True:
            quoted = self.text[self.at] in "\"'"
            token = self._take(STRING if quoted else BARE_KEY)
            if len(parts) < DEEPEST:
                parts.append(_unquoted(token) if quoted else token)
            if not self._take(DOT):
                return parts

    def _note(self, path: KeyPath) -> None:
        if len(path) <= DEEPEST:
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
