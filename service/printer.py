"""Lines for people, written by a thread of its own: a terminal that stops holds nobody up."""

from __future__ import annotations

import threading
from collections.abc import Callable
from queue import Full, Queue
from types import TracebackType
from typing import Self

MOST_WAITING = 1000
"""Lines that wait to be written; more are left out."""
LAST_LINES = 1.0
"""Seconds that the last lines may take."""


class Printer:
    """Writes lines in their order, one at a time."""

    def __init__(self, write: Callable[[str], None]) -> None:
        self._write = write
        self._lines = Queue[str | None](MOST_WAITING)
        # Nobody waits for a terminal that takes no more when the program ends.
        self._thread = threading.Thread(target=self._run, name="printer", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._hand_over(None)
        self._thread.join(LAST_LINES)

    def say(self, line: str) -> None:
        """Have a line written soon; it is left out if too many wait."""
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
