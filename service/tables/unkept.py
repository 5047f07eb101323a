"""A journal that keeps nothing, where an evening needs not be remembered."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from hardware.signals import Signal
from referee.effects import Effect
from referee.settings import MatchSettings


class Keeping(Protocol):
    """What a table hands its evening over to; see `service.journal.journal.Journal`."""

    def begin(self, settings: MatchSettings) -> int: ...

    def add(self, signal: Signal) -> int: ...

    def decide(self, number: int, effects: Iterable[Effect]) -> None: ...

    async def written(self) -> None: ...

    async def tidy(self) -> None: ...


class Unkept:
    """Numbers matches and signals like a journal, and forgets them."""

    def __init__(self) -> None:
        self._matches = self._signals = 0

    def begin(self, settings: MatchSettings) -> int:
        del settings
        self._matches += 1
        return self._matches

    def add(self, signal: Signal) -> int:
        del signal
        self._signals += 1
        return self._signals

    def decide(self, number: int, effects: Iterable[Effect]) -> None:
        """Nothing is kept."""

    async def written(self) -> None:
        """There is nothing to wait for."""

    async def tidy(self) -> None:
        """There is nothing to put in order."""
