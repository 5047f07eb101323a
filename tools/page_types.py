"""Writes the messages between the service and its pages as the types that JavaScript checks."""

from __future__ import annotations

import ast
import inspect
import json
import sys
import textwrap
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import Enum
from itertools import pairwise
from types import NoneType, UnionType
from typing import Any, Literal, NewType, Union, get_args, get_origin, get_type_hints

from service.schema.docstrings import text_docstring
from service.storage.codec import TAG
from service.storage.compact_texts import COMPACT
from service.web.http.match_history import PastMatch, PastMatchRecord
from service.web.http.position_check import InvalidPosition, ValidPosition
from service.web.messages import feed_messages, form_fields, from_page, play_messages, to_page
from service.web.messages.feed_messages import FEED
from service.web.messages.to_page import MESSAGES
from tools.bootstrap import ROOT

FILE = ROOT / "service" / "web" / "page" / "messages.d.ts"
FIRST_LINE = (
    "/* What the service and its pages say to each other; `make messages` writes it anew. */"
)
SCALARS = {str: "string", int: "number", float: "number", bool: "boolean", NoneType: "null"}
PAGE_SAYS = {"FromPage": from_page.FromPage, "Action": from_page.Action}
SERVICE_SAYS = {"ToPage": to_page.ToPage, "Part": to_page.Part}
FEED_SAYS = {"StreamMessage": feed_messages.StreamMessage}
UNIONS = PAGE_SAYS | SERVICE_SAYS | FEED_SAYS
TAGS = {**MESSAGES.tags, **FEED.tags}
ANSWERS = {
    "PositionAnswer": ValidPosition | InvalidPosition,
    "FormField": form_fields.FormField,
    "Setting": form_fields.Setting,
}
"""Unions in the answers to a page that asks by HTTP; fields tell the members apart."""
ANSWERED = (
    PastMatch, PastMatchRecord, feed_messages.MatchShown, form_fields.AgreementForm,
    play_messages.PlayList, play_messages.StuckChecker,
)  # fmt: skip
"""The answers that are no unions."""


def declarations() -> str:
    """The whole file: the messages of the page and of the service, and all types within them."""
    parts = [FIRST_LINE, f"export type Protocol = {from_page.PROTOCOL};"]
    unions = UNIONS | ANSWERS
    parts += [_union(name, union) for name, union in unions.items()]
    parts += [_declaration(kind) for kind in _types_within([*unions.values(), *ANSWERED])]
    return "\n\n".join(parts) + "\n"


def typescript_of(hint: Any) -> str:
    """A type hint as TypeScript."""
    if hint in SCALARS:
        return SCALARS[hint]
    if hint in COMPACT:
        raise TypeError(f"{hint} has a spelling of its own, which a page cannot read")
    if _has_name(hint):
        return str(hint.__name__)
    origin, args = get_origin(hint), get_args(hint)
    if origin is Literal:
        return " | ".join(map(json.dumps, args))
    if origin in (Union, UnionType):
        return _union_name(hint) or " | ".join(map(typescript_of, args))
    if origin is Mapping:
        return f"{{ [key in {typescript_of(args[0])}]: {typescript_of(args[1])} }}"
    if origin is tuple:
        return _sequence(args)
    raise TypeError(f"there is no such type in JavaScript: {hint}")


def main() -> None:
    """Writes the file."""
    FILE.write_text(declarations(), encoding="utf-8")
    sys.stdout.write(f"{FILE.relative_to(ROOT)} is up to date\n")


def _has_name(hint: Any) -> bool:
    """True if a type is declared under its own name."""
    is_choice = isinstance(hint, type) and issubclass(hint, Enum)
    return is_choice or is_dataclass(hint) or isinstance(hint, NewType)


def _union_name(union: Any) -> str | None:
    return next((name for name, known in (UNIONS | ANSWERS).items() if known == union), None)


def _sequence(args: tuple[Any, ...]) -> str:
    if args[-1] is not Ellipsis:
        return f"[{', '.join(map(typescript_of, args))}]"
    each = typescript_of(args[0])
    return f"({each})[]" if " " in each else f"{each}[]"


def _types_within(hints: Iterable[Any]) -> list[Any]:
    """Every named type within these, in the order in which it is met."""
    found: dict[Any, None] = {}
    for hint in hints:
        _reach(hint, found)
    return list(found)


def _reach(hint: Any, found: dict[Any, None]) -> None:
    if hint in found:
        return
    if _has_name(hint):
        found[hint] = None
    parts = get_type_hints(hint).values() if is_dataclass(hint) else get_args(hint)
    for part in parts:
        if part is not Ellipsis:
            _reach(part, found)


def _union(name: str, union: Any) -> str:
    members = "".join(f"\n  | {typescript_of(member)}" for member in get_args(union))
    return f"export type {name} ={members};"


def _declaration(kind: Any) -> str:
    if isinstance(kind, NewType):
        text = typescript_of(kind.__supertype__)
        return f"{_comment(text_docstring(kind))}export type {kind.__name__} = {text};"
    if issubclass(kind, Enum):
        return _choice(kind)
    return _record(kind)


def _choice(kind: type[Enum]) -> str:
    """An enum: its members go by their names, as they are sent."""
    notes = _notes(kind)
    lines = [
        f'{_comment(notes.get(member.name, ""), "  ")}  | "{member.name.lower()}"'
        for member in kind
    ]
    return f"{_comment(_contract(kind))}export type {kind.__name__} =\n" + "\n".join(lines) + ";"


def _record(kind: Any) -> str:
    """A dataclass; a page may leave out fields with a default, and receives all of them."""
    hints, notes, told = get_type_hints(kind), _notes(kind), kind in _members(SERVICE_SAYS)
    lines = [f'  {TAG}: "{TAGS[kind]}";'] if kind in _members(UNIONS) else []
    may_omit = kind in _members(PAGE_SAYS) and not told
    for part in fields(kind):
        mark = "?" if may_omit and _has_default(part) else ""
        comment = _comment(notes.get(part.name, ""), "  ")
        lines.append(f"{comment}  {part.name}{mark}: {typescript_of(hints[part.name])};")
    body = "\n".join(lines)
    return f"{_comment(_contract(kind))}export interface {kind.__name__} {{\n{body}\n}}"


def _members(unions: Mapping[str, Any]) -> set[Any]:
    return {member for union in unions.values() for member in get_args(union)}


def _has_default(part: Field[Any]) -> bool:
    return part.default is not MISSING or part.default_factory is not MISSING


def _contract(kind: type) -> str:
    return inspect.cleandoc(kind.__doc__ or "")


def _notes(kind: type) -> dict[str, str]:
    """The docstrings of the fields of a record or the members of a choice, by their names."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(kind))).body[0]
    if not isinstance(tree, ast.ClassDef):
        raise TypeError(f"{kind} is not a class")
    return dict(_said_under(tree.body))


def _said_under(body: list[ast.stmt]) -> Iterator[tuple[str, str]]:
    for line, under in pairwise(body):
        if isinstance(under, ast.Expr) and isinstance(under.value, ast.Constant):
            note = inspect.cleandoc(str(under.value.value))
            if isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name):
                yield line.target.id, note
            if isinstance(line, ast.Assign) and isinstance(line.targets[0], ast.Name):
                yield line.targets[0].id, note


def _comment(text: str, indent: str = "") -> str:
    first, *rest = text.split("\n")
    if not rest:
        return f"{indent}/** {first} */\n" if first else ""
    lines = "".join(f"{indent} *{f' {line}' if line else ''}\n" for line in (first, *rest))
    return f"{indent}/**\n{lines}{indent} */\n"


if __name__ == "__main__":
    main()
