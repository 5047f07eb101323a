"""Values as JSON texts and back, by their type hints; members of a union by declared tags."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, dataclass, fields, is_dataclass
from enum import Enum
from types import NoneType, UnionType
from typing import Any, NewType, TypeVar, Union, get_args, get_origin, get_type_hints

from service.storage.compact_texts import COMPACT

TAG = "is"
"""The key of the tag in the object of a union's member; no field can be called so."""
STORED = "stored"
"""The key in the metadata of a field: its name in the format, or False if it is not stored."""
MAX_QUOTED = 60
"""Characters of bad data that an error message quotes."""
MAX_FIELD = 120
"""Characters of the path of a field, of which data may invent the end."""
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


class DecodingError(ValueError):
    """Data that is no value of the expected type; says where and what was expected."""

    def __init__(
        self, where: str, expected: str, found: object, *, field: str = "", allowed: str = ""
    ) -> None:
        shown = repr(found)
        shown = shown if len(shown) <= MAX_QUOTED else f"{shown[:MAX_QUOTED]}…"
        super().__init__(f"{where or 'at the top'}: {expected}, not {shown}")
        self.where = where
        self.field = (field or where)[:MAX_FIELD]
        """The path of the field that is wrong, missing or unknown; empty for the whole text."""
        self.allowed = allowed or expected
        """The values that are allowed there."""


class UnknownName(DecodingError):
    """A tag, field or enum member that this version does not know; a newer one may have."""


@dataclass(frozen=True, slots=True)
class _Converter:
    """Writes values of a type as plain data, and reads them; takes their path, for errors."""

    write: Callable[[Any], Any]
    read: Callable[[Any, str], Any]
    expected: str = "another value"
    """The values that it reads, for a field that is missing."""


@dataclass(frozen=True, slots=True)
class CurrentForm:
    """The present form of data with a legacy tag."""

    kind: type
    data: Mapping[str, Any]
    """The fields as they are written now."""


LegacyReader = Callable[[Mapping[str, Any], str], CurrentForm]
"""Turns data without its legacy tag, and the place where it stands, into their present form."""


class Codec:
    """Writes values as JSON and reads them back.

    A union is written as an object with the declared tag of the member under the key `is`.
    Class names are free to change; tags, names of fields and of enum members are the format.
    A field with the metadata `{"stored": False}` is not written. It is None in what is read, and
    the reader fills it in. One with `{"stored": "wish"}` is written by that name.

    A legacy tag is read but not written any more.
    """

    def __init__(
        self, tags: Mapping[type, str], legacy: Mapping[str, LegacyReader] | None = None
    ) -> None:
        self.tags = tags
        self.legacy = legacy or {}
        if len({*tags.values(), *self.legacy}) != len(tags) + len(self.legacy):
            raise ValueError("two types have the same tag")
        self._converters: dict[Any, _Converter] = {}

    def encode(self, value: object, hint: Any, *, canonical: bool = False) -> str:
        """A value of this type as compact JSON; the same text for equal values if canonical."""
        data = self._converter(hint).write(value)
        text = json.dumps(
            data, ensure_ascii=False, allow_nan=False, separators=(",", ":"), sort_keys=canonical
        )
        return _LONE_SURROGATE.sub(lambda found: f"\\u{ord(found[0]):04x}", text)

    def decode(self, text: str, hint: Any) -> Any:
        """The value of this type in a JSON text; DecodingError if there is none."""
        try:
            data = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise DecodingError("", f"JSON ({error})", text) from error
        try:
            return self._converter(hint).read(data, "")
        except RecursionError as error:
            raise DecodingError("", "JSON that is nested less deeply", text) from error

    def can_contain(self, text: str, kind: type) -> bool:
        """True if an encoded text may contain a member of this kind; does not decode it."""
        return f'"{TAG}":"{self.tags[kind]}"' in text

    def _converter(self, hint: Any) -> _Converter:
        if hint not in self._converters:
            self._converters[hint] = self._create_converter(hint)
        return self._converters[hint]

    def _create_converter(self, hint: Any) -> _Converter:
        if isinstance(hint, NewType):
            return self._converter(hint.__supertype__)
        origin = get_origin(hint)
        if hint in COMPACT:
            return _compact(*COMPACT[hint])
        if hint in _SCALARS:
            return _scalar(hint)
        if origin in (Union, UnionType):
            return self._union(get_args(hint))
        if origin in (tuple, frozenset):
            return (self._sequence if origin is tuple else self._set)(get_args(hint))
        if origin in (Mapping, dict):
            return self._mapping(get_args(hint))
        if isinstance(hint, type) and issubclass(hint, Enum):
            return _choice(hint)
        if is_dataclass(origin or hint):
            return self._record(hint)
        raise TypeError(f"values of the type {hint} cannot be encoded")

    def _sequence(self, args: tuple[Any, ...]) -> _Converter:
        *first, last = args
        element = None if last is not Ellipsis else self._converter(first[0])
        fixed = () if element else tuple(map(self._converter, args))

        def converters(length: int) -> tuple[_Converter, ...]:
            return (element,) * length if element else fixed

        def write(values: tuple[Any, ...]) -> list[Any]:
            items = zip(converters(len(values)), values, strict=True)
            return [each.write(value) for each, value in items]

        def read(data: Any, where: str) -> tuple[Any, ...]:
            if not isinstance(data, list) or len(data) != len(converters(len(data))):
                raise DecodingError(where, f"a list of {len(fixed)}" if fixed else "a list", data)
            items = enumerate(zip(converters(len(data)), data, strict=True))
            return tuple(each.read(item, f"{where}[{at}]") for at, (each, item) in items)

        return _Converter(write, read, "a list")

    def _set(self, args: tuple[Any, ...]) -> _Converter:
        each = self._sequence((args[0], ...))
        return _Converter(
            lambda values: sorted(each.write(tuple(values)), key=json.dumps),
            lambda data, where: frozenset(each.read(data, where)),
            each.expected,
        )

    def _mapping(self, args: tuple[Any, ...]) -> _Converter:
        key, value = map(self._converter, args)

        def write(values: Mapping[Any, Any]) -> dict[str, Any]:
            return {key.write(name): value.write(values[name]) for name in values}

        def read(data: Any, where: str) -> dict[Any, Any]:
            named = _object(data, where)
            parts = named.items()
            return {key.read(it, where): value.read(part, _at(where, it)) for it, part in parts}

        return _Converter(write, read, "an object")

    def _union(self, members: tuple[Any, ...]) -> _Converter:
        kinds = [member for member in members if member is not NoneType]
        some = self._converter(kinds[0]) if len(kinds) == 1 else self._members(kinds)
        if len(kinds) == len(members):
            return some
        return _Converter(
            lambda value: None if value is None else some.write(value),
            lambda data, where: None if data is None else some.read(data, where),
            f"{some.expected}, or null",
        )

    def _members(self, kinds: list[Any]) -> _Converter:
        """Several records, told apart by their tags."""
        if missing := [kind for kind in kinds if kind not in self.tags]:
            raise TypeError(f"members of a union need a declared tag: {missing}")
        tagged = {self.tags[kind]: self._converter(kind) for kind in kinds}

        def write(value: object) -> dict[str, Any]:
            tag = self.tags[type(value)]
            return {TAG: tag, **tagged[tag].write(value)}

        def read(data: Any, where: str) -> Any:
            rest = dict(_object(data, where))
            tag = rest.pop(TAG, None)
            if isinstance(tag, str) and tag in self.legacy:
                current = self.legacy[tag](rest, _at(where, tag))
                tag, rest = self.tags[current.kind], dict(current.data)
            if not isinstance(tag, str) or tag not in tagged:
                raise _unknown(tag)(_at(where, TAG), f"one of {', '.join(tagged)}", tag)
            return tagged[tag].read(rest, _at(where, tag))

        return _Converter(write, read, f"an object whose {TAG!r} is one of {', '.join(tagged)}")

    def _record(self, hint: Any) -> _Converter:
        kind: Any = get_origin(hint) or hint
        hints = _field_hints(kind, get_args(hint))
        stored = {name: field for field in fields(kind) if (name := stored_name(field))}
        parts = {it: (of.name, self._converter(hints[of.name])) for it, of in stored.items()}
        written = [(it, attribute, part.write) for it, (attribute, part) in parts.items()]
        unstored = dict.fromkeys(hints.keys() - {attribute for attribute, _part in parts.values()})
        needed = {it for it, of in stored.items() if of.default is of.default_factory is MISSING}

        def write(value: object) -> dict[str, Any]:
            return {it: put(getattr(value, attribute)) for it, attribute, put in written}

        def read(data: Any, where: str) -> Any:
            given = _object(data, where)
            if missing := sorted(needed - given.keys()):
                field, expected = _at(where, missing[0]), parts[missing[0]][1].expected
                wanted = f"a {kind.__name__} with {', '.join(missing)}"
                raise DecodingError(where, wanted, data, field=field, allowed=expected)
            if extra := sorted(given.keys() - parts.keys()):
                field = _at(where, extra[0])
                allowed = f"only {', '.join(parts)}" if parts else "no field"
                wanted = f"a {kind.__name__} without {', '.join(extra)}"
                raise UnknownName(where, wanted, data, field=field, allowed=allowed)
            values = {}
            for it, item in given.items():
                attribute, part = parts[it]
                values[attribute] = part.read(item, _at(where, it))
            try:
                return kind(**values, **unstored)
            except ValueError as error:
                raise DecodingError(where, str(error), data) from error

        return _Converter(write, read, "an object")


def stored_name(field: Field[Any]) -> str | None:
    """The name of a field of a dataclass in the format; None if it is not stored."""
    name = field.metadata.get(STORED, field.name)
    return name or None


def _compact(write: Callable[[Any], Any], read: Callable[[Any], Any]) -> _Converter:
    def read_here(data: Any, where: str) -> Any:
        try:
            return read(data)
        except ValueError as error:
            raise DecodingError(where, str(error), data) from error

    return _Converter(write, read_here)


def _scalar(kind: type) -> _Converter:
    def write(value: Any) -> Any:
        if kind is not float:
            return value
        if not math.isfinite(value):
            raise DecodingError("", "a finite number", value)
        return float(value)

    def read(data: Any, where: str) -> Any:
        value = _as_float(data) if kind is float else data
        if type(value) is not kind:
            raise DecodingError(where, _SCALARS[kind], data)
        return value

    return _Converter(write, read, _SCALARS[kind])


def _as_float(number: Any) -> float | None:
    """The number as a float; None if it is not finite or not a number."""
    if type(number) not in (int, float):
        return None
    try:
        return float(number) if math.isfinite(number) else None
    except OverflowError:
        return None


def _choice(kind: type[Enum]) -> _Converter:
    """Members of an enum by their names; their values are words that may change."""
    choices = {member.name.lower(): member for member in kind}

    def read(data: Any, where: str) -> Enum:
        if not isinstance(data, str) or data not in choices:
            raise _unknown(data)(where, f"one of {', '.join(choices)}", data)
        return choices[data]

    return _Converter(lambda member: member.name.lower(), read, f"one of {', '.join(choices)}")


def _field_hints(kind: Any, arguments: tuple[Any, ...]) -> dict[str, Any]:
    """The types of the fields, with the arguments of a generic record filled in."""
    hints = get_type_hints(kind)
    substituted = dict(zip(getattr(kind, "__parameters__", ()), arguments, strict=False))
    return {
        field.name: substituted.get(hint, hint)
        if isinstance(hint := hints[field.name], TypeVar)
        else hint
        for field in fields(kind)
    }


def _unknown(name: object) -> type[DecodingError]:
    """The kind of error for a name that is not among those known; other data is no name."""
    return UnknownName if isinstance(name, str) else DecodingError


def _object(data: Any, where: str) -> dict[str, Any]:
    if not isinstance(data, dict):
        raise DecodingError(where, "an object", data)
    return data


def _at(where: str, name: str) -> str:
    return f"{where}.{name}" if where else name


_SCALARS = {str: "a text", int: "a whole number", float: "a finite number", bool: "true or false"}
