"""How much a line may bring in a second."""

from __future__ import annotations


class Budget:
    """What has come in during this second."""

    def __init__(self, most_lines: int, most_bytes: int) -> None:
        self._most_lines = most_lines
        self._most_bytes = most_bytes
        self._since = float("-inf")
        self._lines = 0
        self._bytes = 0

    def spend(self, now: float, size: int, lines: int) -> str | None:
        """Count this; what it exceeds, if that is too much, in words that are always the same."""
        if now - self._since >= 1:
            self._since, self._lines, self._bytes = now, 0, 0
        self._lines += lines
        self._bytes += size
        if self._bytes > self._most_bytes:
            return f"more than {self._most_bytes} bytes"
        return f"more than {self._most_lines} lines" if self._lines > self._most_lines else None
