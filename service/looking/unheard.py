"""Keeps libraries that write to standard error past Python from being heard there."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

ERROR = 2
"""The file descriptor of standard error."""


@contextmanager
def unheard() -> Iterator[None]:
    """While it lasts, nothing comes to standard error: libjpeg grumbles there about every scratch.

    It holds for the whole process, so only a command that does one thing at a time may use it.
    """
    try:
        kept = os.dup(ERROR)
    except OSError:
        yield  # there is no standard error at all
        return
    sys.stderr.flush()
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, ERROR)
        yield
    finally:
        os.dup2(kept, ERROR)
        os.close(nowhere)
        os.close(kept)
