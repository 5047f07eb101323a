"""Splits a text in the Portable Draughts Notation into games of tags and moves.

Comments, annotations and variations are left out, however deep.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum

from engine.checkers.notation.move_text import SEPARATOR
from engine.checkers.notation.record import Tag
from engine.scanner import NotationError

MAX_TEXT = 8_000_000
"""The largest number of characters of a file of games."""


class TokenKind(Enum):
    """The kinds of words in the moves of a game."""

    NUMBER = "number"
    MOVE = "move"
    RESULT = "result"


@dataclass(frozen=True, slots=True)
class Token:
    """One word, with its line counted from 1."""

    kind: TokenKind
    text: str
    line: int


@dataclass(slots=True)
class GameTokens:
    """The tags and the words of one game."""

    line: int
    tags: list[Tag] = field(default_factory=list)
    tag_lines: dict[str, int] = field(default_factory=dict)
    """The line of the first tag of each name, in lower case."""
    tokens: list[Token] = field(default_factory=list)
    errors: list[NotationError] = field(default_factory=list)
    """The errors from reading."""

    @property
    def is_empty(self) -> bool:
        return not (self.tags or self.tokens or self.errors)

    @property
    def is_finished(self) -> bool:
        """True if its result has been read."""
        return bool(self.tokens) and self.tokens[-1].kind is TokenKind.RESULT


_TOKEN = re.compile(
    rf"""
    (?P<space>[\s\ufeff]+)
    | (?P<line_comment>;[^\n]*|^%[^\n]*)
    | (?P<comment>\{{[^}}]*\}})
    | (?P<unclosed>\{{[^}}]*)
    | \[\s*(?P<name>\w+)\s*"(?P<value>(?:[^"\\\n]|\\.)*)"\s*\]
    | (?P<wrong_tag>\[[^\n]*)
    | (?P<annotation>\$[0-9]+|[!?]+)
    | (?P<bracket>[()])
    | (?P<result>1/2-1/2|1-0|0-1|2-0|0-2|1-1|\*)(?![^\s;{{()\[])
    | (?P<number>[0-9]{{1,4}}\.+)
    | (?P<move>(?:[0-9]{{1,2}}|[a-h][1-8])(?:{SEPARATOR}(?:[0-9]{{1,2}}|[a-h][1-8]))+)(?![\w-])
    | (?P<other>[^\s;{{}}()\[\]!?$]+|.)
    """,
    re.VERBOSE | re.MULTILINE | re.ASCII,
)
MAX_LINE = 60
"""The largest number of characters of a line that an error repeats on either side."""
MAX_ERRORS = 100
"""The largest number of unreadable words of one game that are reported."""
_ESCAPED = re.compile(r"\\(.)")
_EXPECTED = {
    "other": "a move or a result",
    "unclosed": "} where the comment ends",
    "wrong_tag": 'a tag such as [White "Anna"]',
}
"""By what was found, what should stand there."""
_KINDS = {
    "number": TokenKind.NUMBER,
    "move": TokenKind.MOVE,
    "result": TokenKind.RESULT,
}


def split_games(text: str) -> Iterator[GameTokens]:
    """Yields the games of a text; raises `NotationError` if it is longer than any file."""
    if len(text) > MAX_TEXT:
        raise NotationError(f"at most {MAX_TEXT} characters", text, MAX_TEXT)
    yield from _Splitter(text.replace("\r\n", "\n").replace("\r", "\n")).games()


class _Splitter:
    """A text and the game that is being read from it."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.line_ends = [found.start() for found in re.finditer("\n", text)]
        self.game = GameTokens(1)
        self.opened: list[int] = []
        """The places where the variations begin that are still open."""

    def games(self) -> Iterator[GameTokens]:
        """Yields each game once its last word has been read."""
        for found in _TOKEN.finditer(self.text):
            name = str(found.lastgroup)
            if name == "value":
                if self.opened or self.game.tokens:
                    yield from self._end_game(found.start())
                self._add_tag(found)
            elif name == "bracket":
                self._bracket(found)
            elif not self.opened or name == "unclosed":
                if name in _KINDS and self.game.is_finished:
                    yield from self._end_game(found.start())
                self._add_word(name, found)
        yield from self._end_game(len(self.text))

    def _end_game(self, at: int) -> Iterator[GameTokens]:
        """Yields the game that ends here, and begins the next one."""
        if self.opened:
            self._add_error(") where the variation ends", self.opened[0])
        if not self.game.is_empty:
            yield self.game
        self.opened = []
        self.game = GameTokens(self._line_of(at))

    def _add_tag(self, found: re.Match[str]) -> None:
        if not self.game.tags:
            self.game.line = self._line_of(found.start())
        tag = Tag(found["name"], _ESCAPED.sub(r"\1", found["value"]))
        self.game.tags.append(tag)
        self.game.tag_lines.setdefault(tag.name.lower(), self._line_of(found.start()))

    def _add_word(self, name: str, found: re.Match[str]) -> None:
        if name in _EXPECTED:
            self._add_error(_EXPECTED[name], found.start())
        if name in _KINDS:
            token = Token(_KINDS[name], found[0], self._line_of(found.start()))
            self.game.tokens.append(token)

    def _add_error(self, expected: str, at: int) -> None:
        if len(self.game.errors) < MAX_ERRORS:
            self.game.errors.append(self._failure(expected, at))

    def _bracket(self, found: re.Match[str]) -> None:
        if found[0] == "(":
            self.opened.append(found.start())
        elif self.opened:
            self.opened.pop()
        else:
            self._add_error("( where the variation begins", found.start())

    def _line_of(self, at: int) -> int:
        return bisect_right(self.line_ends, at - 1) + 1

    def _failure(self, expected: str, at: int) -> NotationError:
        line = self._line_of(at)
        start = self.line_ends[line - 2] + 1 if line > 1 else 0
        end = self.line_ends[line - 1] if line <= len(self.line_ends) else len(self.text)
        # Of a line without end each error would keep a copy.
        start, end = max(start, at - MAX_LINE), min(end, at + MAX_LINE)
        return NotationError(expected, self.text[start:end], at - start, line)
