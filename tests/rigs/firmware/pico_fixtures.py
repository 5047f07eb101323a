"""Fixtures of the unmodified firmware, in MicroPython or on a simulated chip."""

import os
import shutil
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Protocol

import pytest

from tests.rigs.environment.optional_needs import Need
from tests.rigs.micropython.rp2040_chip import PIECES, Rp2040
from tests.rigs.micropython.simulated_pico import FIRMWARE, UID, Interpreter, Pico
from tests.rigs.wire.raw_host import RawHost
from tools import micropython
from tools.bootstrap import VENV
from tools.node import find_node

MICROPYTHON_FOLDER = VENV / "micropython"


def missing_interpreter() -> str:
    if not micropython.is_in(MICROPYTHON_FOLDER):
        return "MicroPython could not be fetched with npm"
    return "" if find_node() else "Node is not installed"


FIRMWARE_NEED = Need(
    "firmware",
    "the firmware",
    "To run them: apt-get install --no-install-recommends nodejs npm, then make test.",
    missing_interpreter,
)


@pytest.fixture(scope="session")
def interpreter() -> Interpreter:
    """The interpreter of the firmware."""
    return find_interpreter()


def find_interpreter() -> Interpreter:
    """Node and MicroPython; skips the test if either is missing."""
    FIRMWARE_NEED.require()
    return Interpreter(str(find_node()), MICROPYTHON_FOLDER / "micropython.mjs")


class MakePico(Protocol):
    """Factory of Picos that are not plugged in yet."""

    def __call__(self, uid: str = UID, **settings: object) -> Pico:
        """A Pico with this id, and these values in its settings.py."""


@pytest.fixture
def new_pico(interpreter: Interpreter, tmp_path: Path) -> Iterator[MakePico]:
    """A factory of Picos; all are unplugged in the end, and none may have crashed.

    A test that makes one crash takes the traceback out of `world.outputs.tracebacks`.
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
    unexpected = [trace for pico in made for trace in pico.world.outputs.tracebacks]
    assert not unexpected, "\n".join(unexpected)


def with_settings(files: Path, settings: Mapping[str, object]) -> Path:
    """A copy of the firmware with these settings in its settings.py."""
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


@pytest.fixture
def talk(pico: Pico) -> Iterator[RawHost]:
    """A host that has greeted the Pico."""
    with RawHost(pico.port) as talk:
        talk.hello()
        yield talk


PICO_IMAGE_VARIABLE = "KIBITZ_PICO_IMAGE"


def missing_pico_image() -> str:
    if not (named := os.environ.get(PICO_IMAGE_VARIABLE)):
        return f"{PICO_IMAGE_VARIABLE} is not set"
    missing = [str(piece) for piece in PIECES if not (Path(named) / piece).exists()]
    return f"{PICO_IMAGE_VARIABLE} has no {', '.join(missing)}" if missing else ""


PICO_IMAGE_NEED = Need(
    "pico_image",
    "the firmware on an RP2040",
    "CONTRIBUTING.md says how an image of a Pico is made.",
    missing_pico_image,
)
CHIP_UID = "e66141040396872b"
"""Id of eight bytes, as the flash of a Pico has it."""


@pytest.fixture(scope="session")
def pico_image() -> Path:
    """The folder that KIBITZ_PICO_IMAGE names."""
    PICO_IMAGE_NEED.require()
    return Path(os.environ[PICO_IMAGE_VARIABLE])


class MakeChip(Protocol):
    """Factory of Picos that are not plugged in yet."""

    def __call__(self, *, blank: bool = False, **settings: object) -> Pico:
        """A Pico with these values in its settings.py, or one with nothing but MicroPython."""


@pytest.fixture
def new_chip(pico_image: Path, tmp_path: Path) -> Iterator[MakeChip]:
    """A factory of Picos; all are unplugged in the end."""
    node = find_node()
    if node is None:
        PICO_IMAGE_NEED.skip_test("Node is not installed")
    with ExitStack() as all_of_them:

        def make(*, blank: bool = False, **settings: object) -> Pico:
            files = with_settings(tmp_path / "files", settings) if settings else FIRMWARE
            chip = Rp2040(node, pico_image, tmp_path, blank=blank)
            pico = Pico(chip, tmp_path / "usb", CHIP_UID, files)
            all_of_them.callback(pico.unplug)
            return pico

        yield make


@pytest.fixture
def chip(new_chip: MakeChip) -> Pico:
    """A Pico that is plugged in."""
    made = new_chip()
    made.plug()
    return made
