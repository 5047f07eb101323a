"""Empty boards of the simulated camera, drawn once and then read from the cache of pytest.

Drawing one takes up to two seconds, and hundreds of tests look at the same few.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import shutil
import sys
import tempfile
import zlib
from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.rigs.environment.checkout import ROOT

if TYPE_CHECKING:
    from simulation.rendering.empty_board import EmptyBoard

DRAWING = "simulation.rendering.renderer"
Draw = Callable[..., "EmptyBoard"]


def pytest_collection_finish(session: pytest.Session) -> None:
    """Replaces the drawing by the cached one, if any test has imported it."""
    cache = getattr(session.config, "cache", None)
    if cache is not None and DRAWING in sys.modules:
        install(cache.mkdir("empty-boards"))


def install(folder: Path) -> None:
    """Has every renderer of this process look into a folder before it draws an empty board."""
    from simulation.rendering.empty_board import render_empty_board

    sources = ROOT / "simulation" / "rendering"
    shelf = folder / digest(path.read_bytes() for path in sorted(sources.glob("*.py")))
    for outdated in set(folder.iterdir()) - {shelf}:
        shutil.rmtree(outdated, ignore_errors=True)
    shelf.mkdir(exist_ok=True)
    cached = cached_drawing(shelf, render_empty_board)
    pytest.MonkeyPatch().setattr(f"{DRAWING}.render_empty_board", cached)


def cached_drawing(shelf: Path, draw: Draw) -> Draw:
    """The same drawing, that keeps its results in a folder which several processes may use."""

    @lru_cache(maxsize=1)
    def drawn(*arguments: object) -> EmptyBoard:
        file = shelf / digest([repr(arguments).encode()])
        if (board := _read(file)) is None:
            board = draw(*arguments)
            _write(file, board)
        return board

    return drawn


def digest(parts: Iterator[bytes] | list[bytes]) -> str:
    return hashlib.sha256(b"\0".join(parts)).hexdigest()[:32]


def _read(file: Path) -> EmptyBoard | None:
    try:
        packed = file.read_bytes()
    except FileNotFoundError:
        return None
    board: EmptyBoard = pickle.loads(zlib.decompress(packed))  # noqa: S301 - written by `_write`
    return board


def _write(file: Path, board: EmptyBoard) -> None:
    """Writes beside the file and renames, so that no other process reads half of it."""
    packed = zlib.compress(pickle.dumps(board, pickle.HIGHEST_PROTOCOL), 1)
    handle, beside = tempfile.mkstemp(dir=file.parent)
    with os.fdopen(handle, "wb") as new:
        new.write(packed)
    Path(beside).replace(file)
