"""MicroPython for Node, in which the tests run the unmodified firmware."""

from __future__ import annotations

from pathlib import Path

from tools.npm_package import NpmPackage

PACKAGE = NpmPackage(Path(__file__).with_suffix(".lock"), ("micropython.mjs", "micropython.wasm"))


def fetch(folder: Path) -> str | None:
    """Leaves MicroPython in this folder if that can be done; returns one line on why not."""
    if why := PACKAGE.fetch(folder):
        return f"there is no MicroPython for the tests of the firmware, as {why}"
    return None


def is_in(folder: Path) -> bool:
    """Tells whether the locked MicroPython is in this folder, whole."""
    return PACKAGE.is_in(folder)
