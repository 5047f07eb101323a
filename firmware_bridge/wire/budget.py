"""How much a board may say."""

from __future__ import annotations

MOST_LINES = 1000
MOST_BYTES = 65536
"""In a second; a board that has been told all its lamps and moves all its dice needs a tenth."""


class Budget:
    """What has come in during this second."""

    def __init__(self) -> None:
        self._since = float("-inf")
        self._lines = 0
        self._bytes = 0

    def spend(self, now: float, size: int, lines: int) -> str | None:
        """Count this; what it comes to, if that is too much."""
        if now - self._since >= 1:
            self._since, self._lines, self._bytes = now, 0, 0
        self._lines += lines
        self._bytes += size
        if self._bytes > MOST_BYTES:
            return f"{self._bytes} bytes"
        return f"{self._lines} lines" if self._lines > MOST_LINES else None
