"""A serial port of the system whose other end is in our hands."""

from __future__ import annotations

import os
import tty
from contextlib import suppress
from errno import EEXIST
from pathlib import Path
from select import select

PIECE = 16
"""Bytes that are read at once, as few as on a Pico."""


class Terminal:
    """The two ends of a pseudo terminal: ours, and a path that others open like any port."""

    def __init__(self) -> None:
        self._ours, self._theirs = os.openpty()
        # A fresh terminal echoes, and would have the device hear itself.
        tty.setraw(self._theirs)
        os.set_blocking(self._ours, False)
        self.path = Path(os.ttyname(self._theirs))
        """Where it can be opened. Their end stays open here: ours would hang up without it."""

    def wait(self, seconds: float) -> None:
        """Return when there is something to read, or the time is over."""
        select([self._ours], [], [], seconds)

    def read(self) -> bytes:
        """What has come in, a piece at most."""
        try:
            return os.read(self._ours, PIECE)
        except BlockingIOError:
            return b""

    def writable(self) -> bool:
        """Whether there is room for something."""
        return bool(select([], [self._ours], [], 0)[1])

    def write(self, data: bytes) -> None:
        """Send this; what there is no room for is lost, as on a line that nobody reads."""
        with suppress(BlockingIOError):
            os.write(self._ours, data)

    def close(self) -> None:
        """Hang up: whoever has opened it has lost it."""
        os.close(self._ours)
        os.close(self._theirs)


def point(link: Path, at: Path) -> None:
    """Let a link lead to a port, in place of whichever it led to; OSError if it cannot."""
    if link.exists() and not link.is_symlink():
        raise FileExistsError(EEXIST, "is there already, and is no link", str(link))
    fresh = link.with_name(f"{link.name}.{os.getpid()}")
    fresh.symlink_to(at)
    try:
        fresh.replace(link)
    except OSError:
        fresh.unlink()
        raise
