"""Small files: read though they may be anything, and written whole or not at all."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path

ANYBODY = 0o666
"""Whoever the system lets read and write a new file."""


class NoFile(Exception):
    """A folder, a pipe or a device, and no file."""


class TooLarge(Exception):
    """A file of more bytes than are read."""


def read_small(path: Path, most: int) -> bytes:
    """A file of so many bytes at most; NoFile or TooLarge, or OSError if it cannot be read."""
    # Opened first and looked at then, it is the same file; a pipe is not waited for.
    handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC)
    try:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise NoFile(path)
        with open(handle, "rb", closefd=False) as file:
            content = file.read(most + 1)
    finally:
        os.close(handle)
    if len(content) > most:
        raise TooLarge(path)
    return content


def write_whole(path: Path, content: str | bytes, mode: int = ANYBODY) -> None:
    """Let a file hold this, whenever power may go: all of it, or what it held before; OSError.

    Who may read it is what the mode and the system allow, from its first byte on.
    """
    beside = path.with_name(f"{path.name}.new")
    try:
        # Whatever lies there is not written into: it may be a pipe, or lead elsewhere.
        beside.unlink(missing_ok=True)
        handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, mode)
        with os.fdopen(handle, "wb") as file:
            file.write(content.encode() if isinstance(content, str) else content)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
        _sync_folder(path.parent)
    except OSError:
        with suppress(OSError):
            beside.unlink(missing_ok=True)
        raise


def _sync_folder(folder: Path) -> None:
    """Have the disk know that a file in this folder has another name now."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
