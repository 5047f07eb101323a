"""Tables and pictures of the documents that are generated from declarations."""

from __future__ import annotations

import ast
import inspect
import re
import sys
from collections.abc import Iterable, Mapping
from itertools import pairwise
from pathlib import Path
from textwrap import dedent

from tools.bootstrap import ROOT


def fill_tables(document: str, tables: Mapping[str, str]) -> str:
    """The document with every table between its marks; exits if one has no marks."""
    for name, table in tables.items():
        place = re.search(rf"(?s)<!-- {name}: [^>]*-->\n(.*?)<!-- end -->", document)
        if place is None:
            sys.exit(f"the marks of a table are missing: <!-- {name}: … --> and <!-- end -->")
        document = f"{document[: place.start(1)]}\n{table}\n\n{document[place.end(1) :]}"
    return document


def write_pictures(folder: Path, pictures: Mapping[str, str]) -> None:
    """Writes pictures by the names of their files, and removes those that nobody draws any more."""
    folder.mkdir(exist_ok=True)
    for path in folder.glob("*.svg"):
        if path.name not in pictures:
            path.unlink()
    for name, text in pictures.items():
        (folder / name).write_text(text, encoding="utf-8")
    sys.stdout.write(f"{len(pictures)} pictures are in {folder.relative_to(ROOT)}\n")


def format_table(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """A Markdown table."""
    lines = [tuple(heads), *map(tuple, rows)]
    lines.insert(1, ("---",) * len(lines[0]))
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def class_docstring(kind: type) -> str:
    """The docstring of a class, on one line."""
    return " ".join(inspect.cleandoc(kind.__doc__ or "").split())


def member_docstrings(kind: type) -> Mapping[str, str]:
    """The string under each field of a dataclass, or under each member of an enum, by its name."""
    body = ast.parse(dedent(inspect.getsource(kind))).body[0]
    found = {}
    for member, below in pairwise(getattr(body, "body", [])):
        match member, below:
            case (
                ast.AnnAssign(target=ast.Name(name)) | ast.Assign(targets=[ast.Name(name)]),
                ast.Expr(ast.Constant(str(text))),
            ):
                found[name] = " ".join(text.split())
    return found
