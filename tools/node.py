"""The program that runs JavaScript without a browser: the machine's own, or Playwright's."""

from __future__ import annotations

import shutil
import subprocess
from importlib.util import find_spec
from pathlib import Path


def find_node() -> str | None:
    """A Node that starts; None if there is none."""
    candidates = [shutil.which("node"), *_of_playwright()]
    return next((node for node in candidates if node and _starts(node)), None)


def _of_playwright() -> list[str]:
    found = find_spec("playwright")
    if found is None or found.origin is None:
        return []
    return [str(Path(found.origin).parent / "driver" / "node")]


def _starts(node: str) -> bool:
    try:
        return subprocess.run([node, "--version"], capture_output=True, check=False).returncode == 0
    except OSError:
        return False
