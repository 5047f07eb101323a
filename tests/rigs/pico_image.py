"""The firmware on a whole Pico, simulated down to its chip: a slow extra.

`KIBITZ_PICO_IMAGE` names a folder with MicroPython for the Pico and what simulates it; see
CONTRIBUTING.md. `KIBITZ_REQUIRE=pico_image` turns its absence into a failure.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Protocol

import pytest

from tests.rigs.firmware import with_settings
from tests.rigs.micropython.pico import FIRMWARE, Pico
from tests.rigs.micropython.rp2040 import PIECES, Rp2040
from tests.rigs.needs import Need
from tests.rigs.node import find_node

PLACE = "KIBITZ_PICO_IMAGE"


def lacking() -> str:
    if not (named := os.environ.get(PLACE)):
        return f"{PLACE} is not set"
    missing = [str(piece) for piece in PIECES if not (Path(named) / piece).exists()]
    return f"{PLACE} has no {', '.join(missing)}" if missing else ""


NEED = Need(
    "pico_image",
    "the firmware on an RP2040",
    "CONTRIBUTING.md says how an image of a Pico is made.",
    lacking,
)
UID = "e66141040396872b"
"""Eight bytes, as the flash of a Pico has them."""


@pytest.fixture(scope="session")
def pico_image() -> Path:
    """The folder that KIBITZ_PICO_IMAGE names."""
    NEED.must_be_there()
    return Path(os.environ[PLACE])


class MakeChip(Protocol):
    """Makes Picos that are not plugged in yet."""

    def __call__(self, *, blank: bool = False, **settings: object) -> Pico:
        """One with these values in its settings.py, or one with nothing but MicroPython."""


@pytest.fixture
def new_chip(pico_image: Path, tmp_path: Path) -> Iterator[MakeChip]:
    """Makes Picos; all are unplugged in the end."""
    node = find_node()
    if node is None:
        NEED.do_without("Node is not installed")
    with ExitStack() as all_of_them:

        def make(*, blank: bool = False, **settings: object) -> Pico:
            files = with_settings(tmp_path / "files", settings) if settings else FIRMWARE
            chip = Rp2040(node, pico_image, tmp_path, blank=blank)
            pico = Pico(chip, tmp_path / "usb", UID, files)
            all_of_them.callback(pico.unplug)
            return pico

        yield make


@pytest.fixture
def chip(new_chip: MakeChip) -> Pico:
    """A Pico that is plugged in."""
    made = new_chip()
    made.plug()
    return made
