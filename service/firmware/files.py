"""The files that a board needs, as they lie in this Kibitz and as they lie on a Pico."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from importlib.resources import files
from types import MappingProxyType

ROOM = "firmware_bridge"
FOLDER = f"lib/{ROOM}/pico"
"""Where they lie on a Pico."""
PROGRAM = "main.py"
"""What a Pico starts; it is copied last, so that half a copy is never started anew."""
SETTINGS = f"{FOLDER}/settings.py"
UNREAD = "TYPE_CHECKING"
"""What stands below this condition is not read by a Pico."""


def needed() -> Mapping[str, str]:
    """The text of each file by where it belongs, in the order in which they are copied."""
    found: dict[str, str] = {}
    waiting = [f"{ROOM}.pico.main"]
    while waiting:
        module = waiting.pop()
        if module not in found:
            found[module] = _text(module)
            waiting += _imports(found[module])
    start = found.pop(f"{ROOM}.pico.main")
    texts = {f"lib/{ROOM}/__init__.py": _text(ROOM), f"{FOLDER}/__init__.py": _text(f"{ROOM}.pico")}
    texts |= {f"lib/{module.replace('.', '/')}.py": found[module] for module in sorted(found)}
    return MappingProxyType({**texts, f"{FOLDER}/{PROGRAM}": start, PROGRAM: start})


def _imports(text: str) -> Iterator[str]:
    """The modules of ours that a program imports, now or later."""
    for node in _read(ast.parse(text)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] == ROOM:
            if node.module == f"{ROOM}.pico":
                yield from (f"{node.module}.{alias.name}" for alias in node.names)
            else:
                yield node.module or ""


def _read(node: ast.AST) -> Iterator[ast.AST]:
    """All that a Pico reads of a program."""
    yield node
    for child in ast.iter_child_nodes(node):
        if not (isinstance(child, ast.If) and UNREAD in ast.unparse(child.test)):
            yield from _read(child)


def _text(module: str) -> str:
    room, *rest = module.split(".")
    place = files(room).joinpath(*rest)
    path = (
        place.joinpath("__init__.py")
        if place.is_dir()
        else files(room).joinpath(*rest[:-1], f"{rest[-1]}.py")
    )
    return path.read_text("utf-8")
