"""Tables and pictures of the documents that are generated from declarations."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

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
