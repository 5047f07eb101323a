"""Handlers for past matches: what stands in the journals, for pages and for programs."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from functools import partial
from pathlib import Path
from typing import BinaryIO

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from service.web.http.http_handlers import (
    NO_STORE,
    json_text_response,
    request_language,
    requested_table,
)
from service.web.http.journal_reads import JournalReads, WaitingPlaces
from service.web.http.match_downloads import (
    DOWNLOAD_KINDS,
    JOURNAL,
    JOURNAL_TYPE,
    copy_journal,
    export_download,
    journal_name,
)
from service.web.http.match_history import MatchHistory, MatchPage
from service.web.open_tables import OpenTable, OpenTables
from service.words.phrases import Language

MAX_PAGE_READS = 20
"""The number of different things that wait to be read for pages; more are refused."""
MAX_PAGE_READS_OF_ADDRESS = 8
"""The part of them that the pages at one address may wait for."""
MAX_FEED_READS = 5
"""The number of different things that wait to be read for programs, besides those of pages."""
MAX_JOURNAL_COPIES = 3
"""The number of journals that may be on their way to readers; each takes room on the disk."""
PIECE_BYTES = 64 * 1024
"""Bytes of a journal that are sent at a time."""


class MatchHandlers:
    """Responds with what stands in the journals."""

    def __init__(self, tables: OpenTables) -> None:
        self._tables = tables
        self._reads = JournalReads()
        self._pages = WaitingPlaces(MAX_PAGE_READS, MAX_PAGE_READS_OF_ADDRESS)
        self._programs = WaitingPlaces(MAX_FEED_READS, MAX_FEED_READS)
        self._journal_copies = 0
        """The number of copies of journals that are on their way."""

    async def matches(self, request: Request) -> Response:
        table, language = requested_table(request, self._tables), request_language(request)
        what, make = ("matches", table.name, language), partial(table.history.matches, language)
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
        make = partial(table.history.newest, language, before, limit)
        return await self._reads.read(request, self._programs, what, make)

    async def _text(
        self, request: Request, read: Callable[[MatchHistory, int, Language], Awaitable[str]]
    ) -> Response:
        """Responds with a JSON text about one match."""
        table, number = requested_table(request, self._tables), request.path_params["number"]
        language = request_language(request)
        what = (read.__name__, table.name, number, language)
        make = partial(read, table.history, number, language)
        return json_text_response(await self._reads.read(request, self._pages, what, make))

    async def _record(
        self, request: Request, places: WaitingPlaces, table: OpenTable, number: int, kind: str
    ) -> Response:
        journal = table.runtime.journal.path
        if kind == JOURNAL:
            return await self._journal(request, places, journal, number)
        what = (table.name, number, kind)
        make = partial(asyncio.to_thread, export_download, journal, number, kind)
        file = await self._reads.read(request, places, what, make)
        return Response(file.content, media_type=file.media_type, headers=_as_file(file.name))

    async def _journal(
        self, request: Request, places: WaitingPlaces, journal: Path, number: int
    ) -> Response:
        """Responds with a copy of a journal piece by piece; each reader has a copy to himself."""
        if self._journal_copies >= MAX_JOURNAL_COPIES:
            raise HTTPException(503, "busy")
        self._journal_copies += 1
        try:
            make = partial(asyncio.to_thread, copy_journal, journal, number)
            copy = await self._reads.read(request, places, object(), make)
            size = os.fstat(copy.fileno()).st_size
        except BaseException:
            self._journal_copies -= 1
            raise
        headers = {**_as_file(journal_name(journal)), "Content-Length": str(size)}
        return _CopyResponse(copy, headers, self._journal_sent)

    def _journal_sent(self) -> None:
        self._journal_copies -= 1


class _CopyResponse(StreamingResponse):
    """Sends a copy of a journal piece by piece, and closes it whatever the reader does."""

    def __init__(
        self, copy: BinaryIO, headers: Mapping[str, str], on_end: Callable[[], None]
    ) -> None:
        super().__init__(_pieces(copy), headers=headers, media_type=JOURNAL_TYPE)
        self._copy, self._on_end = copy, on_end

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._copy.close()
            self._on_end()


async def _pieces(copy: BinaryIO) -> AsyncIterator[bytes]:
    while piece := await asyncio.to_thread(copy.read, PIECE_BYTES):
        yield piece


def _as_file(name: str) -> Mapping[str, str]:
    """The headers of a file to be saved under this name."""
    return {**NO_STORE, "Content-Disposition": f'attachment; filename="{name}"'}
