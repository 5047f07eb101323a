"""The lines of a story in which hands move checkers, by their pattern."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

from hardware.checkers import Colour, Place, bar
from hardware.drivers.simulated.simulated_table import BOX
from service.story.simulated_evening import IN_THE_HAND, Evening
from service.story.story_places import optional_colour, read_carries, read_layout, read_place
from service.story.story_problems import StoryProblem

StoryAction = Callable[..., None]
"""An action at the table, called with the evening and the groups of its pattern."""
STILL_AFTER_PLAY = 1.0
"""Time (s) for which a board lies still after a whole play."""
TOUCH = 0.1
"""Time (s) for which a checker is touched in passing, unless a story says otherwise."""


def _lift(evening: Evening, hand: str, whose: str | None, places: str) -> None:
    for text in places.split(", "):
        evening.lift(read_place(text, Colour(hand)), optional_colour(whose))


def _lift_from_beside(evening: Evening, hand: str, whose: str | None) -> None:
    evening.lift(BOX, optional_colour(whose) or _available(Colour(hand), evening.table[BOX]))


def _put(evening: Evening, hand: str, whose: str | None, places: str, where: str | None) -> None:
    for text in places.split(", "):
        place = read_place(text, Colour(hand))
        colour = optional_colour(whose) or _available(Colour(hand), evening.table.hand)
        evening.put(place, colour, _slot(evening, place, text, where))
        evening.wait(IN_THE_HAND)


def _put_beside(evening: Evening, hand: str, whose: str | None) -> None:
    evening.put(BOX, optional_colour(whose) or _available(Colour(hand), evening.table.hand))
    evening.wait(IN_THE_HAND)


def _put_between(evening: Evening, hand: str, one: str, two: str, felt: str) -> None:
    mover = Colour(hand)
    places = {text: read_place(text, mover) for text in (one, two)}
    seen_by = [text for text in felt.split(" and ") if text != "neither"]
    if len(places) < len((one, two)) or not set(seen_by) <= places.keys():
        raise StoryProblem("not_between", one=one, two=two)
    felt_on = tuple(places[text] for text in seen_by)
    evening.table.put_between(places[one], places[two], mover, felt_on)
    evening.wait(IN_THE_HAND)


def _straighten(evening: Evening, hand: str, onto: str, off: str) -> None:
    evening.table.straighten(read_place(onto, Colour(hand)), read_place(off, Colour(hand)))
    evening.wait(IN_THE_HAND)


def _shift(evening: Evening, hand: str, whose: str | None, text: str, slot: str | None) -> None:
    """Moves a checker to another slot of its place."""
    place, wanted = read_place(text, Colour(hand)), optional_colour(whose)
    target = _valid_slot(evening, place, text, slot) if slot else _next_slot(evening, place, wanted)
    evening.put(place, evening.lift(place, wanted), target)
    evening.wait(IN_THE_HAND)


def _touch(
    evening: Evening, hand: str, whose: str | None, places: str, seconds: str | None
) -> None:
    """Lifts checkers and puts each down at once where it was."""
    for text in places.split(", "):
        place = read_place(text, Colour(hand))
        slot = evening.table.top_slot(place, optional_colour(whose))
        colour = evening.lift(place, optional_colour(whose), float(seconds or TOUCH))
        evening.put(place, colour, slot)
    evening.wait(IN_THE_HAND)


def _nudge(evening: Evening, hand: str, places: str) -> None:
    """Pushes checkers a little without moving them off their slots."""
    for text in places.split(", "):
        evening.table.nudge(read_place(text, Colour(hand)))
        evening.wait(IN_THE_HAND)


def _fetch(evening: Evening, _hand: str, whose: str) -> None:
    """Takes a checker of another set into the hand."""
    evening.table.add_extra(Colour(whose))
    evening.wait(IN_THE_HAND)


def _tap(evening: Evening, hand: str, whose: str | None, places: str, seconds: str | None) -> None:
    """Touches places in passing with a checker that stays in the hand."""
    colour = optional_colour(whose) or _available(Colour(hand), evening.table.hand)
    for text in places.split(", "):
        place = read_place(text, Colour(hand))
        slot = evening.table.free_slot(place)
        evening.put(place, colour, slot, float(seconds or TOUCH))
        evening.lift(place, colour, slot=slot)


def _play(evening: Evening, hand: str, way: str) -> None:
    """Carries checkers one after the other, hit ones to the bar, and leaves the board still."""
    mover = Colour(hand)
    for source, target, hits in read_carries(way):
        there = read_place(target, mover)
        own = evening.lift(read_place(source, mover), mover)
        if hits:
            evening.lift(there, mover.other)
        evening.put(there, own)
        if hits:
            evening.put(bar(mover.other), mover.other)
    evening.wait(STILL_AFTER_PLAY)


def _knock(evening: Evening, ways: str) -> None:
    evening.knock(tuple(_knock_ways(ways)))
    evening.wait(STILL_AFTER_PLAY)


def _knock_ways(ways: str) -> Iterator[tuple[Place, Place]]:
    for part in ways.split(", "):
        found = re.fullmatch(r"(light|dark) (.+)", part)
        if not found:
            raise StoryProblem("no_way", text=part)
        colour = Colour(found[1])
        for source, target, _ in read_carries(found[2]):
            yield read_place(source, colour), read_place(target, colour)


def _set_up(evening: Evening, layout: str | None) -> None:
    evening.table.arrange(read_layout(layout) if layout else evening.state.expected_layout)
    evening.wait(STILL_AFTER_PLAY)


def _available(mover: Colour, checkers: tuple[Colour, ...]) -> Colour:
    """The mover's colour, or the other one if only checkers of that are there."""
    return mover.other if mover not in checkers and mover.other in checkers else mover


def _slot(evening: Evening, place: Place, text: str, where: str | None) -> int | None:
    """The slot of `in slot 2` or `on top`; None for the first free one."""
    if where is None:
        return None
    if where != "on top":
        return _valid_slot(evening, place, text, where.removeprefix("in slot "))
    heights = evening.table.slot_heights(place)
    occupied = [slot for slot, height in enumerate(heights, start=1) if height]
    if not occupied:
        raise StoryProblem("nothing_below")
    lowest = min(heights[slot - 1] for slot in occupied)
    return max(slot for slot in occupied if heights[slot - 1] == lowest)


def _valid_slot(evening: Evening, place: Place, text: str, number: str) -> int:
    """The slot of this number; StoryProblem if the place has no such slot."""
    slots = len(evening.table.slot_heights(place))
    if not 1 <= int(number) <= slots:
        raise StoryProblem("no_slot", place=text, slots=slots, number=number)
    return int(number)


def _next_slot(evening: Evening, place: Place, colour: Colour | None) -> int:
    """The nearest free slot towards the middle of the board, or else towards the rim."""
    slot = evening.table.top_slot(place, colour)
    heights = evening.table.slot_heights(place)
    free = [number for number, height in enumerate(heights, start=1) if not height]
    if not free:
        raise StoryProblem("no_free_slot")
    inwards = [number for number in free if number > slot]
    return min(inwards) if inwards else max(free)


WHO = "(light|dark)"
PLACE = r"(?:(?:light|dark)'s )?[a-z0-9]+"
PLACES = f"({PLACE}(?:, {PLACE})*)"
SECONDS = r"([0-9]{1,5}(?:\.[0-9]+)?)s"
_FOR_EACH = rf"(?: for {SECONDS}(?: each)?)?"
_BESIDE = "beside the board"
HAND_ACTIONS: Mapping[str, StoryAction] = {
    rf"{WHO} lifts(?: {WHO})? from {_BESIDE}": _lift_from_beside,
    rf"{WHO} lifts (?:{WHO} from )?{PLACES}": _lift,
    rf"{WHO} puts(?: {WHO})? {_BESIDE}": _put_beside,
    rf"{WHO} puts (?:{WHO} on )?{PLACES}(?: (in slot [0-9]{{1,2}}|on top))?": _put,
    rf"{WHO} puts between (\w+) and (\w+), felt on (\w+|\w+ and \w+)": _put_between,
    rf"{WHO} pushes it onto (\w+) from (\w+)": _straighten,
    rf"{WHO} moves (?:{WHO} from )?({PLACE}) to (?:its next slot|slot ([0-9]{{1,2}}))": _shift,
    rf"{WHO} touches (?:{WHO} on )?{PLACES}{_FOR_EACH}": _touch,
    rf"{WHO} taps (?:{WHO} on )?{PLACES}{_FOR_EACH}": _tap,
    rf"{WHO} nudges {PLACES}": _nudge,
    rf"{WHO} fetches a {WHO} checker of another set": _fetch,
    rf"{WHO} plays (.+)": _play,
    r"table knocked: (.+)": _knock,
    r"set up(?:: (.+))?": _set_up,
}
"""The actions of hands, by the pattern of their line."""
