"""What the handlers of questions share: how one is read, and how the answer is written."""

from __future__ import annotations

import json
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from referee.words import Language
from service.web.club import Club
from service.web.open_table import OpenTable
from service.web.tongues import SPOKEN, liked_best, phrases_for


def language_of(request: Request) -> Language:
    """The language that was asked for, or else the one the browser likes best."""
    asked = SPOKEN.get(request.query_params.get("language", ""))
    return asked or liked_best(request.headers.get("accept-language", ""))


def table_of(request: Request, club: Club) -> OpenTable:
    """The table that is asked about; no answer if there is none."""
    table = club.tables.get(request.path_params["table"])
    if not table:
        raise no_answer(404, "no_table")
    return table


def answer_json(value: Any) -> Response:
    """The value as JSON, true at this moment only."""
    return answer_text(json.dumps(value, separators=(",", ":")))


def answer_text(content: str) -> Response:
    """The same for what is JSON already."""
    return Response(content, media_type="application/json", headers={"Cache-Control": "no-store"})


def no_answer(status: int, key: str) -> HTTPException:
    """What to raise where there is no answer; the words are `page.http.<key>`."""
    return HTTPException(status, key)


async def tell_refusal(request: Request, refusal: Exception) -> Response:
    """A refusal in the language of the browser, as plain text."""
    if not isinstance(refusal, HTTPException):
        raise TypeError(refusal)
    known = f"page.http.{refusal.detail}" in phrases_for("").texts
    return _told(request, refusal.status_code, refusal.detail if known else "not_found")


async def tell_bug(request: Request, _bug: Exception) -> Response:
    """That something went wrong; what it was is for the log."""
    return _told(request, 500, "bug")


def _told(request: Request, status: int, key: str) -> Response:
    phrases = phrases_for(request.headers.get("accept-language", ""))
    return PlainTextResponse(f"{phrases.say(f'page.http.{key}')}\n", status)
