"""A board with its lamps as SVG, small enough to read."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import NamedTuple
from xml.sax.saxutils import escape

from hardware.checkers import BACKGAMMON, POINTS, Colour, Layout, Place, bar, tray
from hardware.outputs import LampFrame, LampLight, Rgb, Rhythm
from referee.effects import LampMeaning
from referee.palettes import Palette, frame

WIDTH, BOARD = 524, 392
"""Width of a picture, and its height without the text below."""
LINE = 24
"""The height of a line of text."""
DRAWN = 5
"""Number of checkers of a pile that are drawn."""

_COLUMN, _BAR, _MARGIN = 34, 40, 14
_RADIUS = 13
_RIMS = {Colour.DARK: 52, Colour.LIGHT: BOARD - 52}
"""The upper and the lower edge of the field, by who sits there."""
_NUMBER_OUT, _LAMP_OUT, _STRIP_OUT = 7, 25, 42
"""Distances from the field to the numbers of the points, the lamps and their rhythms."""
_BOX = 3.5
"""The width of an eighth of a second."""
_POINT = 130
_STYLE = (
    "text{font:11px sans-serif;fill:#d8cfc4;text-anchor:middle}.w{font-size:13px;text-anchor:start}"
    ".d{fill:#222;font:bold 17px sans-serif}"
)


class Spot(NamedTuple):
    """The drawn position of a place: its middle, and the half of the board it lies in."""

    x: float
    half: Colour

    def out(self, distance: float) -> float:
        """The height that is so far outside the field, or inside if negative."""
        return _RIMS[self.half] + (distance if self.half is Colour.LIGHT else -distance)


def _spots() -> Iterator[tuple[Place, Spot]]:
    right = _MARGIN + 6 * _COLUMN + _BAR
    for number, place in enumerate(POINTS, 1):
        half = Colour.LIGHT if number <= len(POINTS) // 2 else Colour.DARK
        column = 12 - number if half is Colour.LIGHT else number - 13
        left = _MARGIN if column < len(POINTS) // 4 else _MARGIN + _BAR
        yield place, Spot(left + (column + 0.5) * _COLUMN, half)
    for half in Colour:
        yield bar(half), Spot(right - _BAR / 2, half)
        yield tray(half), Spot(WIDTH - _MARGIN - _BAR / 2, half)


SPOTS = dict(_spots())


@dataclass(frozen=True, slots=True)
class Scene:
    """A moment at the table."""

    title: str
    layout: Layout
    """The true places of the checkers."""
    meanings: Mapping[Place, LampMeaning] = field(default_factory=dict)
    dice: tuple[int, ...] = ()
    turn: Colour = Colour.LIGHT
    """The owner of the dice on the board."""


def draw_scene(scene: Scene, palette: Palette, words: Mapping[LampMeaning, str]) -> str:
    """The scene as SVG, with the meanings of its lamps below it."""
    shining = frame(scene.meanings, palette)
    lit = [meaning for meaning in LampMeaning if meaning in scene.meanings.values()]
    parts = [
        *_field(),
        *_checkers(scene.layout),
        *_dice(scene),
        _dark_lamps(shining),
        *(_lamp(light, SPOTS[at].x, SPOTS[at].out(_LAMP_OUT)) for at, light in _lit_lamps(shining)),
        *(_strip(light, *_outside(SPOTS[at])) for at, light in _lit_lamps(shining)),
        *_legend_rows(lit, palette, words, columns=1, top=BOARD),
    ]
    rhythms = {light.rhythm for light in shining.lights.values()}
    return _svg(scene.title, BOARD + LINE * len(lit) + _MARGIN, rhythms, parts)


def drawn_palette(palette: Palette, words: Mapping[LampMeaning, str]) -> str:
    """All the lights of a palette as SVG."""
    parts = list(_legend_rows([*LampMeaning], palette, words, columns=2, top=_MARGIN))
    height = LINE * len(LampMeaning) // 2 + 2 * _MARGIN
    return _svg(f"The palette {palette.name}", height, {*Rhythm}, parts)


def _svg(title: str, height: int, rhythms: set[Rhythm], parts: Iterable[str]) -> str:
    ordered = [rhythm for rhythm in Rhythm if rhythm in rhythms]
    motion = "".join(map(_motion, ordered))
    moving = f"@media(prefers-reduced-motion:no-preference){{{motion}}}"
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img">',
        f"<title>{escape(title)}</title>",
        f"<style>{_STYLE}{moving}</style>",
        f'<rect width="{WIDTH}" height="{height}" rx="10" fill="#171310"/>',
        f"<defs>{''.join(map(_strip_of, ordered))}</defs>",
        *parts,
        "</svg>",
    ]
    return "\n".join(line for line in lines if line) + "\n"


def _motion(rhythm: Rhythm) -> str:
    """The rhythm as an animation, without a frame where nothing changes."""
    name, marks = rhythm.name.lower(), rhythm.value
    if len(set(marks)) == 1:
        return ""
    steps = "".join(
        f"{100 * at / len(marks):g}%{{opacity:{1 if mark == '#' else 0.1}}}"
        for at, mark in enumerate(marks)
        if not at or marks[at - 1] != mark
    )
    return f"@keyframes {name}{{{steps}}}.{name}{{animation:{name} 1s step-end infinite}}"


def _field() -> Iterator[str]:
    """The wood, the points and their numbers."""
    top, bottom = _RIMS[Colour.DARK], _RIMS[Colour.LIGHT]
    right = _MARGIN + 6 * _COLUMN + _BAR
    for left, width in ((_MARGIN, 204), (right, 204), (WIDTH - _MARGIN - _BAR + 4, 32)):
        height = bottom - top
        yield f'<rect x="{left}" y="{top}" width="{width}" height="{height}" fill="#3a2c22"/>'
    for odd, colour in enumerate(("#6d5238", "#93774f")):
        shapes = "".join(
            f"M{spot.x - 17:g} {spot.out(0)}l17 {spot.out(-_POINT) - spot.out(0)} 17 "
            f"{spot.out(0) - spot.out(-_POINT)}z"
            for number, spot in enumerate(SPOTS[place] for place in POINTS)
            if number % 2 == odd
        )
        yield f'<path fill="{colour}" d="{shapes}"/>'
    for number, place in enumerate(POINTS, 1):
        spot = SPOTS[place]
        yield f'<text x="{spot.x:g}" y="{spot.out(_NUMBER_OUT) + 4:g}">{number}</text>'


def _checkers(layout: Layout) -> Iterator[str]:
    """All checkers of a colour as the dots of one line, drawn twice to give them an edge."""
    for colour, (edge, face) in _WOODS.items():
        dots = "".join(
            f"M{SPOTS[place].x:g} {_height(place, number):g}h0"
            for place in BACKGAMMON.places
            for number in range(min(layout.count(place, colour), DRAWN))
        )
        if not dots:
            continue
        name = colour.value
        yield f'<defs><path id="{name}" stroke-linecap="round" d="{dots}"/></defs>'
        yield f'<use href="#{name}" stroke="{edge}" stroke-width="{2 * _RADIUS}"/>'
        yield f'<use href="#{name}" stroke="{face}" stroke-width="{2 * _RADIUS - 4}"/>'
        yield from _numbers(layout, colour)


_WOODS = {Colour.LIGHT: ("#7a6a52", "#efe3cb"), Colour.DARK: ("#8a7a6a", "#2b211b")}


def _numbers(layout: Layout, colour: Colour) -> Iterator[str]:
    """The numbers on piles of which not all checkers are drawn."""
    ink = "#222" if colour is Colour.LIGHT else "#eee"
    for place in BACKGAMMON.places:
        count = layout.count(place, colour)
        if count > DRAWN:
            x, y = SPOTS[place].x, _height(place, DRAWN - 1) + 4
            yield f'<text x="{x:g}" y="{y:g}" style="fill:{ink}">{count}</text>'


def _height(place: Place, number: int) -> float:
    return SPOTS[place].out(-_RADIUS - 2 * _RADIUS * number)


def _dice(scene: Scene) -> Iterator[str]:
    """The dice, at the right of the player who has thrown them."""
    middle = 14 + 3 * _COLUMN + (6 * _COLUMN + _BAR if scene.turn is Colour.LIGHT else 0)
    for number, face in enumerate(scene.dice):
        x = middle - 30 + 34 * number
        paper = "#efe3cb" if scene.turn is Colour.LIGHT else "#9c8b7a"
        yield f'<rect x="{x}" y="{BOARD / 2 - 13:g}" width="26" height="26" rx="5" fill="{paper}"/>'
        yield f'<text class="d" x="{x + 13}" y="{BOARD / 2 + 6:g}">{face}</text>'


def _dark_lamps(shining: LampFrame) -> str:
    dots = "".join(
        f"M{spot.x:g} {spot.out(_LAMP_OUT)}h0"
        for place, spot in SPOTS.items()
        if place not in shining.lights
    )
    return f'<path stroke-linecap="round" d="{dots}" stroke="#3b332d" stroke-width="9"/>'


def _lit_lamps(shining: LampFrame) -> Sequence[tuple[Place, LampLight]]:
    return [(place, shining.lights[place]) for place in SPOTS if place in shining.lights]


def _lamp(light: LampLight, x: float, y: float) -> str:
    colour = _hex(light.colour)
    return (
        f'<g class="{light.rhythm.name.lower()}" fill="{colour}">'
        f'<circle cx="{x:g}" cy="{y:g}" r="12" opacity=".3"/>'
        f'<circle cx="{x:g}" cy="{y:g}" r="7" stroke="#998"/></g>'
    )


def _outside(spot: Spot) -> tuple[float, float]:
    """The place beside the board where a rhythm is drawn."""
    return spot.x - len(Rhythm.STEADY.value) / 2 * _BOX, spot.out(_STRIP_OUT)


def _strip(light: LampLight, x: float, y: float) -> str:
    return f'<use href="#{_strip_name(light.rhythm)}" x="{x:g}" y="{y:g}"/>'


def _strip_name(rhythm: Rhythm) -> str:
    return f"s{[*Rhythm].index(rhythm)}"


def _strip_of(rhythm: Rhythm) -> str:
    """The rhythm as a strip of eight boxes, those full in which the light is on."""
    runs = (list(run) for _, run in groupby(enumerate(rhythm.value), lambda item: item[1]))
    full = "".join(
        f"M{run[0][0] * _BOX:g} 0h{len(run) * _BOX:g}" for run in runs if run[0][1] == "#"
    )
    whole = f"M0 0h{len(rhythm.value) * _BOX:g}"
    return (
        f'<g id="{_strip_name(rhythm)}" stroke-width="6"><path d="{whole}" stroke="#3b332d"/>'
        f'<path d="{full}" stroke="#d8cfc4"/>'
        f'<path d="{whole}" stroke="#171310" stroke-dasharray=".5 {_BOX - 0.5:g}"/></g>'
    )


def _legend_rows(
    meanings: Sequence[LampMeaning],
    palette: Palette,
    words: Mapping[LampMeaning, str],
    *,
    columns: int,
    top: float,
) -> Iterator[str]:
    """A lamp, its rhythm and its words for each meaning, column by column."""
    rows = -(-len(meanings) // columns)
    for number, meaning in enumerate(meanings):
        x = _MARGIN + 12 + number // rows * WIDTH / columns
        y = top + LINE * (number % rows + 0.5)
        yield _lamp(palette[meaning], x, y)
        yield _strip(palette[meaning], x + 20, y)
        yield f'<text class="w" x="{x + 58:g}" y="{y + 4.5:g}">{escape(words[meaning])}</text>'


def _hex(colour: Rgb) -> str:
    return f"#{colour.red:02x}{colour.green:02x}{colour.blue:02x}"
