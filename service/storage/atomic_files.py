"""Safe reading of small files, and atomic writing."""

from __future__ import annotations

import os
import secrets
import stat
from contextlib import suppress
from pathlib import Path

DEFAULT_MODE = 0o666
"""The permissions of a new file before the umask: everybody may read and write it."""


class NotAFile(Exception):
    """The path is a folder, a pipe or a device instead of a regular file."""


class FileTooLarge(Exception):
    """The file is larger than the limit."""


def read_small_file(path: Path, most: int) -> bytes:
    """The content of a file; raises NotAFile, FileTooLarge if over `most` bytes, or OSError."""
    # Checked after opening, so it cannot be exchanged in between; opening a pipe does not block.
    handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC)
    try:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise NotAFile(path)
        with open(handle, "rb", closefd=False) as file:
            content = file.read(most + 1)
    finally:
        os.close(handle)
    if len(content) > most:
        raise FileTooLarge(path)
    return content


def write_atomically(path: Path, content: str | bytes, mode: int | None = None) -> None:
    """Replaces a file atomically: after a power cut it has the old content or the new; OSError.

    The file has the permissions `mode`, reduced by the umask, from its first byte on. Without
    `mode` it keeps the permissions of the file that it replaces.
    """
    beside = path.with_name(f".{path.stem}-{secrets.token_hex(4)}.new")
    old = stat.S_IMODE(path.stat().st_mode) if mode is None and path.exists() else None
    mode = mode or old or DEFAULT_MODE
    handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, mode)
    try:
        with os.fdopen(handle, "wb") as file:
            if old is not None:
                os.fchmod(handle, old)
            file.write(content.encode() if isinstance(content, str) else content)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
        sync_folder(path.parent)
    except BaseException:
        with suppress(OSError):
            beside.unlink(missing_ok=True)
        raise


def sync_folder(folder: Path) -> None:
    """Flushes the names of the files in this folder to the disk."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
