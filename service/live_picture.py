"""The table as text, for the terminal: what sensors see, what is believed, and what is lit.

Light sits at the bottom, with point 1 at the right. At each place stands, from the rim inwards,
its lamp, what the sensors say, and the checkers; of more than five the last one is their number:

    +-13---14---15---16---17---18--+-----+-19---20---21---22---23---24--+-----+
    |                              |     |      I!                      |     |
    | 5+   .    .    .    o1x1 .   | .   | 5+   .    .    .    .    ?   | .   |
    | o                   x        |     | x                        o   |     |

A sighting without a letter tells no colour, `.` is an empty place, `?` one that nobody can see,
and `?!` one where two sensors cannot both be right.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain

from hardware.checkers import Colour, Layout, Place, bar, point, tray
from hardware.lights import BRIGHTEST, Light, Rgb, Rhythm
from hardware.observations import View
from hardware.sightings import ANYTHING, NOTHING, Count, Sighting
from referee.effects import Meaning
from referee.palettes import STANDARD, Palette
from service.printing import printable

WIDTH = 78
DRAWN = 5
"""How many checkers of a place are drawn at most."""
CHECKERS = {Colour.LIGHT: "o", Colour.DARK: "x"}
UNKNOWN = "?"
"""A checker of which nobody knows the colour, or a place that nobody can see."""
EMPTY = "."
QUARREL = "?!"
POINTER = ">"

LAMPS = {
    Meaning.MISSING: "M",
    Meaning.TOO_MANY: "T",
    Meaning.MOVABLE: "V",
    Meaning.LIFTED: "L",
    Meaning.DESTINATION: "D",
    Meaning.ILLEGAL: "I",
    Meaning.CAME_FROM: "F",
    Meaning.COMPLETE: "C",
    Meaning.AMBIGUOUS: "A",
    Meaning.CHOSEN: "H",
    Meaning.TURN: "N",
    Meaning.OFFER: "Q",
    Meaning.DOUBT: "U",
    Meaning.LINK_LOST: "X",
    Meaning.COMPUTER: "P",
    Meaning.COMPUTER_TO: "R",
}
"""The letter of a lamp."""
RHYTHMS = {
    Rhythm.STEADY: "=",
    Rhythm.BLINK: "*",
    Rhythm.WINK: "~",
    Rhythm.FLASH: "'",
    Rhythm.DOUBLE: '"',
    Rhythm.TRIPLE: "!",
}
"""The sign that stands after the letter."""

_CELL = 5
_UPPER = (*map(point, range(13, 19)), bar(Colour.DARK), *map(point, range(19, 25)))
_LOWER = (*map(point, range(12, 6, -1)), bar(Colour.LIGHT), *map(point, range(6, 0, -1)))
_HALVES = {
    Colour.DARK: (*_UPPER, tray(Colour.DARK)),
    Colour.LIGHT: (*_LOWER, tray(Colour.LIGHT)),
}
"""The places of each half from left to right, by who sits there."""
_LEVELS = (0, 95, 135, 175, 215, 255)
"""What a part of a colour can be in the 256 colours of a terminal."""


@dataclass(frozen=True, slots=True)
class Table:
    """All that the picture shows; what is said comes in words."""

    view: View
    believed: Layout | None = None
    """Where the referee takes the checkers to be, if it does."""
    meanings: Mapping[Place, Meaning] = field(default_factory=dict)
    turn: Colour | None = None
    players: Mapping[Colour, str] = field(default_factory=dict)
    """Who sits where, with the score."""
    status: Sequence[str] = ()
    """The dice and the cube, and which devices are simulated."""
    said: Sequence[str] = ()
    """What people were told last, oldest first."""
    words: Mapping[Meaning, str] = field(default_factory=dict)
    """What the lamps mean."""


def picture(
    table: Table,
    palette: Palette = STANDARD,
    *,
    coloured: bool = False,
    rows: int | None = None,
) -> list[str]:
    """The lines of the picture; if coloured, each lamp has its light behind its letter.

    Where they are to fit into so many rows, what was said last stays whole.
    """
    sentences = [[*_wrapped([sentence])] for sentence in table.said]
    newest = sentences.pop() if sentences else []
    legend = [*_legend(table, palette, coloured=coloured)]
    board = _board(table, palette, coloured=coloured)
    status = [*_wrapped(table.status)]
    if rows is not None:
        board, status = _fitted(board, status, rows - len(newest))
        left = max(rows - len(board) - len(status) - len(newest), 0)
        legend = legend[:left]
        sentences = _latest(sentences, left - len(legend))
    lines = [*board, *status, *legend, *chain.from_iterable(sentences), *newest]
    return [line.rstrip() for line in lines][:rows]


def _board(table: Table, palette: Palette, *, coloured: bool) -> list[str]:
    """The board from the upper player to the lower one."""
    return [
        _caption(table, Colour.DARK),
        *_half(table, palette, Colour.DARK, coloured=coloured),
        _framed("|", [" " * _CELL] * len(_HALVES[Colour.DARK])),
        *reversed(_half(table, palette, Colour.LIGHT, coloured=coloured)),
        _caption(table, Colour.LIGHT),
    ]


def _fitted(board: list[str], status: list[str], rows: int) -> tuple[list[str], list[str]]:
    """As much of both as there are rows for: empty rows of the board go first."""
    rows = max(rows, 0)
    board = board[:]
    for empty in [index for index, line in enumerate(board) if not line.strip(" |")][::-1]:
        if len(board) + len(status) > rows:
            del board[empty]
    board = board[:rows]
    return board, status[: rows - len(board)]


def _latest(sentences: list[list[str]], rows: int) -> list[list[str]]:
    """As many whole sentences as there are rows for, those said last."""
    while sum(map(len, sentences)) > rows:
        sentences = sentences[1:]
    return sentences


def _caption(table: Table, colour: Colour) -> str:
    pointer = POINTER if table.turn is colour else " "
    name = printable(table.players.get(colour, ""))
    return _cut(f"{pointer} {CHECKERS[colour]} {name}")


def _half(table: Table, palette: Palette, half: Colour, *, coloured: bool) -> list[str]:
    """The rows of a half, from the rim to the middle."""
    places = _HALVES[half]
    rows: list[Callable[[Place], str]] = [
        lambda place: _lamp(table.meanings.get(place), palette, coloured=coloured),
        lambda place: _padded(_claim(table.view, place)),
    ]
    stacks = {place: _stack(table, place) for place in places}
    drawn = [[_padded(stacks[place][row]) for place in places] for row in range(DRAWN)]
    edge = _framed("+", [_numbered(place) for place in places])
    return [
        edge,
        *(_framed("|", [row(place) for place in places]) for row in rows),
        *(_framed("|", cells) for cells in drawn),
    ]


def _framed(wall: str, cells: Sequence[str]) -> str:
    quarters = (cells[:6], cells[6:7], cells[7:13], cells[13:])
    return "  " + wall + "".join(f"{''.join(quarter)}{wall}" for quarter in quarters)


def _padded(text: str) -> str:
    return f" {text:<{_CELL - 1}}"


def _numbered(place: Place) -> str:
    number = place.removeprefix("p")
    return f"-{number:-<{_CELL - 1}}" if number.isdecimal() else "-" * _CELL


def _lamp(meaning: Meaning | None, palette: Palette, *, coloured: bool) -> str:
    mark = _mark(meaning, palette, coloured=coloured) if meaning else "  "
    return f" {mark}{' ' * (_CELL - 3)}"


def _mark(meaning: Meaning, palette: Palette, *, coloured: bool) -> str:
    """The two signs of a lamp that is lit."""
    light = palette[meaning]
    mark = f"{LAMPS[meaning]}{RHYTHMS[light.rhythm]}"
    return f"{_shine(light)}{mark}\x1b[0m" if coloured else mark


def _shine(light: Light) -> str:
    """What makes a terminal write on this light, in black or white, whichever can be read."""
    colour = light.colour
    red, green, blue = map(_level, (colour.red, colour.green, colour.blue))
    ink = 30 if _is_pale(colour) else 97
    return f"\x1b[{ink};48;5;{16 + 36 * red + 6 * green + blue}m"


def _level(part: int) -> int:
    return min(range(len(_LEVELS)), key=lambda level: abs(_LEVELS[level] - part))


def _is_pale(colour: Rgb) -> bool:
    """Whether black can be read on it better than white; green looks brighter than blue."""
    return 3 * colour.red + 6 * colour.green + colour.blue > 5 * BRIGHTEST


def _claim(view: View, place: Place) -> str:
    """What the sensors say of a place, in four signs at most."""
    if place in view.disagreements:
        return QUARREL
    sighting = view[place]
    if sighting in (ANYTHING, NOTHING):
        return UNKNOWN if sighting == ANYTHING else EMPTY
    if sighting.is_exact and sighting.light.low and sighting.dark.low:
        parts = [f"{CHECKERS[colour]}{sighting[colour].low}" for colour in Colour]
        text = "".join(parts)
        return text if len(text) < _CELL else f"{sighting.total.low}"
    return f"{_letter(sighting)}{_range(sighting.total)}"


def _letter(sighting: Sighting) -> str:
    """The colour of whatever lies there, where it is known."""
    known = [colour for colour in Colour if not sighting[colour.other].high]
    return CHECKERS[known[0]] if len(known) == 1 else ""


def _range(count: Count) -> str:
    """A count in three signs, and above nine without its upper bound."""
    if count.low == count.high:
        return f"{count.low}"
    return f"{count.low}-{count.high}" if count.high <= 9 else f"{count.low}+"  # noqa: PLR2004


def _stack(table: Table, place: Place) -> list[str]:
    """What stands in each row of a place, from the rim."""
    checkers = _seen(table.view[place]) if table.believed is None else _laid(table.believed, place)
    rows = [*checkers[:DRAWN], *[""] * (DRAWN - len(checkers))]
    if len(checkers) > DRAWN:
        rows[-1] = str(len(checkers))
    return rows


def _laid(layout: Layout, place: Place) -> str:
    return "".join(CHECKERS[colour] * layout.count(place, colour) for colour in Colour)


def _seen(sighting: Sighting) -> str:
    """The checkers that are there for certain."""
    certain = "".join(CHECKERS[colour] * sighting[colour].low for colour in Colour)
    return certain + UNKNOWN * (sighting.total.low - len(certain))


def _legend(table: Table, palette: Palette, *, coloured: bool) -> Iterator[str]:
    """What is lit, with its rhythm in eighths of a second and what it means."""
    lit = {*table.meanings.values()}
    for meaning in Meaning:
        if meaning in lit:
            words = printable(table.words.get(meaning, meaning.value.replace("_", " ")))
            mark = _mark(meaning, palette, coloured=coloured)
            yield f"  {mark} {_cut(f'{palette[meaning].rhythm.value} {words}', WIDTH - 5)}"


def _wrapped(sentences: Iterable[str]) -> Iterator[str]:
    for sentence in sentences:
        yield from textwrap.wrap(printable(sentence), WIDTH)


def _cut(text: str, width: int = WIDTH) -> str:
    return text if len(text) <= width else f"{text[: width - 1]}…"
