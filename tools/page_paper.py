"""Writes the tables of `docs/page.md` that list the messages between the service and its pages."""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import Any, get_args

from service.web.messages.from_page import Deed, FromPage
from service.web.messages.to_page import Part, ToPage, Why
from tools.bootstrap import ROOT

PAPER = ROOT / "docs" / "page.md"
NONE = "-"


def tables() -> Mapping[str, str]:
    """Each table by the name it has in the paper."""
    answers = [kind for kind in get_args(ToPage) if kind not in get_args(Part)]
    return {
        "from the page": _table(get_args(FromPage)),
        "deeds": _table(get_args(Deed)),
        "to the page": _table(answers),
        "parts": _table(get_args(Part)),
        "why": ", ".join(f"`{why.value}`" for why in Why) + ".",
    }


def written(paper: str) -> str:
    """The paper with every table as it should be; KeyError if one of them has no place there."""
    for name, table in tables().items():
        place = re.search(rf"(?s)<!-- {name}: [^>]*-->\n(.*?)<!-- end -->", paper)
        if place is None:
            raise KeyError(name)
        paper = f"{paper[: place.start(1)]}\n{table}\n\n{paper[place.end(1) :]}"
    return paper


def main() -> None:
    """Write the tables anew."""
    PAPER.write_text(written(PAPER.read_text(encoding="utf-8")), encoding="utf-8")
    sys.stdout.write(f"{PAPER.relative_to(ROOT)} is up to date\n")


def _table(kinds: Any) -> str:
    return "\n".join(["| message | fields | what it says |", "| --- | --- | --- |", *_rows(kinds)])


def _rows(kinds: Any) -> Iterator[str]:
    for kind in kinds:
        named = ", ".join(f"`{field.name}`" for field in fields(kind)) or NONE
        contract = " ".join(inspect.cleandoc(kind.__doc__ or "").split())
        yield f"| `{kind.__name__}` | {named} | {contract} |"


if __name__ == "__main__":
    main()
