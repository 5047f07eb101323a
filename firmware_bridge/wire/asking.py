"""Requests in their order: one is under way at a time, has a number, and may be sent again."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass

from firmware_bridge.pico.framing import FROM_HOST, encode
from firmware_bridge.wire.requests import Request, Shine

NUMBERS = 255
"""Requests are numbered 1 to this, over and over."""
MOST_WAITING = 64


@dataclass(slots=True)
class UnderWay:
    """A request that has been sent and not been answered."""

    request: Request
    own: bool
    """Whether the session asks for itself."""
    number: int
    line: bytes
    since: float
    """When its tries began to be counted."""
    sent: float
    tries: int = 1


class Asking:
    """What is asked, what is to be asked next, and what was asked before."""

    def __init__(self) -> None:
        self.under_way: UnderWay | None = None
        self._waiting: deque[tuple[Request, bool]] = deque()
        self.count = 0

    @property
    def is_idle(self) -> bool:
        """Whether nothing is asked and nothing waits for it."""
        return self.under_way is None and not self._waiting

    def add(self, request: Request, *, own: bool = False) -> None:
        """Ask this when its turn comes; only the newest picture is worth showing."""
        if isinstance(request, Shine):
            for place, (waiting, _) in enumerate(self._waiting):
                if isinstance(waiting, Shine):
                    self._waiting[place] = (request, own)
                    return
        if len(self._waiting) >= MOST_WAITING:
            raise RuntimeError(f"{MOST_WAITING} requests wait for the board already")
        self._waiting.append((request, own))

    def add_missing(self, requests: Iterable[Request]) -> None:
        """For the session itself, ask those that do not wait already."""
        for request in requests:
            if not any(waiting == request for waiting, _ in self._waiting):
                self.add(request, own=True)

    def put_first(self, requests: Iterable[Request]) -> None:
        """For the session itself, ask these before all that waits."""
        self._waiting.extendleft((request, True) for request in reversed(list(requests)))

    def take(self) -> tuple[Request, bool] | None:
        """What is to be asked next, and whether for the session itself."""
        if self.under_way is not None or not self._waiting:
            return None
        return self._waiting.popleft()

    def begin(self, request: Request, now: float, *, own: bool) -> bytes:
        """The line that asks this."""
        number = self.count % NUMBERS + 1
        self.count += 1
        line = encode(FROM_HOST, number, request.body)
        self.under_way = UnderWay(request, own, number, line, since=now, sent=now)
        return line

    def finish(self) -> None:
        """What was under way has been answered."""
        self.under_way = None

    def was_asked(self, number: int) -> bool:
        """Whether a request has had this number."""
        return 0 < number <= min(self.count, NUMBERS)

    def sleep(self, seconds: float) -> None:
        """So much time has passed that does not count."""
        if self.under_way is not None:
            self.under_way.since += seconds
            self.under_way.sent += seconds
