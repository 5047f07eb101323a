"""The lines of a story about dice, buttons, requests, devices and time, by their pattern."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum

from engine.backgammon.errors import NotAPosition
from engine.backgammon.notation.play_text import read_play
from engine.scanner import NotationError
from hardware.checkers import Colour, Layout
from hardware.drivers.simulated.simulated_devices import SwitchFault
from hardware.signals import Button, CameraProblem, DiceState, PlayerRequestKind
from referee.state import State
from service.story.hand_lines import PLACES, SECONDS, WHO, StoryAction
from service.story.simulated_evening import Evening
from service.story.story_places import optional_colour, read_layout, read_place
from service.story.story_problems import StoryProblem

DICE_AT_REST: Mapping[str, DiceState] = {
    "dice": DiceState.SETTLED,
    "die on a checker": DiceState.ON_CHECKER,
}
"""The beginning of a line with a throw, and the state in which these dice come to rest."""
DICE_WITHOUT_NUMBERS = (DiceState.LIFTED, DiceState.COCKED, DiceState.ROLLING)
"""The states that a story gives to dice by their name alone."""
RESIGNED = {"a game": 1, "a gammon": 2, "a backgammon": 3}
"""The words for what is resigned, with the multiple of the stake that it costs."""
HINTS = {"none": 0, "checkers": 1, "destinations": 2}
"""The words for the levels of hints, with their numbers."""
NUMBERED = (PlayerRequestKind.RESIGN, PlayerRequestKind.CHOOSE, PlayerRequestKind.HINTS)
"""The requests with a number, each in a line of its own form."""
REQUESTS = [kind for kind in PlayerRequestKind if kind not in NUMBERED]
"""The requests of a single word."""
OF_BOTH = (PlayerRequestKind.UNDO, PlayerRequestKind.VOID)
"""The requests that count once the opponent has agreed."""
FAULTS = {
    "dies": SwitchFault.DEAD, "sticks": SwitchFault.STUCK, "misses": SwitchFault.MISSED,
    "flickers": SwitchFault.BOUNCE, "is mended": None,
}  # fmt: skip
"""The faults of switches by their words; None is the end of a fault."""
DEVICES = ("dice", "light's dice", "dark's dice", "buttons", "lamps", "sounder")
"""The names of the devices of an evening, besides its sensors."""


def _throw(evening: Evening, whose: str | None, rest: str, one: str, two: str) -> None:
    evening.throw(int(one), int(two), colour=optional_colour(whose), rest=DICE_AT_REST[rest])


def _throw_one(evening: Evening, whose: str | None, number: str) -> None:
    evening.throw(int(number), colour=optional_colour(whose))


def _throw_off_the_board(evening: Evening, whose: str | None) -> None:
    evening.roll(optional_colour(whose))


def _report_dice(evening: Evening, whose: str | None, state: str) -> None:
    evening.dice(DiceState(state), colour=optional_colour(whose))


def _report_dice_found(evening: Evening, whose: str | None, one: str, two: str) -> None:
    evening.find_dice(int(one), int(two), colour=optional_colour(whose))


def _report_dice_in_cup(evening: Evening, whose: str | None) -> None:
    evening.find_dice(colour=optional_colour(whose))


def _nudge(evening: Evening, whose: str | None, one: str, two: str) -> None:
    evening.dice(DiceState.SETTLED, int(one), int(two), colour=optional_colour(whose))


def _press(evening: Evening, button: str) -> None:
    evening.press(Button(button))


def _say(evening: Evening, who: str, request: str) -> None:
    evening.say(Colour(who), PlayerRequestKind(request))


def _resign(evening: Evening, who: str, what: str | None) -> None:
    evening.say(Colour(who), PlayerRequestKind.RESIGN, RESIGNED[what or "a game"])


def _choose_offered(evening: Evening, who: str, number: str) -> None:
    evening.say(Colour(who), PlayerRequestKind.CHOOSE, int(number) - 1)


def _set_hints(evening: Evening, who: str, level: str) -> None:
    evening.say(Colour(who), PlayerRequestKind.HINTS, HINTS[level])


def _say_both(evening: Evening, request: str) -> None:
    """Has Light make a request and Dark agree to it."""
    evening.say(Colour.LIGHT, PlayerRequestKind(request))
    evening.say(Colour.DARK, PlayerRequestKind.YES)


def _set_switch_fault(evening: Evening, slot: str, whose: str, place: str, what: str) -> None:
    try:
        evening.break_switch(read_place(place, Colour(whose)), int(slot), FAULTS[what])
    except ValueError as problem:
        where = f"{whose}'s {place}"
        raise StoryProblem("no_such_switch", place=where, number=slot) from problem


def _hold_over(evening: Evening, whose: str, places: str) -> None:
    evening.hold_over(read_place(place, Colour(whose)) for place in places.split(", "))


def _take_hands_away(evening: Evening) -> None:
    evening.hold_over(())


def _make_camera_unsure(evening: Evening, places: str) -> None:
    evening.make_camera_unsure(read_place(place, Colour.LIGHT) for place in places.split(", "))


def _begin_camera_problem(evening: Evening, by: str) -> None:
    evening.set_camera_problem(CameraProblem(by.replace(" ", "_")))


def _end_camera_problem(evening: Evening) -> None:
    evening.set_camera_problem(None)


def _unplug(evening: Evening, name: str) -> None:
    evening.unplug(_known_device(evening, name))


def _plug_in(evening: Evening, name: str) -> None:
    evening.plug_in(_known_device(evening, name))


def _garble(evening: Evening, name: str) -> None:
    evening.garble(_known_device(evening, name), "nonsense")


def _known_device(evening: Evening, name: str) -> str:
    known = (*evening.sensors, *DEVICES)
    if name not in known:
        raise StoryProblem("no_device", name=name, known=", ".join(known))
    return name


def _request_position(evening: Evening, turn: str, layout: str) -> None:
    evening.want(read_layout(layout), Colour(turn))


def _state_play(evening: Evening, play: str) -> None:
    evening.tell(_layout_after(evening.state, play))


def _choose(evening: Evening, play: str) -> None:
    evening.choose(_layout_after(evening.state, play))


def _layout_after(state: State, play: str) -> Layout:
    if state.plays is None:
        raise StoryProblem("no_throw")
    try:
        board = read_play(play, state.plays).position()
    except NotationError as problem:
        raise StoryProblem("no_play", text=play, why=problem) from problem
    except NotAPosition as problem:
        raise StoryProblem("not_possible", text=play) from problem
    return state.seating.layout(board, state.turn)


def _wait(evening: Evening, seconds: str) -> None:
    evening.wait(float(seconds))


def _any_of(words: Iterable[str | Enum]) -> str:
    """A pattern that matches any of these words, or values of an enum."""
    texts = (str(word.value) if isinstance(word, Enum) else word for word in words)
    return "|".join(text.replace("_", " ") for text in texts)


_DICE = r"(?:(light|dark)'s )?dice"
_PAIR = "([1-6])-([1-6])"
DEVICE_ACTIONS: Mapping[str, StoryAction] = {
    rf"(?:(light|dark)'s )?({_any_of(DICE_AT_REST)}) {_PAIR}": _throw,
    rf"{WHO}'s die ([1-6])": _throw_one,
    r"one (?:of (light|dark)'s dice|die) at rest ([1-6])": _throw_one,
    rf"{_DICE} fall off": _throw_off_the_board,
    rf"{_DICE} ({_any_of(DICE_WITHOUT_NUMBERS)})": _report_dice,
    rf"{_DICE} found showing {_PAIR}": _report_dice_found,
    rf"{_DICE} found in the cup": _report_dice_in_cup,
    rf"{_DICE} nudged to {_PAIR}": _nudge,
    rf"press ({_any_of(Button)})": _press,
    rf"{WHO} presses done": _press,
    rf"{WHO} says ({_any_of(REQUESTS)})": _say,
    rf"{WHO} says resign(?: ({_any_of(RESIGNED)}))?": _resign,
    rf"{WHO} says choose ([1-9])": _choose_offered,
    rf"{WHO} says hints ({_any_of(HINTS)})": _set_hints,
    rf"both say ({_any_of(OF_BOTH)})": _say_both,
    rf"switch ([0-9]{{1,2}}) of {WHO}'s (\w+) ({_any_of(FAULTS)})": _set_switch_fault,
    rf"{WHO}'s hands? over {PLACES}": _hold_over,
    r"hands away": _take_hands_away,
    rf"camera is ({_any_of(CameraProblem)})": _begin_camera_problem,
    rf"camera doubts {PLACES}": _make_camera_unsure,
    r"camera sees again": _end_camera_problem,
    r"([a-z0-9' ]+) unplugged": _unplug,
    r"([a-z0-9' ]+) plugged in": _plug_in,
    r"([a-z0-9' ]+) talks nonsense": _garble,
    r"power cut": Evening.restart,
    r"sensors wake up": Evening.begin,
    rf"wanted, {WHO} to throw: (.+)": _request_position,
    r"told: (.+)": _state_play,
    r"computer chooses (.+)": _choose,
    rf"wait {SECONDS}": _wait,
}
"""The actions of dice, people and devices, by the pattern of their line."""
