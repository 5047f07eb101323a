"""JSON Schemas of messages, generated from their dataclasses."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from types import NoneType, UnionType
from typing import Any, NewType, Union, get_args, get_origin, get_type_hints

from service.schema.docstrings import class_docstring, member_docstrings, text_docstring
from service.storage.codec import TAG, Codec

DIALECT = "https://json-schema.org/draft/2020-12/schema"
Schema = dict[str, Any]
_SCALARS = {str: "string", int: "integer", float: "number", bool: "boolean", NoneType: "null"}


def message_schema(kind: type, codec: Codec, values: Mapping[Any, tuple[str, ...]]) -> Schema:
    """The schema of a tagged message; `values` are the texts that a `NewType` may have."""
    writer = SchemaWriter(codec, values)
    schema = writer.record(kind, codec.tags[kind])
    return {
        "$schema": DIALECT, "title": codec.tags[kind], **schema, "$defs": writer.definitions,
    }  # fmt: skip


class SchemaWriter:
    """Writes the schemas of types, and collects those of the named types within them."""

    def __init__(self, codec: Codec, values: Mapping[Any, tuple[str, ...]]) -> None:
        self._codec = codec
        self._values = values
        self.definitions: dict[str, Schema] = {}

    def record(self, kind: type, tag: str | None = None) -> Schema:
        """The schema of a dataclass; with the tag, of a member of a union."""
        hints, notes = get_type_hints(kind), field_notes(kind)
        properties: dict[str, Schema] = {TAG: {"const": tag}} if tag else {}
        for field in fields(kind):
            schema, note = self.of(hints[field.name]), notes.get(field.name)
            properties[field.name] = {**schema, "description": note} if note else schema
        return {
            "type": "object",
            "description": class_docstring(kind),
            "properties": properties,
            "required": [*([TAG] if tag else []), *(field.name for field in _always_there(kind))],
        }

    def of(self, hint: Any) -> Schema:
        """The schema of a type hint; TypeError if there is none."""
        if isinstance(hint, NewType):
            return self._named_text(hint)
        if hint in _SCALARS:
            return {"type": _SCALARS[hint]}
        origin, args = get_origin(hint), get_args(hint)
        if origin in (Union, UnionType):
            return {"anyOf": [self.of(member) for member in args]}
        if origin is tuple:
            return self._sequence(args)
        if origin is Mapping:
            return {
                "type": "object",
                "propertyNames": self.of(args[0]),
                "additionalProperties": self.of(args[1]),
            }
        if isinstance(hint, type) and issubclass(hint, Enum):
            return self._definition(hint, _choice(hint))
        if is_dataclass(hint):
            return self._record_definition(hint)
        raise TypeError(f"there is no schema for {hint}")

    def _sequence(self, args: tuple[Any, ...]) -> Schema:
        if args[-1] is Ellipsis:
            return {"type": "array", "items": self.of(args[0])}
        items = [self.of(each) for each in args]
        return {"type": "array", "prefixItems": items, "items": False, "minItems": len(items)}

    def _named_text(self, hint: Any) -> Schema:
        values = self._values.get(hint)
        schema: Schema = {"type": "string", "description": text_docstring(hint)}
        return self._definition(hint, {**schema, "enum": list(values)} if values else schema)

    def _record_definition(self, kind: Any) -> Schema:
        if kind.__name__ not in self.definitions:
            self.definitions[kind.__name__] = {}
            self.definitions[kind.__name__] = self.record(kind)
        return {"$ref": f"#/$defs/{kind.__name__}"}

    def _definition(self, kind: Any, schema: Schema) -> Schema:
        self.definitions[kind.__name__] = schema
        return {"$ref": f"#/$defs/{kind.__name__}"}


def field_notes(kind: type) -> Mapping[str, str]:
    """The string under each field of a message, by its name, with the words of JSON."""
    return {
        name: re.sub(r"\bNone\b", "null", note) for name, note in member_docstrings(kind).items()
    }


def _choice(kind: type[Enum]) -> Schema:
    """An enum: its members go by their names, as they are sent."""
    notes = member_docstrings(kind)
    members = {member.name.lower(): notes.get(member.name, "") for member in kind}
    explained = "; ".join(f"{name}: {note}" for name, note in members.items() if note)
    text = " ".join(part for part in (class_docstring(kind), explained) if part)
    return {"type": "string", "enum": list(members), "description": text}


def _always_there(kind: type) -> Iterator[Any]:
    """The fields that every message has; those with a default may come with a later version."""
    for field in fields(kind):
        if field.default is MISSING and field.default_factory is MISSING:
            yield field
