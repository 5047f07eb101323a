"""What can be agreed on before a match: as a form for the page, and read back from it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from referee.words import Phrases
from service.config import settings
from service.config.problems import KeyPath, Mistake, Wrong, key_written
from service.config.shapes import UNREAD, Choice, Number, OrAbsent, Shape, Spot, Switch, likeness
from service.config.tables import PRESET, Field, PresetTable, Table, table_of
from service.tables.agreed import Agreed
from service.tables.running import Running

LONGEST = 20_000
"""Letters; a form that is filled in has about a thousand."""
MOST_TOLD = 20
"""Mistakes; who makes more than these has not filled in the form."""
NAMES = ("names.one", "names.two")
SWITCHES = {"light_far": ("light_sits", ("near", "far")), "home_left": ("home", ("right", "left"))}
"""What is a switch in the form, and two words among the settings: for off and on."""
GROUPS = {
    "players": (*NAMES, "light", *SWITCHES, "computer"),
    "match": ("length",),
}
PRESETS = ("rules", "referee")
"""The groups that begin with a preset."""
YES_OR_NO = {"yes": True, "no": False}
"""How the form spells a switch that may also be left alone."""

Values = dict[str, object]


class NotAgreed(ValueError):
    """What was filled in cannot be agreed on, with everything that is wrong with it."""

    def __init__(self, mistakes: tuple[Mistake, ...] = ()) -> None:
        self.mistakes = mistakes
        """None, where it is no form at all."""
        super().__init__(mistakes)

    def told(self, phrases: Phrases) -> tuple[str, ...]:
        """Each mistake in one sentence."""
        if not self.mistakes:
            return (phrases.say("page.agreement.unreadable"),)
        return tuple(_told(mistake, phrases) for mistake in self.mistakes[:MOST_TOLD])

    def beside(self, phrases: Phrases) -> Mapping[str, str]:
        """What is wrong with each setting, by its key in the form."""
        found: dict[str, list[str]] = {}
        for mistake in self.mistakes[:MOST_TOLD]:
            found.setdefault(_key(mistake.path), []).append(mistake.told(phrases))
        return {key: " ".join(words) for key, words in found.items()}


def agreement_form(running: Running, phrases: Phrases) -> Mapping[str, object]:
    """The form as JSON knows it: every setting with its words, its present value and presets."""
    groups = [
        _group(name, [(key, _SHAPES[key]) for key in keys], phrases)
        for name, keys in GROUPS.items()
    ]
    for name in PRESETS:
        shapes = [(key, shape) for key, shape in _SHAPES.items() if key.startswith(f"{name}.")]
        groups.append(_group(name, shapes, phrases))
    presets = {name: _presets(name) for name in PRESETS}
    return {"groups": groups, "values": _present(running), "presets": presets}


def read_agreement(text: str, running: Running) -> settings.Table:
    """The settings of a table with what was agreed on; what is left out stays as it is.

    NotAgreed names all mistakes at once.
    """
    given = _object_in(text)
    mistakes: list[Mistake] = []
    # What each of them is like takes a while to find out.
    for key in [key for key in given if key not in _SHAPES][:MOST_TOLD]:
        _unknown(key, mistakes)
    known = {key: value for key, value in given.items() if key in _SHAPES}
    before = _present(running)
    for name in PRESETS:
        if f"{name}.{PRESET}" in known:
            before = {key: it for key, it in before.items() if not key.startswith(f"{name}.")}
    filled_in = _nested({**before, **known}, mistakes)
    agreed = _AGREED.read(filled_in, Spot((), mistakes))
    if mistakes or not isinstance(agreed, settings.Table):
        raise NotAgreed(tuple(mistakes))
    return replace(
        running.setup, **{entry.name: getattr(agreed, entry.name) for entry in _AGREED.fields}
    )


def _agreed_table() -> Table:
    """The settings that can be agreed on, as the configuration reads them."""
    keys = {"names", "light", "light_sits", "home", "computer", "length", *PRESETS}
    whole = table_of(settings.Table)
    return Table(whole.kind, tuple(entry for entry in whole.fields if entry.key in keys))


def _shapes(entry: Field) -> Iterator[tuple[str, Shape]]:
    """What a setting is in the form."""
    if isinstance(entry.shape, PresetTable):
        yield f"{entry.key}.{PRESET}", Choice(entry.shape.choices)
        yield from ((f"{entry.key}.{knob.key}", knob.shape) for knob in entry.shape.fields)
    elif entry.key == "names":
        yield from ((name, entry.shape) for name in NAMES)
    elif not any(entry.key == word for word, _ in SWITCHES.values()):
        yield entry.key, entry.shape


_AGREED = _agreed_table()
_SHAPES: Mapping[str, Shape] = {
    **{key: shape for entry in _AGREED.fields for key, shape in _shapes(entry)},
    **dict.fromkeys(SWITCHES, Switch()),
}
"""What each field of the form may be."""


def _group(name: str, shapes: list[tuple[str, Shape]], phrases: Phrases) -> Mapping[str, object]:
    return {
        "key": name,
        "label": phrases.say(f"page.agreement.group.{name}"),
        "about": phrases.say(f"page.agreement.about.{name}"),
        "fields": [_field(key, shape, phrases) for key, shape in shapes],
    }


def _field(key: str, shape: Shape, phrases: Phrases) -> Mapping[str, object]:
    field = {
        "key": key,
        "label": phrases.say(f"page.agreement.label.{key}"),
        "about": phrases.say(f"page.agreement.explain.{key}"),
    }
    inner = shape.shape if isinstance(shape, OrAbsent) else shape
    match inner:
        case Choice(choices):
            return {
                **field,
                "kind": "choice",
                **_choices(key, [*choices, *_absent(shape)], phrases),
            }
        case Switch() if inner is not shape:
            words = [*YES_OR_NO, *_absent(shape)]
            return {**field, "kind": "choice", **_choices(key, words, phrases)}
        case Switch():
            return {**field, "kind": "switch"}
        case Number(range=allowed):
            number = {"kind": "number", "low": allowed.low, "high": allowed.high}
            absent = [{"value": it, "words": _choice(key, it, phrases)} for it in _absent(shape)]
            return {**field, **number, **({"absent": absent[0]} if absent else {})}
        case _:
            return {**field, "kind": "text"}


def _choices(key: str, words: list[str], phrases: Phrases) -> Mapping[str, object]:
    return {"choices": [{"value": it, "words": _choice(key, it, phrases)} for it in words]}


def _choice(key: str, word: str, phrases: Phrases) -> str:
    return phrases.say(f"page.agreement.choice.{key}.{word}")


def _absent(shape: Shape) -> list[str]:
    """The word for nothing; the form has none for what is usual, it shows what that comes to."""
    return [shape.word] if isinstance(shape, OrAbsent) and shape.word != "auto" else []


def _present(running: Running) -> Values:
    """What a match that begins now is played by."""
    table = running.table
    agreed = Agreed(table.settings, table.computer, table.facing).at(running.setup)
    values: Values = {}
    for entry in _AGREED.fields:
        value = getattr(agreed, entry.name)
        if isinstance(entry.shape, PresetTable):
            values[f"{entry.key}.{PRESET}"] = value.name
            values |= _knobs(entry.key, entry.shape, value)
        else:
            values[entry.key] = json.loads(entry.shape.written(value))
    names = values.pop("names")
    values |= dict(zip(NAMES, names, strict=True)) if isinstance(names, list) else {}
    for key, (setting, (_, on)) in SWITCHES.items():
        values[key] = values.pop(setting) == on
    return values


def _knobs(name: str, table: PresetTable, value: object) -> Values:
    knobs: Values = {}
    for knob in table.fields:
        # What TOML writes in one line is JSON, too.
        written = json.loads(knob.shape.written(getattr(value, knob.name)))
        if isinstance(knob.shape, OrAbsent) and isinstance(written, bool):
            written = next(word for word, meant in YES_OR_NO.items() if meant is written)
        knobs[f"{name}.{knob.key}"] = written
    return knobs


def _presets(name: str) -> Mapping[str, Values]:
    tables = [entry.shape for entry in _AGREED.fields if entry.key == name]
    return {
        preset: _knobs(name, table, value)
        for table in tables
        if isinstance(table, PresetTable)
        for preset, value in table.choices.items()
    }


def _object_in(text: str) -> dict[str, Any]:
    """What was filled in, by key."""
    if len(text) > LONGEST:
        raise NotAgreed
    try:
        given = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise NotAgreed from error
    if not isinstance(given, dict):
        raise NotAgreed
    return given


def _unknown(key: str, mistakes: list[Mistake]) -> None:
    like = likeness(key, _SHAPES)
    if like is None:
        mistakes.append(Mistake((key,), Wrong.UNKNOWN, {"known": ", ".join(_SHAPES)}))
    else:
        mistakes.append(Mistake((key,), Wrong.UNKNOWN_LIKE, {"like": like}))


def _nested(values: Values, mistakes: list[Mistake]) -> dict[str, Any]:
    """What was filled in, as a configuration would have it."""
    nested: dict[str, Any] = {name: {} for name in PRESETS}
    nested["names"] = [values[name] for name in NAMES]
    for key, value in values.items():
        head, _, knob = key.partition(".")
        if key in SWITCHES:
            setting, words = SWITCHES[key]
            read = Switch().read(value, Spot((key,), mistakes))
            if read is not UNREAD:
                nested[setting] = words[bool(read)]
        elif knob and head in PRESETS:
            nested[head][knob] = _yes_or_no(value) if _is_yes_or_no(key) else value
        elif not knob:
            nested[key] = value
    return nested


def _is_yes_or_no(key: str) -> bool:
    shape = _SHAPES[key]
    return isinstance(shape, OrAbsent) and isinstance(shape.shape, Switch)


def _yes_or_no(value: object) -> object:
    return YES_OR_NO.get(value, value) if isinstance(value, str) else value


def _told(mistake: Mistake, phrases: Phrases) -> str:
    """A mistake, said of what the form calls the setting."""
    label = phrases.texts.get(f"page.agreement.label.{_key(mistake.path)}")
    what = mistake.told(phrases)
    return phrases.say(
        "page.agreement.mistake", field=label or key_written(mistake.path), what=what
    )


def _key(path: KeyPath) -> str:
    """The key of the form for a setting."""
    first, *rest = path or ("",)
    if first == "names":
        return NAMES[rest[0]] if rest and isinstance(rest[0], int) else NAMES[-1]
    return ".".join(str(part) for part in path)
