"""Stories: recorded evenings as text, and the actions that their lines name."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from engine.backgammon.game.match import Crawford, Game
from engine.backgammon.notation.play_text import read_play
from engine.backgammon.players import ByPlayer, Player
from engine.backgammon.rulebook import RULEBOOKS, Option
from hardware.checkers import Colour, Layout, bar
from hardware.drivers.simulated.simulated_devices import SwitchFault
from hardware.signals import Button, CameraProblem, DiceState, PlayerRequestKind
from referee.match_settings import PROFILES, EarlyThrowPolicy, Hints, IllegalPolicy, MatchSettings
from referee.state import State
from tests.rigs.referee.simulated_evening import IN_THE_HAND, Evening
from tests.rigs.referee.story_language import answer_lines, read_carries, read_layout, read_place

STILL_AFTER_PLAY = 1.0
"""Time (s) for which a board lies still after a whole play."""

StoryAction = Callable[..., None]


def perform_line(evening: Evening, line: str) -> None:
    """Performs the action of a line; raises ValueError for an unknown one."""
    for pattern, action in _ACTIONS.items():
        if found := re.fullmatch(pattern, line):
            action(evening, *found.groups())
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
    carries = []
    for part in ways.split(", "):
        name, way = part.split(maxsplit=1)
        colour = Colour(name)
        ends = ((source, target) for source, target, _ in read_carries(way))
        carries += [(read_place(one, colour), read_place(two, colour)) for one, two in ends]
    evening.knock(carries)
    evening.wait(STILL_AFTER_PLAY)


def _set_up(evening: Evening, layout: str | None) -> None:
    evening.table.arrange(read_layout(layout) if layout else evening.state.expected_layout)
    evening.wait(STILL_AFTER_PLAY)


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


def _say(evening: Evening, who: str, request: str, number: str | None) -> None:
    kind = PlayerRequestKind(request)
    count = (
        SPOKEN_NUMBERS[number]
        if number in SPOKEN_NUMBERS
        else int(number or 1) - (kind is PlayerRequestKind.CHOOSE)
    )
    numbered = kind in (PlayerRequestKind.RESIGN, PlayerRequestKind.CHOOSE, PlayerRequestKind.HINTS)
    evening.say(Colour(who), kind, count if numbered else 0)


def _break(evening: Evening, slot: str, whose: str, place: str, what: str) -> None:
    faults = {"dies": SwitchFault.DEAD, "sticks": SwitchFault.STUCK, "misses": SwitchFault.MISSED,
              "flickers": SwitchFault.BOUNCE, "is mended": None}  # fmt: skip
    evening.break_switch(read_place(place, Colour(whose)), int(slot), faults[what])


def _doubt(evening: Evening, places: str) -> None:
    evening.doubt(read_place(place, Colour.LIGHT) for place in places.split(", "))


def _hold_over(evening: Evening, whose: str, places: str) -> None:
    evening.hold_over(read_place(place, Colour(whose)) for place in places.split(", "))


def _trouble(evening: Evening, by: str) -> None:
    evening.trouble(CameraProblem(by.replace(" ", "_")))


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


SPOKEN_NUMBERS = {
    "a game": 1, "a gammon": 2, "a backgammon": 3,
    "none": 0, "checkers": 1, "destinations": 2,
}  # fmt: skip
"""The words that stand for a number: for resignations, and for hints."""
_NUMBER = "|".join(SPOKEN_NUMBERS)
_WHO = "(light|dark)"
_PLACE = r"(?:(?:light|dark)'s )?\w+"
_PLACES = f"({_PLACE}(?:, {_PLACE})*)"
_DICE = r"(?:(light|dark)'s )?dice"
_ACTIONS: Mapping[str, StoryAction] = {
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
"""The actions of a story, by the pattern of their line."""


INDENT = "    "


@dataclass(frozen=True, slots=True)
class Story:
    """A parsed story: the settings of its header, and its lines."""

    header: Mapping[str, str]
    lines: tuple[str, ...]
    """All lines except the answers, with comments and empty ones."""
    begins: int
    """The first line after the header."""


def read_story(text: str) -> Story:
    """The story of a text without its answers; raises ValueError for a missing or bad header."""
    lines = [line for line in text.splitlines() if not line.startswith(INDENT)]
    header: dict[str, str] = {}
    for number, line in enumerate(lines):
        if line.startswith("#"):
            continue
        if not line:
            if header:
                return Story(header, tuple(lines), number)
            continue
        key, _, value = line.partition(": ")
        if key not in HEADER or not value:
            raise ValueError(f"line {number + 1} of a header may not be {line!r}")
        header[key] = value
    raise ValueError("a story has a header, an empty line and then what happens")


def rerun_story(text: str) -> str:
    """The same story with the current answers."""
    story = read_story(text)
    return "".join(f"{line}\n" for line in lines_with_answers(story, evening_of(story)))


def lines_with_answers(story: Story, evening: Evening) -> Iterator[str]:
    """The lines of a story with the answers of an evening."""
    yield from story.lines[: story.begins]
    evening.begin()
    for line in story.lines[story.begins :]:
        yield line
        if line and not line.startswith("#"):
            start = len(evening.history)
            perform_line(evening, line)
            yield from (f"{INDENT}{answer}" for answer in answer_lines(evening.history[start:]))


def evening_of(story: Story) -> Evening:
    """The evening that the header of a story describes."""
    header = {**HEADER, **story.header}
    settings = settings_of(header)
    light, dark = (int(points) for points in header["score"].split("-"))
    score = ByPlayer(light, dark) if settings.light is Player.ONE else ByPlayer(dark, light)
    crawford = Crawford(header["crawford"])
    match = replace(settings.match(), score=score, crawford=crawford, game=Game())
    return Evening(settings, header["sensor"].split(" and "), match)


def settings_of(header: Mapping[str, str]) -> MatchSettings:
    """The settings that the header describes."""
    rulebook, *knobs = header["rulebook"].split(", ")
    profile, *settings = header["profile"].split(", ")
    length = 0 if header["match"] == "stakes" else int(header["match"])
    light = Player.ONE if header["left column"] == "light" else Player.TWO
    names = ByPlayer("Light", "Dark") if light is Player.ONE else ByPlayer("Dark", "Light")
    return MatchSettings(
        names,
        _with_settings(RULEBOOKS[rulebook], knobs),
        length,
        light,
        _with_settings(PROFILES[profile], settings),
    )


HEADER = {
    "rulebook": "tournament",
    "match": "3",
    "profile": "casual",
    "sensor": "slots",
    "left column": "light",
    "score": "0-0",
    "crawford": "ahead",
}
"""The keys of a header, with their defaults."""


def _with_settings(value: Any, knobs: Iterable[str]) -> Any:
    """A rulebook or a profile with some settings changed, as `hints = none`."""
    for knob in knobs:
        name, _, text = knob.partition(" = ")
        value = replace(value, **{name: _setting_value(name, text)})
    return value


def _setting_value(name: str, text: str) -> object:
    if name in _SETTING_TYPES:
        return _SETTING_TYPES[name][text.upper()]
    if text in ("yes", "no"):
        return text == "yes"
    return None if text == "none" else int(text)


_SETTING_TYPES: Mapping[str, type[Enum]] = {
    "beavers": Option,
    "jacoby": Option,
    "hints": Hints,
    "illegal_play": IllegalPolicy,
    "early_throw": EarlyThrowPolicy,
}
