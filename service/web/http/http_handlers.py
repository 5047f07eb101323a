"""Handlers for past matches and camera pictures; JSON and error responses."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any, TypeVar

from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import PlainTextResponse, Response

from service.storage.journal_tables import JournalProblem
from service.web.http.access_control import is_right_key
from service.web.http.match_history import DOWNLOAD_KINDS, MatchPage, export_download
from service.web.open_tables import OpenTable, OpenTables
from service.web.table_camera import CameraPictures, TooManyWaiting
from service.words.language_choice import accepted_phrases, preferred_language
from service.words.phrases import Language, find_language


def request_language(request: HTTPConnection) -> Language:
    """The language in the query if there is such a language, or else the preferred one."""
    language = find_language(request.query_params.get("language", ""))
    return language or preferred_language(request.headers.get("accept-language", ""))


MAX_DIGITS = 9
"""Digits of a number in a query."""


def whole_number(text: str) -> int | None:
    """The number in a query; None if the text is none, or has too many digits."""
    is_number = text.isascii() and text.isdigit() and len(text) <= MAX_DIGITS
    return int(text) if is_number else None


def requested_table(request: Request, tables: OpenTables) -> OpenTable:
    """The table in the path of a request; raises a 404 error if there is no such table."""
    table = tables.by_name.get(request.path_params["table"])
    if not table:
        raise HTTPException(404, "no_table")
    return table


BEARER = "bearer"


def require_key(request: Request, table: OpenTable) -> None:
    """Raises a 403 error if a request does not carry the key of the table."""
    kind, _, key = request.headers.get("authorization", "").partition(" ")
    if kind.lower() != BEARER or not is_right_key(key.strip(), table.key):
        raise HTTPException(403, "no_key")


def json_response(value: Any) -> Response:
    """Responds with a value as JSON that must not be cached."""
    return json_text_response(json.dumps(value, separators=(",", ":")))


def json_text_response(content: str) -> Response:
    """Responds with a JSON text that must not be cached."""
    return Response(content, media_type="application/json", headers={"Cache-Control": "no-store"})


async def refusal_response(request: Request, refusal: Exception) -> Response:
    """Responds in the language of the browser; the phrase of a refusal is `page.http.<detail>`."""
    if not isinstance(refusal, HTTPException):
        raise TypeError(refusal)
    known = f"page.http.{refusal.detail}" in accepted_phrases("").texts
    detail = refusal.detail if known else "not_found"
    return _plain_text_response(request, refusal.status_code, detail)


async def bug_response(request: Request, _bug: Exception) -> Response:
    """Responds to a bug with plain text; the details are in the log only."""
    return _plain_text_response(request, 500, "bug")


def _plain_text_response(request: Request, status: int, key: str) -> Response:
    phrases = accepted_phrases(request.headers.get("accept-language", ""))
    return PlainTextResponse(f"{phrases.say(f'page.http.{key}')}\n", status)


MAX_HISTORY_REQUESTS = 20
"""The number of requests of pages that may queue; more are refused."""
MAX_FEED_REQUESTS = 5
"""The number of requests of programs that may queue; they take no place from pages."""
NOT_FOUND_PROBLEMS = ("no_such_match", "cannot_open", "no_match")
"""Journal problems that are answered with 404."""


class MatchHandlers:
    """Reads journals, one request at a time, because the tables have priority."""

    def __init__(self, tables: OpenTables) -> None:
        self._tables = tables
        self._one_at_a_time = asyncio.Lock()
        self._pages = _WaitingRequests(MAX_HISTORY_REQUESTS)
        self._programs = _WaitingRequests(MAX_FEED_REQUESTS)

    async def matches(self, request: Request) -> Response:
        table = requested_table(request, self._tables)
        async with self._queued():
            return json_text_response(await table.history.matches(request_language(request)))

    async def match(self, request: Request) -> Response:
        table, number = requested_table(request, self._tables), request.path_params["number"]
        async with self._queued():
            return json_text_response(await table.history.match(number, request_language(request)))

    async def account(self, request: Request) -> Response:
        """Responds with the lines of the referee's account of a match as JSON."""
        table, number = requested_table(request, self._tables), request.path_params["number"]
        async with self._queued():
            lines = await table.history.account(number, request_language(request))
            return json_text_response(lines)

    async def download(self, request: Request) -> Response:
        table, kind = requested_table(request, self._tables), request.path_params["kind"]
        if kind not in DOWNLOAD_KINDS:
            raise HTTPException(404, "not_found")
        async with self._queued():
            return await _record(table, request.path_params["number"], kind)

    async def program_record(self, table: OpenTable, number: int, kind: str) -> Response:
        """A match of a table as a file for a program; HTTPException if there is none."""
        async with self._queued(self._programs):
            return await _record(table, number, kind)

    async def program_matches(
        self, table: OpenTable, language: Language, before: int | None, limit: int
    ) -> MatchPage:
        """The newest matches below a number for a program; HTTPException if unreadable."""
        async with self._queued(self._programs):
            return await table.history.newest(language, before, limit)

    @asynccontextmanager
    async def _queued(self, waiting: _WaitingRequests | None = None) -> AsyncIterator[None]:
        """Waits for earlier requests; raises HTTPException if too many wait or reading fails."""
        try:
            with (waiting or self._pages).place():
                async with self._one_at_a_time:
                    yield
        except JournalProblem as problem:
            is_missing = problem.key in NOT_FOUND_PROBLEMS
            refusal = (404, "no_match") if is_missing else (503, "unreadable")
            raise HTTPException(*refusal) from problem
        except OSError as problem:
            raise HTTPException(503, "unreadable") from problem


async def _record(table: OpenTable, number: int, kind: str) -> Response:
    file = await export_download(table.runtime.journal.path, number, kind)
    headers = {**NO_STORE, "Content-Disposition": f'attachment; filename="{file.name}"'}
    return Response(file.content, media_type=file.media_type, headers=headers)


class _WaitingRequests:
    """Counts the requests that wait."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._count = 0

    @contextmanager
    def place(self) -> Iterator[None]:
        """A place for as long as this is open; raises HTTPException if there is none."""
        if self._count >= self._most:
            raise HTTPException(503, "busy")
        self._count += 1
        try:
            yield
        finally:
            self._count -= 1


NO_STORE = {"Cache-Control": "no-store"}
NO_CONTENT = 204
"""The status of a response without a picture."""
T = TypeVar("T")


class CameraHandlers:
    """Serves camera pictures to holders of the key only: a camera looks into somebody's home."""

    def __init__(self, tables: OpenTables) -> None:
        self._tables = tables

    async def picture(self, request: Request) -> Response:
        """Responds with the next picture as JPEG, or with 204 if there is none."""
        photo = await _result_of(self._camera_of(request).picture)
        if photo is None:
            return Response(status_code=NO_CONTENT, headers=NO_STORE)
        return Response(photo.jpeg, media_type="image/jpeg", headers=NO_STORE)

    async def board(self, request: Request) -> Response:
        """Responds with the corners of the board in the newest picture; null if none is found."""
        found = await _result_of(self._camera_of(request).board)
        return json_response(found and [{"x": round(x, 1), "y": round(y, 1)} for x, y in found])

    def _camera_of(self, request: Request) -> CameraPictures:
        """The camera pictures of the table; raises 403 without the key, 404 without a camera."""
        table = requested_table(request, self._tables)
        require_key(request, table)
        if table.camera is None:
            raise HTTPException(404, "not_found")
        return table.camera


async def _result_of(ask: Callable[[], Awaitable[T]]) -> T:
    try:
        return await ask()
    except TooManyWaiting:
        raise HTTPException(429, "busy") from None
