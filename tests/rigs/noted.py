"""A journal in memory that notes in which order things are kept."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass, field

from hardware.signals import Signal
from referee.effects import Effect
from referee.settings import MatchSettings
from service.tables.unkept import Unkept


@dataclass
class Noted(Unkept):
    """Notes in which order things are kept."""

    done: list[str] = field(default_factory=list)
    signals: list[Signal] = field(default_factory=list)
    matches: list[MatchSettings] = field(default_factory=list)
    slow: bool = False

    def __post_init__(self) -> None:
        super().__init__()

    def begin(self, settings: MatchSettings) -> int:
        self.done.append("begin")
        self.matches.append(settings)
        return super().begin(settings)

    def add(self, signal: Signal) -> int:
        self.done.append("add")
        self.signals.append(signal)
        return super().add(signal)

    def decide(self, number: int, effects: Iterable[Effect]) -> None:
        self.done.append("decide")
        super().decide(number, effects)

    async def written(self) -> None:
        if self.slow:
            for _ in range(30):
                await asyncio.sleep(0)
        self.done.append("written")

    async def tidy(self) -> None:
        self.done.append("tidy")
