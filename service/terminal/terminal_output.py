"""Standard streams that report lost output, and a thread that writes lines."""

from __future__ import annotations

import errno
import io
import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from queue import Full, Queue
from typing import Any, Self


class LostOutput(OSError):
    """Writing to standard output or standard error failed."""


class _CheckedFile(io.FileIO):
    """A file that raises LostOutput, so that its failures differ from all other OSErrors."""

    def write(self, data: Any, /) -> int:
        try:
            return super().write(data)
        except OSError as error:
            raise LostOutput(*error.args) from error


class _ClosedStream(io.TextIOBase):
    """Stands in for a standard output that was closed before the program started."""

    def writable(self) -> bool:
        return True

    def write(self, _text: str, /) -> int:
        raise LostOutput(errno.EBADF, os.strerror(errno.EBADF))


@contextmanager
def checked_streams() -> Iterator[None]:
    """Replaces the standard streams while it is open: failures raise LostOutput.

    Characters that the encoding of a stream lacks are written as ?.
    """
    usual = sys.stdout, sys.stderr
    # Without standard error, click and logging are silent anyway.
    out = _checked_stream(sys.stdout or _ClosedStream())
    ours = (out, sys.stderr and _checked_stream(sys.stderr))
    sys.stdout, sys.stderr = ours
    try:
        yield
    finally:
        for stream in filter(None, ours):
            # Writers have flushed already; the rest has been reported as lost.
            with suppress(LostOutput):
                stream.flush()
        sys.stdout, sys.stderr = usual


def _checked_stream(stream: Any) -> Any:
    if not isinstance(stream, io.TextIOWrapper):
        return stream
    return io.TextIOWrapper(
        io.BufferedWriter(_CheckedFile(stream.fileno(), "wb", closefd=False)),
        encoding=stream.encoding,
        errors="replace",
        line_buffering=stream.line_buffering,
        write_through=stream.write_through,
    )


MAX_WAITING_LINES = 1000
"""The number of lines that may wait; more are dropped."""
FLUSH_TIMEOUT = 1.0
"""Seconds that the last lines may take at the end."""


class LinePrinter:
    """Writes lines in order from a daemon thread."""

    def __init__(self, write: Callable[[str], None]) -> None:
        self._write = write
        self._lines = Queue[str | None](MAX_WAITING_LINES)
        # A daemon thread, so that a blocked terminal does not delay the end of the program.
        self._thread = threading.Thread(target=self._run, name="printer", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._hand_over(None)
        self._thread.join(FLUSH_TIMEOUT)

    def say(self, line: str) -> None:
        """Queues a line; drops it if too many are waiting."""
        self._hand_over(line)

    def _hand_over(self, line: str | None) -> None:
        try:
            self._lines.put_nowait(line)
        except Full:
            return

    def _run(self) -> None:
        while (line := self._lines.get()) is not None:
            try:
                self._write(line)
            except (OSError, ValueError):
                return
