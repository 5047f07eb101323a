"""Derives the tables of a configuration from settings classes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass, replace
from enum import Enum
from functools import cache, reduce
from operator import or_
from pathlib import Path
from types import NoneType
from typing import Annotated, Any, ClassVar, Literal, get_args, get_origin, get_type_hints

from service.schema import value_shapes
from service.schema.configuration_problems import MistakeKind, SettingMistake, WordChoice
from service.schema.setting_marks import (
    FileKey,
    FileOrFolder,
    ListLength,
    Meaning,
    NamedChoices,
    NumberRange,
    Presets,
    TextFormat,
    UniqueKey,
    WordForNone,
)
from service.words.phrases import Phrases

PRESET = "preset"
"""The key that names a preset."""
DRIVER = "driver"
"""The key that names a driver."""


@dataclass(frozen=True, slots=True)
class CombinedCheck:
    """A check of several settings together, done if each of them is valid."""

    fields: tuple[str, ...]
    mistakes: Callable[..., Iterable[SettingMistake]]


class Settings:
    """The base class of settings; ValueError if a value or a combination is not allowed."""

    __slots__ = ()
    CHECKS: ClassVar[tuple[CombinedCheck, ...]] = ()

    def __post_init__(self) -> None:
        for entry in settings_table(type(self)).fields:
            value = getattr(self, entry.name)
            if not entry.shape.allows(value):
                raise ValueError(f"{entry.key} cannot be {value!r}")
        for check in self.CHECKS:
            for mistake in check.mistakes(*(getattr(self, name) for name in check.fields)):
                raise ValueError(f"{mistake.kind.value}: {mistake.path}")


@dataclass(frozen=True, slots=True)
class SettingField:
    """One setting of a table."""

    name: str
    key: str
    shape: value_shapes.Shape
    default: object
    """MISSING if the file must give a value."""
    meaning: str = ""
    """Its meaning in plain words, for options without a phrase."""


@dataclass(frozen=True, slots=True)
class OneDriver:
    """The mark of a setting that is one of several drivers, with the base class of its options."""


OptionsByName = Callable[[type[Any]], Mapping[str, type[Settings]]]
"""Returns the classes of options that have a base class, by the name of their driver."""


def no_drivers(_base: type[Any]) -> Mapping[str, type[Settings]]:
    """No drivers, where values are only checked, and no file is read."""
    return {}


class _TableShape:
    """The base class of tables, which are not written in a single line."""

    __slots__ = ()

    def as_toml(self, value: object) -> str:
        raise TypeError(f"{value!r} is a table, which has no text in a single line")

    def in_words(self, phrases: Phrases) -> str:
        return phrases.say("config.allowed.table")


@dataclass(frozen=True, slots=True)
class SettingsTable(_TableShape):
    """A table that is read as a settings class."""

    kind: type[Any]
    fields: tuple[SettingField, ...]

    def read(self, found: object, spot: value_shapes.ReadPosition, known_key: str = "") -> object:
        """The settings of a TOML table; the caller has read its `known_key`."""
        if not isinstance(found, dict):
            return spot.add_not_allowed(found, self)
        before = len(spot.mistakes)
        values = _read_fields(self.fields, found, spot, known_key)
        known = {entry.name: entry.default for entry in self.fields} | values
        for check in self.kind.CHECKS:
            # A table may be read in part; checks of its other fields are skipped.
            given = [known.get(name, MISSING) for name in check.fields]
            if value_shapes.INVALID not in given and MISSING not in given:
                spot.mistakes.extend(one.inside(spot.path) for one in check.mistakes(*given))
        return value_shapes.INVALID if len(spot.mistakes) > before else self.kind(**values)

    def allows(self, value: object) -> bool:
        return isinstance(value, self.kind)


@dataclass(frozen=True, slots=True)
class PresetTable(_TableShape):
    """A table that names a preset and changes some of its fields."""

    kind: type[Any]
    choices: Mapping[str, object]
    default: Any
    fields: tuple[SettingField, ...]

    def read(self, found: object, spot: value_shapes.ReadPosition) -> object:
        if not isinstance(found, dict):
            return spot.add_not_allowed(found, self)
        before = len(spot.mistakes)
        first = SettingField(PRESET, PRESET, value_shapes.ChoiceShape(self.choices), self.default)
        values = _read_fields((first, *self.fields), found, spot)
        preset = values.pop(PRESET, self.default)
        return value_shapes.INVALID if len(spot.mistakes) > before else replace(preset, **values)

    def allows(self, value: object) -> bool:
        return isinstance(value, self.kind)

    def changes(self, value: Any) -> list[str]:
        """The changes to the preset of this name, as TOML lines."""
        preset = self.choices[value.name]
        return [
            f"{entry.key} = {entry.shape.as_toml(getattr(value, entry.name))}"
            for entry in self.fields
            if getattr(value, entry.name) != getattr(preset, entry.name)
        ]


@dataclass(frozen=True, slots=True)
class DriverTable(_TableShape):
    """A table that names a driver and contains its options."""

    base: type[Any]
    """The base class of the options of all these drivers."""
    drivers: Mapping[str, SettingsTable]

    def read(self, found: object, spot: value_shapes.ReadPosition) -> object:
        if not isinstance(found, dict):
            return spot.add_not_allowed(found, self)
        names = WordChoice(tuple(self.drivers))
        if DRIVER not in found:
            return spot.under(DRIVER).add_mistake(MistakeKind.MISSING, allowed=names)
        driver = found[DRIVER]
        if not isinstance(driver, str) or driver not in self.drivers:
            return spot.under(DRIVER).add_not_allowed(driver, names, self.drivers)
        return self.drivers[driver].read(found, spot, DRIVER)

    def allows(self, value: object) -> bool:
        return isinstance(value, self.base)


@dataclass(frozen=True, slots=True)
class TableList(_TableShape):
    """A non-empty list of tables with different names."""

    table: SettingsTable
    unique_key: str

    def read(self, found: object, spot: value_shapes.ReadPosition) -> object:
        if not isinstance(found, list) or not found:
            return spot.add_not_allowed(found, self)
        values = tuple(self.table.read(item, spot.under(n)) for n, item in enumerate(found))
        names = [self._name(item) for item in found]
        doubled = [n for n in range(len(names)) if names[n] and names[n] in names[:n]]
        for number in doubled:
            spot.under(number).under(self.unique_key).add_mistake(MistakeKind.SAME_TABLES)
        return value_shapes.INVALID if doubled or value_shapes.INVALID in values else values

    def allows(self, value: object) -> bool:
        if not isinstance(value, tuple) or not all(self.table.allows(item) for item in value):
            return False
        names = {getattr(item, self.unique_key).casefold() for item in value}
        return 0 < len(names) == len(value)

    def in_words(self, phrases: Phrases) -> str:
        return phrases.say("config.allowed.tables")

    def _name(self, item: object) -> str:
        default = next(entry.default for entry in self.table.fields if entry.key == self.unique_key)
        name = item.get(self.unique_key, default) if isinstance(item, dict) else ""
        return name.casefold() if isinstance(name, str) else ""


def settings_table(kind: Any, drivers: OptionsByName = no_drivers) -> SettingsTable:
    """The table of a settings class; a file can name these drivers in it."""
    return _tables(kind, drivers)


@cache
def _tables(kind: Any, drivers: OptionsByName) -> SettingsTable:
    return SettingsTable(kind, tuple(_fields(kind, drivers)))


def _read_fields(
    wanted: Iterable[SettingField],
    found: Mapping[str, object],
    spot: value_shapes.ReadPosition,
    known_key: str = "",
) -> dict[str, Any]:
    """Reads the given fields, as INVALID if not allowed; adds a mistake for each unknown key."""
    by_key = {entry.key: entry for entry in wanted}
    known = [known_key, *by_key] if known_key else list(by_key)
    for key in found:
        if key not in known:
            _add_unknown_key(key, known, spot)
    for key, entry in by_key.items():
        if entry.default is MISSING and key not in found:
            spot.under(key).add_mistake(MistakeKind.MISSING, allowed=entry.shape)
    return {
        entry.name: entry.shape.read(found[key], spot.under(key))
        for key, entry in by_key.items()
        if key in found
    }


def _add_unknown_key(key: str, known: Iterable[str], spot: value_shapes.ReadPosition) -> None:
    if like := value_shapes.similar_word(key, known):
        spot.under(key).add_mistake(MistakeKind.UNKNOWN_LIKE, like=like)
    else:
        spot.under(key).add_mistake(MistakeKind.UNKNOWN, known=", ".join(known))


def _fields(
    kind: Any, drivers: OptionsByName, more: Presets | None = None
) -> Iterator[SettingField]:
    """The fields of a settings class, or those of a preset without its name."""
    hints = get_type_hints(kind, include_extras=True)
    for entry in fields(kind):
        hint, marks = _split_marks(hints[entry.name])
        if more and entry.name == "name":
            continue
        beside = (*marks, *(more.marks.get(entry.name, ()) if more else ()))
        key = next((mark.key for mark in beside if isinstance(mark, FileKey)), entry.name)
        default = entry.default
        if entry.default_factory is not MISSING:
            default = entry.default_factory()
        meaning = next((mark.text for mark in beside if isinstance(mark, Meaning)), "")
        yield SettingField(entry.name, key, _shape(hint, beside, drivers), default, meaning)


def _split_marks(hint: Any) -> tuple[Any, tuple[object, ...]]:
    if get_origin(hint) is Annotated:
        plain, *marks = get_args(hint)
        return plain, tuple(marks)
    return hint, ()


def _shape(hint: Any, marks: tuple[object, ...], drivers: OptionsByName) -> value_shapes.Shape:
    if NoneType in get_args(hint):
        return _optional_shape(get_args(hint), marks, drivers)
    if get_origin(hint) is tuple:
        return _list_shape(get_args(hint), marks, drivers)
    for mark in marks:
        if isinstance(mark, OneDriver):
            return _driver_table(hint, drivers)
        if isinstance(mark, NamedChoices):
            return value_shapes.ChoiceShape(mark.choices)
        if isinstance(mark, Presets):
            entries = tuple(_fields(hint, drivers, mark))
            return PresetTable(hint, mark.choices, mark.default, entries)
    if is_dataclass(hint):
        return settings_table(hint, drivers)
    return _single_value_shape(hint, marks)


def _single_value_shape(hint: Any, marks: tuple[object, ...]) -> value_shapes.Shape:
    if get_origin(hint) is Literal:
        return value_shapes.ChoiceShape({word: word for word in get_args(hint)})
    if isinstance(hint, type) and issubclass(hint, Enum):
        return value_shapes.ChoiceShape({value_shapes.enum_word(member): member for member in hint})
    if hint is bool:
        return value_shapes.BooleanShape()
    if hint is Path:
        return value_shapes.PathShape(
            allows_files=any(isinstance(mark, FileOrFolder) for mark in marks)
        )
    for mark in marks:
        if hint in (int, float) and isinstance(mark, NumberRange):
            return value_shapes.NumberShape(mark, is_whole=hint is int)
        if hint is str and isinstance(mark, TextFormat):
            return value_shapes.TextShape(mark)
    raise TypeError(f"a setting cannot be {hint} with {marks}")


def _optional_shape(
    parts: tuple[Any, ...], marks: tuple[object, ...], drivers: OptionsByName
) -> value_shapes.Shape:
    some = reduce(or_, (part for part in parts if part is not NoneType))
    word = next((mark.word for mark in marks if isinstance(mark, WordForNone)), "none")
    return value_shapes.OptionalShape(_shape(some, marks, drivers), word)


def _driver_table(base: Any, drivers: OptionsByName) -> DriverTable:
    options = drivers(base).items()
    return DriverTable(base, {name: settings_table(kind) for name, kind in options})


def _list_shape(
    parts: tuple[Any, ...], marks: tuple[object, ...], drivers: OptionsByName
) -> value_shapes.Shape:
    first, *others = parts
    unique = next((mark.key for mark in marks if isinstance(mark, UniqueKey)), None)
    if others == [...] and unique is not None:
        return TableList(settings_table(first, drivers), unique)
    plain, given = _split_marks(first)
    for mark in marks:
        if others == [...] and isinstance(mark, ListLength):
            return value_shapes.ListShape(_shape(plain, given, drivers), mark.low, mark.high)
    return value_shapes.ListShape(_shape(plain, given, drivers), len(parts), len(parts))
