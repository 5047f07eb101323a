"""What lies on a board as 26 letters, seen by Light: the letters that begin an XGID.

First comes Dark's bar, then the points 1 to 24 as Light counts them, then Light's bar. `A` to `O`
are one to fifteen light checkers, `a` to `o` dark ones, `-` is none; what is missing to fifteen is
borne off.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from engine.backgammon.position import CHECKERS
from hardware.checkers import POINTS, Colour, Layout, Pile, Place, bar, tray

PLACES = (bar(Colour.DARK), *POINTS, bar(Colour.LIGHT))
"""The places in the order of their letters."""
NONE = "-"
_FIRST = {Colour.LIGHT: "A", Colour.DARK: "a"}
_PILES: Mapping[str, Pile | None] = {
    NONE: None,
    **{
        chr(ord(first) + count - 1): Pile(colour, count)
        for colour, first in _FIRST.items()
        for count in range(1, CHECKERS + 1)
    },
}
_LETTERS = {pile: letter for letter, pile in _PILES.items()}


def write_board(layout: Layout) -> str:
    """The letters of a layout; ValueError if it is none of a board with fifteen checkers a side."""
    letters = "".join(_letter(layout, place) for place in PLACES)
    if read_board(letters) != layout:
        raise ValueError("what lies in the trays is not what is missing on the board")
    return letters


def read_board(text: str) -> Layout:
    """The layout that such letters spell, trays and all; ValueError if they spell none."""
    piles = read_piles(text)
    there = Counter[Colour]()
    for pile in piles.values():
        there[pile.colour] += pile.count
    if too_many := [colour.value for colour in Colour if there[colour] > CHECKERS]:
        raise ValueError(f"more than {CHECKERS} checkers are {' and '.join(too_many)}")
    off = {
        tray(colour): Pile(colour, CHECKERS - there[colour])
        for colour in Colour
        if there[colour] < CHECKERS
    }
    return Layout({**piles, **off})


def read_piles(text: str) -> Mapping[Place, Pile]:
    """What such letters spell, however many checkers that are; ValueError if they spell nothing."""
    if len(text) != len(PLACES):
        raise ValueError(f"a board is {len(PLACES)} letters, not {len(text)}")
    lying = {place: _pile(letter) for place, letter in zip(PLACES, text, strict=True)}
    piles = {place: pile for place, pile in lying.items() if pile}
    for colour in Colour:
        if (half := piles.get(bar(colour))) and half.colour is not colour:
            raise ValueError(f"{half.colour.value} checkers on the bar of {colour.value}")
    return piles


def _letter(layout: Layout, place: Place) -> str:
    pile = layout.piles.get(place)
    if pile not in _LETTERS:
        raise ValueError(f"no letter stands for {pile} on {place}")
    return _LETTERS[pile]


def _pile(letter: str) -> Pile | None:
    if letter not in _PILES:
        raise ValueError(f"a board is written with -, A to O and a to o, not {letter!r}")
    return _PILES[letter]
