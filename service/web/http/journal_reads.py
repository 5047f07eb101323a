"""The reading of journals for requests: one at a time, and once for all who ask for the same."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Hashable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, TypeVar

from starlette.exceptions import HTTPException
from starlette.requests import Request

from service.storage.journal_tables import JournalProblem

NOT_FOUND_PROBLEMS = ("no_such_match", "cannot_open", "no_match")
"""Journal problems that are answered with 404."""
T = TypeVar("T")


@dataclass(slots=True)
class WaitingPlaces:
    """The places for readings that wait, of which one address gets a part."""

    most: int
    most_of_address: int
    _taken: Counter[str] = field(default_factory=Counter)

    def take(self, address: str) -> None:
        """Takes a place; raises HTTPException if there is none."""
        if self._taken.total() >= self.most or self._taken[address] >= self.most_of_address:
            raise HTTPException(503, "busy")
        self._taken[address] += 1

    def give_back(self, address: str) -> None:
        """Gives a place back."""
        self._taken -= Counter([address])


class JournalReads:
    """Reads journals one request at a time, because the tables have priority.

    What several ask for while it waits for its turn is read once.
    """

    def __init__(self) -> None:
        self._one_at_a_time = asyncio.Lock()
        self._waiting: dict[Hashable, asyncio.Task[Any]] = {}

    async def read(
        self,
        request: Request,
        places: WaitingPlaces,
        what: Hashable,
        make: Callable[[], Awaitable[T]],
    ) -> T:
        """The result of `make`, which other requests for the same may have started.

        Raises HTTPException if too many readings wait or reading fails.
        """
        reading = self._waiting.get(what)
        if reading is None:
            address = request.client.host if request.client else ""
            places.take(address)
            reading = self._waiting[what] = asyncio.create_task(self._in_turn(what, make))
            reading.add_done_callback(lambda _reading: places.give_back(address))
        # A reader who goes must not take the answer from the others.
        result: T = await asyncio.shield(reading)
        return result

    async def _in_turn(self, what: Hashable, make: Callable[[], Awaitable[T]]) -> T:
        async with self._one_at_a_time:
            # Whoever asks from now on may know of more than is read here.
            del self._waiting[what]
            async with _refusals():
                return await make()


@asynccontextmanager
async def _refusals() -> AsyncIterator[None]:
    """Raises HTTPException instead of the problems of a journal."""
    try:
        yield
    except JournalProblem as problem:
        is_missing = problem.key in NOT_FOUND_PROBLEMS
        refusal = (404, "no_match") if is_missing else (503, "unreadable")
        raise HTTPException(*refusal) from problem
    except OSError as problem:
        raise HTTPException(503, "unreadable") from problem
