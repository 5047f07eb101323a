"""When a switch has changed: once enough samples in a row say so."""

from __future__ import annotations

from collections import deque
from functools import reduce
from operator import and_

APART = 0.005
"""Seconds between two samples."""
AGREEING = 4
"""How many samples must agree."""


class Debounce:
    """Many switches at once, a bit for each, settled as they were first found."""

    def __init__(self, found: int, agreeing: int = AGREEING) -> None:
        self._settled = found
        self._recent = deque([found] * agreeing, maxlen=agreeing)

    @property
    def settled(self) -> int:
        """How the switches stand."""
        return self._settled

    @property
    def at_rest(self) -> bool:
        """Whether the last sample says nothing else."""
        return self._recent[-1] == self._settled

    def take(self, sample: int) -> int:
        """The switches that have changed with this sample."""
        self._recent.append(sample)
        changed = reduce(and_, (earlier ^ self._settled for earlier in self._recent))
        self._settled ^= changed
        return changed
