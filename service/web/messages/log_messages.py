"""The log of the page: the announcements and events of a match."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LogLine:
    """One announcement or event."""

    number: int
    """Counted from 1 since the start of the service."""
    words: str
    alarm: bool
    """True if the referee objects to something."""
    at: str = ""
    """The time in UTC, as ISO 8601."""
    match: int = 0
    """The number of the match at this table."""
    game: int = 0
    """The number of the game in the match."""
    turn: int = 0
    """The number of the turn in the game, both players' turns counted."""
    answer: bool = False
    """True if the computer answers an offer, which nothing else on the page says."""


@dataclass(frozen=True, slots=True)
class NoticesPart:
    """The most recent announcements and events, the oldest first."""

    lines: tuple[LogLine, ...]
