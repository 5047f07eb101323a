"""Match files (.mat) and match texts, read and written."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from engine.backgammon.dice import Dice
from engine.backgammon.notation.play_text import NO_PLAY_WORDS
from engine.backgammon.notation.record import record
from engine.backgammon.notation.record.script_replay import read_script
from engine.backgammon.notation.record.set_up_tag import SET_UP, read_set_up, set_up_tags
from engine.backgammon.rulebook import TOURNAMENT, Rulebook
from engine.players import ByPlayer, Player
from engine.scanner import NotationError

FULL_PLAY = 4
"""The number of steps of a play after which no final space is written."""

_WORDS = re.ASCII | re.IGNORECASE
_CELL = re.compile(
    r"(?<![\w/*])(?:[1-6]-?[1-6]\s*:|"
    r"(?:(?:re)?doubles?|beavers?|raccoons?|takes?|accepts?|drops?|pass(?:es)?|wins?)\b)",
    _WORDS,
)
_THROWN = re.compile(r"([1-6])-?([1-6])\s*:\s*", re.ASCII)
_STAKE = r"(?:\s*=>\s*([0-9]{1,9}))?"
_DOUBLED = re.compile(f"(?:re)?doubles?{_STAKE}", _WORDS)
_BEAVERED = re.compile(f"(?:beaver|raccoon)s?{_STAKE}", _WORDS)
_TOOK = re.compile("takes?|accepts?", _WORDS)
_DROPPED = re.compile("drops?|pass(?:es)?", _WORDS)
_WON = re.compile(r"wins?\s+([0-9]{1,9})\s+points?(\s+and\s+the\s+match)?\.?", _WORDS)
_NOTHING_MOVED = re.compile(r"(?:cannot|can't)\s+move|no\s+move|\?{3,4}", _WORDS)


@dataclass(frozen=True, slots=True)
class Cell:
    """The text of one player's turn, with its place in the file."""

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
    """Yields the cells in a line from the column `start`; raises `NotationError` for other text."""
    begins = [found.start() for found in _CELL.finditer(line_text, start)]
    before = line_text[start : begins[0] if begins else None]
    if before.strip():
        at = start + len(before) - len(before.lstrip())
        expected = "a throw such as 63: and its play, a double, its answer or a win"
        raise NotationError(expected, line_text, at, line)
    for begin, end in zip(begins, (*begins[1:], len(line_text)), strict=False):
        yield Cell(line_text[begin:end].rstrip(), line_text, begin, row, line)


def read_cell(cell: Cell, player: Player) -> record.Entry:
    """The entry in a cell; raises `NotationError` if the cell cannot be read."""
    where: dict[str, Any] = {"player": player, "row": cell.row, "line": cell.line}
    if found := _THROWN.match(cell.text):
        dice = Dice(int(found[1]), int(found[2]))
        return record.MoveEntry(dice=dice, text=_play(cell, found.end()), **where)
    if found := _DOUBLED.fullmatch(cell.text):
        return record.DoubleEntry(value=int(found[1]) if found[1] else None, **where)
    if found := _BEAVERED.fullmatch(cell.text):
        return record.BeaverEntry(value=int(found[1]) if found[1] else None, **where)
    if _TOOK.fullmatch(cell.text):
        return record.TakeEntry(**where)
    if _DROPPED.fullmatch(cell.text):
        return record.DropEntry(**where)
    if found := _WON.fullmatch(cell.text):
        return record.WinEntry(points=int(found[1]), match=bool(found[2]), **where)
    raise cell.failure("a cell such as Doubles => 2, Takes, Drops or Wins 1 point")


def write_cell(entry: record.Entry) -> str:
    """The text of a cell for an entry."""
    match entry:
        case record.MoveEntry(dice=dice, text=text):
            is_full = len(text.split()) == FULL_PLAY
            return f"{dice}: {text}" if is_full or not text else f"{dice}: {text} "
        case record.DoubleEntry(value=value):
            return f" Doubles{_stake(value)}"
        case record.BeaverEntry(value=value):
            return f" Beavers{_stake(value)}"
        case record.TakeEntry():
            return " Takes"
        case record.DropEntry():
            return " Drops"
        case record.WinEntry(points=points, match=match):
            plural = "s" * (points != 1)
            return f"Wins {points} point{plural}{' and the match' * match}"


def _play(cell: Cell, start: int) -> str:
    """The text of the play, readable or not; empty if nothing was moved."""
    text = cell.text[start:]
    nothing = _NOTHING_MOVED.fullmatch(text) or text.strip().lower() in NO_PLAY_WORDS
    return "" if nothing else text


def _stake(value: int | None) -> str:
    return "" if value is None else f" => {value}"


LEFT_WIDTH, NAME_WIDTH = 27, 31
"""The width of player ONE's column, in the rows of a game and in its header."""
LEFT_EDGE, RIGHT = 5, 33
"""The columns where the cells of each player begin; other programs use other widths."""
AUTOMATIC_DOUBLES = "Automatic Doubles"
"""Our own tag for the number of ties that doubled each game's stake; the format has none."""
OTHER_GAMES = ("nack", "hyper", "long")
"""The beginnings of the names of variations that do not start from the usual position."""

_TAG = re.compile(r'\s*[;#]\s*\[([^]"]*)"([^"]*)"\s*\]\s*', re.ASCII)
_REMARK = re.compile(r"\s*[;#]\s*", re.ASCII)
_LENGTH = re.compile(r"\s*([0-9]{1,6})[\s-]*points?\s+match\s*", _WORDS)
_STAKES = re.compile(r"\s*(?:money|unlimited)\s+(?:game|match|play|session)\s*", _WORDS)
_GAME = re.compile(r"\s*Game\s+([0-9]{1,6})\s*", _WORDS)
_SCORE = re.compile(r":\s*([0-9]{1,6})\s+", re.ASCII)
_POINTS = re.compile(r"\s*[0-9]{1,6}", re.ASCII)
_TIES = re.compile("[0-9]", re.ASCII)
_ROW = re.compile(r"\s*([0-9]{1,6})\s*\)", re.ASCII)


def read_mat(text: str, rulebook: Rulebook = TOURNAMENT) -> record.MatchReading:
    """The match in a match file, with all its faults; raises `NotationError` if it is malformed."""
    return read_script(parse_mat(text), rulebook)


def parse_mat(text: str) -> record.Script:
    """The script of a match file; raises `NotationError` with line and column if malformed."""
    return _Parser(text).script()


def write_mat(script: record.Script) -> str:
    """The match file of a script."""
    tags = [_write_tag(tag) for tag in (*script.tags, *_stakes_tag(script))]
    lines = [*tags, *[""] * bool(tags), f" {script.length} point match", ""]
    for game in script.games:
        rows = _write_rows(_without_plain_takes(game.entries))
        set_up = map(_write_tag, set_up_tags(script, game))
        lines += [f" Game {game.number}", _write_header(game), *set_up, *rows, ""]
    return "\n".join(lines) + "\n"


@dataclass(frozen=True, slots=True)
class _Header:
    """The header line of a game."""

    names: ByPlayer[str]
    score: ByPlayer[int]
    right: int
    """The column of the second name."""


class _Parser:
    """A parser of a match file, with the index of the next line."""

    def __init__(self, text: str) -> None:
        plain = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
        self.lines = plain.expandtabs().split("\n")
        self.next = 0
        self.tags: list[record.Tag] = []
        self.set_up: record.ResumedPosition | None = None
        """The position that was set up for the present game."""
        self.before_rows = False
        """True between the header of a game and its first row."""

    def script(self) -> record.Script:
        """The whole file."""
        length = self._read_length()
        games = []
        while self._skip_to_line():
            games.append(self._read_game())
        if not games:
            raise self._failure("a game, beginning with Game 1")
        return _with_stakes(record.Script(games[0].names, length, tuple(self.tags), tuple(games)))

    @property
    def _line(self) -> str:
        return self.lines[self.next] if self.next < len(self.lines) else ""

    def _skip_to_line(self, *, may_be_header: bool = False) -> bool:
        """Skips lines without entries and reads remarks; returns whether another line follows."""
        while self.next < len(self.lines):
            if may_be_header and _header_in(self._line):
                return True
            if _REMARK.match(self._line):
                self._read_remark()
            elif self._line.strip():
                return True
            self.next += 1
        return False

    def _read_remark(self) -> None:
        if found := _TAG.fullmatch(self._line):
            name, value = found[1].strip(), found[2]
            if name.lower() == "variation" and value.lower().startswith(OTHER_GAMES):
                raise self._failure("a game from the usual start", found.start(2))
            if name.lower() == SET_UP.lower():
                self._read_set_up(value, found.start(2))
                return
            self.tags.append(record.Tag(name, value))
            return
        remark = _REMARK.sub("", self._line, count=1).rstrip()
        if remark.lower().startswith("set pos"):
            raise self._failure("a game from the usual start; set positions are not read")
        if remark:
            self.tags.append(record.Tag("", remark))

    def _read_set_up(self, text: str, at: int) -> None:
        if not self.before_rows:
            raise self._failure("a position that is set up before the first row of a game", at)
        try:
            self.set_up = read_set_up(text)
        except NotationError as wrong:
            raise self._failure(wrong.expected, at) from wrong

    def _read_length(self) -> int:
        self._skip_to_line()
        found = _LENGTH.fullmatch(self._line)
        if not found and not _STAKES.fullmatch(self._line):
            raise self._failure("how long the match is, such as 7 point match")
        self.next += 1
        return int(found[1]) if found else 0

    def _read_game(self) -> record.ScriptGame:
        line = self.next + 1
        found = _GAME.fullmatch(self._line)
        if not found:
            raise self._failure("the next game, such as Game 2")
        self.next += 1
        header = self._read_header()
        self.set_up, self.before_rows = None, True
        entries = tuple(_entries(list(self._cells()), header.right))
        self.before_rows = False
        return record.ScriptGame(
            int(found[1]), header.score, entries, header.names, line=line, set_up=self.set_up
        )

    def _read_header(self) -> _Header:
        """Reads the next header; a name in it may begin like a remark."""
        self._skip_to_line(may_be_header=True)
        header = _header_in(self._line)
        if not header:
            raise self._failure("both names and scores, such as Alice : 0   Bob : 0")
        self.next += 1
        return header

    def _cells(self) -> Iterator[tuple[Cell, ...]]:
        """Yields the cells of a game, one or two from each line."""
        row = 0
        while self._skip_to_line() and not _GAME.fullmatch(self._line):
            numbered = _ROW.match(self._line)
            row = int(numbered[1]) if numbered else row
            start = numbered.end() if numbered else 0
            cells = tuple(cells_of(self._line, start, row, self.next + 1))
            if len(cells) > len(Player):
                raise cells[2].failure("the end of the line after a turn of each player")
            if cells:
                self.before_rows = False
                yield cells
            self.next += 1

    def _failure(self, expected: str, at: int = 0) -> NotationError:
        """The error to raise where `expected` was not found; its line is at most the last one."""
        line = min(self.next + 1, len(self.lines))
        return NotationError(expected, self.lines[line - 1], at, line)


def _header_in(line: str) -> _Header | None:
    """The header in a line; None if the line is not a header."""
    rest, _, points = line.rstrip().rpartition(":")
    found = _SCORE.search(rest)
    if not found or not _POINTS.fullmatch(points):
        return None
    names = ByPlayer(rest[: found.start()].strip(), rest[found.end() :].strip())
    return _Header(names, ByPlayer(int(found[1]), int(points)), found.end())


def _entries(rows: list[tuple[Cell, ...]], right: int) -> Iterator[record.Entry]:
    """Yields the entries of a game; the column of a cell alone in its line tells the player."""
    right = min((cells[1].at for cells in rows if len(cells) > 1), default=right)
    for cells in rows:
        if len(cells) > 1:
            yield from map(read_cell, cells, Player)
        else:
            is_left = 2 * cells[0].at < LEFT_EDGE + right
            yield read_cell(cells[0], Player.ONE if is_left else Player.TWO)


def _with_stakes(script: record.Script) -> record.Script:
    """The script with the stakes at which its games began, if our own tag has them."""
    doubled = (script.tag(AUTOMATIC_DOUBLES) or "").split()
    if len(doubled) != len(script.games) or not all(map(_TIES.fullmatch, doubled)):
        return script
    pairs = zip(script.games, doubled, strict=True)
    games = tuple(replace(game, stake=1 << int(ties)) for game, ties in pairs)
    tags = tuple(tag for tag in script.tags if tag.name != AUTOMATIC_DOUBLES)
    return replace(script, tags=tags, games=games)


def _stakes_tag(script: record.Script) -> Iterator[record.Tag]:
    """Yields the tag with the automatic doubles of each game, if there were any."""
    doubled = [(game.stake or 1).bit_length() - 1 for game in script.games]
    if any(doubled):
        yield record.Tag(AUTOMATIC_DOUBLES, " ".join(map(str, doubled)))


def _write_tag(tag: record.Tag) -> str:
    value = " ".join(tag.value.split())
    if not tag.name:
        return f"; {value}"
    name = "".join(letter for letter in tag.name if letter not in '"]')
    return f'; [{" ".join(name.split())} "{value.replace(chr(34), chr(39))}"]'


def _write_header(game: record.ScriptGame) -> str:
    score = game.score or ByPlayer(0, 0)
    one, two = (f"{_name_without_colon(game.names[player])} : {score[player]}" for player in Player)
    return f" {one:<{NAME_WIDTH - 1}} {two}"


def _name_without_colon(name: str) -> str:
    """A name as it can stand in a header, where a colon would end it."""
    return " ".join(name.replace(":", ";").split())


def _write_rows(entries: Iterable[record.Entry]) -> Iterator[str]:
    """Yields the lines of a game: player ONE begins a row, which stays open for player TWO."""
    number, left = 0, ""
    for entry in entries:
        cell = write_cell(entry)
        if entry.player is Player.TWO:
            number += not (left or isinstance(entry, record.WinEntry))
            yield _end_row(left, number, entry, cell)
            left = ""
            continue
        if left:
            yield left
        if isinstance(entry, record.WinEntry):
            left = f"{'':6}{cell}"
        else:
            number += 1
            left = f"{number:3}) {cell:<{LEFT_WIDTH}} "
    if left:
        yield left


def _end_row(left: str, number: int, entry: record.Entry, cell: str) -> str:
    """A line that ends with a turn of player TWO."""
    if not isinstance(entry, record.WinEntry):
        return f"{left or f'{number:3}) ':<{RIGHT}}{cell}"
    after_drop = left.rstrip().endswith("Drops")
    return f"{left:<{RIGHT}} {cell}{' ' * after_drop}"


def _without_plain_takes(entries: tuple[record.Entry, ...]) -> Iterator[record.Entry]:
    """Yields the entries without takes of beavers that the next entry implies."""
    for before, entry, after in zip((None, *entries), entries, (*entries[1:], None), strict=False):
        taken = isinstance(entry, record.TakeEntry) and isinstance(before, record.BeaverEntry)
        if not (taken and isinstance(after, record.MoveEntry) and after.player is entry.player):
            yield entry


def write_text(script: record.Script) -> str:
    """A match in the columns of a `.mat` file, with illegal plays marked as Snowie marks them."""
    games = script.games
    marked = (replace(game, entries=tuple(map(_mark_illegal, game.entries))) for game in games)
    return write_mat(replace(script, games=tuple(marked)))


def _mark_illegal(entry: record.Entry) -> record.Entry:
    if isinstance(entry, record.MoveEntry) and entry.illegal:
        return replace(entry, text=f"Illegal play ({entry.text or 'nothing moved'})")
    return entry
