"""Limits of the web server: connections, message sizes and message rates."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import monotonic

MAX_MESSAGE_BYTES = 16 * 1024
"""Bytes of a message that is processed; the agreement form takes a fifth of it."""
MAX_FRAME_BYTES = 64 * 1024
"""Bytes of a message that is received at all; up to this size a page is told about the limit."""
MAX_VIEWERS_PER_TABLE = 200
MAX_VIEWERS = 500
"""The number of pages that may be connected at the same time."""
MAX_STREAMS_PER_TABLE, MAX_STREAMS = 100, 150
"""The number of programs that may follow the feed at the same time, besides the pages."""
MAX_STREAMS_PER_ADDRESS = 50
MAX_CONNECTIONS = 700
"""The number of connections of any kind; each of them takes a file handle."""
ACCEPT_BACKLOG = 100
"""The number of connections that may wait to be accepted."""
MAX_CONNECTIONS_PER_ADDRESS = 400
"""The number of connections from one address, so that one machine cannot lock out all others."""
REQUEST_TIMEOUT, RESPONSE_TIMEOUT = 10.0, 120.0
"""Timeouts of a request and of a response, in seconds."""
MIN_READ_BYTES = 64 * 1024
"""Bytes of a response that a reader takes at least between two timeouts, or is disconnected."""
MAX_PICTURE_REQUESTS = 12
"""The number of requests that may wait for the next picture of one camera."""
READ_BYTES = 2048
"""Bytes parsed in one go; even if they are many tiny frames, that takes only milliseconds."""


@dataclass(frozen=True, slots=True)
class PageRates:
    """A rate limit: `at_once` in a burst, and `a_second` in the long run."""

    at_once: float
    a_second: float


ACTION_LIMIT = PageRates(60, 30)
"""Actions of a page; nobody moves checkers faster, and dragging a checker takes two messages."""
KEEP_ALIVE_LIMIT = PageRates(2000, 500)
"""Keep-alive messages, which cost almost nothing."""
NEW_MATCH_LIMIT = PageRates(20, 0.1)
"""New matches at a table; each is stored and listed for ever."""
CONTROL_FRAME_LIMIT = PageRates(100, 20)
"""Continuation and control frames of WebSockets; a browser sends one in twenty seconds."""


class TokenBucket:
    """A token bucket that enforces a rate limit."""

    def __init__(self, pace: PageRates, now: Callable[[], float] = monotonic) -> None:
        self._pace = pace
        self._now = now
        self._left = pace.at_once
        self._at = now()

    def take(self) -> bool:
        """Counts one more message; returns False if it exceeds the limit."""
        now = self._now()
        grown = self._left + (now - self._at) * self._pace.a_second
        left = min(self._pace.at_once, grown) - 1
        # The debt is bounded, so that even a flood is forgiven after some time.
        self._left, self._at = max(left, -self._pace.at_once - 1), now
        return self._left >= 0

    @property
    def is_flooded(self) -> bool:
        """True if messages keep coming although they are refused."""
        return self._left < -self._pace.at_once


@dataclass(slots=True)
class ViewerCount:
    """The number of connections to each table, and from each address."""

    per_table: int = field(default_factory=lambda: MAX_VIEWERS_PER_TABLE)
    total: int = field(default_factory=lambda: MAX_VIEWERS)
    per_address: int = MAX_CONNECTIONS_PER_ADDRESS
    by_table: Counter[str] = field(default_factory=Counter)
    by_address: Counter[str] = field(default_factory=Counter)

    @contextmanager
    def reserve(self, table: str, address: str = "") -> Iterator[bool]:
        """Reserves room for one more while the context is open; yields False if it is full."""
        if self._is_full(table, address):
            yield False
            return
        self.by_table[table] += 1
        self.by_address[address] += 1
        try:
            yield True
        finally:
            self.by_table[table] -= 1
            self.by_address[address] -= 1
            if not self.by_address[address]:
                del self.by_address[address]

    def _is_full(self, table: str, address: str) -> bool:
        return (
            self.by_table[table] >= self.per_table
            or self.by_table.total() >= self.total
            or (bool(address) and self.by_address[address] >= self.per_address)
        )


def stream_count() -> ViewerCount:
    """The count of the programs that follow the feed."""
    return ViewerCount(MAX_STREAMS_PER_TABLE, MAX_STREAMS, MAX_STREAMS_PER_ADDRESS)
