"""Compact texts, short and legible, of the values that a journal repeats most."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from itertools import groupby
from typing import Any

from engine.backgammon.dice import Dice
from engine.backgammon.position import Position
from hardware.checkers import Colour, Pile, Place
from hardware.observations import (
    ANY_COUNT,
    MAX_CHECKERS,
    UNKNOWN_SIGHTING,
    Count,
    Sighting,
    SlotStates,
    of_colour,
)

MAX_PLACES = 200
"""Places of one observation; a table has thirty, and a stranger's journal may say anything."""
CACHE_SIZE = 4096
"""Spellings that need not be worked out again."""
LETTERS = {Colour.LIGHT: "L", Colour.DARK: "D"}
_COLOURS = {letter: colour for colour, letter in LETTERS.items()}
_COUNT = r"[0-9]{1,2}(?:\+|-[0-9]{1,2})?"
_SIGHTING = re.compile(
    rf"(?P<all>{_COUNT})"
    rf"|(?P<colour>[LD])(?P<only>{_COUNT})"
    rf"|L(?P<light>{_COUNT})D(?P<dark>{_COUNT})(?:T(?P<total>{_COUNT}))?"
)
_PILE = re.compile("([LD])([1-9][0-9]*)")
_STATES = re.compile("[01]{1,30}")
_NUMBER = "[1-9][0-9]{0,3}"
_NAME = re.compile(rf"([a-z][a-z.]*)({_NUMBER})?")
_RUN = re.compile(rf"([a-z][a-z.]*)(?:({_NUMBER})(?:-({_NUMBER}))?)?=(.+)")


def spell_sighting(sighting: Sighting) -> str:
    """`3`, `5+`, `2-4` where no colour is told, `L3`, `D4-5`, `L1D0-2`, `L0+D0+T2`, or `?`."""
    return _shortest_text(sighting.light, sighting.dark, sighting.total)


@lru_cache(CACHE_SIZE)
def read_sighting(text: str) -> Sighting:
    """The sighting of a compact text; ValueError if it is not one."""
    if text == "?":
        return UNKNOWN_SIGHTING
    found = _SIGHTING.fullmatch(text)
    if not found:
        raise ValueError("a sighting such as 3, 5+, L3, D4-5, L1D0-2, L0+D0+T2 or ?")
    if found["all"]:
        return Sighting(ANY_COUNT, ANY_COUNT, _count(found["all"]))
    if found["colour"]:
        count = _count(found["only"])
        return of_colour(_COLOURS[found["colour"]], count.low, count.high)
    total = _count(found["total"]) if found["total"] else ANY_COUNT
    return Sighting(_count(found["light"]), _count(found["dark"]), total)


def spell_sightings(sightings: Mapping[Place, Sighting]) -> str | dict[str, str]:
    """`p1=2 p2-5=0 bar.light=L1`, in the order given; an object if a name is out of the common."""
    return _spell_by_place({place: spell_sighting(seen) for place, seen in sightings.items()})


def read_sightings(data: object) -> dict[Place, Sighting]:
    """The sightings of a compact text or object; ValueError if it is neither."""
    texts = _read_by_place(data, "sightings such as p1=2 p2-5=0")
    return {place: read_sighting(text) for place, text in texts.items()}


def spell_slots(slots: Mapping[Place, SlotStates]) -> str | dict[str, str]:
    """`p1=11000 p2-5=00000`: 1 for each closed switch from the rim."""
    return _spell_by_place({place: _spell_states(states) for place, states in slots.items()})


def read_slots(data: object) -> dict[Place, SlotStates]:
    """The states of the switches of a compact text or object; ValueError if it is neither."""
    texts = _read_by_place(data, "switches such as p1=11000 p2-5=00000")
    return {place: _read_states(text) for place, text in texts.items()}


@lru_cache(CACHE_SIZE)
def _spell_states(states: SlotStates) -> str:
    return "".join("01"[closed] for closed in states)


@lru_cache(CACHE_SIZE)
def _read_states(text: str) -> SlotStates:
    if not _STATES.fullmatch(text):
        raise ValueError("1 or 0 for each switch, such as 11000")
    return tuple(state == "1" for state in text)


def _spell_by_place(texts: Mapping[Place, str]) -> str | dict[str, str]:
    if not all(_NAME.fullmatch(place) for place in texts):
        return {str(place): text for place, text in texts.items()}
    return " ".join(f"{places}={text}" for places, text in _runs(texts))


def _read_by_place(data: object, expected: str) -> dict[Place, str]:
    """The text of each place; ValueError with what is expected if there is none."""
    if isinstance(data, dict):
        _check_place_count(len(data))
        return {Place(place): _text(text) for place, text in data.items()}
    texts: dict[Place, str] = {}
    for run in _text(data).split():
        found = _RUN.fullmatch(run)
        if not found:
            raise ValueError(expected)
        prefix, first, last, text = found.groups()
        _check_place_count(len(texts) + _length(first, last))
        for place in _places(prefix, first, last):
            if place in texts:
                raise ValueError(f"{place} once only")
            texts[place] = text
    return texts


def spell_pile(pile: Pile) -> str:
    """`L5` or `D2`."""
    return f"{LETTERS[pile.colour]}{pile.count}"


def read_pile(data: object) -> Pile:
    """The pile of a compact text; ValueError if it is not one."""
    found = _PILE.fullmatch(_text(data))
    if not found:
        raise ValueError("a pile such as L5")
    return Pile(_COLOURS[found[1]], int(found[2]))


def read_position(data: object) -> Position:
    """The position of these counts; ValueError if they are not one."""
    if not isinstance(data, list) or not all(type(count) is int for count in data):
        raise ValueError("the counts of a position")
    return Position(tuple(data))


def read_dice(data: object) -> Dice:
    """The dice of a text such as `31`; ValueError if it is not one."""
    return Dice.parse(_text(data))


@lru_cache(CACHE_SIZE)
def _shortest_text(light: Count, dark: Count, total: Count) -> str:
    sighting = Sighting(light, dark, total)
    return next(text for text in _spellings(sighting) if read_sighting(text) == sighting)


def _spellings(sighting: Sighting) -> Iterator[str]:
    """Shorter spellings first; the last one says everything."""
    light, dark, total = map(_range, (sighting.light, sighting.dark, sighting.total))
    yield from ("?", total, f"L{light}", f"D{dark}")
    yield from (f"L{light}D{dark}", f"L{light}D{dark}T{total}")


def _range(count: Count) -> str:
    if count.low == count.high:
        return f"{count.low}"
    return f"{count.low}+" if count.high == MAX_CHECKERS else f"{count.low}-{count.high}"


def _count(text: str) -> Count:
    if text.endswith("+"):
        return Count(int(text[:-1]), MAX_CHECKERS)
    low, _, high = text.partition("-")
    return Count(int(low), int(high or low))


def _runs(texts: Mapping[Place, str]) -> Iterator[tuple[str, str]]:
    """Neighbours of which the same is claimed, as one."""
    claims = [(*_split(place), text) for place, text in texts.items()]
    numbered = enumerate(claims)
    for _, run in groupby(numbered, lambda item: (item[1][0], item[1][2], _offset(*item))):
        (_, (prefix, first, claim)), *rest = run
        last = rest[-1][1][1] if rest else None
        yield f"{prefix}{first or ''}{f'-{last}' if last else ''}", claim


def _offset(at: int, claim: tuple[str, int | None, str]) -> int | str:
    """The key of a place by which runs are grouped: equal within one run, and nowhere else."""
    _, number, _ = claim
    return f"alone at {at}" if number is None else number - at


@lru_cache(CACHE_SIZE)
def _split(place: Place) -> tuple[str, int | None]:
    found = _NAME.fullmatch(place)
    if not found:
        raise ValueError(f"{place} is a name out of the common")
    return found[1], int(found[2]) if found[2] else None


def _length(first: str | None, last: str | None) -> int:
    """The number of places in a run."""
    return int(last) - int(first) + 1 if first and last else 1


def _check_place_count(places: int) -> None:
    if places > MAX_PLACES:
        raise ValueError(f"{MAX_PLACES} places at most")


def _places(prefix: str, first: str | None, last: str | None) -> list[Place]:
    if first is None:
        return [Place(prefix)]
    return [Place(f"{prefix}{number}") for number in range(int(first), int(last or first) + 1)]


def _text(data: object) -> str:
    if not isinstance(data, str):
        raise ValueError("a text")  # noqa: TRY004 - what is wrong is the file, not the program
    return data


COMPACT: Mapping[Any, tuple[Callable[[Any], Any], Callable[[Any], Any]]] = {
    Sighting: (spell_sighting, lambda data: read_sighting(_text(data))),
    Mapping[Place, Sighting]: (spell_sightings, read_sightings),
    Mapping[Place, SlotStates]: (spell_slots, read_slots),
    Pile: (spell_pile, read_pile),
    Position: (lambda position: list(position.counts), read_position),
    Dice: (str, read_dice),
}
"""Pairs of functions that write and read the compact text of a value, by its type."""
