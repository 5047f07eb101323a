"""Handlers for camera pictures, JSON and error responses, and what a request asks for."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import PlainTextResponse, Response

from service.web.http.access_control import is_right_key
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
