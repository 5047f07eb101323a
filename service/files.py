"""Reading files from outside that should be small, and may be anything."""

from __future__ import annotations

import os
import stat
from pathlib import Path


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
