"""Reads the queries of the feed; a field that is wrong or unknown is refused by its name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from starlette.datastructures import QueryParams

from service.web.http.http_handlers import MAX_DIGITS, whole_number
from service.web.http.match_downloads import DOWNLOAD_KINDS
from service.web.messages.feed_messages import ProblemKind
from service.words.phrases import Phrases, available_languages, find_language

BAD_REQUEST, NOT_FOUND = 400, 404
MAX_LISTED, DEFAULT_LISTED = 100, 20
"""The numbers of matches on a page of them, at most and without a wish."""
EVENT_KINDS = ("Verdict", "Event", "Notice", "Result")
STREAM_KINDS = ("State", *EVENT_KINDS)
"""The kinds of messages among which a program chooses."""
MAX_EVENT_ID = 40
"""Characters of the identifier of an event."""


@dataclass(frozen=True, slots=True)
class AllowedValues:
    """The values of a field: the phrase `feed.allowed.<key>` with these values."""

    key: str
    values: Mapping[str, Any] = field(default_factory=dict)

    def in_words(self, phrases: Phrases) -> str:
        """The values in one line."""
        return phrases.say(f"feed.allowed.{self.key}", **self.values)


def one_of(names: Iterable[str]) -> AllowedValues:
    """One of these names."""
    return AllowedValues("one_of", {"names": ", ".join(names)})


class FeedRefused(Exception):
    """Raised for a request that cannot be served; answered with its status and a Problem."""

    def __init__(
        self,
        status: int,
        kind: ProblemKind,
        field: str = "",
        allowed: AllowedValues | None = None,
    ) -> None:
        super().__init__(kind.value, field)
        self.status = status
        self.kind = kind
        self.field = field
        self.allowed = allowed


@dataclass(frozen=True, slots=True)
class QueryField:
    """A field of a query: what it may be, and how it is read."""

    allowed: Callable[[], AllowedValues]
    read: Callable[[str], Any]
    """Returns the value of a text; None if it is not allowed."""
    required: bool = False


def _whole_number(least: int, most: int) -> QueryField:
    def read(text: str) -> int | None:
        number = whole_number(text)
        return number if number is not None and least <= number <= most else None

    return QueryField(lambda: AllowedValues("number", {"least": least, "most": most}), read)


def _read_kinds(text: str) -> frozenset[str] | None:
    kinds = frozenset(text.split(","))
    return kinds if kinds <= frozenset(STREAM_KINDS) else None


def _read_event_id(text: str) -> str | None:
    return text if 0 < len(text) <= MAX_EVENT_ID and text.isascii() else None


_ANY = 10**MAX_DIGITS - 1
FIELDS: Mapping[str, QueryField] = {
    "language": QueryField(lambda: one_of(available_languages()), find_language),
    "format": QueryField(
        lambda: one_of(DOWNLOAD_KINDS),
        lambda text: text if text in DOWNLOAD_KINDS else None,
        required=True,
    ),
    "match": _whole_number(1, _ANY),
    "before": _whole_number(1, _ANY),
    "limit": _whole_number(1, MAX_LISTED),
    "only": QueryField(
        lambda: AllowedValues("some_of", {"names": ", ".join(STREAM_KINDS)}), _read_kinds
    ),
    "after": QueryField(lambda: AllowedValues("event"), _read_event_id),
}
"""Every field of the queries, by its name."""


def read_query(query: QueryParams, *names: str) -> dict[str, Any]:
    """The values of the fields that were given; raises FeedRefused for the first wrong one."""
    for name in query:
        if name not in names:
            allowed = AllowedValues("fields" if names else "none", {"names": ", ".join(names)})
            raise FeedRefused(BAD_REQUEST, ProblemKind.UNKNOWN_FIELD, name[:MAX_EVENT_ID], allowed)
    values = {}
    for name in names:
        known, given = FIELDS[name], query.getlist(name)
        value = known.read(given[0]) if len(given) == 1 else None
        if given and value is None:
            raise FeedRefused(BAD_REQUEST, ProblemKind.WRONG_FIELD, name, known.allowed())
        if not given and known.required:
            raise FeedRefused(BAD_REQUEST, ProblemKind.MISSING_FIELD, name, known.allowed())
        if given:
            values[name] = value
    return values
