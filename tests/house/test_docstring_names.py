"""Docstrings name only what exists: a class, a constant or a field that is gone is found."""

import ast
import builtins
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.rigs.environment.checkout import ROOMS, ROOT, docstrings, modules, plant

FOLDERS = (*ROOMS, "tests", "tools", "benchmarks", "examples")
NAMED = re.compile(
    r"\b[A-Z][a-z]+(?:[A-Z][a-z0-9]+)+\b|\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b|(?<=`)[A-Za-z_]\w{2,}(?=`)"
)
"""A word in camel case or upper case, or an identifier alone in backticks."""
WORD, COMMENT = re.compile(r"\w+"), re.compile(r"(?m)(?:^|  )# .*")
OTHER_NAMES = frozenset({"Host", "KIBT", "WebSockets"})
"""Names of things outside of the code: a header, the letters that a number spells, a plural."""


def test_docstrings_name_only_what_the_code_has() -> None:
    assert list(unknown_names(ROOT)) == []


@pytest.mark.parametrize(
    "text",
    [
        'def f():\n    """Raises NoSuchError."""',
        'LIMIT = 3\n"""Half of MAX_LIMIT."""',
        'class A:\n    """See `limit_of`."""',
    ],
)
def test_name_that_is_gone_is_found(tmp_path: Path, text: str) -> None:
    plant(tmp_path, "engine/a.py", text)
    assert len(list(unknown_names(tmp_path))) == 1


def test_names_and_texts_of_the_code_are_known(tmp_path: Path) -> None:
    plant(tmp_path, "engine/a.py", 'def f(limit_of, b=A.MAX_LIMIT):\n    raise NoSuchError("auto")')
    plant(tmp_path, "engine/b.py", '"""NoSuchError, MAX_LIMIT, `limit_of` and `auto`."""')
    assert list(unknown_names(tmp_path)) == []


def unknown_names(root: Path) -> Iterator[str]:
    """Names each docstring with a name that no module of the checkout has."""
    known, documented = set(OTHER_NAMES) | set(dir(builtins)), list[tuple[str, str]]()
    for path in modules(root, FOLDERS):
        text = path.read_text(encoding="utf-8")
        lines = text.splitlines()
        for it in docstrings(ast.parse(text)):
            documented.append((f"{path.relative_to(root)}:{it.lineno}", str(it.value)))
            lines[it.lineno - 1 : it.end_lineno] = [""] * ((it.end_lineno or 0) - it.lineno + 1)
        known.update(WORD.findall(COMMENT.sub("", "\n".join(lines))))
    for place, text in documented:
        yield from (f"{place}: {name}" for name in NAMED.findall(text) if name not in known)
