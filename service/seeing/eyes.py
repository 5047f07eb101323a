"""The eyes of a table: what its camera sees, and what people may ask of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from hardware.shots import Shot
from referee.seating import NEAR_RIGHT, Facing
from service.seeing.glimpse import Glimpse, Outcome, Quad, Verdict
from service.seeing.thinking import Thinking
from service.seeing.thrift import be_thrifty

if TYPE_CHECKING:  # a table without a camera does without numpy
    from service.seeing.watcher import Photo, Watcher
    from vision.learned import Learned

Changed = Callable[[], None]
WIDEST = 1280
"""Pixels across a picture for people, if they do not ask for less."""


class Eyes:
    """What is seen before one camera, and what has been learnt of the board there.

    Whatever takes time is done where the eyes think, one thing after the other, and in the order
    in which it was asked for. Nothing is drawn and no picture is packed before somebody asks.
    """

    def __init__(
        self, name: str, thinking: Thinking, file: Path | None = None, *, simulated: bool = False
    ) -> None:
        self.name = name
        """What the camera is called: the source of its signals."""
        self.simulated = simulated
        """Whether it is a twin without hardware; people are to be told so."""
        self.glimpse: Glimpse | None = None
        """What is seen now; None before the first picture, and while the camera is lost."""
        self.verdict: Verdict | None = None
        """What came of the last attempt to learn the board, asked for or made by itself."""
        self.facing: Callable[[], Facing] = lambda: NEAR_RIGHT
        """From where Light looks at the board now."""
        self._thinking = thinking
        self._file = file
        self._watcher: Watcher | None = None
        self._followers: list[Changed] = []

    @property
    def learnt(self) -> bool:
        """Whether it is known what this board looks like."""
        return self._watcher is not None and self._watcher.learnt

    @property
    def learned(self) -> Learned | None:
        """The board where it is seen now, the very same value for as long as it is; or None."""
        return self._watcher.learned if self._watcher and self.glimpse else None

    @contextmanager
    def follow(self, changed: Changed) -> Iterator[None]:
        """Call this whenever glimpse or verdict may be new, as long as this is open."""
        self._followers.append(changed)
        try:
            yield
        finally:
            self._followers.remove(changed)

    async def picture(self, *, drawn: bool = False, widest: int = WIDEST) -> Photo | None:
        """The newest picture as JPEG, or what is seen drawn over it; None if there is none."""
        watcher = self._watcher
        if watcher is None or self.glimpse is None:
            return None
        return await self._thinking(partial(watcher.photo, drawn=drawn, widest=widest))

    async def find(self) -> Quad | None:
        """Where a board is found without help in the newest picture; None if none is."""
        watcher = self._watcher
        if watcher is None or self.glimpse is None:
            return None
        return await self._thinking(watcher.find)

    async def calibrate(self, corners: Quad | None = None) -> Verdict:
        """Learn the board from the newest picture, which must show the starting position.

        Corners are those of the field in the whole picture, in any order around the board; without
        them it is found without help.
        """
        if self.glimpse is None:
            return Verdict(Outcome.NO_PICTURE)
        watcher = await self._made()
        verdict = await self._thinking(partial(watcher.calibrate, corners, self.facing()))
        self._tell(self.glimpse, verdict)
        return verdict

    async def forget(self) -> None:
        """Let nothing be known of the board any more, neither now nor after the next start."""
        watcher = await self._made()
        glimpse = await self._thinking(watcher.forget)
        self._tell(glimpse if self.glimpse else None, None)

    async def begin(self) -> None:
        """The camera has been opened."""
        watcher = await self._made()
        await self._thinking(watcher.begin)

    async def look(self, shot: Shot) -> Glimpse:
        """What one more picture of the camera brings."""
        watcher = await self._made()
        glimpse = await self._thinking(partial(watcher.look, shot, self.facing()))
        self._tell(glimpse, watcher.verdict)
        return glimpse

    def end(self) -> None:
        """The camera is not open any more."""
        self._tell(None, self.verdict)

    async def _made(self) -> Watcher:
        """Who looks at the pictures; what that takes is loaded when it is first needed."""
        if self._watcher is None:
            self._watcher = await self._thinking(partial(_watcher, self._file))
        return self._watcher

    def _tell(self, glimpse: Glimpse | None, verdict: Verdict | None) -> None:
        self.glimpse, self.verdict = glimpse, verdict
        for changed in tuple(self._followers):
            changed()


def _watcher(file: Path | None) -> Watcher:
    # A service without a camera must not carry the libraries that pictures take.
    from service.seeing.watcher import Watcher

    be_thrifty()
    return Watcher(file)
