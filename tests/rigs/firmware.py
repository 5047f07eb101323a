"""The unmodified firmware in MicroPython: without it tests are skipped, which is told in red.

`KIBITZ_REQUIRE=firmware` turns its absence into a failure.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Protocol

import pytest

from tests.rigs.micropython.pico import FIRMWARE, UID, Interpreter, Pico
from tests.rigs.needs import Need
from tests.rigs.node import find_node
from tools import micropython
from tools.bootstrap import VENV

PLACE = VENV / "micropython"


def lacking() -> str:
    if not micropython.is_there(PLACE):
        return "MicroPython could not be fetched with npm"
    return "" if find_node() else "Node is not installed"


NEED = Need(
    "firmware",
    "the firmware",
    "To run them: apt-get install --no-install-recommends nodejs npm, then make test.",
    lacking,
)


@pytest.fixture(scope="session")
def interpreter() -> Interpreter:
    """What runs the firmware."""
    return find_interpreter()


def find_interpreter() -> Interpreter:
    """Node and MicroPython; where either is missing, the test is left out."""
    NEED.must_be_there()
    return Interpreter(str(find_node()), PLACE / "micropython.mjs")


class MakePico(Protocol):
    """Makes Picos that are not plugged in yet."""

    def __call__(self, uid: str = UID, **settings: object) -> Pico:
        """One with this id, and with these values in its settings.py instead of the usual ones."""


@pytest.fixture
def new_pico(interpreter: Interpreter, tmp_path: Path) -> Iterator[MakePico]:
    """Makes Picos; all are unplugged in the end, and none may have crashed.

    A test that makes one crash takes the traceback out of `world.seen.tracebacks`.
    """
    made: list[Pico] = []
    with ExitStack() as all_of_them:

        def make(uid: str = UID, **settings: object) -> Pico:
            files = with_settings(tmp_path / f"files-{uid}", settings) if settings else FIRMWARE
            pico = Pico(interpreter, tmp_path / f"usb-{uid}", uid, files)
            all_of_them.callback(pico.unplug)
            made.append(pico)
            return pico

        yield make
    unexpected = [trace for pico in made for trace in pico.world.seen.tracebacks]
    assert not unexpected, "\n".join(unexpected)


def with_settings(files: Path, settings: Mapping[str, object]) -> Path:
    """The files of the firmware, with the settings as somebody has edited them."""
    shutil.copytree(FIRMWARE, files, ignore=shutil.ignore_patterns("__pycache__"))
    with (files / "settings.py").open("a", encoding="utf-8") as edited:
        edited.writelines(f"{name} = {value!r}\n" for name, value in settings.items())
    return files


@pytest.fixture
def pico(new_pico: MakePico) -> Pico:
    """A Pico that is plugged in."""
    made = new_pico()
    made.plug()
    return made
