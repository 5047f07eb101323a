"""One turn of a player in a match file: `63: 24/15`, `Doubles => 2`, `Wins 1 point`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from engine.backgammon.dice import Dice
from engine.backgammon.errors import NotationError
from engine.backgammon.notation.play.typed_moves import NO_PLAY_WORDS
from engine.backgammon.notation.record.script import (
    Beavered,
    Doubled,
    Dropped,
    Entry,
    Moved,
    Took,
    Won,
)
from engine.backgammon.players import Player

FULL_PLAY = 4
"""A play of so many steps leaves no room for the space that ends any other."""

_CELL = re.compile(
    r"(?<![\w/*])(?:[1-6]-?[1-6]\s*:|"
    r"(?:(?:re)?doubles?|beavers?|raccoons?|takes?|accepts?|drops?|pass(?:es)?|wins?)\b)",
    re.ASCII | re.IGNORECASE,
)
_THROWN = re.compile(r"([1-6])-?([1-6])\s*:\s*", re.ASCII)
_STAKE = r"(?:\s*=>\s*([0-9]{1,9}))?"
_DOUBLED = re.compile(f"(?:re)?doubles?{_STAKE}", re.ASCII | re.IGNORECASE)
_BEAVERED = re.compile(f"(?:beaver|raccoon)s?{_STAKE}", re.ASCII | re.IGNORECASE)
_TOOK = re.compile("takes?|accepts?", re.ASCII | re.IGNORECASE)
_DROPPED = re.compile("drops?|pass(?:es)?", re.ASCII | re.IGNORECASE)
_WON = re.compile(
    r"wins?\s+([0-9]{1,9})\s+points?(\s+and\s+the\s+match)?\.?", re.ASCII | re.IGNORECASE
)
_NOTHING_MOVED = re.compile(r"(?:cannot|can't)\s+move|no\s+move|\?{3,4}", re.ASCII | re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Cell:
    """What is written of one turn, and where."""

    text: str
    line_text: str
    at: int
    """The column it begins in, counted from 0."""
    row: int
    line: int

    def failure(self, expected: str, at: int = 0) -> NotationError:
        """The error to raise where the cell does not hold what was expected."""
        return NotationError(expected, self.line_text, self.at + at, self.line)


def cells_of(line_text: str, start: int, row: int, line: int) -> Iterator[Cell]:
    """The turns written in a line from this column on."""
    begins = [found.start() for found in _CELL.finditer(line_text, start)]
    before = line_text[start : begins[0] if begins else None]
    if before.strip():
        at = start + len(before) - len(before.lstrip())
        expected = "a throw such as 63: and its play, a double, its answer or a win"
        raise NotationError(expected, line_text, at, line)
    for begin, end in zip(begins, (*begins[1:], len(line_text)), strict=False):
        yield Cell(line_text[begin:end].rstrip(), line_text, begin, row, line)


def read_cell(cell: Cell, player: Player) -> Entry:
    """What a player did in his turn."""
    where: dict[str, Any] = {"player": player, "row": cell.row, "line": cell.line}
    if found := _THROWN.match(cell.text):
        return Moved(
            dice=Dice(int(found[1]), int(found[2])), text=_play(cell, found.end()), **where
        )
    if found := _DOUBLED.fullmatch(cell.text):
        return Doubled(value=int(found[1]) if found[1] else None, **where)
    if found := _BEAVERED.fullmatch(cell.text):
        return Beavered(value=int(found[1]) if found[1] else None, **where)
    if _TOOK.fullmatch(cell.text):
        return Took(**where)
    if _DROPPED.fullmatch(cell.text):
        return Dropped(**where)
    if found := _WON.fullmatch(cell.text):
        return Won(points=int(found[1]), match=bool(found[2]), **where)
    raise cell.failure("a cell such as Doubles => 2, Takes, Drops or Wins 1 point")


def write_cell(entry: Entry) -> str:
    """A turn as a match file has it."""
    match entry:
        case Moved(dice=dice, text=text):
            is_full = len(text.split()) == FULL_PLAY
            return f"{dice}: {text}" if is_full or not text else f"{dice}: {text} "
        case Doubled(value=value):
            return f" Doubles{_stake(value)}"
        case Beavered(value=value):
            return f" Beavers{_stake(value)}"
        case Took():
            return " Takes"
        case Dropped():
            return " Drops"
        case Won(points=points, match=match):
            plural = "s" * (points != 1)
            return f"Wins {points} point{plural}{' and the match' * match}"


def _play(cell: Cell, start: int) -> str:
    """The play as it is written, whether it can be read or not; nothing if nothing was moved."""
    text = cell.text[start:]
    nothing = _NOTHING_MOVED.fullmatch(text) or text.strip().lower() in NO_PLAY_WORDS
    return "" if nothing else text


def _stake(value: int | None) -> str:
    return "" if value is None else f" => {value}"
