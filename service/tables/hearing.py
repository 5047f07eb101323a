"""What each source has said: counted, and the last of it kept to be looked at."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from hardware.observations import Observation
from hardware.signals import Signal

REMEMBERED = 20
"""How many signals of each source."""


@dataclass(slots=True)
class Source:
    """What one source has said since the table was opened."""

    signals: int = 0
    nonsense: int = 0
    """How many of them made no sense."""
    last: deque[Signal] = field(default_factory=lambda: deque(maxlen=REMEMBERED))
    """The last of them, the newest at the end, with the places named as Light counts them."""
    look: Observation | None = None
    """What it saw last, if it is a board sensor; named in the same way."""


class Hearing:
    """All sources of a table."""

    def __init__(self) -> None:
        self._sources: dict[str, Source] = {}

    @property
    def sources(self) -> Mapping[str, Source]:
        """What each of them has said, by its name."""
        return self._sources

    @property
    def nonsense(self) -> Mapping[str, int]:
        """How often each source has said what makes no sense, where any has."""
        return {name: it.nonsense for name, it in self._sources.items() if it.nonsense}

    def note(self, signal: Signal) -> None:
        """A signal has come."""
        source = self._source(signal.source)
        source.signals += 1
        source.last.append(signal)
        if isinstance(signal, Observation):
            source.look = signal

    def rename(self, renamed: Callable[[Signal], Signal]) -> None:
        """Light counts the places otherwise from now on."""
        for source in self._sources.values():
            source.last = deque(map(renamed, source.last), maxlen=REMEMBERED)
            looked = renamed(source.look) if source.look else None
            source.look = looked if isinstance(looked, Observation) else None

    def note_nonsense(self, name: str) -> bool:
        """A source has said what makes no sense; whether for the first time."""
        source = self._source(name)
        source.nonsense += 1
        return source.nonsense == 1

    def _source(self, name: str) -> Source:
        return self._sources.setdefault(name, Source())
