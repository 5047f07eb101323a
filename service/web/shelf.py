"""The matches of the past, for whoever wants to read them or take them home."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from service.journal.problems import JournalProblem
from service.web.answers import answer_text, language_of, no_answer, table_of
from service.web.club import Club
from service.web.downloads import KINDS, download

MOST_WAITING = 20
"""Questions that wait for one another; more are sent away."""
NOT_THERE = ("no_such_match", "cannot_open", "no_match")
"""The problems of a journal that mean that there is nothing to be read."""


class Shelf:
    """Looks things up in journals, one question after the other: the tables come first."""

    def __init__(self, club: Club) -> None:
        self._club = club
        self._one_at_a_time = asyncio.Lock()
        self._waiting = 0

    async def matches(self, request: Request) -> Response:
        """All matches of a table."""
        table = table_of(request, self._club)
        async with self._turn():
            return answer_text(await table.past.matches(language_of(request)))

    async def story(self, request: Request) -> Response:
        """How one of them went."""
        table, number = table_of(request, self._club), request.path_params["number"]
        async with self._turn():
            return answer_text(await table.past.story(number, language_of(request)))

    async def record(self, request: Request) -> Response:
        """One of them as a file."""
        table, kind = table_of(request, self._club), request.path_params["kind"]
        if kind not in KINDS:
            raise no_answer(404, "not_found")
        journal, number = table.running.journal.path, request.path_params["number"]
        async with self._turn():
            file = await download(journal, number, kind)
        headers = {
            "Content-Disposition": f'attachment; filename="{file.name}"',
            "Cache-Control": "no-store",
        }
        return Response(file.content, media_type=file.media_type, headers=headers)

    @asynccontextmanager
    async def _turn(self) -> AsyncIterator[None]:
        """Wait for a turn; there is no answer if too many wait, or the journal has none."""
        if self._waiting >= MOST_WAITING:
            raise no_answer(503, "busy")
        self._waiting += 1
        try:
            async with self._one_at_a_time:
                yield
        except JournalProblem as problem:
            raise _refused(problem) from problem
        except OSError as problem:
            raise no_answer(503, "unreadable") from problem
        finally:
            self._waiting -= 1


def _refused(problem: JournalProblem) -> HTTPException:
    if problem.key in NOT_THERE:
        return no_answer(404, "no_match")
    return no_answer(503, "unreadable")
