"""The Smart Game Format of any game: its trees, of which only the main line is kept."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

from engine.backgammon.errors import NotationError

_BEGINNING = re.compile(r"\(\s*;", re.ASCII)
_SPACE = re.compile(r"\s*")
_NAME = re.compile("[A-Za-z]+")
_VALUE = re.compile(r"\[([^\]\\]*(?:\\.[^\]\\]*)*)\]", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Property:
    """What a node says of one thing, such as `MI[length:7][game:1]`."""

    name: str
    values: tuple[str, ...]
    at: int
    """Where in the text it begins."""

    @property
    def value(self) -> str:
        """The first of its values, which for most is the only one."""
        return self.values[0]


@dataclass(frozen=True, slots=True)
class Node:
    """One step of a game: everything between two semicolons."""

    properties: tuple[Property, ...]
    at: int

    def __getitem__(self, name: str) -> Property | None:
        """The property of this name, if the node has it."""
        return next((found for found in self.properties if found.name == name), None)


Tree = tuple[Node, ...]
"""The main line of a game, from its root."""


class SgfText:
    """A text in the Smart Game Format, and how far it has been read."""

    def __init__(self, text: str) -> None:
        self.text = text.replace("\r\n", "\n").replace("\r", "\n")
        self.at = 0
        self.line_ends = [found.start() for found in re.finditer("\n", self.text)]

    def trees(self) -> Iterator[Tree]:
        """Every game in the text."""
        beginning = _BEGINNING.search(self.text)
        if not beginning:
            raise self.failure("(; where a game begins", 0)
        self.at = beginning.start()
        while self.at < len(self.text):
            yield self._tree()
            self._skip_space()

    def line_of(self, at: int) -> int:
        """The line of the text a place is in, counted from 1."""
        return bisect_right(self.line_ends, at - 1) + 1

    def failure(self, expected: str, at: int | None = None) -> NotationError:
        """The error to raise where something else was expected."""
        at = self.at if at is None else at
        line = self.line_of(at)
        bounds = (-1, *self.line_ends, len(self.text))
        start = bounds[line - 1] + 1
        return NotationError(expected, self.text[start : bounds[line]], at - start, line)

    def _tree(self) -> Tree:
        """The main line of the tree that begins here: of variations, the first."""
        if not self.text.startswith("(", self.at):
            raise self.failure("( where the next game begins")
        self.at += 1
        nodes: list[Node] = []
        has_child = [False]
        """Of each tree still open, whether a variation of it has been read."""
        off_line = 0
        """How many trees were open when the main line was left; 0 on the main line."""
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

    def _node(self) -> Node:
        at = self.at
        found = []
        self._skip_space()
        while name := _NAME.match(self.text, self.at):
            found.append(self._property(name))
        return Node(tuple(found), at)

    def _property(self, name: re.Match[str]) -> Property:
        """A name and its values; small letters in a name are an old custom, and do not count."""
        self.at = name.end()
        values = []
        self._skip_space()
        while value := _VALUE.match(self.text, self.at):
            values.append(_unescaped(value[1]))
            self.at = value.end()
            self._skip_space()
        if not values:
            raise self.failure("a value in square brackets")
        short = "".join(letter for letter in name[0] if letter.isupper())
        return Property(short, tuple(values), name.start())

    def _skip_space(self) -> None:
        found = _SPACE.match(self.text, self.at)
        self.at = found.end() if found else self.at


def escaped(text: str) -> str:
    """A text as a value can hold it."""
    return " ".join(text.split()).replace("\\", "\\\\").replace("]", "\\]")


def _unescaped(value: str) -> str:
    """What a value says: a line broken by a backslash goes on, any space is a space."""
    plain = re.sub(r"\\(.)", lambda found: found[1].strip("\n"), value, flags=re.DOTALL)
    return " ".join(plain.split())
