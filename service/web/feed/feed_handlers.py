"""The HTTP and WebSocket handlers of the feed."""

from __future__ import annotations

from contextlib import AbstractContextManager

from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket

from service.web.feed.event_stream import (
    ROUND_INTERVAL,
    EventStream,
    serve_socket,
    server_sent_events,
)
from service.web.feed.feed_queries import (
    DEFAULT_LISTED,
    MAX_EVENT_ID,
    NOT_FOUND,
    STREAM_KINDS,
    AllowedValues,
    FeedRefused,
    one_of,
    read_query,
)
from service.web.feed.feed_schemas import KINDS, feed_schema_text
from service.web.http.http_handlers import NO_STORE, request_language
from service.web.http.match_handlers import MatchHandlers
from service.web.messages.feed_messages import (
    FEED,
    FEED_VERSION,
    FeedMessage,
    FeedProblem,
    MatchList,
    ProblemKind,
    SchemaList,
)
from service.web.open_tables import OpenTable, OpenTables
from service.words.phrases import phrases_in

BUSY = 503
EVENT_STREAM = "text/event-stream"
ADDRESSES = (
    "/api/tables", "/api/live", "/api/events", "/api/tables/TABLE", "/api/tables/TABLE/record",
    "/api/tables/TABLE/matches", "/api/tables/TABLE/live", "/api/tables/TABLE/events",
    "/api/schema", "/api/schema/MESSAGE",
)  # fmt: skip
"""Every address of the feed."""
_STATE_TAG = '{"is":"State",'
CROWDED = FeedRefused(BUSY, ProblemKind.BUSY)
UNKNOWN_ADDRESS = FeedRefused(NOT_FOUND, ProblemKind.NOT_FOUND, "address", one_of(ADDRESSES))


class FeedHandlers:
    """Serves states, records, schemas and streams of all tables, read-only and without a key."""

    def __init__(self, tables: OpenTables, matches: MatchHandlers) -> None:
        self._tables = tables
        self._matches = matches

    def routes(self) -> list[BaseRoute]:
        """The routes of the feed."""
        return [
            Route("/api/tables", self.tables),
            Route("/api/tables/{table}", self.table),
            Route("/api/tables/{table}/record", self.record),
            Route("/api/tables/{table}/matches", self.match_list),
            Route("/api/schema", self.schemas),
            Route("/api/schema/{message}", self.schema),
            *self._stream_routes("/api"),
            *self._stream_routes("/api/tables/{table}"),
            Route("/api", self.unknown),
            Route("/api/{path:path}", self.unknown),
            WebSocketRoute("/api/{path:path}", self.unknown_socket),
        ]

    async def tables(self, request: Request) -> Response:
        """The states of all tables."""
        read_query(request.query_params, "language")
        language = request_language(request)
        texts = (table.feed.state_text(language) for table in self._tables.by_name.values())
        # The states are JSON already, each cached for all readers; in a list they have no tag.
        states = ",".join(f"{{{text.removeprefix(_STATE_TAG)}" for text in texts)
        return _json(f'{{"is":"Tables","version":{FEED_VERSION},"tables":[{states}]}}')

    async def table(self, request: Request) -> Response:
        """The state of one table."""
        table = self._table_of(request)
        read_query(request.query_params, "language")
        state = table.feed.state_text(request_language(request))
        return _json(state)

    async def record(self, request: Request) -> Response:
        """The record of a match in one of the formats of the downloads."""
        table = self._table_of(request)
        query = read_query(request.query_params, "format", "match")
        number = query.get("match", table.score_sheet.match_number)
        try:
            return await self._matches.program_record(request, table, number, query["format"])
        except HTTPException as refusal:
            raise _refusal(refusal) from refusal

    async def match_list(self, request: Request) -> Response:
        """The matches of a table, the newest first, some at a time."""
        table = self._table_of(request)
        query = read_query(request.query_params, "language", "before", "limit")
        before, limit = query.get("before"), query.get("limit", DEFAULT_LISTED)
        try:
            page = await self._matches.program_matches(request, table, before, limit)
        except HTTPException as refusal:
            raise _refusal(refusal) from refusal
        return _answer(MatchList(table.name, page.matches, page.before))

    async def schemas(self, request: Request) -> Response:
        """The list of the schemas."""
        read_query(request.query_params)
        return _answer(SchemaList(FEED_VERSION, {name: f"/api/schema/{name}" for name in KINDS}))

    async def schema(self, request: Request) -> Response:
        """The JSON Schema of one message."""
        read_query(request.query_params)
        name = request.path_params["message"]
        if name not in KINDS:
            raise FeedRefused(NOT_FOUND, ProblemKind.NOT_FOUND, "message", one_of(KINDS))
        return Response(feed_schema_text(name), media_type="application/schema+json")

    async def events(self, request: Request) -> Response:
        """The stream as server-sent events."""
        stream = self._stream(request, request.headers.get("last-event-id", ""))
        if request.method == "HEAD":
            return Response(media_type=EVENT_STREAM, headers=NO_STORE)
        return EventStreamResponse(stream, self._room(request))

    async def live(self, socket: WebSocket) -> None:
        """The stream over a WebSocket."""
        try:
            stream = self._stream(socket)
        except FeedRefused as refusal:
            await socket.send_denial_response(problem_response(socket, refusal))
            return
        with self._room(socket) as has_room:
            if has_room:
                await serve_socket(socket, stream, _problem_text(socket, ProblemKind.READ_ONLY))
                return
        await socket.send_denial_response(problem_response(socket, CROWDED))

    async def unknown(self, request: Request) -> Response:
        """The answer for any other address."""
        return problem_response(request, UNKNOWN_ADDRESS)

    async def unknown_socket(self, socket: WebSocket) -> None:
        """The answer for a WebSocket at any other address."""
        await socket.send_denial_response(problem_response(socket, UNKNOWN_ADDRESS))

    def _stream_routes(self, base: str) -> list[BaseRoute]:
        """The routes of a stream; programs without WebSockets may ask at both addresses."""
        return [
            Route(f"{base}/events", self.events),
            Route(f"{base}/live", self.events),
            WebSocketRoute(f"{base}/live", self.live),
        ]

    def _table_of(self, connection: HTTPConnection) -> OpenTable:
        """The table of the address; raises FeedRefused if there is no such table."""
        table = self._tables.by_name.get(connection.path_params["table"])
        if table is None:
            known = one_of(self._tables.by_name)
            raise FeedRefused(NOT_FOUND, ProblemKind.NOT_FOUND, "table", known)
        return table

    def _stream(self, connection: HTTPConnection, last_event: str = "") -> EventStream:
        """The stream of the address, of one table or of all of them."""
        language, params = request_language(connection), connection.query_params
        if "table" not in connection.path_params:
            read_query(params, "language")
            feeds = tuple(table.feed for table in self._tables.by_name.values())
            return EventStream(feeds, language, frozenset({"State"}), pause=ROUND_INTERVAL)
        table = self._table_of(connection)
        query = read_query(params, "language", "only", "after")
        only = query.get("only", frozenset(STREAM_KINDS))
        # A browser that connects again names its last event in a header; the address is older.
        after = last_event[:MAX_EVENT_ID] or query.get("after", "")
        return EventStream((table.feed,), language, only, after)

    def _room(self, connection: HTTPConnection) -> AbstractContextManager[bool]:
        address = connection.client.host if connection.client else ""
        return self._tables.stream_count.reserve(connection.path_params.get("table", ""), address)


class EventStreamResponse(StreamingResponse):
    """A stream of server-sent events; a Problem if too many programs follow already."""

    def __init__(self, stream: EventStream, room: AbstractContextManager[bool]) -> None:
        super().__init__(server_sent_events(stream), headers=NO_STORE, media_type=EVENT_STREAM)
        self._room = room

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Sends the stream until the reader goes."""
        with self._room as has_room:
            if has_room:
                await super().__call__(scope, receive, send)
                return
        await problem_response(HTTPConnection(scope), CROWDED)(scope, receive, send)


async def refusal_problem(request: Request, refusal: Exception) -> Response:
    """Answers a refused request with a Problem."""
    if not isinstance(refusal, FeedRefused):
        raise TypeError(refusal)
    return problem_response(request, refusal)


def problem_response(connection: HTTPConnection, refusal: FeedRefused) -> Response:
    """The answer to a request that cannot be served."""
    text = _problem_text(connection, refusal.kind, refusal.field, refusal.allowed)
    return _json(text, refusal.status)


def _problem_text(
    connection: HTTPConnection,
    kind: ProblemKind,
    field: str = "",
    allowed: AllowedValues | None = None,
) -> str:
    phrases = phrases_in(request_language(connection))
    values = allowed.in_words(phrases) if allowed else ""
    words = phrases.say(f"feed.problem.{kind.value}", field=field, allowed=values)
    return FEED.encode(FeedProblem(kind, field, values, words), FeedMessage)


def _refusal(refusal: HTTPException) -> FeedRefused:
    """The refusal of the feed for one of the match history."""
    if refusal.status_code == NOT_FOUND:
        return FeedRefused(NOT_FOUND, ProblemKind.NOT_FOUND, "match", AllowedValues("match"))
    kind = ProblemKind.BUSY if refusal.detail == "busy" else ProblemKind.UNREADABLE
    return FeedRefused(refusal.status_code, kind)


def _answer(message: FeedMessage) -> Response:
    return _json(FEED.encode(message, FeedMessage))


def _json(text: str, status: int = 200) -> Response:
    return Response(text, status, NO_STORE, "application/json")
