"""Shows the tests of the house where everything is kept."""

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("engine", "hardware", "firmware_bridge", "vision", "referee", "service")


def modules(root: Path, folders: tuple[str, ...] = ROOMS) -> Iterator[Path]:
    """Every Python file in these folders of a checkout."""
    for folder in folders:
        yield from sorted((root / folder).rglob("*.py"))


def kept_files(root: Path) -> list[Path]:
    """Every file that git keeps, or would keep if it were asked to."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    git = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    if git.returncode:
        pytest.skip(f"this is no git checkout: {git.stderr.strip()}")
    listed = (root / name for name in git.stdout.split("\0") if name)
    return sorted(path for path in listed if path.is_file())
