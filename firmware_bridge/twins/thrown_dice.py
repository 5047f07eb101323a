"""The dice of a board that has none: a pair that does what somebody says."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence

GENERATIONS = 65536


class ThrownDice:
    """One pair, and what it is still to do; the part of a board that it takes for its dice."""

    def __init__(self, doing: str, is_heard: Callable[[], bool]) -> None:
        self.generation = 0
        self.doing = doing
        """State and faces, as they are written on the wire."""
        self._is_heard = is_heard
        self._was_told = True
        self._changes: deque[str] = deque()

    @property
    def pairs(self) -> Sequence[ThrownDice]:
        """The pair itself."""
        return [self]

    def do(self, doing: str) -> None:
        """Do this next; may be called from another thread than the board's."""
        self._changes.append(doing)

    def turn(self, now: int) -> None:
        """Go on: one change after the other where somebody hears of them, or else all at once."""
        del now
        while self._changes and (self._was_told or not self._is_heard()):
            self.doing = self._changes.popleft()
            self.generation = (self.generation + 1) % GENERATIONS
            self._was_told = False

    def told(self) -> bytes:
        """The state as the wire has it."""
        self._was_told = True
        return f"D 0 {self.generation} {self.doing}".encode("ascii")
