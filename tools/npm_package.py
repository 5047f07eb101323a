"""Fetches a package from npm that a lock file names with its digest."""

from __future__ import annotations

import base64
import hashlib
import shutil
import subprocess
import tarfile
import tempfile
from fnmatch import fnmatchcase
from pathlib import Path
from typing import NamedTuple

STAMP = "kibitz.stamp"
TOP = "package/"
"""The folder within every package of npm."""
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


class NotFetchedError(Exception):
    """The package could not be fetched; the message says why, as the end of a sentence."""


class NpmPackage(NamedTuple):
    """A package that npm fetches, and a folder holds once it was unpacked."""

    lock: Path
    """One line: the package with its version, and the digest it must have."""
    files: tuple[str, ...]
    """The files of it that are needed, as patterns; at least one file fits each."""

    @property
    def name(self) -> str:
        """The package and its version, as npm spells them."""
        return self.lock.read_text(encoding="utf-8").split()[0]

    @property
    def integrity(self) -> str:
        """The digest that the package must have, as npm spells it."""
        return self.lock.read_text(encoding="utf-8").split()[1]

    def fetch(self, folder: Path) -> str:
        """Leaves the locked package in this folder; returns why not, or nothing if it is there."""
        if self.is_in(folder):
            return ""
        try:
            self._fetch(folder)
        except (NotFetchedError, OSError) as fault:
            return str(fault)
        return ""

    def is_in(self, folder: Path) -> bool:
        """Tells whether the folder holds the locked package, whole."""
        stamp = folder / STAMP
        is_whole = all(any(folder.glob(pattern)) for pattern in self.files) and stamp.is_file()
        return is_whole and stamp.read_text("utf-8") == self.lock.read_text("utf-8")

    def _fetch(self, folder: Path) -> None:
        if shutil.which("npm") is None:
            raise NotFetchedError("npm is not installed")
        with tempfile.TemporaryDirectory(dir=folder.parent) as temporary:
            packed = pack(self.name, Path(temporary))
            if digest(packed) != self.integrity:
                raise NotFetchedError(f"npm brought another {self.name} than the one locked")
            self._unpack(packed, folder)

    def _unpack(self, packed: Path, folder: Path) -> None:
        """Takes the files out of the package; the stamp comes last."""
        try:
            with tarfile.open(packed) as archive:
                files = dict(self._read(archive))
        except tarfile.TarError as fault:
            raise NotFetchedError(f"the package cannot be unpacked: {fault}") from None
        shutil.rmtree(folder, ignore_errors=True)
        for name, data in files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(data)
        (folder / STAMP).write_text(self.lock.read_text("utf-8"), encoding="utf-8")

    def _read(self, archive: tarfile.TarFile) -> list[tuple[str, bytes]]:
        """Returns the needed files, by their names below the top of the package."""
        there = [name.removeprefix(TOP) for name in archive.getnames() if name.startswith(TOP)]
        found: list[tuple[str, bytes]] = []
        for pattern in self.files:
            names = [name for name in there if fnmatchcase(name, pattern)]
            if not names:
                raise NotFetchedError(f"the package lacks {pattern}")
            found += [(name, content(archive, TOP + name)) for name in names]
        return found


def pack(package: str, folder: Path) -> Path:
    """Has npm fetch a package, from wherever this machine gets its packages."""
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
        raise NotFetchedError(f"npm took more than {PATIENCE} s") from None
    packed = next(folder.glob("*.tgz"), None)
    if done.returncode:
        lines = done.stderr.split("\n")
        raise NotFetchedError(f"npm failed: {lines[0].strip() or done.returncode}")
    if packed is None:
        raise NotFetchedError("npm failed: it brought nothing")
    return packed


def digest(packed: Path) -> str:
    """Returns the digest of a file, as npm spells it."""
    return "sha512-" + base64.b64encode(hashlib.sha512(packed.read_bytes()).digest()).decode()


def content(archive: tarfile.TarFile, name: str) -> bytes:
    """Returns what is in one file of an archive."""
    file = archive.extractfile(name)
    return file.read() if file else b""
