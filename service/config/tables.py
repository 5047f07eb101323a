"""Tables of settings: which shape each field of a settings class has, and how they are read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass, replace
from enum import Enum
from functools import cache, reduce
from operator import or_
from pathlib import Path
from types import NoneType
from typing import Annotated, Any, ClassVar, Literal, get_args, get_origin, get_type_hints

from referee.words import Phrases
from service.config.marks import (
    Absent,
    Called,
    FileToo,
    Many,
    Named,
    Presets,
    Range,
    Spelled,
    Unique,
)
from service.config.problems import Mistake, OneOf, Wrong
from service.config.shapes import (
    UNREAD,
    Choice,
    Folder,
    Number,
    OrAbsent,
    Row,
    Several,
    Shape,
    Spot,
    Switch,
    Text,
    likeness,
    word_of,
)

PRESET = "preset"
"""The key that names a preset."""
DRIVER = "driver"
"""The key that names a driver, and the field that every class of a driver's options has."""


@dataclass(frozen=True, slots=True)
class Check:
    """A question about several settings together, asked where each of them is well."""

    of: tuple[str, ...]
    find: Callable[..., Iterable[Mistake]]


class Settings:
    """A class of settings: its values are allowed each by itself and all together."""

    __slots__ = ()
    CHECKS: ClassVar[tuple[Check, ...]] = ()

    def __post_init__(self) -> None:
        for entry in table_of(type(self)).fields:
            value = getattr(self, entry.name)
            if not entry.shape.allows(value):
                raise ValueError(f"{entry.key} cannot be {value!r}")
        for check in self.CHECKS:
            for mistake in check.find(*(getattr(self, name) for name in check.of)):
                raise ValueError(f"{mistake.wrong.value}: {mistake.path}")


@dataclass(frozen=True, slots=True)
class Field:
    """One setting of a table."""

    name: str
    key: str
    shape: Shape
    default: object
    """MISSING, if it must be given."""


@dataclass(frozen=True, slots=True)
class OneDriver:
    """The mark of a setting that is one driver of a kind of device."""


class _NoValue:
    """What tables have in common: they are not written in one line."""

    __slots__ = ()

    def written(self, value: object) -> str:
        raise TypeError(f"{value!r} is written line by line")

    def told(self, phrases: Phrases) -> str:
        return phrases.say("config.allowed.table")


@dataclass(frozen=True, slots=True)
class Table(_NoValue):
    """A table that becomes a value of a settings class."""

    kind: type[Any]
    fields: tuple[Field, ...]

    def read(self, found: object, spot: Spot) -> object:
        if not isinstance(found, dict):
            return spot.not_allowed(found, self)
        before = len(spot.mistakes)
        values = _read_fields(self.fields, found, spot)
        known = {**{entry.name: entry.default for entry in self.fields}, **values}
        for check in self.kind.CHECKS:
            # A table may be read in part; what is not among its fields is not asked about.
            given = [known.get(name, MISSING) for name in check.of]
            if UNREAD not in given and MISSING not in given:
                spot.mistakes.extend(one.below(spot.path) for one in check.find(*given))
        return UNREAD if len(spot.mistakes) > before else self.kind(**values)

    def allows(self, value: object) -> bool:
        return isinstance(value, self.kind)


@dataclass(frozen=True, slots=True)
class PresetTable(_NoValue):
    """A table that names a preset, and changes some of its fields."""

    kind: type[Any]
    choices: Mapping[str, object]
    usual: Any
    fields: tuple[Field, ...]

    def read(self, found: object, spot: Spot) -> object:
        if not isinstance(found, dict):
            return spot.not_allowed(found, self)
        before = len(spot.mistakes)
        first = Field(PRESET, PRESET, Choice(self.choices), self.usual)
        values = _read_fields((first, *self.fields), found, spot)
        preset = values.pop(PRESET, self.usual)
        return UNREAD if len(spot.mistakes) > before else replace(preset, **values)

    def allows(self, value: object) -> bool:
        return isinstance(value, self.kind)

    def turned(self, value: Any) -> list[str]:
        """What is different from the preset of this name, as it is written."""
        preset = self.choices[value.name]
        return [
            f"{entry.key} = {entry.shape.written(getattr(value, entry.name))}"
            for entry in self.fields
            if getattr(value, entry.name) != getattr(preset, entry.name)
        ]


@dataclass(frozen=True, slots=True)
class DriverTable(_NoValue):
    """A table that names a driver, and has the options of that driver."""

    drivers: Mapping[str, Table]

    def read(self, found: object, spot: Spot) -> object:
        if not isinstance(found, dict):
            return spot.not_allowed(found, self)
        names = OneOf(tuple(self.drivers))
        if DRIVER not in found:
            return spot.under(DRIVER).wrong(Wrong.MISSING, allowed=names)
        driver = found[DRIVER]
        if not isinstance(driver, str) or driver not in self.drivers:
            return spot.under(DRIVER).not_allowed(driver, names, self.drivers)
        return self.drivers[driver].read(found, spot)

    def allows(self, value: object) -> bool:
        return any(table.allows(value) for table in self.drivers.values())


@dataclass(frozen=True, slots=True)
class TableList(_NoValue):
    """A list of tables, at least one, of which no two have the same name."""

    table: Table
    unique: str

    def read(self, found: object, spot: Spot) -> object:
        if not isinstance(found, list) or not found:
            return spot.not_allowed(found, self)
        values = tuple(self.table.read(item, spot.under(n)) for n, item in enumerate(found))
        names = [self._name(item) for item in found]
        doubled = [n for n in range(len(names)) if names[n] and names[n] in names[:n]]
        for number in doubled:
            spot.under(number).under(self.unique).wrong(Wrong.SAME_TABLES)
        return UNREAD if doubled or UNREAD in values else values

    def allows(self, value: object) -> bool:
        if not isinstance(value, tuple) or not all(self.table.allows(item) for item in value):
            return False
        names = {getattr(item, self.unique).casefold() for item in value}
        return 0 < len(names) == len(value)

    def told(self, phrases: Phrases) -> str:
        return phrases.say("config.allowed.tables")

    def _name(self, item: object) -> str:
        default = next(entry.default for entry in self.table.fields if entry.key == self.unique)
        name = item.get(self.unique, default) if isinstance(item, dict) else ""
        return name.casefold() if isinstance(name, str) else ""


def table_of(kind: Any) -> Table:
    """The table that a settings class is read from."""
    return _tables(kind)


@cache
def _tables(kind: Any) -> Table:
    return Table(kind, tuple(_fields(kind)))


def _read_fields(
    wanted: Iterable[Field], found: Mapping[str, object], spot: Spot
) -> dict[str, Any]:
    """What is given of these fields, UNREAD where it is not allowed; unknown keys are told."""
    by_key = {entry.key: entry for entry in wanted}
    for key in found:
        if key not in by_key:
            _unknown(key, by_key, spot)
    for key, entry in by_key.items():
        if entry.default is MISSING and key not in found:
            spot.under(key).wrong(Wrong.MISSING, allowed=entry.shape)
    return {
        entry.name: entry.shape.read(found[key], spot.under(key))
        for key, entry in by_key.items()
        if key in found
    }


def _unknown(key: str, known: Iterable[str], spot: Spot) -> None:
    like = likeness(key, known)
    if like is not None:
        spot.under(key).wrong(Wrong.UNKNOWN_LIKE, like=like)
    else:
        spot.under(key).wrong(Wrong.UNKNOWN, known=", ".join(known))


def _fields(kind: Any, more: Presets | None = None) -> Iterator[Field]:
    """The settings in a class; those of a preset are all but its name."""
    hints = get_type_hints(kind, include_extras=True)
    for entry in fields(kind):
        hint, marks = _unmarked(hints[entry.name])
        if more and entry.name == "name":
            continue
        beside = (*marks, *(more.marks.get(entry.name, ()) if more else ()))
        key = next((mark.key for mark in beside if isinstance(mark, Called)), entry.name)
        default = entry.default
        if entry.default_factory is not MISSING:
            default = entry.default_factory()
        yield Field(entry.name, key, _shape(hint, beside), default)


def _unmarked(hint: Any) -> tuple[Any, tuple[object, ...]]:
    if get_origin(hint) is Annotated:
        plain, *marks = get_args(hint)
        return plain, tuple(marks)
    return hint, ()


def _shape(hint: Any, marks: tuple[object, ...]) -> Shape:
    """The shape of a type with these marks."""
    if NoneType in get_args(hint):
        return _or_absent(get_args(hint), marks)
    if get_origin(hint) is tuple:
        return _tuple(get_args(hint), marks)
    for mark in marks:
        if isinstance(mark, OneDriver):
            return _drivers(hint)
        if isinstance(mark, Named):
            return Choice(mark.choices)
        if isinstance(mark, Presets):
            return PresetTable(hint, mark.choices, mark.usual, tuple(_fields(hint, mark)))
    if is_dataclass(hint):
        return table_of(hint)
    return _plain(hint, marks)


def _plain(hint: Any, marks: tuple[object, ...]) -> Shape:
    if get_origin(hint) is Literal:
        return Choice({word: word for word in get_args(hint)})
    if isinstance(hint, type) and issubclass(hint, Enum):
        return Choice({word_of(member): member for member in hint})
    if hint is bool:
        return Switch()
    if hint is Path:
        return Folder(file_too=any(isinstance(mark, FileToo) for mark in marks))
    for mark in marks:
        if hint in (int, float) and isinstance(mark, Range):
            return Number(mark, is_whole=hint is int)
        if hint is str and isinstance(mark, Spelled):
            return Text(mark)
    raise TypeError(f"a setting cannot be {hint} with {marks}")


def _or_absent(parts: tuple[Any, ...], marks: tuple[object, ...]) -> Shape:
    some = reduce(or_, (part for part in parts if part is not NoneType))
    word = next((mark.word for mark in marks if isinstance(mark, Absent)), "none")
    return OrAbsent(_shape(some, marks), word)


def _drivers(hint: Any) -> DriverTable:
    """A driver of a kind of device, or one of several."""
    kinds = get_args(hint) or (hint,)
    return DriverTable({driver_of(kind): table_of(kind) for kind in kinds})


def _tuple(parts: tuple[Any, ...], marks: tuple[object, ...]) -> Shape:
    first, *others = parts
    unique = next((mark.key for mark in marks if isinstance(mark, Unique)), None)
    if others == [...] and unique is not None:
        return TableList(table_of(first), unique)
    plain, given = _unmarked(first)
    for mark in marks:
        if others == [...] and isinstance(mark, Many):
            return Several(_shape(plain, given), mark.low, mark.high)
    return Row(_shape(plain, given), len(parts))


def driver_of(kind: type[Any]) -> str:
    """The name of the driver that has these options."""
    name: str = get_args(get_type_hints(kind)[DRIVER])[0]
    return name
