"""Stories: recorded evenings as text, what hands do and what the referee answers.

A line that begins at the margin happens; the indented lines below it are the answer. Running a
story gives the same text again, with the answers as they are now.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from engine.backgammon.game.match import Crawford, Game
from engine.backgammon.players import ByPlayer, Player
from engine.backgammon.rulebook import RULEBOOKS, Option
from referee.profiles import PROFILES, EarlyThrow, Hints, IllegalPolicy
from referee.settings import MatchSettings
from tests.rigs.answers import answers
from tests.rigs.evening import Evening
from tests.rigs.hands import act

INDENT = "    "


@dataclass(frozen=True, slots=True)
class Story:
    """A text taken apart: who plays and how, and then what happens, line by line."""

    header: Mapping[str, str]
    lines: tuple[str, ...]
    """All lines but the answers, comments and empty ones among them."""
    begins: int
    """The first line after the header."""


def read_story(text: str) -> Story:
    """The story in a text, its answers left out; ValueError if its header is none."""
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


def recorded(text: str) -> str:
    """The same story with the answers of now."""
    story = read_story(text)
    return "".join(f"{line}\n" for line in told(story, evening_of(story)))


def told(story: Story, evening: Evening) -> Iterator[str]:
    """The lines of a story with its answers, as it happens in an evening."""
    yield from story.lines[: story.begins]
    evening.begin()
    for line in story.lines[story.begins :]:
        yield line
        if line and not line.startswith("#"):
            start = len(evening.heard)
            act(evening, line)
            yield from (f"{INDENT}{answer}" for answer in answers(evening.heard[start:]))


def evening_of(story: Story) -> Evening:
    """The table as the header of a story has it."""
    header = {**HEADER, **story.header}
    settings = settings_of(header)
    light, dark = (int(points) for points in header["score"].split("-"))
    score = ByPlayer(light, dark) if settings.light is Player.ONE else ByPlayer(dark, light)
    crawford = Crawford(header["crawford"])
    match = replace(settings.match(), score=score, crawford=crawford, game=Game())
    return Evening(settings, header["sensor"].split(" and "), match)


def settings_of(header: Mapping[str, str]) -> MatchSettings:
    """What the players have agreed on."""
    rulebook, *knobs = header["rulebook"].split(", ")
    profile, *settings = header["profile"].split(", ")
    length = 0 if header["match"] == "stakes" else int(header["match"])
    light = Player.ONE if header["left column"] == "light" else Player.TWO
    names = ByPlayer("Light", "Dark") if light is Player.ONE else ByPlayer("Dark", "Light")
    return MatchSettings(
        names,
        _turned(RULEBOOKS[rulebook], knobs),
        length,
        light,
        _turned(PROFILES[profile], settings),
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
"""What a header may say, and what holds where it says nothing."""


def _turned(value: Any, knobs: Iterable[str]) -> Any:
    """A rulebook or a profile with some knobs turned, as `hints = none`."""
    for knob in knobs:
        name, _, text = knob.partition(" = ")
        value = replace(value, **{name: _knob(name, text)})
    return value


def _knob(name: str, text: str) -> object:
    if name in _KNOBS:
        return _KNOBS[name][text.upper()]
    if text in ("yes", "no"):
        return text == "yes"
    return None if text == "none" else int(text)


_KNOBS: Mapping[str, type[Enum]] = {
    "beavers": Option,
    "jacoby": Option,
    "hints": Hints,
    "illegal_play": IllegalPolicy,
    "early_throw": EarlyThrow,
}
