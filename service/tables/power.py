"""The power of the service, and what it is like to lose it at any instant."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager


def begin_anew() -> None:
    """End this very instant, nothing being put in order, and begin as the same command."""
    os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])  # noqa: S606 - the same command


class Power:
    """What all tables live on."""

    def __init__(self, begin: Callable[[], object] = begin_anew) -> None:
        self._begin = begin
        self._lying: list[Callable[[], None]] = []

    @contextmanager
    def feeding(self, lying: Callable[[], None]) -> Iterator[None]:
        """As long as this is open, a cut leaves what lies on a table where it is."""
        self._lying.append(lying)
        try:
            yield
        finally:
            self._lying.remove(lying)

    def cut(self) -> None:
        """Take it away, and give it back at once; only what lies on simulated tables is kept."""
        for lying in tuple(self._lying):
            lying()
        self._begin()
