"""The arrows of docs/architecture.md between the rooms, and the imports of pure rooms."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.rigs.environment import checkout

ARROWS = {
    "engine": frozenset({"engine"}),
    "hardware": frozenset({"hardware"}),
    "firmware_bridge": frozenset({"firmware_bridge", "hardware"}),
    "vision": frozenset({"vision", "hardware"}),
    "referee": frozenset({"referee", "engine", "hardware"}),
    "simulation": frozenset({"simulation", "engine", "hardware"}),
    "service": frozenset(checkout.ROOMS),
}
OURS = frozenset({*checkout.ROOMS, "tests", "tools", "benchmarks", "examples"})
# The rest of `hardware` is a vocabulary for every room that may import it.
DRIVERS = frozenset({"hardware.drivers"})
ROOMS_WITH_DRIVERS = ("hardware", "simulation", "service")

# Standard modules that see no clock, die, file, thread, wire or machine.
PURE_LIBRARY = frozenset(
    {
        "__future__", "abc", "base64", "binascii", "bisect", "collections", "dataclasses", "enum",
        "fractions", "functools", "hashlib", "heapq", "itertools", "math", "operator", "re",
        "string", "struct", "textwrap", "types", "typing", "unicodedata", "zlib",
    }
)  # fmt: skip
PURE_ROOMS = {
    "engine": PURE_LIBRARY,
    "referee": PURE_LIBRARY,
    "vision": PURE_LIBRARY | {"cv2", "numpy"},
}
IMPURE_BUILTINS = frozenset({"breakpoint", "input", "open", "print"})

# Ways to import that no reader of a file can follow; only `service` chooses at run time.
HIDDEN_BUILTINS = frozenset({"__import__", "eval", "exec"})
HIDDEN_MODULES = frozenset({"importlib", "imp", "pkgutil", "runpy"})
PLAIN_PARTS = frozenset({"importlib.metadata", "importlib.resources"})


def breaches(root: Path) -> Iterator[str]:
    """Names each import or built-in function that its room must do without."""
    for path in checkout.modules(root):
        where = path.relative_to(root)
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for reach in forbidden(where.parts[0], tree):
            yield f"{where}:{reach.line}: {reach.name}"


def forbidden(room: str, tree: ast.AST) -> Iterator[checkout.UsedName]:
    for reach in checkout.imports(tree):
        if crosses(room, reach) or is_hidden(room, reach) or is_impure(room, reach):
            yield reach
    for name in checkout.bare_names(tree):
        if room != "service" and name.is_within(HIDDEN_BUILTINS):
            yield name
        if room in PURE_ROOMS and name.is_within(IMPURE_BUILTINS):
            yield name


def crosses(room: str, reach: checkout.UsedName) -> bool:
    if reach.is_within(DRIVERS):
        return room not in ROOMS_WITH_DRIVERS
    return reach.is_within(OURS) and not reach.is_within(ARROWS[room])


def is_hidden(room: str, reach: checkout.UsedName) -> bool:
    hidden = reach.is_within(HIDDEN_MODULES) and not reach.is_within(PLAIN_PARTS)
    return hidden and room != "service"


def is_impure(room: str, reach: checkout.UsedName) -> bool:
    return room in PURE_ROOMS and not reach.is_within(PURE_ROOMS[room] | OURS)


def planted(root: Path, where: str, text: str) -> list[str]:
    checkout.plant(root, where, text)
    return list(breaches(root))


def test_the_rooms_keep_to_their_arrows() -> None:
    assert list(breaches(checkout.ROOT)) == []


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
def test_import_against_arrows_is_found(tmp_path: Path, where: str, text: str, found: str) -> None:
    assert planted(tmp_path, where, text) == [f"{where}:1: {found}"]


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
    where = f"{room}/a.py"
    assert planted(tmp_path, where, f"import {module}") == [f"{where}:1: {module}"]


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
    assert planted(tmp_path, "engine/a.py", text) == [f"engine/a.py:2: {found}"]


@pytest.mark.parametrize(
    "room", [room for room in checkout.ROOMS if room not in (*PURE_ROOMS, "service")]
)
def test_only_the_service_chooses_what_to_import_at_run_time(tmp_path: Path, room: str) -> None:
    where, text = f"{room}/a.py", "import importlib.util"
    assert planted(tmp_path, "service/a.py", text) == []
    assert planted(tmp_path, where, text) == [f"{where}:1: importlib.util"]


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
    assert planted(tmp_path, where, text) == []
