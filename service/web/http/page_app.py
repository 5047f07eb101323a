"""The HTTP routes of the page, and its static files."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import asdict
from functools import cache
from hashlib import blake2b
from pathlib import Path, PurePosixPath

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp
from starlette.websockets import WebSocket

from hardware.checkers import Colour
from service.web.feed.feed_handlers import FeedHandlers, refusal_problem
from service.web.feed.feed_queries import FeedRefused
from service.web.http import position_check
from service.web.http.access_control import AccessControl
from service.web.http.http_handlers import (
    NO_STORE,
    CameraHandlers,
    bug_response,
    json_response,
    refusal_response,
    request_language,
    requested_table,
)
from service.web.http.match_handlers import MatchHandlers
from service.web.http.page_html import PAGE_FOLDER, filled_page, lobby_html, overlay_html
from service.web.http.play_help import PlayHelpHandlers
from service.web.open_tables import OpenTables
from service.web.session.agreement_form import agreement_form
from service.web.session.live_connection import serve_connection
from service.words.language_choice import accepted_phrases
from service.words.phrases import Language, find_language, phrases_in

MEDIA_TYPES = {
    ".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8", ".json": "application/json", ".svg": "image/svg+xml",
    ".png": "image/png", ".ico": "image/x-icon", ".webmanifest": "application/manifest+json",
    ".wav": "audio/wav",
}  # fmt: skip
"""The media types by file suffix; files with other suffixes are not served."""
PHRASE_PREFIXES = ("page.", "lamp.", "place.", "language.")
"""The prefixes of the phrase keys that the page uses itself."""


def page_file(path: str) -> Path | None:
    """The path of a static file, or None if there is no file of this name to serve."""
    parts = PurePosixPath(path).parts
    kind = MEDIA_TYPES.get(PurePosixPath(path).suffix)
    if kind is None or any(part.startswith((".", "/")) or "\0" in part for part in parts):
        return None
    file = PAGE_FOLDER.joinpath(*parts)
    with suppress(OSError):  # the operating system refuses some names
        return file if file.is_file() else None
    return None


def cached_response(request: Request, content: bytes, kind: str) -> Response:
    """Responds with content that a browser may cache; with 304 if it has the same content."""
    tag = f'"{blake2b(content, digest_size=12).hexdigest()}"'
    headers = {"Cache-Control": "no-cache", "ETag": tag}
    known = request.headers.get("if-none-match", "")
    if tag in {one.strip().removeprefix("W/") for one in known.split(",")}:
        return Response(status_code=304, headers=headers)
    return Response(content, media_type=kind, headers=headers)


@cache
def page_phrases(language: Language) -> bytes:
    """The phrases that the page uses in this language, as JSON."""
    texts = phrases_in(language).texts
    words = {key: texts[key] for key in sorted(texts) if key.startswith(PHRASE_PREFIXES)}
    return json.dumps(words, ensure_ascii=False, separators=(",", ":")).encode()


GZIP_LEVEL = 6
"""The gzip level of responses; a higher one would take too long on a Raspberry Pi."""
COLOURS = {colour.value: colour for colour in Colour}


def create_app(tables: OpenTables, names: frozenset[str]) -> ASGIApp:
    """Returns the application that serves these tables; `names` are the accepted host names."""
    pages, matches, cameras = PageHandlers(tables), MatchHandlers(tables), CameraHandlers(tables)
    play_help = PlayHelpHandlers(tables)
    routes = [
        Route("/", pages.entrance),
        Route("/page/{path:path}", _static),
        Route("/words/{language}.json", _words),
        Route("/position", _position),
        Route("/t/{table}", pages.page),
        Route("/t/{table}/overlay", pages.overlay),
        Route("/t/{table}/agreement", pages.agreement_form),
        Route("/t/{table}/matches", matches.matches),
        Route("/t/{table}/matches/{number:int}", matches.match),
        Route("/t/{table}/matches/{number:int}/account", matches.account),
        Route("/t/{table}/matches/{number:int}/record.{kind}", matches.download),
        Route("/t/{table}/camera/picture", cameras.picture),
        Route("/t/{table}/camera/board", cameras.board),
        Route("/t/{table}/plays", play_help.list_plays),
        Route("/t/{table}/plays/stuck", play_help.stuck_checker),
        WebSocketRoute("/t/{table}/live", pages.live),
        *FeedHandlers(tables, matches).routes(),
    ]
    handlers = {
        HTTPException: refusal_response, FeedRefused: refusal_problem, Exception: bug_response,
    }  # fmt: skip
    app = Starlette(routes=routes, exception_handlers=handlers)
    app.router.redirect_slashes = False
    return AccessControl(GZipMiddleware(app, minimum_size=500, compresslevel=GZIP_LEVEL), names)


class PageHandlers:
    """Serves the lobby, and page, overlay, agreement form and live connection of each table."""

    def __init__(self, tables: OpenTables) -> None:
        self._tables = tables

    async def entrance(self, request: Request) -> Response:
        """The lobby: all tables, as plain links until its code runs."""
        names = tuple(self._tables.by_name)
        return HTMLResponse(lobby_html(names, request_language(request)), headers=NO_STORE)

    async def page(self, request: Request) -> Response:
        """The HTML of the page, which is the same for every table."""
        requested_table(request, self._tables)
        return cached_response(request, filled_page(), MEDIA_TYPES[".html"])

    async def overlay(self, request: Request) -> Response:
        """The HTML of the overlay, which is the same for every table and all options."""
        requested_table(request, self._tables)
        return cached_response(request, overlay_html(), MEDIA_TYPES[".html"])

    async def agreement_form(self, request: Request) -> Response:
        """The agreement form with the present settings, as JSON."""
        table = requested_table(request, self._tables)
        form = agreement_form(table.runtime, phrases_in(request_language(request)))
        return json_response(asdict(form))

    async def live(self, socket: WebSocket) -> None:
        """The WebSocket through which a page is updated and acts."""
        if table := self._tables.by_name.get(socket.path_params["table"]):
            await serve_connection(socket, table, self._tables)
            return
        text = accepted_phrases(socket.headers.get("accept-language", "")).say("page.http.no_table")
        await socket.send_denial_response(PlainTextResponse(f"{text}\n", 404))


async def _static(request: Request) -> Response:
    file = page_file(request.path_params["path"])
    if not file:
        raise HTTPException(404, "not_found")
    return cached_response(request, file.read_bytes(), MEDIA_TYPES[file.suffix])


async def _words(request: Request) -> Response:
    language = find_language(request.path_params["language"])
    if not language:
        raise HTTPException(404, "not_found")
    return cached_response(request, page_phrases(language), MEDIA_TYPES[".json"])


async def _position(request: Request) -> Response:
    """Checks a position that was pasted or laid out on the page."""
    query = request.query_params
    turn = query.get("turn", "")
    if "id" not in query or (turn and turn not in COLOURS):
        raise HTTPException(400, "not_understood")
    check = position_check.check_position(query["id"], request_language(request), COLOURS.get(turn))
    return json_response(position_check.position_json(check))
