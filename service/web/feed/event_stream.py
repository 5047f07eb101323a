"""The stream of the feed: events in order and the newest state, over WebSocket or as SSE."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Iterator
from contextlib import ExitStack, aclosing, suppress
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import version
from time import monotonic

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from service.web.feed.feed_queries import EVENT_KINDS, STREAM_KINDS
from service.web.feed.table_feed import TableFeed
from service.web.messages.feed_messages import (
    FEED,
    FEED_VERSION,
    EventId,
    FeedBeat,
    FeedGap,
    FeedMessage,
    FeedStart,
)
from service.words.phrases import Language

BEAT_INTERVAL = 15
"""The longest silence of a stream in seconds; a program that hears nothing connects again."""
ROUND_INTERVAL = 0.2
"""Seconds between two rounds of a stream of all tables."""
RETRY_MS = 2000
"""Milliseconds after which a browser connects again to a stream of events."""
NOT_ALLOWED = 1008
"""The WebSocket close code for a program that sends messages."""
_version = cache(version)


@dataclass(frozen=True, slots=True)
class StreamText:
    """A message of a stream as JSON."""

    kind: str
    text: str
    event: EventId | None = None
    """The event after which a program continues when it has this message; None if unchanged."""

    @property
    def as_server_sent_event(self) -> str:
        lines = [f"id: {self.event}"] if self.event else []
        return "\n".join([*lines, f"event: {self.kind}", f"data: {self.text}", "", ""])


@dataclass(slots=True)
class EventStream:
    """The messages for one program; it holds none of them, so a slow reader costs no memory."""

    feeds: tuple[TableFeed, ...]
    """The tables; a stream of several has states only, as events are numbered by table."""
    language: Language
    only: frozenset[str] = frozenset(STREAM_KINDS)
    """The kinds of messages that are sent, besides those about the stream itself."""
    after: str = ""
    """The event after which the stream continues; empty for what happens from now on."""
    pause: float = 0
    """Seconds between two rounds at least."""
    _position: int = 0
    _states: dict[str, str] = field(default_factory=dict)

    async def messages(self) -> AsyncGenerator[StreamText, None]:
        """Yields what there is, and then whatever is new, for ever."""
        changed = asyncio.Event()
        with ExitStack() as subscriptions:
            for feed in self.feeds:
                subscriptions.enter_context(feed.subscribe(changed.set))
            gap = self._begin()
            yield self._start()
            if gap:
                yield self._message(gap, self._event_id)
            last_sent = monotonic()
            while True:
                changed.clear()
                for message in self._round():
                    yield message
                    last_sent = monotonic()
                # The table may change for long without a message that is wanted.
                if monotonic() - last_sent >= BEAT_INTERVAL:
                    beat = FeedBeat(BEAT_INTERVAL, self._event_id)
                    yield self._message(beat, self._event_id)
                    last_sent = monotonic()
                await asyncio.sleep(self.pause)
                # wait_for() of Python 3.11 can swallow the cancellation of a stream that ends.
                with suppress(TimeoutError):
                    async with asyncio.timeout(last_sent + BEAT_INTERVAL - monotonic()):
                        await changed.wait()

    @property
    def _events_of(self) -> TableFeed | None:
        """The table whose events are sent; None for a stream of states only."""
        is_wanted = not self.only.isdisjoint(EVENT_KINDS)
        return self.feeds[0] if len(self.feeds) == 1 and is_wanted else None

    @property
    def _event_id(self) -> EventId | None:
        return self._events_of.event_id(self._position) if self._events_of else None

    def _begin(self) -> FeedGap | None:
        """Finds the event after which the stream begins; a gap if the one asked for is unknown."""
        feed = self._events_of
        if feed is None:
            return None
        number = feed.number_of(self.after) if self.after else feed.count
        # After a restart of the service all events are new to the program.
        self._position = feed.missed_after(0) if number is None else number
        return FeedGap(EventId(self.after), None) if number is None else None

    def _start(self) -> StreamText:
        names = tuple(feed.name for feed in self.feeds)
        version_now, after = _version("kibitz"), self._event_id
        start = FeedStart(FEED_VERSION, version_now, self.language, names, after)
        return self._message(start, after)

    def _round(self) -> Iterator[StreamText]:
        for feed in self.feeds:
            yield from self._news(feed)

    def _news(self, feed: TableFeed) -> Iterator[StreamText]:
        """Yields the events since the last round, and then the state if it has changed."""
        # Events that happen while others are sent come first too: no state is ahead of its events.
        while feed is self._events_of and self._position < feed.count:
            yield from self._new_events(feed)
        if "State" in self.only:
            text = feed.state_text(self.language)
            if self._states.get(feed.name) is not text:
                self._states[feed.name] = text
                yield StreamText("State", text)

    def _new_events(self, feed: TableFeed) -> Iterator[StreamText]:
        if missed := feed.missed_after(self._position):
            gap = FeedGap(feed.event_id(self._position), missed)
            self._position += missed
            yield self._message(gap, self._event_id)
        for event in feed.events_after(self._position):
            self._position = event.stamp.number
            if event.kind in self.only:
                yield StreamText(event.kind, event.texts[self.language], self._event_id)

    def _message(self, message: FeedMessage, event: EventId | None = None) -> StreamText:
        return StreamText(FEED.tags[type(message)], FEED.encode(message, FeedMessage), event)


async def server_sent_events(stream: EventStream) -> AsyncIterator[str]:
    """Yields the stream as server-sent events."""
    yield f"retry: {RETRY_MS}\n\n"
    async with aclosing(stream.messages()) as messages:
        async for message in messages:
            yield message.as_server_sent_event


async def serve_socket(socket: WebSocket, stream: EventStream, refusal: str) -> None:
    """Sends the stream until the program goes; one that sends a message is refused and closed."""
    await socket.accept()
    async with asyncio.TaskGroup() as tasks:
        sending = tasks.create_task(_send_all(socket, stream))
        message = await socket.receive()
        sending.cancel()
        await asyncio.wait({sending})
    if message["type"] == "websocket.receive":
        try:
            await socket.send_text(refusal)
            await socket.close(NOT_ALLOWED)
        except (WebSocketDisconnect, RuntimeError):
            return


async def _send_all(socket: WebSocket, stream: EventStream) -> None:
    async with aclosing(stream.messages()) as messages:
        async for message in messages:
            if socket.application_state is not WebSocketState.CONNECTED:
                return
            try:
                await socket.send_text(message.text)
            except (WebSocketDisconnect, RuntimeError):
                # The server raises the second after it has closed the connection itself.
                return
            # A lost connection is noticed between two rounds of the loop, not while sending.
            await asyncio.sleep(0)
