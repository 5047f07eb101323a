"""Who may import whom, and what the pure rooms do without: the arrows of docs/architecture.md."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.rigs.house import ROOMS, ROOT, modules
from tests.rigs.imports import Reach, bare_names, imports

ARROWS = {
    "engine": frozenset({"engine"}),
    "hardware": frozenset({"hardware"}),
    "firmware_bridge": frozenset({"firmware_bridge", "hardware"}),
    "vision": frozenset({"vision", "hardware"}),
    "referee": frozenset({"referee", "engine", "hardware"}),
    "service": frozenset(ROOMS),
}
OURS = frozenset({*ROOMS, "tests", "tools", "benchmarks"})
# The rest of `hardware` is words, which anyone may speak who may import the room.
DRIVERS = frozenset({"hardware.drivers"})
ROOMS_WITH_DRIVERS = ("hardware", "service")

# What may be used without seeing a clock, a die, a file, a thread, a wire or the machine.
PURE_LIBRARY = frozenset(
    {
        "__future__", "abc", "base64", "binascii", "bisect", "collections", "dataclasses", "enum",
        "fractions", "functools", "hashlib", "heapq", "itertools", "math", "operator", "re",
        "string", "struct", "textwrap", "types", "typing", "unicodedata", "zlib",
    }
)  # fmt: skip
PURE_ROOMS = {
    "engine": PURE_LIBRARY,
    "referee": PURE_LIBRARY | {"importlib.resources", "tomllib"},  # its own phrase files
    "vision": PURE_LIBRARY | {"cv2", "numpy"},
}
IMPURE_BUILTINS = frozenset({"breakpoint", "input", "open", "print"})

# Ways to import that no reader of a file can follow; only `service` chooses at run time.
HIDDEN_BUILTINS = frozenset({"__import__", "eval", "exec"})
HIDDEN_MODULES = frozenset({"importlib", "imp", "pkgutil", "runpy"})
PLAIN_PARTS = frozenset({"importlib.metadata", "importlib.resources"})


def breaches(root: Path) -> Iterator[str]:
    """Name each place where a room reaches for what it must do without."""
    for path in modules(root):
        where = path.relative_to(root)
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for reach in forbidden(where.parts[0], tree):
            yield f"{where}:{reach.line}: {reach.name}"


def forbidden(room: str, tree: ast.AST) -> Iterator[Reach]:
    for reach in imports(tree):
        if crosses(room, reach) or is_hidden(room, reach) or is_impure(room, reach):
            yield reach
    for name in bare_names(tree):
        if room != "service" and name.is_within(HIDDEN_BUILTINS):
            yield name
        if room in PURE_ROOMS and name.is_within(IMPURE_BUILTINS):
            yield name


def crosses(room: str, reach: Reach) -> bool:
    if reach.is_within(DRIVERS):
        return room not in ROOMS_WITH_DRIVERS
    return reach.is_within(OURS) and not reach.is_within(ARROWS[room])


def is_hidden(room: str, reach: Reach) -> bool:
    hidden = reach.is_within(HIDDEN_MODULES) and not reach.is_within(PLAIN_PARTS)
    return hidden and room != "service"


def is_impure(room: str, reach: Reach) -> bool:
    return room in PURE_ROOMS and not reach.is_within(PURE_ROOMS[room] | OURS)


def plant(root: Path, where: str, text: str) -> None:
    path = root / where
    path.parent.mkdir(parents=True)
    path.write_text(text + "\n", encoding="utf-8")


def test_the_rooms_keep_to_their_arrows() -> None:
    assert list(breaches(ROOT)) == []


@pytest.mark.parametrize(
    ("where", "text", "found"),
    [
        ("engine/a.py", "import referee", "referee"),
        ("engine/deep/er/a.py", "from hardware.table import Place", "hardware.table.Place"),
        ("hardware/a.py", "import engine.backgammon as game", "engine.backgammon"),
        ("vision/a.py", "from engine import backgammon", "engine.backgammon"),
        ("firmware_bridge/a.py", "import vision", "vision"),
        ("referee/a.py", "from firmware_bridge import frames", "firmware_bridge.frames"),
        ("hardware/a.py", "from service.cli import main", "service.cli.main"),
        ("service/a.py", "from tests.rigs import house", "tests.rigs.house"),
        ("referee/a.py", "from hardware import drivers", "hardware.drivers"),
        ("vision/a.py", "import hardware.drivers.reeds", "hardware.drivers.reeds"),
    ],
)
def test_an_import_against_the_arrows_is_found(
    tmp_path: Path, where: str, text: str, found: str
) -> None:
    plant(tmp_path, where, text)

    assert list(breaches(tmp_path)) == [f"{where}:1: {found}"]


@pytest.mark.parametrize("room", PURE_ROOMS)
@pytest.mark.parametrize(
    "module",
    [
        "asyncio", "concurrent.futures", "datetime", "logging", "multiprocessing", "os", "os.path",
        "pathlib", "random", "secrets", "socket", "sqlite3", "subprocess", "sys", "threading",
        "time", "click",
    ],
)  # fmt: skip
def test_a_pure_room_sees_no_clock_no_chance_and_no_machine(
    tmp_path: Path, room: str, module: str
) -> None:
    plant(tmp_path, f"{room}/a.py", f"import {module}")

    assert list(breaches(tmp_path)) == [f"{room}/a.py:1: {module}"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("if True:\n    import time", "time"),
        ("def now():\n    from time import monotonic", "time.monotonic"),
        ("from typing import TYPE_CHECKING\nif TYPE_CHECKING: import service", "service"),
        ("import math\nimport re, random as luck", "random"),
        ("import math\n__import__('time')", "__import__"),
        ("import math\nimport importlib", "importlib"),
        ("import math\nfrom importlib import import_module", "importlib.import_module"),
        ("def cheat(dice):\n    exec(dice)", "exec"),
        ("def peek(path):\n    return open(path)", "open"),
    ],
)
def test_an_import_cannot_be_hidden(tmp_path: Path, text: str, found: str) -> None:
    plant(tmp_path, "engine/a.py", text)

    assert list(breaches(tmp_path)) == [f"engine/a.py:2: {found}"]


@pytest.mark.parametrize("room", [room for room in ROOMS if room not in (*PURE_ROOMS, "service")])
def test_only_the_service_chooses_what_to_import_at_run_time(tmp_path: Path, room: str) -> None:
    plant(tmp_path, f"{room}/a.py", "import importlib.util")
    plant(tmp_path, "service/a.py", "import importlib.util")

    assert list(breaches(tmp_path)) == [f"{room}/a.py:1: importlib.util"]


@pytest.mark.parametrize(
    ("where", "text"),
    [
        ("engine/deep/a.py", "from engine.deep.b import rule"),
        ("vision/a.py", "import numpy as np\nfrom hardware.table import Place"),
        ("firmware_bridge/a.py", "import asyncio\nfrom hardware.table import Place"),
        ("referee/a.py", "from engine import backgammon\nfrom hardware.table import Place"),
        ("hardware/drivers/a.py", "import time\nfrom hardware.drivers import pins"),
        ("service/a.py", "import engine, hardware.drivers, firmware_bridge, vision, referee"),
    ],
)
def test_an_import_along_the_arrows_is_welcome(tmp_path: Path, where: str, text: str) -> None:
    plant(tmp_path, where, text)

    assert list(breaches(tmp_path)) == []
