"""What happens in a story, line by line: who does it, and what it does to the table."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from engine.backgammon.notation.play.play_text import read_play
from hardware.checkers import Colour, Layout, bar
from hardware.drivers.simulated.faults import Fault
from hardware.signals import Button, DiceState, Trouble, Wish
from referee.state import State
from tests.rigs.evening import IN_THE_HAND, Evening
from tests.rigs.numbering import read_carries, read_layout, read_place

STILL = 1.0
"""How long (s) a board lies still after a whole play."""

Deed = Callable[..., None]


def act(evening: Evening, line: str) -> None:
    """Let what a line says happen; ValueError if it says nothing known."""
    for pattern, deed in _DEEDS.items():
        if found := re.fullmatch(pattern, line):
            deed(evening, *found.groups())
            return
    raise ValueError(f"nobody knows how to do this: {line!r}")


def _lift(evening: Evening, hand: str, whose: str | None, places: str) -> None:
    for place in places.split(", "):
        wanted = Colour(whose) if whose else None
        evening.lift(read_place(place, Colour(hand)), wanted)


def _put(evening: Evening, hand: str, whose: str | None, places: str, slot: str | None) -> None:
    for place in places.split(", "):
        own = Colour(hand) if Colour(hand) in evening.table.hand else Colour(hand).other
        colour = Colour(whose) if whose else own
        evening.put(read_place(place, Colour(hand)), colour, int(slot) if slot else None)
        evening.wait(IN_THE_HAND)


def _put_between(evening: Evening, hand: str, one: str, two: str, felt: str) -> None:
    mover = Colour(hand)
    seen_by = tuple(read_place(place, mover) for place in felt.split(" and ") if place != "neither")
    between = (read_place(one, mover), read_place(two, mover))
    evening.table.put_between(*between, mover, seen_by)
    evening.wait(IN_THE_HAND)


def _straighten(evening: Evening, hand: str, onto: str, off: str) -> None:
    evening.table.straighten(read_place(onto, Colour(hand)), read_place(off, Colour(hand)))
    evening.wait(IN_THE_HAND)


def _play(evening: Evening, hand: str, way: str) -> None:
    """Carry checkers one after the other, those hit to the bar, and let the board lie still."""
    mover = Colour(hand)
    for source, target, hits in read_carries(way):
        there = read_place(target, mover)
        own = evening.lift(read_place(source, mover), mover)
        if hits:
            evening.lift(there, mover.other)
        evening.put(there, own)
        if hits:
            evening.put(bar(mover.other), mover.other)
    evening.wait(STILL)


def _knock(evening: Evening, ways: str) -> None:
    carries = []
    for part in ways.split(", "):
        name, way = part.split(maxsplit=1)
        colour = Colour(name)
        carries += [
            (read_place(source, colour), read_place(target, colour))
            for source, target, _ in read_carries(way)
        ]
    evening.knock(carries)
    evening.wait(STILL)


def _set_up(evening: Evening, layout: str | None) -> None:
    evening.table.arrange(read_layout(layout) if layout else evening.state.expected_layout)
    evening.wait(STILL)


def _throw(evening: Evening, whose: str | None, one: str, two: str) -> None:
    evening.throw(int(one), int(two), colour=_colour(whose))


def _throw_one(evening: Evening, whose: str, number: str) -> None:
    evening.throw(int(number), colour=Colour(whose))


def _dice(evening: Evening, whose: str | None, state: str) -> None:
    evening.dice(DiceState(state), colour=_colour(whose))


def _find(evening: Evening, whose: str | None, one: str, two: str) -> None:
    evening.find_dice(int(one), int(two), colour=_colour(whose))


def _find_none(evening: Evening, whose: str | None) -> None:
    evening.find_dice(colour=_colour(whose))


def _nudge(evening: Evening, one: str, two: str) -> None:
    evening.dice(DiceState.SETTLED, int(one), int(two))


def _say(evening: Evening, who: str, wish: str, number: str | None) -> None:
    told = Wish(wish)
    count = NUMBERS[number] if number in NUMBERS else int(number or 1) - (told is Wish.CHOOSE)
    numbered = told in (Wish.RESIGN, Wish.CHOOSE, Wish.HINTS)
    evening.say(Colour(who), told, count if numbered else 0)


def _break(evening: Evening, slot: str, whose: str, place: str, what: str) -> None:
    faults = {"dies": Fault.DEAD, "sticks": Fault.STUCK, "misses": Fault.MISSED,
              "flickers": Fault.BOUNCE, "is mended": None}  # fmt: skip
    evening.spoil(read_place(place, Colour(whose)), int(slot), faults[what])


def _doubt(evening: Evening, places: str) -> None:
    evening.doubt(read_place(place, Colour.LIGHT) for place in places.split(", "))


def _hold_over(evening: Evening, whose: str, places: str) -> None:
    evening.hold_over(read_place(place, Colour(whose)) for place in places.split(", "))


def _trouble(evening: Evening, by: str) -> None:
    evening.trouble(Trouble(by.replace(" ", "_")))


def _choose(evening: Evening, play: str) -> None:
    evening.choose(_layout_after(evening.state, play))


def _layout_after(state: State, play: str) -> Layout:
    if state.plays is None:
        raise ValueError("no dice have been thrown")
    return state.seating.layout(read_play(play, state.plays).position(), state.turn)


def _tell_play(evening: Evening, play: str) -> None:
    evening.tell(_layout_after(evening.state, play))


def _want(evening: Evening, turn: str, layout: str) -> None:
    evening.want(read_layout(layout), Colour(turn))


def _colour(name: str | None) -> Colour | None:
    return Colour(name) if name else None


NUMBERS = {
    "a game": 1, "a gammon": 2, "a backgammon": 3,
    "none": 0, "checkers": 1, "destinations": 2,
}  # fmt: skip
"""What is said for a number: of what is resigned, and of what helps."""
_NUMBER = "|".join(NUMBERS)
_WHO = "(light|dark)"
_PLACE = r"(?:(?:light|dark)'s )?\w+"
_PLACES = f"({_PLACE}(?:, {_PLACE})*)"
_DICE = r"(?:(light|dark)'s )?dice"
_DEEDS: Mapping[str, Deed] = {
    rf"{_WHO} lifts (?:{_WHO} from )?{_PLACES}": _lift,
    rf"{_WHO} puts (?:{_WHO} on )?{_PLACES}(?: in slot (\d))?": _put,
    rf"{_WHO} puts between (\w+) and (\w+), felt on (\w+|\w+ and \w+)": _put_between,
    rf"{_WHO} pushes it onto (\w+) from (\w+)": _straighten,
    rf"{_WHO} plays (.+)": _play,
    r"table knocked: (.+)": _knock,
    r"set up(?:: (.+))?": _set_up,
    rf"{_DICE} ([1-6])-([1-6])": _throw,
    rf"{_WHO}'s die ([1-6])": _throw_one,
    rf"{_DICE} (lifted|cocked|rolling)": _dice,
    rf"{_DICE} found showing ([1-6])-([1-6])": _find,
    rf"{_DICE} found in the cup": _find_none,
    r"dice nudged to ([1-6])-([1-6])": _nudge,
    r"press (\w+)": lambda evening, name: evening.press(Button(name)),
    rf"{_WHO} says (\w+)(?: (\d|{_NUMBER}))?": _say,
    rf"switch (\d+) of {_WHO}'s (\w+) (dies|sticks|misses|flickers|is mended)": _break,
    rf"{_WHO}'s hands? over {_PLACES}": _hold_over,
    r"hands away": lambda evening: evening.hold_over(()),
    r"camera is (too dark|covered|out of focus|board lost|unknown board)": _trouble,
    rf"camera doubts {_PLACES}": _doubt,
    r"camera sees again": lambda evening: evening.trouble(None),
    r"([\w' ]+) unplugged": lambda evening, name: evening.unplug(name),
    r"([\w' ]+) plugged in": lambda evening, name: evening.plug_in(name),
    r"([\w' ]+) talks nonsense": lambda evening, name: evening.garble(name, "nonsense"),
    r"power cut": lambda evening: evening.restart(),
    r"sensors wake up": lambda evening: evening.begin(),
    rf"wanted, {_WHO} to throw: (.+)": _want,
    r"told: (.+)": _tell_play,
    r"computer chooses (.+)": _choose,
    r"wait ([\d.]+)s": lambda evening, seconds: evening.wait(float(seconds)),
}
"""What may happen, each with how it is written."""
