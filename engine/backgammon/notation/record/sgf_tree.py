"""A parser for the Smart Game Format of any game; only the main line of each tree is read."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

from engine.scanner import NotationError

_BEGINNING = re.compile(r"\(\s*;", re.ASCII)
_SPACE = re.compile(r"\s*")
_NAME = re.compile("[A-Za-z]+")
_VALUE = re.compile(r"\[([^\]\\]*(?:\\.[^\]\\]*)*)\]", re.DOTALL)


@dataclass(frozen=True, slots=True)
class SgfProperty:
    """One property of a node, such as `MI[length:7][game:1]`."""

    name: str
    values: tuple[str, ...]
    at: int
    """The index in the text where it begins."""

    @property
    def value(self) -> str:
        """The first value, which for most properties is the only one."""
        return self.values[0]


@dataclass(frozen=True, slots=True)
class SgfNode:
    """One node of a game: everything between two semicolons."""

    properties: tuple[SgfProperty, ...]
    at: int

    def __getitem__(self, name: str) -> SgfProperty | None:
        """The property of this name; None if the node does not have it."""
        return next((found for found in self.properties if found.name == name), None)


SgfMainLine = tuple[SgfNode, ...]
"""The main line of a game, from its root."""


class SgfText:
    """A text in the Smart Game Format, and the place up to which it has been read."""

    def __init__(self, text: str) -> None:
        self.text = text.replace("\r\n", "\n").replace("\r", "\n")
        self.at = 0
        self.line_ends = [found.start() for found in re.finditer("\n", self.text)]

    def trees(self) -> Iterator[SgfMainLine]:
        """Yields the main line of every game in the text."""
        beginning = _BEGINNING.search(self.text)
        if not beginning:
            raise self.failure("(; where a game begins", 0)
        self.at = beginning.start()
        while self.at < len(self.text):
            yield self._tree()
            self._skip_space()

    def line_of(self, at: int) -> int:
        """The number of the line, counted from 1, that holds the index `at`."""
        return bisect_right(self.line_ends, at - 1) + 1

    def failure(self, expected: str, at: int | None = None) -> NotationError:
        """The error to raise where `expected` was not found."""
        at = self.at if at is None else at
        line = self.line_of(at)
        bounds = (-1, *self.line_ends, len(self.text))
        start = bounds[line - 1] + 1
        return NotationError(expected, self.text[start : bounds[line]], at - start, line)

    def _tree(self) -> SgfMainLine:
        """Reads the tree that begins here; returns its main line, which is its first variation."""
        if not self.text.startswith("(", self.at):
            raise self.failure("( where the next game begins")
        self.at += 1
        nodes: list[SgfNode] = []
        has_child = [False]
        """For each open tree: True once a variation of it has been read."""
        off_line = 0
        """The number of trees open when the main line was left; 0 on the main line."""
        while has_child:
            self._skip_space()
            sign = self.text[self.at : self.at + 1]
            if sign == "(":
                off_line = off_line or len(has_child) * has_child[-1]
                has_child[-1] = True
                has_child.append(False)
            elif sign == ")":
                has_child.pop()
                off_line *= off_line < len(has_child)
            elif sign != ";" or has_child[-1]:
                raise self.failure("a ; or a bracket")
            self.at += 1
            if sign == ";":
                node = self._node()
                nodes += [node] * (not off_line)
        if not nodes:
            raise self.failure("a game with something in it")
        return tuple(nodes)

    def _node(self) -> SgfNode:
        at = self.at
        found = []
        self._skip_space()
        while name := _NAME.match(self.text, self.at):
            found.append(self._property(name))
        return SgfNode(tuple(found), at)

    def _property(self, name: re.Match[str]) -> SgfProperty:
        """Reads a name and its values; lower-case letters in a name are an old custom, ignored."""
        self.at = name.end()
        values = []
        self._skip_space()
        while value := _VALUE.match(self.text, self.at):
            values.append(_unescape(value[1]))
            self.at = value.end()
            self._skip_space()
        if not values:
            raise self.failure("a value in square brackets")
        short = "".join(letter for letter in name[0] if letter.isupper())
        return SgfProperty(short, tuple(values), name.start())

    def _skip_space(self) -> None:
        found = _SPACE.match(self.text, self.at)
        self.at = found.end() if found else self.at


def escape(text: str) -> str:
    """A text, escaped for use as a value."""
    return " ".join(text.split()).replace("\\", "\\\\").replace("]", "\\]")


def _unescape(value: str) -> str:
    """The text of an escaped value: a backslash joins two lines, white space is a space."""
    plain = re.sub(r"\\(.)", lambda found: found[1].strip("\n"), value, flags=re.DOTALL)
    return " ".join(plain.split())
