"""What the program says goes through streams that tell when it cannot be written."""

from __future__ import annotations

import errno
import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any


class LostOutput(OSError):
    """Something that was said and cannot be written."""


class _Outlet(io.FileIO):
    """A file whose failures are told apart from all others."""

    def write(self, said: Any, /) -> int:
        try:
            return super().write(said)
        except OSError as error:
            raise LostOutput(*error.args) from error


class _Closed(io.TextIOBase):
    """What stands for an output that was closed before the program began."""

    def writable(self) -> bool:
        return True

    def write(self, _said: str, /) -> int:
        raise LostOutput(errno.EBADF, os.strerror(errno.EBADF))


@contextmanager
def outlets() -> Iterator[None]:
    """While this is open, what cannot be written is LostOutput; letters it has not become ?."""
    usual = sys.stdout, sys.stderr
    # Where even problems cannot be told, click and logging are silent by themselves.
    ours = _watched(sys.stdout or _Closed()), sys.stderr and _watched(sys.stderr)
    sys.stdout, sys.stderr = ours
    try:
        yield
    finally:
        for stream in filter(None, ours):
            # Whoever said it has flushed it; what is left has been told about as lost.
            with suppress(LostOutput):
                stream.flush()
        sys.stdout, sys.stderr = usual


def _watched(stream: Any) -> Any:
    if not isinstance(stream, io.TextIOWrapper):
        return stream
    return io.TextIOWrapper(
        io.BufferedWriter(_Outlet(stream.fileno(), "wb", closefd=False)),
        encoding=stream.encoding,
        errors="replace",
        line_buffering=stream.line_buffering,
        write_through=stream.write_through,
    )
