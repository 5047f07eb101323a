"""The form for the settings of a new match, and how it is read back."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from service.config import service_settings
from service.schema.configuration_problems import KeyPath, MistakeKind, SettingMistake, key_text
from service.schema.settings_schema import (
    PRESET,
    PresetTable,
    SettingField,
    SettingsTable,
    settings_table,
)
from service.schema.value_shapes import (
    INVALID,
    BooleanShape,
    ChoiceShape,
    NumberShape,
    OptionalShape,
    ReadPosition,
    Shape,
    similar_word,
)
from service.storage.table_agreement import TableAgreement
from service.table.table_runtime import TableRuntime
from service.web.messages import form_fields
from service.words.phrases import Phrases

MAX_FORM_LENGTH = 20_000
"""Characters of a form; a filled-in one has about a thousand."""
MAX_MISTAKES = 20
"""The number of mistakes that are reported; a person who filled in the form makes fewer."""
NAME_FIELDS = ("names.one", "names.two")
TOGGLE_FIELDS = {
    "light_far": ("light_sits", ("near", "far")),
    "home_left": ("home", ("right", "left")),
}
"""The fields that are on or off, with the setting of each and its words for off and on."""
FIELD_GROUPS = {
    "players": (*NAME_FIELDS, "light", *TOGGLE_FIELDS, "computer"),
    "match": ("length",),
}
PRESET_GROUPS = ("rules", "referee")
"""The groups of settings that start from a preset."""
YES_OR_NO = {"yes": True, "no": False}
"""The words of the form for a boolean setting that may also be absent."""

Values = dict[str, form_fields.Setting]


class InvalidAgreement(ValueError):
    """A form that cannot be accepted, with all of its mistakes."""

    def __init__(self, mistakes: tuple[SettingMistake, ...] = ()) -> None:
        self.mistakes = mistakes
        """The mistakes; empty if the text is not a form at all."""
        super().__init__(mistakes)

    def in_words(self, phrases: Phrases) -> tuple[str, ...]:
        if not self.mistakes:
            return (phrases.say("page.agreement.unreadable"),)
        first = self.mistakes[:MAX_MISTAKES]
        return tuple(_mistake_in_words(mistake, phrases) for mistake in first)

    def field_errors(self, phrases: Phrases) -> Mapping[str, str]:
        """The mistakes of each setting, by its key in the form."""
        found: dict[str, list[str]] = {}
        for mistake in self.mistakes[:MAX_MISTAKES]:
            found.setdefault(_field_key(mistake.path), []).append(_wrong(mistake, phrases))
        return {key: " ".join(words) for key, words in found.items()}


def agreement_form(runtime: TableRuntime, phrases: Phrases) -> form_fields.AgreementForm:
    """Returns the form: each setting with its texts, present value and presets."""
    groups = [
        _group(name, [(key, _FIELD_SHAPES[key]) for key in keys], phrases)
        for name, keys in FIELD_GROUPS.items()
    ]
    for name in PRESET_GROUPS:
        shapes = [item for item in _FIELD_SHAPES.items() if item[0].startswith(f"{name}.")]
        groups.append(_group(name, shapes, phrases))
    presets = {name: _presets(name) for name in PRESET_GROUPS}
    return form_fields.AgreementForm(tuple(groups), _present_values(runtime), presets)


def read_agreement(text: str, runtime: TableRuntime) -> service_settings.TableSettings:
    """Returns the settings of a table with those of a filled-in form; missing ones are kept.

    Raises InvalidAgreement with all mistakes at once.
    """
    given = _parse_object(text)
    mistakes: list[SettingMistake] = []
    # The search for a similar key is slow, so only the first unknown keys are reported.
    for key in [key for key in given if key not in _FIELD_SHAPES][:MAX_MISTAKES]:
        _report_unknown_key(key, mistakes)
    known = {key: value for key, value in given.items() if key in _FIELD_SHAPES}
    before = _present_values(runtime)
    for name in PRESET_GROUPS:
        if f"{name}.{PRESET}" in known:
            before = {key: it for key, it in before.items() if not key.startswith(f"{name}.")}
    filled_in = _nested_values({**before, **known}, mistakes)
    agreed = _FORM_TABLE.read(filled_in, ReadPosition((), mistakes))
    if mistakes or not isinstance(agreed, service_settings.TableSettings):
        raise InvalidAgreement(tuple(mistakes))
    changes = {entry.name: getattr(agreed, entry.name) for entry in _FORM_TABLE.fields}
    return replace(runtime.settings, **changes)


def _form_table() -> SettingsTable:
    """The part of the table configuration that the form covers."""
    keys = {"names", "light", "light_sits", "home", "computer", "length", *PRESET_GROUPS}
    whole = settings_table(service_settings.TableSettings)
    return SettingsTable(whole.kind, tuple(entry for entry in whole.fields if entry.key in keys))


def _shapes(entry: SettingField) -> Iterator[tuple[str, Shape]]:
    """Yields the fields of the form for a setting, each with its shape."""
    if isinstance(entry.shape, PresetTable):
        yield f"{entry.key}.{PRESET}", ChoiceShape(entry.shape.choices)
        yield from ((f"{entry.key}.{setting.key}", setting.shape) for setting in entry.shape.fields)
    elif entry.key == "names":
        yield from ((name, entry.shape) for name in NAME_FIELDS)
    elif not any(entry.key == word for word, _ in TOGGLE_FIELDS.values()):
        yield entry.key, entry.shape


_FORM_TABLE = _form_table()
_FIELD_SHAPES: Mapping[str, Shape] = {
    **{key: shape for entry in _FORM_TABLE.fields for key, shape in _shapes(entry)},
    **dict.fromkeys(TOGGLE_FIELDS, BooleanShape()),
}
"""The shape of each field of the form."""


def _group(name: str, shapes: list[tuple[str, Shape]], phrases: Phrases) -> form_fields.FieldGroup:
    return form_fields.FieldGroup(
        name,
        phrases.say(f"page.agreement.group.{name}"),
        phrases.say(f"page.agreement.about.{name}"),
        tuple(_field(key, shape, phrases) for key, shape in shapes),
    )


def _field(key: str, shape: Shape, phrases: Phrases) -> form_fields.FormField:
    say = phrases.say
    texts = (key, say(f"page.agreement.label.{key}"), say(f"page.agreement.explain.{key}"))
    inner = shape.shape if isinstance(shape, OptionalShape) else shape
    absent = _absent_words(shape)
    match inner:
        case ChoiceShape(choices):
            return form_fields.ChoiceField(*texts, _choices(key, [*choices, *absent], phrases))
        case BooleanShape() if inner is not shape:
            return form_fields.ChoiceField(*texts, _choices(key, [*YES_OR_NO, *absent], phrases))
        case BooleanShape():
            return form_fields.ToggleField(*texts)
        case NumberShape(range=allowed):
            instead = next(iter(_choices(key, absent, phrases)), None)
            return form_fields.NumberField(*texts, allowed.low, allowed.high, instead)
        case _:
            return form_fields.TextField(*texts)


def _choices(key: str, words: list[str], phrases: Phrases) -> tuple[form_fields.FormChoice, ...]:
    say = phrases.say
    return tuple(
        form_fields.FormChoice(it, say(f"page.agreement.choice.{key}.{it}")) for it in words
    )


def _absent_words(shape: Shape) -> list[str]:
    """The word for an absent value, if any; for "auto" the form shows the effective value."""
    return [shape.word] if isinstance(shape, OptionalShape) and shape.word != "auto" else []


def _present_values(runtime: TableRuntime) -> Values:
    """The settings that a match beginning now would have, by field of the form."""
    table = runtime.table
    now = TableAgreement(table.settings, table.computer_player, table.orientation)
    agreed = now.applied_to(runtime.settings)
    values: Values = {}
    for entry in _FORM_TABLE.fields:
        value = getattr(agreed, entry.name)
        if isinstance(entry.shape, PresetTable):
            values[f"{entry.key}.{PRESET}"] = value.name
            values |= _preset_values(entry.key, entry.shape, value)
        elif entry.key == "names":
            values |= dict(zip(NAME_FIELDS, value, strict=True))
        else:
            values[entry.key] = json.loads(entry.shape.as_toml(value))
    for key, (setting, (_, on)) in TOGGLE_FIELDS.items():
        values[key] = values.pop(setting) == on
    return values


def _preset_values(name: str, table: PresetTable, value: object) -> Values:
    settings: Values = {}
    for setting in table.fields:
        # A TOML value on one line is valid JSON too.
        written = json.loads(setting.shape.as_toml(getattr(value, setting.name)))
        if isinstance(setting.shape, OptionalShape) and isinstance(written, bool):
            written = next(word for word, meant in YES_OR_NO.items() if meant is written)
        settings[f"{name}.{setting.key}"] = written
    return settings


def _presets(name: str) -> Mapping[str, Values]:
    tables = [entry.shape for entry in _FORM_TABLE.fields if entry.key == name]
    return {
        preset: _preset_values(name, table, value)
        for table in tables
        if isinstance(table, PresetTable)
        for preset, value in table.choices.items()
    }


def _parse_object(text: str) -> dict[str, Any]:
    """Parses a filled-in form; raises InvalidAgreement if the text is not a JSON object."""
    if len(text) > MAX_FORM_LENGTH:
        raise InvalidAgreement
    try:
        given = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InvalidAgreement from error
    if not isinstance(given, dict):
        raise InvalidAgreement
    return given


def _report_unknown_key(key: str, mistakes: list[SettingMistake]) -> None:
    like = similar_word(key, _FIELD_SHAPES)
    if like is None:
        known = {"known": ", ".join(_FIELD_SHAPES)}
        mistakes.append(SettingMistake((key,), MistakeKind.UNKNOWN, known))
    else:
        mistakes.append(SettingMistake((key,), MistakeKind.UNKNOWN_LIKE, {"like": like}))


def _nested_values(values: Values, mistakes: list[SettingMistake]) -> dict[str, Any]:
    """The values of the form, nested as in a configuration file."""
    nested: dict[str, Any] = {name: {} for name in PRESET_GROUPS}
    names = (values[name] for name in NAME_FIELDS)
    nested["names"] = [name.strip() if isinstance(name, str) else name for name in names]
    for key, value in values.items():
        head, _, name = key.partition(".")
        if key in TOGGLE_FIELDS:
            setting, words = TOGGLE_FIELDS[key]
            read = BooleanShape().read(value, ReadPosition((key,), mistakes))
            if read is not INVALID:
                nested[setting] = words[bool(read)]
        elif name and head in PRESET_GROUPS:
            nested[head][name] = _yes_or_no(value) if _is_yes_or_no(key) else value
        elif not name:
            nested[key] = value
    return nested


def _is_yes_or_no(key: str) -> bool:
    shape = _FIELD_SHAPES[key]
    return isinstance(shape, OptionalShape) and isinstance(shape.shape, BooleanShape)


def _yes_or_no(value: object) -> object:
    return YES_OR_NO.get(value, value) if isinstance(value, str) else value


def _mistake_in_words(mistake: SettingMistake, phrases: Phrases) -> str:
    """A mistake in words, with the label that the setting has in the form."""
    label = phrases.texts.get(f"page.agreement.label.{_field_key(mistake.path)}")
    field, what = label or key_text(mistake.path), _wrong(mistake, phrases)
    return phrases.say("page.agreement.mistake", field=field, what=what)


def _wrong(mistake: SettingMistake, phrases: Phrases) -> str:
    """The mistake in words for people at a table; for a name, the names that are possible."""
    is_name = _field_key(mistake.path) in NAME_FIELDS
    if is_name and mistake.kind in (MistakeKind.VALUE, MistakeKind.VALUE_LIKE):
        return phrases.say("page.agreement.wrong_name")
    return mistake.in_words(phrases)


def _field_key(path: KeyPath) -> str:
    """The key in the form for a path in the configuration."""
    first, *rest = path or ("",)
    if first == "names":
        return NAME_FIELDS[rest[0]] if rest and isinstance(rest[0], int) else NAME_FIELDS[-1]
    return ".".join(str(part) for part in path)
