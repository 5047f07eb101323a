"""Handlers for past matches: what stands in the journals, for pages and for programs."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from service.web.http.http_handlers import (
    NO_STORE,
    json_text_response,
    request_language,
    requested_table,
)
from service.web.http.journal_reads import JournalReads, WaitingPlaces
from service.web.http.match_history import (
    DOWNLOAD_KINDS,
    MatchHistory,
    MatchPage,
    export_download,
)
from service.web.open_tables import OpenTable, OpenTables
from service.words.phrases import Language

MAX_PAGE_READS = 20
"""The number of different things that wait to be read for pages; more are refused."""
MAX_PAGE_READS_OF_ADDRESS = 8
"""The part of them that the pages at one address may wait for."""
MAX_FEED_READS = 5
"""The number of different things that wait to be read for programs, besides those of pages."""


class MatchHandlers:
    """Responds with what stands in the journals."""

    def __init__(self, tables: OpenTables) -> None:
        self._tables = tables
        self._reads = JournalReads()
        self._pages = WaitingPlaces(MAX_PAGE_READS, MAX_PAGE_READS_OF_ADDRESS)
        self._programs = WaitingPlaces(MAX_FEED_READS, MAX_FEED_READS)

    async def matches(self, request: Request) -> Response:
        table, language = requested_table(request, self._tables), request_language(request)
        what, make = ("matches", table.name, language), lambda: table.history.matches(language)
        return json_text_response(await self._reads.read(request, self._pages, what, make))

    async def match(self, request: Request) -> Response:
        return await self._text(request, MatchHistory.match)

    async def account(self, request: Request) -> Response:
        """Responds with the lines of the referee's account of a match as JSON."""
        return await self._text(request, MatchHistory.account)

    async def download(self, request: Request) -> Response:
        table, kind = requested_table(request, self._tables), request.path_params["kind"]
        if kind not in DOWNLOAD_KINDS:
            raise HTTPException(404, "not_found")
        number = request.path_params["number"]
        return await self._record(request, self._pages, table, number, kind)

    async def program_record(
        self, request: Request, table: OpenTable, number: int, kind: str
    ) -> Response:
        """A match of a table as a file for a program; HTTPException if there is none."""
        return await self._record(request, self._programs, table, number, kind)

    async def program_matches(
        self, request: Request, table: OpenTable, before: int | None, limit: int
    ) -> MatchPage:
        """The newest matches below a number for a program; HTTPException if unreadable."""
        language = request_language(request)
        what = ("newest", table.name, language, before, limit)
        make = lambda: table.history.newest(language, before, limit)  # noqa: E731
        return await self._reads.read(request, self._programs, what, make)

    async def _text(
        self, request: Request, read: Callable[[MatchHistory, int, Language], Awaitable[str]]
    ) -> Response:
        """Responds with a JSON text about one match."""
        table, number = requested_table(request, self._tables), request.path_params["number"]
        language = request_language(request)
        what = (read.__name__, table.name, number, language)
        make = lambda: read(table.history, number, language)  # noqa: E731
        return json_text_response(await self._reads.read(request, self._pages, what, make))

    async def _record(
        self, request: Request, places: WaitingPlaces, table: OpenTable, number: int, kind: str
    ) -> Response:
        journal = table.runtime.journal.path
        what, make = (table.name, number, kind), lambda: export_download(journal, number, kind)
        file = await self._reads.read(request, places, what, make)
        disposition = f'attachment; filename="{file.name}"'
        headers = {**NO_STORE, "Content-Disposition": disposition}
        return Response(file.content, media_type=file.media_type, headers=headers)
