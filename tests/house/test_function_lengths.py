"""Functions stop at forty lines and modules at four hundred."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.rigs.house import ROOMS, ROOT, modules

LONGEST_FUNCTION = 40
LONGEST_MODULE = 400
FOLDERS = (*ROOMS, "tools", "benchmarks")


def oversized(root: Path) -> Iterator[str]:
    """Name each module and function that is too long."""
    for path in modules(root, FOLDERS):
        text, where = path.read_text(encoding="utf-8"), path.relative_to(root)
        if len(text.splitlines()) > LONGEST_MODULE:
            yield str(where)
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and is_long(node):
                yield f"{where}: {node.name}"


def is_long(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    return (function.end_lineno or 0) - function.lineno + 1 > LONGEST_FUNCTION


def plant(root: Path, text: str) -> None:
    (root / "engine").mkdir()
    (root / "engine" / "planted.py").write_text(text, encoding="utf-8")


def test_no_function_and_no_module_is_too_long() -> None:
    assert list(oversized(ROOT)) == []


@pytest.mark.parametrize("keyword", ["def", "async def"])
@pytest.mark.parametrize(("lines", "found"), [(40, []), (41, ["engine/planted.py: grow"])])
def test_a_function_may_have_forty_lines_and_no_more(
    tmp_path: Path, keyword: str, lines: int, found: list[str]
) -> None:
    plant(tmp_path, f"{keyword} grow():\n" + "    pass\n" * (lines - 1))

    assert list(oversized(tmp_path)) == found


def test_a_method_counts_as_a_function(tmp_path: Path) -> None:
    plant(tmp_path, "class Tall:\n    def grow(self):\n" + "        pass\n" * LONGEST_FUNCTION)

    assert list(oversized(tmp_path)) == ["engine/planted.py: grow"]


@pytest.mark.parametrize(("lines", "found"), [(400, []), (401, ["engine/planted.py"])])
def test_a_module_may_have_four_hundred_lines_and_no_more(
    tmp_path: Path, lines: int, found: list[str]
) -> None:
    plant(tmp_path, "pass\n" * lines)

    assert list(oversized(tmp_path)) == found
