"""Places, layouts and ways of checkers as stories write them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise

from engine.backgammon.position import BAR, OFF
from hardware.checkers import BACKGAMMON, Colour, Layout, Pile, Place, bar, tray
from hardware.drivers.simulated.simulated_table import BOX
from referee.seating import place_of
from service.story.story_problems import StoryProblem

SET = 15
"""The number of checkers of a player."""


def read_place(text: str, colour: Colour) -> Place:
    """A place by its number, or a bar or tray: the own one, or that of a named colour."""
    if found := re.fullmatch(r"(light|dark)'s (\w+)", text):
        return read_place(found[2], Colour(found[1]))
    names = {"bar": bar(colour), "tray": tray(colour), "off": tray(colour), "box": BOX}
    if text in names:
        return names[text]
    if not re.fullmatch("[0-9]{1,2}", text) or not OFF < int(text) < BAR:
        raise StoryProblem("no_place", text=text)
    return place_of(int(text), colour)


def write_place(place: Place, colour: Colour) -> str:
    """The number of a place as this colour counts; bars and trays with their owner."""
    for whose in Colour:
        for name, half in (("bar", bar(whose)), ("tray", tray(whose))):
            if place == half:
                return f"{whose.value}'s {name}"
    number = int(place[1:])
    return str(number if colour is Colour.LIGHT else BAR - number)


def write_places(places: Iterable[Place], colour: Colour) -> str:
    """Places from back to front, then bars and trays."""
    last = len(BACKGAMMON.places)

    def order(place: Place) -> tuple[int, int]:
        name = write_place(place, colour)
        return (-int(name), 0) if name.isdigit() else (last, BACKGAMMON.places.index(place))

    return " ".join(write_place(place, colour) for place in sorted(places, key=order))


def read_layout(text: str) -> Layout:
    """A layout from `light 6(5) 8(3) bar | dark 24`; missing checkers are borne off."""
    piles: dict[Place, Pile] = {}
    described = set[Colour]()
    for part in text.split("|"):
        name, *stacks = part.split() or [""]
        if name not in (colour.value for colour in Colour) or Colour(name) in described:
            raise StoryProblem("no_layout", text=text)
        colour = Colour(name)
        described.add(colour)
        # A layout has one colour on a place: of two that are named there, the second remains.
        piles |= _piles(stacks, colour)
    return Layout(piles)


def _piles(stacks: Iterable[str], colour: Colour) -> dict[Place, Pile]:
    """The piles of a colour, with the rest of its checkers in its tray."""
    piles: dict[Place, Pile] = {}
    left = SET
    for text in stacks:
        place, count = _stack(text, colour)
        if place == BOX:
            raise StoryProblem("not_on_board", text=text)
        if place in piles:
            raise StoryProblem("place_twice", place=write_place(place, colour))
        left -= count
        if not 0 < count <= SET or left < 0:
            raise StoryProblem("no_such_number", text=text, most=SET)
        piles[place] = Pile(colour, count)
    if left:
        there = piles.get(tray(colour))
        piles[tray(colour)] = Pile(colour, left + (there.count if there else 0))
    return piles


def read_carries(text: str) -> Iterator[tuple[str, str, bool]]:
    """Source, target and hit of each checker that is carried, in order."""
    for word in text.split():
        found = re.fullmatch(r"([\w/*]+)(?:\(([1-9])\))?", word)
        if not found or "/" not in word:
            raise StoryProblem("no_way", text=word)
        stops = found[1].split("/")
        for _ in range(int(found[2] or 1)):
            for source, target in pairwise(stops):
                yield source.rstrip("*"), target.rstrip("*"), target.endswith("*")


def _stack(text: str, colour: Colour) -> tuple[Place, int]:
    found = re.fullmatch(r"(\w+)(?:\((\d+)\))?", text)
    if not found:
        raise StoryProblem("no_stack", text=text)
    return read_place(found[1], colour), int(found[2] or 1)


def optional_colour(name: str | None) -> Colour | None:
    """The colour of this name; None without a name."""
    return Colour(name) if name else None
