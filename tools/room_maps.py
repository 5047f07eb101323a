"""Writes the README of each room and of the tools: one line for each file, from the file itself."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from tools.bootstrap import ROOT

ROOMS = {
    "engine": "The rules of the games. Knows nothing of sensors, light, time or files.",
    "hardware": "The words for a table and its devices, and the drivers, real and simulated.",
    "firmware_bridge": "Everything between a byte on the serial line and a signal.",
    "vision": "Pictures to sightings: pure functions on arrays.",
    "referee": "Judges what is observed against the rules: verdicts, lights and notices. Pure.",
    "simulation": "The world on a PC: hands, gestures, slips, and the drawing of camera pictures.",
    "service": "The running program: command line, tables, storage, cameras, web page.",
    "tests/rigs": "Helpers of the tests: `from tests.rigs.tables.page_client import PageClient`.",
    "tools": "Programs for the developers of Kibitz, most of them behind a target of `make`.",
    "benchmarks": "Measurements of speed, memory and strength: `make bench`, docs/benchmarks.md.",
}
MADE_BY = "One line a file, from its docstring; `make maps` writes this anew."
SUFFIXES = frozenset((".py", ".js"))
"""The suffixes of the files that are listed."""
JAVASCRIPT_SUMMARY = re.compile(r"(?:// @ts-check\n)?// (?!@ts-check)(.+)")
"""The first comment of a file of JavaScript, below the mark that has its types checked."""


def room_map(root: Path, room: str) -> str:
    """The README of a room."""
    parts = [f"# `{room}`\n\n{ROOMS[room]}\n{MADE_BY}\n"]
    for folder in _packages(root / room):
        listed = [f"| `{file.name}` | {_required_summary(file)} |" for file in _files(folder)]
        if not listed:
            continue
        if folder != root / room:
            name = folder.relative_to(root / room).as_posix()
            about = summary(folder / "__init__.py")
            parts.append(f"\n## `{name}/`\n" + (f"\n{about}\n" if about else ""))
        parts.append("\n| file | what it is for |\n| --- | --- |\n" + "\n".join(listed) + "\n")
    return "".join(parts)


def summary(file: Path) -> str:
    """The first line of the docstring of a file, or of its comment if it is JavaScript.

    Empty if there is none. Exits if the file is no Python.
    """
    text = file.read_text(encoding="utf-8") if file.exists() else ""
    if file.suffix == ".js":
        comment = JAVASCRIPT_SUMMARY.match(text)
        return comment[1].replace("|", "\\|") if comment else ""
    try:
        tree = ast.parse(text)
    except SyntaxError as error:
        sys.exit(f"{file}:{error.lineno}: {error.msg}")
    return (ast.get_docstring(tree) or "").partition("\n")[0].replace("|", "\\|")


def _required_summary(file: Path) -> str:
    return summary(file) or sys.exit(f"{file} has no docstring to be listed by")


def main() -> None:
    """Writes the README of every room."""
    for room in ROOMS:
        (ROOT / room / "README.md").write_text(room_map(ROOT, room), encoding="utf-8")


def _packages(folder: Path) -> Iterator[Path]:
    yield folder
    for child in sorted(path for path in folder.iterdir() if path.is_dir()):
        if any(file.suffix in SUFFIXES for file in child.rglob("*")):
            yield from _packages(child)


def _files(folder: Path) -> list[Path]:
    files = (path for path in folder.iterdir() if path.suffix in SUFFIXES)
    return sorted(path for path in files if path.name != "__init__.py")


if __name__ == "__main__":
    main()
