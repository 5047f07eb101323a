"""Values as the plain data that JSON knows and back, just as their type hints say."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Any, NewType, TypeVar, Union, get_args, get_origin, get_type_hints

from service.terse import TERSE

KIND = "is"
"""What tells the members of a union apart; no field can be called so."""
LONGEST_SHOWN = 60
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


class NotPlain(ValueError):
    """Data that spells no such value: says where and what was expected."""

    def __init__(self, where: str, expected: str, found: object) -> None:
        shown = repr(found)
        shown = shown if len(shown) <= LONGEST_SHOWN else f"{shown[:LONGEST_SHOWN]}…"
        super().__init__(f"{where or 'at the top'}: {expected}, not {shown}")
        self.where = where


@dataclass(frozen=True, slots=True)
class Spelling:
    """How values of a type are written and read; reading is told where the data stood."""

    write: Callable[[Any], Any]
    read: Callable[[Any, str], Any]


def text_of(value: object, hint: Any, *, canonical: bool = False) -> str:
    """A value as compact JSON; the same text for equal values if canonical."""
    data = spelling_of(hint).write(value)
    text = json.dumps(
        data, ensure_ascii=False, allow_nan=False, separators=(",", ":"), sort_keys=canonical
    )
    return _LONE_SURROGATE.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def value_of(text: str, hint: Any) -> Any:
    """The value that a JSON text spells; NotPlain if it spells none."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise NotPlain("", f"JSON ({error})", text) from error
    try:
        return spelling_of(hint).read(data, "")
    except RecursionError as error:
        raise NotPlain("", "what is less deep", text) from error


@cache
def spelling_of(hint: Any) -> Spelling:
    """How values of this type hint are spelled."""
    if isinstance(hint, NewType):
        return spelling_of(hint.__supertype__)
    origin = get_origin(hint)
    if hint in TERSE:
        return _terse(*TERSE[hint])
    if hint in _SCALARS:
        return _scalar(hint)
    if origin in (Union, UnionType):
        return _union(get_args(hint))
    if origin in _CONTAINERS:
        return _CONTAINERS[origin](get_args(hint))
    if isinstance(hint, type) and issubclass(hint, Enum):
        return _choice(hint)
    if is_dataclass(origin or hint):
        return _record(hint)
    raise TypeError(f"there is no plain spelling for {hint}")


def _terse(write: Callable[[Any], Any], read: Callable[[Any], Any]) -> Spelling:
    def read_here(data: Any, where: str) -> Any:
        try:
            return read(data)
        except ValueError as error:
            raise NotPlain(where, str(error), data) from error

    return Spelling(write, read_here)


def _scalar(kind: type) -> Spelling:
    def write(value: Any) -> Any:
        if kind is not float:
            return value
        if not math.isfinite(value):
            raise NotPlain("", "a finite number", value)
        return float(value)

    def read(data: Any, where: str) -> Any:
        value = _as_float(data) if kind is float else data
        if type(value) is not kind:
            raise NotPlain(where, _SCALARS[kind], data)
        return value

    return Spelling(write, read)


def _as_float(number: Any) -> float | None:
    """A number as the finite float it is; None if it is none."""
    if type(number) not in (int, float):
        return None
    try:
        return float(number) if math.isfinite(number) else None
    except OverflowError:
        return None


def _choice(kind: type[Enum]) -> Spelling:
    """Members go by their names: what they stand for may be put into other words."""
    choices = {member.name.lower(): member for member in kind}

    def read(data: Any, where: str) -> Enum:
        if not isinstance(data, str) or data not in choices:
            raise NotPlain(where, f"one of {', '.join(choices)}", data)
        return choices[data]

    return Spelling(lambda member: member.name.lower(), read)


def _sequence(args: tuple[Any, ...]) -> Spelling:
    *first, last = args
    each = None if last is not Ellipsis else spelling_of(first[0])
    parts = () if each else tuple(map(spelling_of, args))

    def spellings(length: int) -> tuple[Spelling, ...]:
        return (each,) * length if each else parts

    def write(values: tuple[Any, ...]) -> list[Any]:
        spelled = zip(spellings(len(values)), values, strict=True)
        return [spelling.write(value) for spelling, value in spelled]

    def read(data: Any, where: str) -> tuple[Any, ...]:
        if not isinstance(data, list) or len(data) != len(spellings(len(data))):
            raise NotPlain(where, f"a list of {len(parts)}" if parts else "a list", data)
        spelled = enumerate(zip(spellings(len(data)), data, strict=True))
        return tuple(spelling.read(part, f"{where}[{at}]") for at, (spelling, part) in spelled)

    return Spelling(write, read)


def _group(args: tuple[Any, ...]) -> Spelling:
    each = _sequence((args[0], ...))
    return Spelling(
        lambda values: sorted(each.write(tuple(values)), key=json.dumps),
        lambda data, where: frozenset(each.read(data, where)),
    )


def _mapping(args: tuple[Any, ...]) -> Spelling:
    key, value = map(spelling_of, args)

    def write(values: Mapping[Any, Any]) -> dict[str, Any]:
        return {key.write(name): value.write(values[name]) for name in values}

    def read(data: Any, where: str) -> dict[Any, Any]:
        named = _object(data, where)
        return {key.read(name, where): value.read(named[name], _at(where, name)) for name in named}

    return Spelling(write, read)


def _union(members: tuple[Any, ...]) -> Spelling:
    kinds = [member for member in members if member is not NoneType]
    some = spelling_of(kinds[0]) if len(kinds) == 1 else _kinds(kinds)
    if len(kinds) == len(members):
        return some
    return Spelling(
        lambda value: None if value is None else some.write(value),
        lambda data, where: None if data is None else some.read(data, where),
    )


def _kinds(kinds: list[Any]) -> Spelling:
    """One of several records, with its name."""
    if not all(is_dataclass(kind) for kind in kinds):
        raise TypeError(f"there is no telling apart of {kinds}")
    named = {kind.__name__: spelling_of(kind) for kind in kinds}

    def write(value: object) -> dict[str, Any]:
        kind = type(value).__name__
        return {KIND: kind, **named[kind].write(value)}

    def read(data: Any, where: str) -> Any:
        rest = dict(_object(data, where))
        kind = rest.pop(KIND, None)
        if not isinstance(kind, str) or kind not in named:
            raise NotPlain(_at(where, KIND), f"one of {', '.join(named)}", kind)
        return named[kind].read(rest, _at(where, kind))

    return Spelling(write, read)


def _record(hint: Any) -> Spelling:
    kind: Any = get_origin(hint) or hint
    parts = {name: spelling_of(part) for name, part in _field_hints(kind, get_args(hint)).items()}
    needed = {
        field.name
        for field in fields(kind)
        if field.default is MISSING and field.default_factory is MISSING
    }

    def write(value: object) -> dict[str, Any]:
        return {name: part.write(getattr(value, name)) for name, part in parts.items()}

    def read(data: Any, where: str) -> Any:
        given = _object(data, where)
        if missing := needed - given.keys():
            raise NotPlain(where, f"a {kind.__name__} with {', '.join(sorted(missing))}", data)
        if extra := given.keys() - parts.keys():
            raise NotPlain(where, f"a {kind.__name__} without {', '.join(sorted(extra))}", data)
        values = {name: parts[name].read(part, _at(where, name)) for name, part in given.items()}
        try:
            return kind(**values)
        except ValueError as error:
            raise NotPlain(where, str(error), data) from error

    return Spelling(write, read)


def _field_hints(kind: Any, arguments: tuple[Any, ...]) -> dict[str, Any]:
    """The hints of the fields, with what stands for the type variables of a generic record."""
    hints = get_type_hints(kind)
    stands_for = dict(zip(getattr(kind, "__parameters__", ()), arguments, strict=False))
    return {
        field.name: stands_for.get(hint, hint)
        if isinstance(hint := hints[field.name], TypeVar)
        else hint
        for field in fields(kind)
    }


def _object(data: Any, where: str) -> dict[str, Any]:
    if not isinstance(data, dict):
        raise NotPlain(where, "an object", data)
    return data


def _at(where: str, name: str) -> str:
    return f"{where}.{name}" if where else name


_SCALARS = {str: "a text", int: "a whole number", float: "a finite number", bool: "true or false"}
_CONTAINERS = {tuple: _sequence, frozenset: _group, Mapping: _mapping, dict: _mapping}
