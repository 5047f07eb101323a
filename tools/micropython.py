"""Brings MicroPython for Node, in which the tests run the unmodified firmware."""

from __future__ import annotations

import base64
import hashlib
import shutil
import subprocess
import tarfile
import tempfile
from pathlib import Path
from typing import NamedTuple

LOCK = Path(__file__).with_suffix(".lock")
FILES = ("micropython.mjs", "micropython.wasm")
STAMP = "kibitz.stamp"
PATIENCE: float = 120
"""Seconds that npm may take."""
NPM_PACK = [
    "npm",
    "pack",
    "--loglevel=error",
    "--no-update-notifier",
    "--fetch-retries=1",
    "--fetch-retry-mintimeout=500",
]


class NotBroughtError(Exception):
    """MicroPython could not be brought; the message says why, as the end of a sentence."""


class Locked(NamedTuple):
    """The package, and the digest it must have."""

    package: str
    integrity: str


def bring(place: Path) -> str | None:
    """Leave MicroPython at this place if that can be done; one line on why not, if not."""
    if is_there(place):
        return None
    try:
        fetch(place)
    except (NotBroughtError, OSError) as fault:
        return f"there is no MicroPython for the tests of the firmware, as {fault}"
    return None


def is_there(place: Path) -> bool:
    """Tell whether the locked MicroPython is at this place, whole."""
    stamp = place / STAMP
    wanted = all((place / name).is_file() for name in FILES) and stamp.is_file()
    return wanted and stamp.read_text(encoding="utf-8") == LOCK.read_text(encoding="utf-8")


def locked() -> Locked:
    """What the lock file asks for."""
    return Locked(*LOCK.read_text(encoding="utf-8").split())


def fetch(place: Path) -> None:
    """Put the locked package at this place, which must then be as it was locked."""
    if shutil.which("npm") is None:
        raise NotBroughtError("npm is not installed")
    package, integrity = locked()
    with tempfile.TemporaryDirectory(dir=place.parent) as folder:
        packed = pack(package, Path(folder))
        if digest(packed) != integrity:
            raise NotBroughtError(f"what npm brought is not the {package} that was locked")
        unpack(packed, place)


def pack(package: str, folder: Path) -> Path:
    """Let npm fetch the package, from wherever this machine gets its packages."""
    try:
        done = subprocess.run(
            [*NPM_PACK, package],
            cwd=folder,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise NotBroughtError(f"npm took more than {PATIENCE} s") from None
    packed = next(folder.glob("*.tgz"), None)
    if done.returncode:
        lines = done.stderr.split("\n")
        raise NotBroughtError(f"npm failed: {lines[0].strip() or done.returncode}")
    if packed is None:
        raise NotBroughtError("npm failed: it brought nothing")
    return packed


def digest(packed: Path) -> str:
    """The digest of a file, as npm writes it."""
    return "sha512-" + base64.b64encode(hashlib.sha512(packed.read_bytes()).digest()).decode()


def unpack(packed: Path, place: Path) -> None:
    """Take the program out of the package; the stamp comes last."""
    try:
        with tarfile.open(packed) as archive:
            program = {name: taken(archive, name) for name in FILES}
    except tarfile.TarError as fault:
        raise NotBroughtError(f"the package cannot be unpacked: {fault}") from None
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir()
    for name, data in program.items():
        (place / name).write_bytes(data)
    (place / STAMP).write_text(LOCK.read_text(encoding="utf-8"), encoding="utf-8")


def taken(archive: tarfile.TarFile, name: str) -> bytes:
    """What is in one file of the package."""
    if f"package/{name}" not in archive.getnames():
        raise NotBroughtError(f"the package lacks {name}")
    kept = archive.extractfile(f"package/{name}")
    return kept.read() if kept else b""
