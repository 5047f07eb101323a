"""Boards that people show to the camera of a table, one at a time."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from service.seeing.eyes import Eyes
from service.seeing.glimpse import Quad, Verdict
from service.web.messages.from_page import Calibrate
from service.web.messages.to_page import Why
from service.web.not_done import NotDone

Work = Callable[[], Awaitable[None]]


class Teaching:
    """What people ask of the eyes of a table; it takes long, so nobody waits for it."""

    def __init__(self, eyes: Eyes, changed: Callable[[], None]) -> None:
        self.eyes = eyes
        self._changed = changed
        self._work: Work | None = None
        self._wanted = asyncio.Event()
        self._asked: Verdict | None = None
        """What came of what people asked for last."""
        self._told: Verdict | None = None
        self.number = 0
        """Of the verdicts so far."""

    @property
    def is_under_way(self) -> bool:
        """Whether a board is just being learnt, or forgotten."""
        return self._work is not None

    @property
    def verdict(self) -> Verdict | None:
        """What people are told; a board that is learnt by itself is told of, what failed is not."""
        newest = self.eyes.verdict
        return newest if newest is not None and newest.learnt else self._asked

    @property
    def numbered(self) -> tuple[int, Verdict] | None:
        """The same with its number; None if there is none."""
        verdict = self.verdict
        if verdict is not self._told:
            self._told = verdict
            self.number += verdict is not None
        return None if verdict is None else (self.number, verdict)

    def calibrate(self, it: Calibrate) -> None:
        """Have the board learnt from the next picture; NotDone if one is being learnt already."""
        corners = _quad(it)

        async def learn() -> None:
            self._asked = await self.eyes.calibrate(corners)

        self._begin(learn)

    def forget(self) -> None:
        """Have it forgotten; NotDone in the midst of learning."""

        async def forget() -> None:
            await self.eyes.forget()
            self._asked = None

        self._begin(forget)

    async def run(self) -> None:
        """Do what is asked for, as long as the table is open."""
        with self.eyes.follow(self._changed):
            while True:
                await self._wanted.wait()
                self._wanted.clear()
                if self._work:
                    await self._work()
                self._work = None
                self._changed()

    def _begin(self, work: Work) -> None:
        if self._work is not None:
            raise NotDone(Why.NOT_POSSIBLE, "learning_already")
        self._work = work
        self._wanted.set()


def _quad(it: Calibrate) -> Quad | None:
    """The corners as eyes want them; None if they are to be found."""
    if not it.corners:
        return None
    first, second, third, fourth = ((corner.x, corner.y) for corner in it.corners)
    return first, second, third, fourth
