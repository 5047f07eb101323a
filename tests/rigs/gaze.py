"""Eyes of a table that see what a test wants them to see, in no time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from hardware.checkers import BACKGAMMON, Place
from hardware.sightings import ANYTHING, NOTHING, Sighting
from hardware.signals import Trouble
from service.seeing.glimpse import Glimpse, Outcome, Quad, Verdict

SIZE = (640, 480)
CORNERS: Quad = ((100.0, 50.0), (540.0, 50.0), (600.0, 430.0), (40.0, 430.0))


def glimpse(
    claims: Mapping[Place, Sighting] | None = None,
    trouble: Trouble | None = None,
    *,
    learnt: bool = True,
) -> Glimpse:
    """A board on which nothing lies, but for this."""
    empty = dict.fromkeys(BACKGAMMON, NOTHING if learnt else ANYTHING)
    return Glimpse(1.0, SIZE, learnt, trouble, {**empty, **(claims or {})})


@dataclass
class Photo:
    """A picture that is none."""

    jpeg: bytes


@dataclass
class Gaze:
    """Looks as eyes do to those who ask them."""

    name: str = "camera"
    glimpse: Glimpse | None = field(default_factory=glimpse)
    verdict: Verdict | None = None
    outcome: Outcome = Outcome.LEARNT
    """Of what is taught."""
    photos: int = 0
    """So many have been packed."""
    searches: int = 0
    taught: list[Quad | None] = field(default_factory=list)
    goes_on: asyncio.Event = field(default_factory=asyncio.Event)
    """What takes long waits for this."""
    learned: Any = None
    followers: list[Callable[[], None]] = field(default_factory=list)

    @property
    def learnt(self) -> bool:
        return self.glimpse is not None and self.glimpse.learnt

    @contextmanager
    def follow(self, changed: Callable[[], None]) -> Iterator[None]:
        self.followers.append(changed)
        try:
            yield
        finally:
            self.followers.remove(changed)

    async def picture(self) -> Photo | None:
        if self.glimpse is None:
            return None
        self.photos += 1
        return Photo(b"picture %d" % self.photos)

    async def find(self) -> Quad | None:
        self.searches += 1
        return CORNERS if self.glimpse else None

    async def calibrate(self, corners: Quad | None = None) -> Verdict:
        self.taught.append(corners)
        await self.goes_on.wait()
        self.verdict = Verdict(self.outcome, corners)
        return self.verdict

    async def forget(self) -> None:
        await self.goes_on.wait()
        self.verdict = None
        self.glimpse = glimpse(learnt=False)
