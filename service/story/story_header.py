"""The header of a story: the match, the rules and the sensors."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from enum import Enum
from typing import Any, get_args, get_type_hints

from engine.backgammon.game.match import Crawford, Game, Match
from engine.backgammon.rulebook import RULEBOOKS, PlayedFor, Rulebook
from engine.players import ByPlayer, Player
from hardware.checkers import Colour
from referee.match_settings import PROFILES, MatchSettings
from service.story.simulated_evening import SENSOR_NAMES, WITHOUT_TRAYS
from service.story.story_problems import StoryProblem

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
STAKES = "stakes"
"""The length of a match that is play for stakes."""


@dataclass(frozen=True, slots=True)
class HeaderLine:
    """A line of a header, with its number in the file."""

    number: int
    text: str


@dataclass(frozen=True, slots=True)
class StoryHeader:
    """The match that a story begins or continues, and its sensors."""

    settings: MatchSettings
    match: Match
    sensors: tuple[str, ...]


def read_header(lines: Iterable[HeaderLine]) -> StoryHeader:
    """The header of these lines; StoryProblem if one of them is wrong."""
    values: dict[str, HeaderLine] = {}
    for line in lines:
        key, _, value = line.text.partition(":")
        if key not in HEADER or not value.strip():
            raise StoryProblem("header_key", text=line.text, keys=", ".join(HEADER)).at(line.number)
        if key in values:
            raise StoryProblem("header_twice", entry=key).at(line.number)
        values[key] = HeaderLine(line.number, value.strip())
    return _HeaderReader(values).read()


@dataclass(frozen=True, slots=True)
class _HeaderReader:
    """Reads the values of a header."""

    given: Mapping[str, HeaderLine]

    def read(self) -> StoryHeader:
        light = Player.ONE if self._choice("left column", _COLOURS) == _COLOURS[0] else Player.TWO
        names = ByPlayer("Light", "Dark") if light is Player.ONE else ByPlayer("Dark", "Light")
        rulebook = self._preset("rulebook", RULEBOOKS)
        profile = self._preset("profile", PROFILES)
        settings = MatchSettings(names, rulebook, self._length(rulebook), light, profile)
        return StoryHeader(settings, self._match(settings), tuple(self._sensors()))

    def _length(self, rulebook: Rulebook) -> int:
        """The length of the match, which the rulebook must allow."""
        length = self._number("match", self._text("match"), (STAKES,))
        longest = rulebook.longest_match
        if length and rulebook.played_for is PlayedFor.STAKES:
            raise self._wrong("match", "header_stakes", rulebook=rulebook.name)
        if length and longest is not None and length > longest:
            raise self._wrong("match", "header_longest", rulebook=rulebook.name, longest=longest)
        return length

    def _match(self, settings: MatchSettings) -> Match:
        text = self._text("score")
        if not (found := re.fullmatch(r"([0-9]{1,6})-([0-9]{1,6})", text)):
            raise self._wrong("score", "header_value", value=text, choices="0-0, 2-1, …")
        light, dark = (int(points) for points in found.groups())
        first = settings.light is Player.ONE
        score = ByPlayer(light, dark) if first else ByPlayer(dark, light)
        crawford = Crawford(self._choice("crawford", [one.value for one in Crawford]))
        match = replace(settings.match(), score=score, crawford=crawford, game=Game())
        if match.winner:
            raise self._wrong("score", "header_over", value=text)
        return match

    def _sensors(self) -> Iterator[str]:
        seen = set[str]()
        for described in self._text("sensor").split(" and "):
            kind = described.removesuffix(WITHOUT_TRAYS)
            if kind not in SENSOR_NAMES:
                choices = ", ".join(SENSOR_NAMES)
                raise self._wrong("sensor", "header_value", value=described, choices=choices)
            if kind in seen:
                raise self._wrong("sensor", "header_twice", entry=kind)
            seen.add(kind)
            yield described

    def _preset(self, key: str, presets: Mapping[str, Any]) -> Any:
        """A rulebook or a profile by its name, with some settings changed: `hints = none`."""
        name, *knobs = (part.strip() for part in self._text(key).split(","))
        if name not in presets:
            raise self._wrong(key, "header_value", value=name, choices=", ".join(presets))
        changes: dict[str, Any] = {}
        for knob in knobs:
            setting, value = self._setting(key, presets[name], knob)
            if setting in changes:
                raise self._wrong(key, "header_twice", entry=setting)
            changes[setting] = value
        return replace(presets[name], **changes)

    def _setting(self, key: str, preset: Any, knob: str) -> tuple[str, object]:
        name, _, text = (part.strip() for part in knob.partition("="))
        names = [field.name for field in fields(preset) if field.name != "name"]
        if name not in names:
            raise self._wrong(key, "header_value", value=knob, choices=", ".join(names))
        types = _types(type(preset), name)
        words = setting_words(type(preset), name)
        if text in words:
            return name, words[text]
        if int in types and re.fullmatch(r"[0-9]{1,6}", text) and _allows(preset, name, int(text)):
            return name, int(text)
        if float in types and re.fullmatch(r"[0-9]{1,6}(\.[0-9]+)?", text):
            return name, float(text)
        numbers = [str(one) for one in range(1, 9) if _allows(preset, name, one)]
        numbers = [*numbers[:3], "…"] if {int, float} & types else []
        choices = ", ".join([*words, *numbers])
        raise self._wrong(key, "header_value", value=knob, choices=choices)

    def _number(self, key: str, text: str, words: tuple[str, ...]) -> int:
        if text in words:
            return 0
        if not re.fullmatch(r"[0-9]{1,6}", text):
            raise self._wrong(key, "header_value", value=text, choices=f"1, 2, …, {STAKES}")
        return int(text)

    def _choice(self, key: str, choices: Iterable[str]) -> str:
        text = self._text(key)
        if text not in choices:
            raise self._wrong(key, "header_value", value=text, choices=", ".join(choices))
        return text

    def _text(self, key: str) -> str:
        return self.given[key].text if key in self.given else HEADER[key]

    def _wrong(self, key: str, phrase: str, **values: object) -> StoryProblem:
        line = self.given.get(key) or next(iter(self.given.values()))
        return StoryProblem(phrase, **{"entry": key, **values}).at(line.number)


_COLOURS = [colour.value for colour in Colour]


def setting_words(preset: type, name: str) -> Mapping[str, object]:
    """The values of a setting that have a word, by that word."""
    words: dict[str, object] = {}
    for kind in _types(preset, name):
        if kind is type(None):
            words.setdefault("none", None)
        elif kind is bool:
            words |= {"yes": True, "no": False}
        elif issubclass(kind, Enum):
            words |= {value.name.lower(): value for value in kind}
    return words


def _allows(preset: Any, name: str, value: int) -> bool:
    """True if this setting may have this number; the highest stake is a power of two."""
    try:
        replace(preset, **{name: value})
    except ValueError:
        return False
    return True


def _types(preset: type, name: str) -> set[type]:
    hint = get_type_hints(preset)[name]
    return set(get_args(hint)) or {hint}
