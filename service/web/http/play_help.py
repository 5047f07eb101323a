"""Handlers for the help with a play: its list of legal plays, and why a checker cannot move."""

from __future__ import annotations

from dataclasses import asdict

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from hardware.checkers import BACKGAMMON, Place
from service.web.http.http_handlers import (
    json_response,
    request_language,
    requested_table,
    require_key,
    whole_number,
)
from service.web.messages.play_messages import PlayList, StuckChecker
from service.web.open_tables import OpenTables
from service.web.parts.plays_part import NumberedPlays
from service.words.phrases import phrases_in


class PlayHelpHandlers:
    """Helps holders of the key with the throw on the board, where its profile allows it."""

    def __init__(self, tables: OpenTables) -> None:
        self._tables = tables

    async def list_plays(self, request: Request) -> Response:
        """Responds with the legal plays that a board on the way can become."""
        return _response(self._plays(request).play_list(_number(request, "board")))

    async def stuck_checker(self, request: Request) -> Response:
        """Responds with the reason why the checker of a place cannot move."""
        place = request.query_params.get("place", "")
        if place not in BACKGAMMON.places:
            raise HTTPException(400, "not_understood")
        plays, board = self._plays(request), _number(request, "board")
        phrases = phrases_in(request_language(request))
        return _response(plays.stuck_checker(board, Place(place), phrases))

    def _plays(self, request: Request) -> NumberedPlays:
        """The plays that a request is about; raises 403 without the key, 404 if they are past."""
        table = requested_table(request, self._tables)
        require_key(request, table)
        plays, number = table.parts.plays, _number(request, "plays")
        if plays is None or plays.number != number:
            raise HTTPException(404, "no_plays")
        return plays


def _number(request: Request, name: str) -> int:
    """A number of the query; raises 400 if it is none."""
    number = whole_number(request.query_params.get(name, ""))
    if number is None:
        raise HTTPException(400, "not_understood")
    return number


def _response(found: PlayList | StuckChecker | None) -> Response:
    if found is None:
        raise HTTPException(404, "no_plays")
    return json_response(asdict(found))
