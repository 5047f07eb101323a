"""A position drawn with letters, and read back.

The bottom player's checkers are X and the top player's O, and the trays are at the right. Five
checkers of a pile are drawn at most; if there are more, their number stands with them:

    > O 167
      +13-14-15-16-17-18-+---+19-20-21-22-23-24-+---+
      | X           O    |   | O              X |   |

The points are numbered as the player on roll counts them, and he is pointed at; next to each
player's letter stands his pip count.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from engine.backgammon.errors import NotationError
from engine.backgammon.notation.moment.doors import position_in
from engine.backgammon.notation.moment.snapshot import Snapshot
from engine.backgammon.places import BAR, OFF
from engine.backgammon.players import ByPlayer, Player
from engine.backgammon.position import Position, Setup

DRAWN = 5
"""How many checkers of a pile are drawn at most."""
POINTER = ">"
NO_LABELS = ByPlayer("", "")

LETTERS = {Player.ONE: "O", Player.TWO: "X"}
"""How the players' checkers are drawn."""
_UPPER = (*range(13, 19), BAR, *range(19, 25), OFF)
_LOWER = (*range(12, 6, -1), BAR, *range(6, 0, -1), OFF)
"""The places of each half from left to right, as the bottom player counts them."""
_ROWS = DRAWN + 1
"""A half has a row for each checker drawn, from the edge of the board, and one for the number."""
_INDENT = "  "
_CELL = 3


def _framed(wall: str, cells: Sequence[str]) -> str:
    quarters = (cells[:6], cells[6:7], cells[7:13], cells[13:])
    return wall + "".join(f"{''.join(quarter)}{wall}" for quarter in quarters)


def _edge(places: Sequence[int]) -> str:
    points = (f"{place:->2}-" if OFF < place < BAR else "-" * _CELL for place in places)
    return _framed("+", tuple(points))


_EDGES = {Player.TWO: (_edge(_UPPER), _edge(_LOWER)), Player.ONE: (_edge(_LOWER), _edge(_UPPER))}
"""The upper and the lower edge by the player on roll: what is one's point 13 is the other's 12."""
_WALLS = tuple(at for at, sign in enumerate(_edge(_UPPER)) if sign == "+")
_COLUMNS = tuple(
    column for left, right in pairwise(_WALLS) for column in range(left + 1, right, _CELL)
)


@dataclass(frozen=True, slots=True)
class _Pile:
    """Checkers of one player on one place."""

    letter: str
    count: int

    @property
    def cells(self) -> list[str]:
        """What stands in each row of its half, from the edge of the board."""
        drawn = [self.letter if row < self.count else "" for row in range(DRAWN)]
        return [*drawn, str(self.count) if self.count > DRAWN else ""]


@dataclass(frozen=True, slots=True)
class _Row:
    """A line of the board, and where in the text it stands."""

    line: str
    number: int
    margin: int

    @classmethod
    def of(cls, lines: Sequence[str], index: int, margin: int) -> _Row:
        """The line with this index, or an empty one after the last."""
        return cls(lines[index] if index < len(lines) else "", index + 1, margin)

    def cell(self, column: int) -> str:
        start = self.margin + column
        return self.line[start : start + _CELL].strip()

    def expect(self, expected: str, column: int) -> None:
        """Nothing else may stand in this column."""
        if not self.line.startswith(expected, self.margin + column):
            raise self.failure(expected, column)

    def failure(self, expected: str, column: int) -> NotationError:
        """The error to raise where something else was expected."""
        return NotationError(expected, self.line, self.margin + column, self.number)


def draw(
    position: Position, *, mover: Player = Player.TWO, labels: ByPlayer[str] = NO_LABELS
) -> str:
    """The position drawn as player TWO sees it, with a label for each player."""
    view = position if mover is Player.TWO else position.turned
    pips = ByPlayer(one=view.pips.other, two=view.pips.mover)
    captions = {
        player: f"{POINTER if player is mover else ' '} {LETTERS[player]} {pips[player]} "
        + " ".join(labels[player].split())
        for player in Player
    }
    upper_edge, lower_edge = _EDGES[mover]
    lines = (
        captions[Player.ONE],
        _INDENT + upper_edge,
        *_drawn_half(view.setup, _UPPER, Player.ONE),
        *reversed(_drawn_half(view.setup, _LOWER, Player.TWO)),
        _INDENT + lower_edge,
        captions[Player.TWO],
    )
    return "\n".join(line.rstrip() for line in lines)


def parse_diagram(text: str) -> Snapshot:
    """The position that is drawn in a text, and who is on roll; the pip counts are not read."""
    lines = text.splitlines()
    top, mover = _upper_edge(lines, text)
    view = position_in(text, 0, _read_setup(lines, top, mover))
    around = {Player.ONE: lines[:top][-1:], Player.TWO: lines[top + 2 * _ROWS + 2 :][:1]}
    pointed = [player for player in Player if "".join(around[player]).lstrip().startswith(POINTER)]
    if pointed != [mover]:
        raise NotationError(f"one {POINTER}, at the player who counts the points like this", text)
    return Snapshot(view if mover is Player.TWO else view.turned, mover)


def _upper_edge(lines: Sequence[str], text: str) -> tuple[int, Player]:
    """Where the board begins, and who counts its points like this."""
    for number, line in enumerate(lines):
        for player, (upper, _) in _EDGES.items():
            if upper in line:
                return number, player
    raise NotationError(f"a line with {_EDGES[Player.TWO][0]}", text)


def _drawn_half(setup: Setup, places: Sequence[int], half: Player) -> list[str]:
    """The rows of a half, from the edge of the board to the middle."""
    piles = [_pile(setup, place, half).cells for place in places]
    rows = zip(*piles, strict=True)
    return [_INDENT + _framed("|", [f"{cell:>2} " for cell in row]) for row in rows]


def _pile(setup: Setup, place: int, half: Player) -> _Pile:
    """Whatever stands on a point; on the bar or in the tray, what belongs in this half."""
    counts = {Player.ONE: setup.other[_from_above(place)], Player.TWO: setup.mover[place]}
    owner = half if counts[half] or place in (BAR, OFF) else half.opponent
    return _Pile(LETTERS[owner], counts[owner])


def _from_above(place: int) -> int:
    """A place in the numbering of the top player; the bar and the tray keep their numbers."""
    return BAR - place if OFF < place < BAR else place


def _read_setup(lines: Sequence[str], top: int, mover: Player) -> Setup:
    """Read what lies on the board whose upper edge is this line."""
    upper_edge, lower_edge = _EDGES[mover]
    margin = lines[top].index(upper_edge)
    numbers = range(top + 1, top + 2 * _ROWS + 1)
    rows = [_Row.of(lines, number, margin) for number in numbers]
    for row in rows:
        for wall in _WALLS:
            row.expect("|", wall)
    _Row.of(lines, numbers.stop, margin).expect(lower_edge, 0)
    bottom, above = [0] * (BAR + 1), [0] * (BAR + 1)
    for places, half in ((_UPPER, rows[:_ROWS]), (_LOWER, rows[: -_ROWS - 1 : -1])):
        for place, column in zip(places, _COLUMNS, strict=True):
            pile = _read_pile(half, column)
            if pile.letter == LETTERS[Player.TWO]:
                bottom[place] += pile.count
            else:
                above[_from_above(place)] += pile.count
    return Setup(tuple(bottom), tuple(above))


def _read_pile(rows: Sequence[_Row], column: int) -> _Pile:
    letters = tuple(LETTERS.values())
    *drawn, number = (row.cell(column) for row in rows)
    for row, letter in zip(rows, drawn, strict=False):
        if letter and letter not in letters:
            raise row.failure(f"{' or '.join(letters)} or nothing", column)
    is_high = number.isdecimal() and drawn[0]
    pile = _Pile(drawn[0], int(number) if is_high else len("".join(drawn)))
    for row, found, right in zip(rows, (*drawn, number), pile.cells, strict=True):
        if found != right:
            raise row.failure(f"{right or 'nothing'} in this pile", column)
    return pile
