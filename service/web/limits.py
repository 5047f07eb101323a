"""How much is listened to: so many connections, and so many messages of each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import monotonic

LONGEST_MESSAGE = 16 * 1024
"""Bytes of a message that is read; setting up a match takes a fifth of it."""
LONGEST_FRAME = 64 * 1024
"""Bytes of a message that is even received, so that a longer one can be told why not."""
MOST_AT_A_TABLE = 200
MOST_AT_ALL = 500
"""Pages that are connected at the same time."""
MOST_CONNECTIONS = 700
"""Those of pages, and those that fetch something just now; each takes a file handle."""
MOST_WAITING = 100
"""Connections that are let in at once."""
MOST_OF_ONE = 400
"""Those from one address, so that one machine alone does not keep all others out."""
ASKED_WITHIN, ANSWERED_WITHIN = 10.0, 120.0
"""Seconds that somebody may take to ask for something, and to take in the answer."""
MOST_LOOKING = 12
"""Questions for a picture of one camera that wait for the next one."""
READ_AT_ONCE = 2048
"""Bytes that are judged without a break; in pieces as small as can be it takes milliseconds."""


@dataclass(frozen=True, slots=True)
class Pace:
    """So many at once, and so many a second from then on."""

    at_once: float
    a_second: float


ACTING = Pace(60, 30)
"""Nobody touches a board faster; a page that draws a checker sends two messages for it."""
LIVING = Pace(2000, 500)
"""Signs of life, which cost next to nothing."""
BEGINNING = Pace(20, 0.1)
"""Matches at a table; each is kept for ever, and listed."""
CRUMBS = Pace(100, 20)
"""Pieces of messages, and what lines say to each other; a browser makes one in twenty seconds."""


class Bucket:
    """Counts what comes in against a pace."""

    def __init__(self, pace: Pace, now: Callable[[], float] = monotonic) -> None:
        self._pace = pace
        self._now = now
        self._left = pace.at_once
        self._at = now()

    def take(self) -> bool:
        """Count one more; False if it is one too many."""
        now = self._now()
        grown = self._left + (now - self._at) * self._pace.a_second
        left = min(self._pace.at_once, grown) - 1
        # Whoever has taken far too much need not wait for ever.
        self._left, self._at = max(left, -self._pace.at_once - 1), now
        return self._left >= 0

    @property
    def hopeless(self) -> bool:
        """Whether it goes on and on, though each one has been refused."""
        return self._left < -self._pace.at_once


@dataclass(slots=True)
class Audience:
    """Who is connected to which table."""

    at: Counter[str] = field(default_factory=Counter)

    @contextmanager
    def seat(self, table: str) -> Iterator[bool]:
        """Whether there is room for one more at this table, who has it as long as this is open."""
        if self.at[table] >= MOST_AT_A_TABLE or self.at.total() >= MOST_AT_ALL:
            yield False
            return
        self.at[table] += 1
        try:
            yield True
        finally:
            self.at[table] -= 1
