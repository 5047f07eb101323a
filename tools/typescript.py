"""Checks the types of the page's JavaScript with TypeScript, which npm fetches and Node runs.

TypeScript 6 is the last that is one program for every machine: from 7 on it is a binary for each.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tools.node import find_node
from tools.npm_package import NpmPackage

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / ".venv" / "typescript"
SETTINGS = "tsconfig.json"
PACKAGE = NpmPackage(
    Path(__file__).with_suffix(".lock"),
    ("package.json", "lib/tsc.js", "lib/_tsc.js", "lib/lib*.d.ts"),
)
REQUIRED = "KIBITZ_REQUIRE"
"""The variable that names, with commas, what a check must not do without."""
NOT_THERE = 3
"""The exit code if TypeScript is required and not there."""


def fetch(folder: Path) -> str | None:
    """Leaves TypeScript in this folder if that can be done; returns one line on why not."""
    if why := PACKAGE.fetch(folder):
        return f"there is no TypeScript for the types of the JavaScript, as {why}"
    return None


def lacking() -> str:
    """Returns why the types cannot be checked here, as a clause; nothing if they can be."""
    if not PACKAGE.is_in(FOLDER):
        return "TypeScript could not be fetched with npm"
    return "" if find_node() else "Node is not installed"


def check(root: Path = ROOT) -> subprocess.CompletedProcess[str]:
    """Checks what the settings in this folder name; what is wrong is in its output."""
    command = [str(find_node()), str(FOLDER / "lib" / "tsc.js"), "--project", SETTINGS]
    return subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)


def main() -> int:
    """Checks the types; where that cannot be done, says so, and fails if it is required."""
    if why := lacking():
        sys.stdout.write(f"{why}, so the types of the JavaScript are not checked.\n")
        return NOT_THERE if "typescript" in os.environ.get(REQUIRED, "").split(",") else 0
    checked = check()
    sys.stdout.write(checked.stdout or "Success: no issues found in the JavaScript\n")
    return checked.returncode


if __name__ == "__main__":
    sys.exit(main())
