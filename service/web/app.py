"""What the page can be asked over HTTP, and who answers it."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from urllib.parse import quote

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp
from starlette.websockets import WebSocket

from hardware.checkers import Colour
from referee.words import Language
from service.web import positions
from service.web.agreement import agreement_form
from service.web.answers import (
    answer_json,
    language_of,
    no_answer,
    table_of,
    tell_bug,
    tell_refusal,
)
from service.web.club import Club
from service.web.doors import Doors
from service.web.live import attend
from service.web.shelf import Shelf
from service.web.sights import Sights
from service.web.static import KINDS, answer_file, answer_kept, page_file, words
from service.web.tongues import SPOKEN, phrases_for, phrases_in

SQUEEZED = 6
"""How hard answers are compressed; a Raspberry Pi has other things to do."""
COLOURS = {colour.value: colour for colour in Colour}


def page_app(club: Club, names: frozenset[str]) -> ASGIApp:
    """The page of these tables, for whoever calls this machine by one of these names."""
    desk, shelf, sights = Desk(club), Shelf(club), Sights(club)
    routes = [
        Route("/", desk.entrance),
        Route("/page/{path:path}", _static),
        Route("/words/{language}.json", _words),
        Route("/position", _position),
        Route("/t/{table}", desk.page),
        Route("/t/{table}/agreement", desk.agreement),
        Route("/t/{table}/matches", shelf.matches),
        Route("/t/{table}/matches/{number:int}", shelf.story),
        Route("/t/{table}/matches/{number:int}/record.{kind}", shelf.record),
        Route("/t/{table}/camera/picture", sights.picture),
        Route("/t/{table}/camera/board", sights.board),
        WebSocketRoute("/t/{table}/live", desk.live),
    ]
    app = Starlette(
        routes=routes, exception_handlers={HTTPException: tell_refusal, Exception: tell_bug}
    )
    app.router.redirect_slashes = False
    return Doors(GZipMiddleware(app, minimum_size=500, compresslevel=SQUEEZED), names)


class Desk:
    """Shows people to the tables."""

    def __init__(self, club: Club) -> None:
        self._club = club

    async def entrance(self, request: Request) -> Response:
        """The only table, or a list of them."""
        names = list(self._club.tables)
        if len(names) == 1:
            return RedirectResponse(f"/t/{quote(names[0])}")
        return HTMLResponse(_list(names, language_of(request)))

    async def page(self, request: Request) -> Response:
        """The page itself: the same for every table."""
        table_of(request, self._club)
        return _file("page.html", request)

    async def agreement(self, request: Request) -> Response:
        """What can be agreed on before a match, and what is agreed on now."""
        table = table_of(request, self._club)
        return answer_json(agreement_form(table.running, phrases_in(language_of(request))))

    async def live(self, socket: WebSocket) -> None:
        """The connection by which a page sees and acts."""
        if table := self._club.tables.get(socket.path_params["table"]):
            await attend(socket, table, self._club)
            return
        said = phrases_for(socket.headers.get("accept-language", "")).say("page.http.no_table")
        await socket.send_denial_response(PlainTextResponse(f"{said}\n", 404))


async def _static(request: Request) -> Response:
    return _file(request.path_params["path"], request)


async def _words(request: Request) -> Response:
    language = SPOKEN.get(request.path_params["language"])
    if not language:
        raise no_answer(404, "not_found")
    return answer_kept(request, words(language), KINDS[".json"])


async def _position(request: Request) -> Response:
    """Checks a position that somebody has pasted or laid out."""
    asked = request.query_params
    turn = asked.get("turn", "")
    if "id" not in asked or (turn and turn not in COLOURS):
        raise no_answer(400, "not_understood")
    found = positions.checked(asked["id"], language_of(request), COLOURS.get(turn))
    return answer_json(positions.plain(found))


def _file(name: str, request: Request) -> Response:
    found = page_file(name)
    if not found:
        raise no_answer(404, "not_found")
    return answer_file(request, found)


def _list(names: Iterable[str], language: Language) -> str:
    """The tables as a page of its own, which needs no program."""
    title = escape(phrases_in(language).say("page.http.tables"))
    links = "".join(f'<li><a href="/t/{quote(name)}">{escape(name)}</a></li>' for name in names)
    return (
        f'<!doctype html><html lang="{language.value}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width"><title>Kibitz</title>'
        '<link rel="stylesheet" href="/page/css/base.css"></head>'
        f"<body><main><h1>{title}</h1><ul>{links}</ul></main></body></html>"
    )
