"""Writes the tables of all settings in docs/configuration.md, in the words of the phrase files."""

from __future__ import annotations

import sys

from service.config.settings_reference import manual_tables
from service.words.phrases import Language, load_phrases
from tools.bootstrap import ROOT

DOCUMENT = ROOT / "docs" / "configuration.md"
MARK = "## Every setting\n\n"
"""The heading above the tables; everything below it is written."""


def with_tables(document: str) -> str:
    """The document with the tables as they are now; exits if it lacks their heading."""
    text, mark, _ = document.partition(MARK)
    if not mark:
        sys.exit(f"{DOCUMENT.name} has no heading {MARK.strip()!r}")
    return f"{text}{mark}{manual_tables(load_phrases(Language('en')))}\n"


def main() -> None:
    """Writes the tables into the document."""
    DOCUMENT.write_text(with_tables(DOCUMENT.read_text("utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
