"""No pattern has a repetition that Python 3.11.0 to 3.11.4 get wrong."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.rigs.house import ROOT, kept_files

MARKS = re.compile(r"(?<!\\)(?:[*+?}]\+|\(\?>)")
"""Possessive repetitions and atomic groups, which came with 3.11; none before 3.11.5 is right."""


def strings(source: str) -> Iterator[tuple[int, str]]:
    """Every string of a module that imports `re`, docstrings and parts of f-strings included."""
    nodes = list(ast.walk(ast.parse(source)))
    imported = (alias.name for it in nodes if isinstance(it, ast.Import) for alias in it.names)
    if "re" not in imported:
        return
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value


def possessive(source: str) -> list[int]:
    """The lines of the patterns that may not be."""
    return [line for line, text in strings(source) if is_possessive(text)]


def is_possessive(pattern: str) -> bool:
    # What stands between brackets repeats nothing.
    return bool(MARKS.search(re.sub(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]", "x", pattern)))


def test_no_pattern_repeats_possessively() -> None:
    sources: list[Path] = [path for path in kept_files(ROOT) if path.suffix == ".py"]
    found = {
        f"{path.relative_to(ROOT)}:{line}"
        for path in sources
        if path != Path(__file__)
        for line in possessive(path.read_text("utf-8"))
    }
    assert found == set()


@pytest.mark.parametrize("pattern", ["a*+b", "(?:ab)++", "x?+", "[a-z]{2,3}+", "(?>ab|c)d"])
def test_possessive_pattern_would_be_found(pattern: str) -> None:
    assert possessive(f"import re\nre.compile({pattern!r})") == [2]


@pytest.mark.parametrize("pattern", ["[*+]+", r"\\*\+", "[]*+]", "a+?b*"])
def test_ordinary_pattern_is_not_taken_for_one(pattern: str) -> None:
    assert possessive(f"import re\nre.compile({pattern!r})") == []
