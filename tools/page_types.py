"""Writes the messages between the service and its pages as the types that JavaScript checks."""

from __future__ import annotations

import ast
import inspect
import sys
import textwrap
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import Enum
from itertools import pairwise
from types import NoneType, UnionType
from typing import Any, NewType, Union, get_args, get_origin, get_type_hints

from service.plain import KIND
from service.terse import TERSE
from service.web.messages import from_page, to_page
from tools.bootstrap import ROOT

FILE = ROOT / "service" / "web" / "page" / "messages.d.ts"
FIRST_LINE = (
    "/* What the service and its pages say to each other; `make messages` writes it anew. */"
)
NEW_TYPES = {"Place": "A fixed name on the table, as `p6`, `bar.light` or `off.dark`."}
"""What stands for a text; Python keeps no words about it."""
SCALARS = {str: "string", int: "number", float: "number", bool: "boolean", NoneType: "null"}
PAGE_SAYS = {"FromPage": from_page.FromPage, "Deed": from_page.Deed}
SERVICE_SAYS = {"ToPage": to_page.ToPage, "Part": to_page.Part}
UNIONS = PAGE_SAYS | SERVICE_SAYS


def declarations() -> str:
    """The whole file: what a page may say, what it is told, and all that those are made of."""
    parts = [FIRST_LINE, f"export type Protocol = {from_page.PROTOCOL};"]
    parts += [_union(name, union) for name, union in UNIONS.items()]
    parts += [_declared(kind) for kind in _reached(UNIONS.values())]
    return "\n\n".join(parts) + "\n"


def written(hint: Any) -> str:
    """A type hint as TypeScript."""
    if hint in SCALARS:
        return SCALARS[hint]
    if hint in TERSE:
        raise TypeError(f"{hint} has a spelling of its own, which a page cannot read")
    if _has_name(hint):
        return str(hint.__name__)
    origin, args = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return _named(hint) or " | ".join(map(written, args))
    if origin is Mapping:
        return f"{{ [key in {written(args[0])}]: {written(args[1])} }}"
    if origin is tuple:
        return _sequence(args)
    raise TypeError(f"there is no such type in JavaScript: {hint}")


def main() -> None:
    """Write the file."""
    FILE.write_text(declarations(), encoding="utf-8")
    sys.stdout.write(f"{FILE.relative_to(ROOT)} is up to date\n")


def _has_name(hint: Any) -> bool:
    """Whether it is declared under its own name."""
    is_choice = isinstance(hint, type) and issubclass(hint, Enum)
    return is_choice or is_dataclass(hint) or isinstance(hint, NewType)


def _named(union: Any) -> str | None:
    return next((name for name, known in UNIONS.items() if known == union), None)


def _sequence(args: tuple[Any, ...]) -> str:
    if args[-1] is not Ellipsis:
        return f"[{', '.join(map(written, args))}]"
    each = written(args[0])
    return f"({each})[]" if " " in each else f"{each}[]"


def _reached(hints: Iterable[Any]) -> list[Any]:
    """Everything with a name that is part of these, in the order in which it is met."""
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
    members = "".join(f"\n  | {member.__name__}" for member in get_args(union))
    return f"export type {name} ={members};"


def _declared(kind: Any) -> str:
    if isinstance(kind, NewType):
        name = kind.__name__
        return f"{_comment(NEW_TYPES[name])}export type {name} = {written(kind.__supertype__)};"
    if issubclass(kind, Enum):
        return _choice(kind)
    return _record(kind)


def _choice(kind: type[Enum]) -> str:
    """Members go by their names, as they are sent."""
    notes = _notes(kind)
    lines = [
        f'{_comment(notes.get(member.name, ""), "  ")}  | "{member.name.lower()}"'
        for member in kind
    ]
    return f"{_comment(_contract(kind))}export type {kind.__name__} =\n" + "\n".join(lines) + ";"


def _record(kind: Any) -> str:
    """What the page sends may leave out what has a default; what it is sent is whole."""
    hints, notes, told = get_type_hints(kind), _notes(kind), kind in _members(SERVICE_SAYS)
    lines = [f'  {KIND}: "{kind.__name__}";'] if kind in _members(UNIONS) else []
    may_omit = kind in _members(PAGE_SAYS) and not told
    for part in fields(kind):
        mark = "?" if may_omit and _has_default(part) else ""
        comment = _comment(notes.get(part.name, ""), "  ")
        lines.append(f"{comment}  {part.name}{mark}: {written(hints[part.name])};")
    body = "\n".join(lines)
    return f"{_comment(_contract(kind))}export interface {kind.__name__} {{\n{body}\n}}"


def _members(unions: Mapping[str, Any]) -> set[Any]:
    return {member for union in unions.values() for member in get_args(union)}


def _has_default(part: Field[Any]) -> bool:
    return part.default is not MISSING or part.default_factory is not MISSING


def _contract(kind: type) -> str:
    return inspect.cleandoc(kind.__doc__ or "")


def _notes(kind: type) -> dict[str, str]:
    """What is said under the fields of a record or the members of a choice, by their names."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(kind))).body[0]
    if not isinstance(tree, ast.ClassDef):
        raise TypeError(f"{kind} is no class")
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
