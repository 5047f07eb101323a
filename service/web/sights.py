"""What can be asked over HTTP of the camera of a table, by whoever has the key."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeVar

from starlette.requests import Request
from starlette.responses import Response

from service.web.answers import answer_json, no_answer, table_of
from service.web.club import Club
from service.web.keys import is_key
from service.web.lookout import Lookout
from service.web.sharing import TooManyAsk

BEARER = "bearer"
NO_STORE = {"Cache-Control": "no-store"}
NOTHING = 204
"""There is nothing to be seen just now."""
T = TypeVar("T")


class Sights:
    """Shows what cameras see to those who may see it: a camera looks into somebody's home."""

    def __init__(self, club: Club) -> None:
        self._club = club

    async def picture(self, request: Request) -> Response:
        """The next picture; nothing where there is none."""
        photo = await _answered(self._lookout(request).picture)
        if photo is None:
            return Response(status_code=NOTHING, headers=NO_STORE)
        return Response(photo.jpeg, media_type="image/jpeg", headers=NO_STORE)

    async def board(self, request: Request) -> Response:
        """The corners of the board in the newest picture; null where none is found."""
        found = await _answered(self._lookout(request).board)
        return answer_json(found and [{"x": round(x, 1), "y": round(y, 1)} for x, y in found])

    def _lookout(self, request: Request) -> Lookout:
        """Who looks for pages; no answer for somebody without the key, or if nobody does."""
        table = table_of(request, self._club)
        kind, _, key = request.headers.get("authorization", "").partition(" ")
        if kind.lower() != BEARER or not is_key(key.strip(), table.key):
            raise no_answer(403, "no_key")
        if table.lookout is None:
            raise no_answer(404, "not_found")
        return table.lookout


async def _answered(ask: Callable[[], Awaitable[T]]) -> T:
    try:
        return await ask()
    except TooManyAsk:
        raise no_answer(429, "busy") from None
