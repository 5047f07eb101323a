"""Calibration and pictures of a table's camera, on request of pages."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Generic, TypeVar

from service.camera.camera_pipeline import CameraPipeline
from service.camera.camera_state import CalibrationResult, Quad
from service.web.messages.from_page import Calibrate
from service.web.messages.to_page import ActionRefused, RefusalKind
from service.web.rate_limits import MAX_PICTURE_REQUESTS

Work = Callable[[], Awaitable[None]]


class CalibrationTask:
    """Runs calibrations in the background, because they take long."""

    def __init__(self, pipeline: CameraPipeline, changed: Callable[[], None]) -> None:
        self.pipeline = pipeline
        self._changed = changed
        self._work: Work | None = None
        self._wanted = asyncio.Event()
        self._requested_result: CalibrationResult | None = None
        """The result of the last attempt that people asked for."""
        self._last_result: CalibrationResult | None = None
        self.number = 0
        """The number of results reported so far."""

    @property
    def is_under_way(self) -> bool:
        """True while a calibration is being made or deleted."""
        return self._work is not None

    @property
    def result(self) -> CalibrationResult | None:
        """The result to show: an automatic calibration is shown only if it succeeded."""
        newest = self.pipeline.result
        return newest if newest is not None and newest.is_success else self._requested_result

    @property
    def numbered_result(self) -> tuple[int, CalibrationResult] | None:
        """The result to show and its number, or None."""
        result = self.result
        if result is not self._last_result:
            self._last_result = result
            self.number += result is not None
        return None if result is None else (self.number, result)

    def calibrate(self, it: Calibrate) -> None:
        """Starts a calibration by the newest picture; raises ActionRefused if one is under way."""
        corners = _corners_of(it)

        async def learn() -> None:
            self._requested_result = await self.pipeline.calibrate(corners)

        self._begin(learn)

    def forget(self) -> None:
        """Starts deleting the calibration; raises ActionRefused if one is under way."""

        async def forget() -> None:
            await self.pipeline.delete_calibration()
            self._requested_result = None

        self._begin(forget)

    async def run(self) -> None:
        """Carries out the requested work as long as the table is open."""
        with self.pipeline.subscribe(self._changed):
            while True:
                await self._wanted.wait()
                self._wanted.clear()
                if self._work:
                    await self._work()
                self._work = None
                self._changed()

    def _begin(self, work: Work) -> None:
        if self._work is not None:
            raise ActionRefused(RefusalKind.NOT_POSSIBLE, "learning_already")
        self._work = work
        self._wanted.set()


def _corners_of(it: Calibrate) -> Quad | None:
    """The corners of the message; None if the board has to be found without them."""
    if not it.corners:
        return None
    first, second, third, fourth = ((corner.x, corner.y) for corner in it.corners)
    return first, second, third, fourth


T = TypeVar("T")


class TooManyWaiting(Exception):
    """Too many callers wait for the same result."""


class CoalescedWork(Generic[T]):
    """Runs a piece of work on demand, once for all callers that ask while it runs."""

    def __init__(self, work: Callable[[], Awaitable[T]], most: int) -> None:
        self._work = work
        self._most = most
        """The number of callers that may wait."""
        self._waiting = 0
        self._under_way: asyncio.Future[T] | None = None

    async def __call__(self) -> T:
        """Returns the shared result; raises TooManyWaiting if too many callers wait already."""
        if self._waiting >= self._most:
            raise TooManyWaiting
        if self._under_way is None or self._under_way.done():
            self._under_way = asyncio.ensure_future(self._work())
        self._waiting += 1
        try:
            # A caller that is cancelled must not cancel the work for the others.
            return await asyncio.shield(self._under_way)
        finally:
            self._waiting -= 1


if TYPE_CHECKING:  # tables without a camera must not load numpy
    from service.camera.picture_processor import JpegPicture

MIN_PAGE_PICTURE_INTERVAL = 0.25
"""The least number of seconds from one picture to the next."""
Wait = Callable[[float], Awaitable[None]]
Now = Callable[[], float]


def _now() -> float:
    return asyncio.get_running_loop().time()


class CameraPictures:
    """Serves camera pictures to pages; each picture is encoded once, and only on request.

    Each request gets the next picture, so a slow page gets fewer pictures and delays no other page.
    """

    def __init__(self, camera: CameraPipeline, wait: Wait = asyncio.sleep, now: Now = _now) -> None:
        self._camera = camera
        self._wait = wait
        self._now = now
        self._last_at = float("-inf")
        self.picture: Callable[[], Awaitable[JpegPicture | None]] = CoalescedWork(
            self._next, MAX_PICTURE_REQUESTS
        )
        """Returns the next picture, or None; raises TooManyWaiting."""
        self.board: Callable[[], Awaitable[Quad | None]] = CoalescedWork(
            camera.find_board, MAX_PICTURE_REQUESTS
        )
        """Returns the corners of the board in the newest picture, or None; TooManyWaiting."""

    async def _next(self) -> JpegPicture | None:
        early = self._last_at + MIN_PAGE_PICTURE_INTERVAL - self._now()
        if early > 0:
            await self._wait(early)
        self._last_at = self._now()
        return await self._camera.picture()
