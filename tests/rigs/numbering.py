"""Places as backgammon players call them: by number, each from his own home."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise

from engine.backgammon.places import BAR, OFF
from hardware.checkers import BACKGAMMON, Colour, Layout, Pile, Place, bar, tray
from hardware.drivers.simulated.table import BOX
from referee.seating import place_of

SET = 15
"""How many checkers a player has."""


def read_place(text: str, colour: Colour) -> Place:
    """A place by its number, or a bar or tray: one's own, or whose it is said to be."""
    if found := re.fullmatch(r"(light|dark)'s (\w+)", text):
        return read_place(found[2], Colour(found[1]))
    names = {"bar": bar(colour), "tray": tray(colour), "off": tray(colour), "box": BOX}
    if text in names:
        return names[text]
    number = int(text)
    if not OFF < number < BAR:
        raise ValueError(f"there is no point {number}")
    return place_of(number, colour)


def write_place(place: Place, colour: Colour) -> str:
    """The number of a place as this colour counts; bars and trays by whose they are."""
    for whose in Colour:
        for name, half in (("bar", bar(whose)), ("tray", tray(whose))):
            if place == half:
                return f"{whose.value}'s {name}"
    number = int(place[1:])
    return str(number if colour is Colour.LIGHT else BAR - number)


def write_places(places: Iterable[Place], colour: Colour) -> str:
    """Places from back to front, then bars and trays."""
    last = len(BACKGAMMON)

    def order(place: Place) -> tuple[int, int]:
        name = write_place(place, colour)
        return (-int(name), 0) if name.isdigit() else (last, BACKGAMMON.index(place))

    return " ".join(write_place(place, colour) for place in sorted(places, key=order))


def read_layout(text: str) -> Layout:
    """Checkers as `light 6(5) 8(3) bar | dark 24`: whoever is not on the board is borne off."""
    piles: dict[Place, Pile] = {}
    for part in text.split("|"):
        name, *stacks = part.split()
        colour = Colour(name)
        held = dict(_stack(stack, colour) for stack in stacks)
        off = SET - sum(held.values())
        counts: Mapping[Place, int] = {**held, tray(colour): off}
        for place, count in counts.items():
            if count:
                piles[place] = Pile(colour, count)
    return Layout(piles)


def read_carries(text: str) -> Iterator[tuple[str, str, bool]]:
    """From where to where checkers are carried one after the other, and whether they hit."""
    for word in text.split():
        found = re.fullmatch(r"([\w/*]+)(?:\((\d)\))?", word)
        if not found or "/" not in word:
            raise ValueError(f"{word} is no way for a checker")
        stops = found[1].split("/")
        for _ in range(int(found[2] or 1)):
            for source, target in pairwise(stops):
                yield source.rstrip("*"), target.rstrip("*"), target.endswith("*")


def _stack(text: str, colour: Colour) -> tuple[Place, int]:
    found = re.fullmatch(r"(\w+)(?:\((\d+)\))?", text)
    if not found:
        raise ValueError(f"{text} is no stack of checkers")
    return read_place(found[1], colour), int(found[2] or 1)
