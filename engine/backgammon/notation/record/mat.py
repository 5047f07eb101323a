"""Match files (`.mat`), as JellyFish began and most programs read and write them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from engine.backgammon.errors import NotationError
from engine.backgammon.notation.record.mat_cells import Cell, cells_of, read_cell, write_cell
from engine.backgammon.notation.record.reading import Reading
from engine.backgammon.notation.record.replay import read_script
from engine.backgammon.notation.record.script import (
    Beavered,
    Entry,
    Moved,
    Script,
    ScriptGame,
    Tag,
    Took,
    Won,
)
from engine.backgammon.players import ByPlayer, Player
from engine.backgammon.rulebook import TOURNAMENT, Rulebook

LEFT_WIDTH, NAME_WIDTH = 27, 31
"""How wide the column of player ONE is, in the rows of a game and in its header."""
LEFT_EDGE, RIGHT = 5, 33
"""Where the columns begin; other programs have other widths."""
AUTOMATIC_DOUBLES = "Automatic Doubles"
"""Our own tag, for what match files have no word for: how often ties doubled each game's stake."""
OTHER_GAMES = ("nack", "hyper", "long")
"""How the names of the variations begin that are not played from the usual start."""

_TAG = re.compile(r'\s*[;#]\s*\[([^]"]*)"([^"]*)"\s*\]\s*', re.ASCII)
_REMARK = re.compile(r"\s*[;#]\s*", re.ASCII)
_LENGTH = re.compile(r"\s*([0-9]{1,6})[\s-]*points?\s+match\s*", re.ASCII | re.IGNORECASE)
_STAKES = re.compile(
    r"\s*(?:money|unlimited)\s+(?:game|match|play|session)\s*", re.ASCII | re.IGNORECASE
)
_GAME = re.compile(r"\s*Game\s+([0-9]{1,6})\s*", re.ASCII | re.IGNORECASE)
_SCORE = re.compile(r":\s*([0-9]{1,6})\s+", re.ASCII)
_POINTS = re.compile(r"\s*[0-9]{1,6}", re.ASCII)
_TIES = re.compile("[0-9]", re.ASCII)
_ROW = re.compile(r"\s*([0-9]{1,6})\s*\)", re.ASCII)


def read_mat(text: str, rulebook: Rulebook = TOURNAMENT) -> Reading:
    """The match in a match file, with all its faults; NotationError if the file is malformed."""
    return read_script(parse_mat(text), rulebook)


def parse_mat(text: str) -> Script:
    """What a match file tells; NotationError with line and column if it is malformed."""
    return _Parser(text).script()


def write_mat(script: Script) -> str:
    """The match file that tells this."""
    tags = [_write_tag(tag) for tag in (*script.tags, *_stakes_tag(script))]
    lines = [*tags, *[""] * bool(tags), f" {script.length} point match", ""]
    for game in script.games:
        lines += [
            f" Game {game.number}",
            _write_header(game),
            *_write_rows(_without_plain_takes(game.entries)),
            "",
        ]
    return "\n".join(lines) + "\n"


@dataclass(frozen=True, slots=True)
class _Header:
    """The line that a game begins with."""

    names: ByPlayer[str]
    score: ByPlayer[int]
    right: int
    """The column of the second name."""


class _Parser:
    """A match file, and the line that is read next."""

    def __init__(self, text: str) -> None:
        plain = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
        self.lines = plain.expandtabs().split("\n")
        self.next = 0
        self.tags: list[Tag] = []

    def script(self) -> Script:
        """The whole file."""
        length = self._read_length()
        games = []
        while self._skip_to_line():
            games.append(self._read_game())
        if not games:
            raise self._failure("a game, beginning with Game 1")
        return _with_stakes(Script(games[0].names, length, tuple(self.tags), tuple(games)))

    @property
    def _line(self) -> str:
        return self.lines[self.next] if self.next < len(self.lines) else ""

    def _skip_to_line(self, *, may_be_header: bool = False) -> bool:
        """Pass over lines that tell nothing of the play; tell whether another line follows."""
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
            self.tags.append(Tag(name, value))
            return
        remark = _REMARK.sub("", self._line, count=1).rstrip()
        if remark.lower().startswith("set pos"):
            raise self._failure("a game from the usual start; set positions are not read")
        if remark:
            self.tags.append(Tag("", remark))

    def _read_length(self) -> int:
        self._skip_to_line()
        found = _LENGTH.fullmatch(self._line)
        if not found and not _STAKES.fullmatch(self._line):
            raise self._failure("how long the match is, such as 7 point match")
        self.next += 1
        return int(found[1]) if found else 0

    def _read_game(self) -> ScriptGame:
        line = self.next + 1
        found = _GAME.fullmatch(self._line)
        if not found:
            raise self._failure("the next game, such as Game 2")
        self.next += 1
        header = self._read_header()
        entries = tuple(_entries(list(self._cells()), header.right))
        return ScriptGame(int(found[1]), header.score, entries, header.names, line=line)

    def _read_header(self) -> _Header:
        """The next header; a name in it may begin like a remark."""
        self._skip_to_line(may_be_header=True)
        header = _header_in(self._line)
        if not header:
            raise self._failure("both names and scores, such as Alice : 0   Bob : 0")
        self.next += 1
        return header

    def _cells(self) -> Iterator[tuple[Cell, ...]]:
        """The turns of a game, one or two from each line."""
        row = 0
        while self._skip_to_line() and not _GAME.fullmatch(self._line):
            numbered = _ROW.match(self._line)
            row = int(numbered[1]) if numbered else row
            start = numbered.end() if numbered else 0
            cells = tuple(cells_of(self._line, start, row, self.next + 1))
            if len(cells) > len(Player):
                raise cells[2].failure("the end of the line after a turn of each player")
            if cells:
                yield cells
            self.next += 1

    def _failure(self, expected: str, at: int = 0) -> NotationError:
        """The error to raise where something else was expected, at the latest in the last line."""
        line = min(self.next + 1, len(self.lines))
        return NotationError(expected, self.lines[line - 1], at, line)


def _header_in(line: str) -> _Header | None:
    """The header that a line is, if it is one."""
    rest, _, points = line.rstrip().rpartition(":")
    found = _SCORE.search(rest)
    if not found or not _POINTS.fullmatch(points):
        return None
    names = ByPlayer(rest[: found.start()].strip(), rest[found.end() :].strip())
    return _Header(names, ByPlayer(int(found[1]), int(points)), found.end())


def _entries(rows: list[tuple[Cell, ...]], right: int) -> Iterator[Entry]:
    """Every turn of a game; of a single one in its line, the column tells whose it is."""
    right = min((cells[1].at for cells in rows if len(cells) > 1), default=right)
    for cells in rows:
        if len(cells) > 1:
            yield from map(read_cell, cells, Player)
        else:
            is_left = 2 * cells[0].at < LEFT_EDGE + right
            yield read_cell(cells[0], Player.ONE if is_left else Player.TWO)


def _with_stakes(script: Script) -> Script:
    """The script with the stakes its games began at, if a tag of ours tells them."""
    doubled = (script.tag(AUTOMATIC_DOUBLES) or "").split()
    if len(doubled) != len(script.games) or not all(map(_TIES.fullmatch, doubled)):
        return script
    games = [
        replace(game, stake=1 << int(ties))
        for game, ties in zip(script.games, doubled, strict=True)
    ]
    tags = tuple(tag for tag in script.tags if tag.name != AUTOMATIC_DOUBLES)
    return replace(script, tags=tags, games=tuple(games))


def _stakes_tag(script: Script) -> Iterator[Tag]:
    """How often the stake of each game was doubled before it began, if any was."""
    doubled = [(game.stake or 1).bit_length() - 1 for game in script.games]
    if any(doubled):
        yield Tag(AUTOMATIC_DOUBLES, " ".join(map(str, doubled)))


def _write_tag(tag: Tag) -> str:
    value = " ".join(tag.value.split())
    if not tag.name:
        return f"; {value}"
    name = "".join(letter for letter in tag.name if letter not in '"]')
    return f'; [{" ".join(name.split())} "{value.replace(chr(34), chr(39))}"]'


def _write_header(game: ScriptGame) -> str:
    score = game.score or ByPlayer(0, 0)
    one, two = (f"{_plain(game.names[player])} : {score[player]}" for player in Player)
    return f" {one:<{NAME_WIDTH - 1}} {two}"


def _plain(name: str) -> str:
    """A name as a header can hold it: a colon would end it there."""
    return " ".join(name.replace(":", ";").split())


def _write_rows(entries: Iterable[Entry]) -> Iterator[str]:
    """The lines of a game: player ONE begins a row, and it stays open for player TWO."""
    number, left = 0, ""
    for entry in entries:
        cell = write_cell(entry)
        if entry.player is Player.TWO:
            number += not (left or isinstance(entry, Won))
            yield _right_end(left, number, entry, cell)
            left = ""
            continue
        if left:
            yield left
        if isinstance(entry, Won):
            left = f"{'':6}{cell}"
        else:
            number += 1
            left = f"{number:3}) {cell:<{LEFT_WIDTH}} "
    if left:
        yield left


def _right_end(left: str, number: int, entry: Entry, cell: str) -> str:
    """A line that ends with a turn of player TWO."""
    if not isinstance(entry, Won):
        return f"{left or f'{number:3}) ':<{RIGHT}}{cell}"
    after_drop = left.rstrip().endswith("Drops")
    return f"{left:<{RIGHT}} {cell}{' ' * after_drop}"


def _without_plain_takes(entries: tuple[Entry, ...]) -> Iterator[Entry]:
    """The entries but for the takes of beavers that go without saying, as the game goes on."""
    for before, entry, after in zip((None, *entries), entries, (*entries[1:], None), strict=False):
        taken = isinstance(entry, Took) and isinstance(before, Beavered)
        if not (taken and isinstance(after, Moved) and after.player is entry.player):
            yield entry
