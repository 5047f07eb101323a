"""Code is short, has portable patterns, and asks for no driver by its name."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.rigs.environment.checkout import ROOMS, ROOT, modules, plant, tracked_files

MAX_FUNCTION_LINES = 40
MAX_MODULE_LINES = 400
FOLDERS = (*ROOMS, "tools", "benchmarks", "examples")


def oversized(root: Path) -> Iterator[str]:
    for path in modules(root, FOLDERS):
        text, where = path.read_text(encoding="utf-8"), path.relative_to(root)
        if len(text.splitlines()) > MAX_MODULE_LINES:
            yield str(where)
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and is_long(node):
                yield f"{where}: {node.name}"


def is_long(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    return (function.end_lineno or 0) - function.lineno + 1 > MAX_FUNCTION_LINES


def function(lines: int, keyword: str = "def", indent: str = "") -> str:
    return f"{indent}{keyword} grow():\n" + f"{indent}    pass\n" * (lines - 1)


def test_no_function_and_no_module_is_too_long() -> None:
    assert list(oversized(ROOT)) == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (function(40), []), (function(41), ["engine/planted.py: grow"]),
        (function(40, "async def"), []), (function(41, "async def"), ["engine/planted.py: grow"]),
        ("class Tall:\n" + function(41, indent="    "), ["engine/planted.py: grow"]),
        ("pass\n" * 399, []), ("pass\n" * 400, ["engine/planted.py"]),
    ],
)  # fmt: skip
def test_function_of_41_lines_and_module_of_401_are_found(
    tmp_path: Path, text: str, found: list[str]
) -> None:
    plant(tmp_path, "engine/planted.py", text)
    assert list(oversized(tmp_path)) == found


MARKS = re.compile(r"(?<!\\)(?:[*+?}]\+|\(\?>)")
"""Possessive repetitions and atomic groups, new in Python 3.11, and wrong before 3.11.5."""


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
    """The lines of the possessive patterns."""
    return [line for line, text in strings(source) if is_possessive(text)]


def is_possessive(pattern: str) -> bool:
    # What stands between brackets repeats nothing.
    return bool(MARKS.search(re.sub(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]", "x", pattern)))


def test_no_pattern_repeats_possessively() -> None:
    sources: list[Path] = [path for path in tracked_files(ROOT) if path.suffix == ".py"]
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


def has_driver_name(node: ast.Compare) -> bool:
    """True for comparisons such as `driver.name == "pico"`."""
    sides = [node.left, *node.comparators]
    return any(map(_is_driver_name, sides)) and any(isinstance(it, ast.Constant) for it in sides)


def _is_driver_name(node: ast.AST) -> bool:
    is_name = isinstance(node, ast.Attribute) and node.attr == "name"
    return is_name and "driver" in ast.unparse(node)


def comparisons(path: Path) -> list[int]:
    tree = ast.parse(path.read_text("utf-8"))
    compared = (node for node in ast.walk(tree) if isinstance(node, ast.Compare))
    return [node.lineno for node in compared if has_driver_name(node)]


def test_no_driver_is_recognised_by_its_name() -> None:
    found = {str(path): lines for path in modules(ROOT) if (lines := comparisons(path))}
    assert found == {}


@pytest.mark.parametrize(
    ("text", "is_found"),
    [
        ("driver_for(options).name == 'pico'", True),
        ("'none' != driver.name", True),
        ("driver.name == other.name", False),
        ("player.name == 'Anna'", False),
    ],
)
def test_comparison_with_driver_name_is_found(tmp_path: Path, text: str, *, is_found: bool) -> None:
    file = tmp_path / "a.py"
    file.write_text(f"x = {text}\n", "utf-8")

    assert bool(comparisons(file)) is is_found
