"""The table as text for the terminal: claims, checkers and lamps."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain

from hardware.checkers import Colour, Layout, Place, bar, point, tray
from hardware.observations import EMPTY_SIGHTING, UNKNOWN_SIGHTING, CombinedView, Count, Sighting
from hardware.outputs import BRIGHTEST, LampLight, Rhythm
from referee.effects import LampMeaning
from referee.palettes import STANDARD, Palette
from service.words.printable_text import printable

WIDTH = 78
MAX_DRAWN = 5
"""The most checkers that are drawn on a place."""
CHECKERS = {Colour.LIGHT: "o", Colour.DARK: "x"}
UNKNOWN = "?"
"""A checker of unknown colour, or a place that no sensor sees."""
EMPTY = "."
CONTRADICTION = "?!"
POINTER = ">"

LAMPS = {
    LampMeaning.MISSING: "M", LampMeaning.TOO_MANY: "T", LampMeaning.MOVABLE: "V",
    LampMeaning.LIFTED: "L", LampMeaning.DESTINATION: "D", LampMeaning.ILLEGAL: "I",
    LampMeaning.CAME_FROM: "F", LampMeaning.COMPLETE: "C", LampMeaning.AMBIGUOUS: "A",
    LampMeaning.CHOSEN: "H", LampMeaning.TURN: "N", LampMeaning.OFFER: "Q", LampMeaning.DOUBT: "U",
    LampMeaning.CONFIRM: "S",
    LampMeaning.LINK_LOST: "X", LampMeaning.COMPUTER: "P", LampMeaning.COMPUTER_TO: "R",
}  # fmt: skip
"""The letter for the meaning of a lamp."""
RHYTHMS = {
    Rhythm.STEADY: "=", Rhythm.BLINK: "*", Rhythm.WINK: "~", Rhythm.FLASH: "'", Rhythm.DOUBLE: '"',
    Rhythm.TRIPLE: "!",
}  # fmt: skip
"""The sign for the rhythm of a lamp, after its letter."""

_CELL = 5
_UPPER = (*map(point, range(13, 19)), bar(Colour.DARK), *map(point, range(19, 25)))
_LOWER = (*map(point, range(12, 6, -1)), bar(Colour.LIGHT), *map(point, range(6, 0, -1)))
_HALVES = {Colour.DARK: (*_UPPER, tray(Colour.DARK)), Colour.LIGHT: (*_LOWER, tray(Colour.LIGHT))}
"""The places of each half of the picture from left to right, by the player who sits there."""
_LEVELS = (0, 95, 135, 175, 215, 255)
"""The values of a colour component in the 256 colours of a terminal."""


@dataclass(frozen=True, slots=True)
class PictureContent:
    """The content of the picture; all texts are translated already."""

    view: CombinedView
    assumed: Layout | None = None
    """The layout that the referee assumes, if any."""
    meanings: Mapping[Place, LampMeaning] = field(default_factory=dict)
    turn: Colour | None = None
    players: Mapping[Colour, str] = field(default_factory=dict)
    """The players by colour, with their scores."""
    status: Sequence[str] = ()
    """Lines about the dice, the cube and the simulated devices."""
    sayings: Sequence[str] = ()
    """The last sentences to the players, oldest first."""
    lamp_words: Mapping[LampMeaning, str] = field(default_factory=dict)
    """The meanings of the lamps in words."""


def draw_table(
    table: PictureContent,
    palette: Palette = STANDARD,
    *,
    coloured: bool = False,
    rows: int | None = None,
) -> list[str]:
    """Returns the lines of the picture; if `coloured`, each lamp's colour is behind its letter.

    If `rows` is given, other lines are left out so that the newest sentence fits whole.
    """
    sentences = [[*_wrapped([sentence])] for sentence in table.sayings]
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


def _board(table: PictureContent, palette: Palette, *, coloured: bool) -> list[str]:
    return [
        _caption(table, Colour.DARK),
        *_half(table, palette, Colour.DARK, coloured=coloured),
        _framed("|", [" " * _CELL] * len(_HALVES[Colour.DARK])),
        *reversed(_half(table, palette, Colour.LIGHT, coloured=coloured)),
        _caption(table, Colour.LIGHT),
    ]


def _fitted(board: list[str], status: list[str], rows: int) -> tuple[list[str], list[str]]:
    """Shortens board and status to the number of rows; empty board rows are dropped first."""
    rows = max(rows, 0)
    board = board[:]
    for empty in [index for index, line in enumerate(board) if not line.strip(" |")][::-1]:
        if len(board) + len(status) > rows:
            del board[empty]
    board = board[:rows]
    return board, status[: rows - len(board)]


def _latest(sentences: list[list[str]], rows: int) -> list[list[str]]:
    """The last sentences that fit completely into the rows."""
    while sum(map(len, sentences)) > rows:
        sentences = sentences[1:]
    return sentences


def _caption(table: PictureContent, colour: Colour) -> str:
    pointer = POINTER if table.turn is colour else " "
    name = printable(table.players.get(colour, ""))
    return _cut(f"{pointer} {CHECKERS[colour]} {name}")


def _half(table: PictureContent, palette: Palette, half: Colour, *, coloured: bool) -> list[str]:
    """The rows of one half, from the rim to the middle."""
    places = _HALVES[half]
    lamps = [_lamp(table.meanings.get(place), palette, coloured=coloured) for place in places]
    claims = [_padded(_claim(table.view, place)) for place in places]
    stacks = [_stack(table, place) for place in places]
    drawn = [[_padded(stack[row]) for stack in stacks] for row in range(MAX_DRAWN)]
    edge = _framed("+", [_numbered(place) for place in places])
    return [edge, *(_framed("|", cells) for cells in (lamps, claims, *drawn))]


def _framed(wall: str, cells: Sequence[str]) -> str:
    quarters = (cells[:6], cells[6:7], cells[7:13], cells[13:])
    return "  " + wall + "".join(f"{''.join(quarter)}{wall}" for quarter in quarters)


def _padded(text: str) -> str:
    return f" {text:<{_CELL - 1}}"


def _numbered(place: Place) -> str:
    number = place.removeprefix("p")
    return f"-{number:-<{_CELL - 1}}" if number.isdecimal() else "-" * _CELL


def _lamp(meaning: LampMeaning | None, palette: Palette, *, coloured: bool) -> str:
    mark = _mark(meaning, palette, coloured=coloured) if meaning else "  "
    return f" {mark}{' ' * (_CELL - 3)}"


def _mark(meaning: LampMeaning, palette: Palette, *, coloured: bool) -> str:
    """The two signs of a lit lamp: meaning and rhythm."""
    light = palette[meaning]
    mark = f"{LAMPS[meaning]}{RHYTHMS[light.rhythm]}"
    return f"{_background(light)}{mark}\x1b[0m" if coloured else mark


def _background(light: LampLight) -> str:
    """The escape sequence for this background colour, with a readable black or white text on it."""
    colour = light.colour
    red, green, blue = map(_level, (colour.red, colour.green, colour.blue))
    # Green looks brighter than blue.
    is_pale = 3 * colour.red + 6 * colour.green + colour.blue > 5 * BRIGHTEST
    ink = 30 if is_pale else 97
    return f"\x1b[{ink};48;5;{16 + 36 * red + 6 * green + blue}m"


def _level(part: int) -> int:
    return min(range(len(_LEVELS)), key=lambda level: abs(_LEVELS[level] - part))


def _claim(view: CombinedView, place: Place) -> str:
    """The claim of the sensors about a place, in at most four characters."""
    if place in view.disagreements:
        return CONTRADICTION
    sighting = view[place]
    if sighting in (UNKNOWN_SIGHTING, EMPTY_SIGHTING):
        return UNKNOWN if sighting == UNKNOWN_SIGHTING else EMPTY
    if sighting.is_exact and sighting.light.low and sighting.dark.low:
        text = "".join(f"{CHECKERS[colour]}{sighting[colour].low}" for colour in Colour)
        return text if len(text) < _CELL else f"{sighting.total.low}"
    return f"{_letter(sighting)}{_range(sighting.total)}"


def _letter(sighting: Sighting) -> str:
    """The letter of the colour on a place, or an empty text if it is unknown."""
    known = [colour for colour in Colour if not sighting[colour.other].high]
    return CHECKERS[known[0]] if len(known) == 1 else ""


def _range(count: Count) -> str:
    """A count in at most three characters; ranges above nine lose their upper bound."""
    if count.low == count.high:
        return f"{count.low}"
    return f"{count.low}-{count.high}" if count.high <= 9 else f"{count.low}+"  # noqa: PLR2004


def _stack(table: PictureContent, place: Place) -> list[str]:
    """The text of a place in each row, from the rim."""
    checkers = _certain_checkers(table.view[place])
    if table.assumed is not None:
        counts = {colour: table.assumed.count(place, colour) for colour in Colour}
        checkers = "".join(CHECKERS[colour] * count for colour, count in counts.items())
    rows = [*checkers[:MAX_DRAWN], *[""] * (MAX_DRAWN - len(checkers))]
    if len(checkers) > MAX_DRAWN:
        rows[-1] = str(len(checkers))
    return rows


def _certain_checkers(sighting: Sighting) -> str:
    """The checkers that are certain, with ? for unknown colours."""
    certain = "".join(CHECKERS[colour] * sighting[colour].low for colour in Colour)
    return certain + UNKNOWN * (sighting.total.low - len(certain))


def _legend(table: PictureContent, palette: Palette, *, coloured: bool) -> Iterator[str]:
    """The legend of the lit lamps: mark, rhythm in eighths of a second, and meaning."""
    lit = {*table.meanings.values()}
    for meaning in LampMeaning:
        if meaning in lit:
            words = printable(table.lamp_words.get(meaning, meaning.value.replace("_", " ")))
            mark = _mark(meaning, palette, coloured=coloured)
            yield f"  {mark} {_cut(f'{palette[meaning].rhythm.value} {words}', WIDTH - 5)}"


def _wrapped(sentences: Iterable[str]) -> Iterator[str]:
    for sentence in sentences:
        yield from textwrap.wrap(printable(sentence), WIDTH)


def _cut(text: str, width: int = WIDTH) -> str:
    return text if len(text) <= width else f"{text[: width - 1]}…"
