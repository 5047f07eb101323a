"""The camera device and the picture sources that it works in a thread."""

from __future__ import annotations

import asyncio
import queue
import threading
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable, Coroutine
from concurrent.futures import Future
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from hardware.devices import Clock, DeviceFault, Shot
from hardware.driver_base import OwnedDevice, ThreadCall

if TYPE_CHECKING:  # only an open camera needs numpy
    import numpy as np
    from numpy.typing import NDArray

PixelArray: TypeAlias = "NDArray[np.uint8]"
"""Rows, columns, and blue, green and red."""


class PictureSource(ABC):
    """A blocking source of pictures; all methods but `wake` are called in one thread.

    Every failure is a DeviceFault whose text is a predicate that follows the camera's name.
    """

    @abstractmethod
    def open(self) -> None:
        """Connects to the camera."""

    @abstractmethod
    def take(self) -> PixelArray | None:
        """Returns the next fresh picture; None after the last one."""

    def freeze_exposure(self) -> bool:
        """Freezes exposure and white balance; returns False if the camera cannot do that."""
        return False

    def idle(self) -> bool:
        """Does a little background work between pictures; returns True if there is more."""
        return False

    def wake(self) -> None:  # noqa: B027 - most cameras cannot be woken
        """Called from another thread: makes a blocking call end soon, with any fault."""

    @abstractmethod
    def close(self) -> None:
        """Releases the camera, opened or not; must not fail."""


T = TypeVar("T")


class CameraThreadEnded(Exception):
    """The worker was ended before it ran the work."""


class CameraThread:
    """The worker thread of one camera, from its opening to its end."""

    def __init__(self, source: PictureSource, name: str) -> None:
        self._source = source
        self._calls: queue.SimpleQueue[ThreadCall[Any] | None] = queue.SimpleQueue()
        self._pending: set[asyncio.Future[Any]] = set()
        self._is_stopped = False
        self._released: Future[None] = Future()
        # A caller that stops waiting for the end must not cancel it.
        self._released.set_running_or_notify_cancel()
        # A camera may hang for ever; a daemon thread does not keep the program from ending.
        self._thread = threading.Thread(target=self._work, name=name, daemon=True)

    def start(self) -> None:
        self._thread.start()

    async def run(self, work: Callable[[], T]) -> T:
        """Runs work after all earlier work, returns its result; CameraThreadEnded after `stop`."""
        if self._is_stopped:
            raise CameraThreadEnded
        call = ThreadCall.for_running_loop(work)
        self._pending.add(call.result)
        self._calls.put(call)
        try:
            return await call.result
        finally:
            self._pending.discard(call.result)

    def stop(self) -> None:
        """Ends the worker and releases the camera after the current work; returns at once."""
        self._is_stopped = True
        for done in self._pending:
            if not done.done():
                done.set_exception(CameraThreadEnded())
        self._calls.put(None)
        self._source.wake()

    async def wait_until_released(self) -> None:
        await asyncio.wrap_future(self._released)

    def _work(self) -> None:
        try:
            while (call := self._next()) is not None:
                call.run()
        finally:
            self._source.close()
            self._released.set_result(None)

    def _next(self) -> ThreadCall[Any] | None:
        """The next work item; runs the source's idle work until one arrives."""
        while self._calls.empty() and self._source.idle():
            pass
        return self._calls.get()


OPEN_TIMEOUT = 15.0
"""Timeout of opening a camera, in seconds."""
PICTURE_TIMEOUT = 5.0
"""Timeout of one picture, in seconds."""
R = TypeVar("R")


class SourcedCamera(OwnedDevice):
    """A camera that takes its pictures from a source, created at each opening."""

    def __init__(
        self, name: str, clock: Clock, make: Callable[[], PictureSource], pace: float = 0.0
    ) -> None:
        super().__init__(name, clock)
        self._source_factory = make
        self._pace = pace
        """Minimum interval between two pictures, in seconds."""
        self._due = 0.0
        self._source: PictureSource | None = None
        self._thread: CameraThread | None = None

    async def shots(self) -> AsyncIterator[Shot]:
        """Yields a fresh picture on each request; raises DeviceFault if the camera is lost."""
        self._require_open()
        thread = self._thread
        while (shot := await self._shot(thread)) is not None:
            yield shot

    async def freeze_exposure(self) -> bool:
        _, source = self._open_parts
        return bool(await self._run(source.freeze_exposure))

    async def _connect(self) -> None:
        await self._await_release(self._thread)
        source = self._create_source()
        self._thread = thread = CameraThread(source, self.name)
        thread.start()
        try:
            await self._with_timeout(thread.run(source.open), OPEN_TIMEOUT)
        except BaseException as error:
            thread.stop()
            if isinstance(error, TimeoutError | DeviceFault):
                why = str(error) or f"does not open within {OPEN_TIMEOUT:g} s"
                raise self._fault(why) from error
            raise
        self._source, self._due = source, self._clock.now()

    async def _disconnect(self) -> None:
        self._source = None
        if self._thread is not None:
            self._thread.stop()

    def _create_source(self) -> PictureSource:
        try:
            return self._source_factory()
        except DeviceFault as fault:
            raise self._fault(str(fault)) from fault

    async def _await_release(self, thread: CameraThread | None) -> None:
        """Waits until the thread of the previous opening has released the camera."""
        if thread is None:
            return
        try:
            await self._with_timeout(thread.wait_until_released(), PICTURE_TIMEOUT)
        except TimeoutError:
            raise self._fault("hangs: its last use has not ended yet") from None

    async def _shot(self, thread: CameraThread | None) -> Shot | None:
        """The next picture; None after the last one, or if this opening has ended meanwhile."""
        if self._pace:
            await self._clock.wait_until(self._due)
            self._due = max(self._due + self._pace, self._clock.now())
        if not self._open or thread is not self._thread:
            return None
        _, source = self._open_parts

        def take_shot() -> Shot | None:
            picture = source.take()
            return None if picture is None else Shot(self._clock.now(), picture)

        return await self._run(take_shot)

    async def _run(self, work: Callable[[], R]) -> R | None:
        """Runs work in the camera's thread; returns None if the camera was closed meanwhile."""
        thread, _ = self._open_parts
        try:
            return await self._with_timeout(thread.run(work), PICTURE_TIMEOUT)
        except CameraThreadEnded:
            return None
        except TimeoutError:
            why = f"has delivered no picture for {PICTURE_TIMEOUT:g} s"
        except DeviceFault as fault:
            why = str(fault)
        if thread is not self._thread:
            return None
        self._mark_lost(why)
        raise self._fault(why)

    @property
    def _open_parts(self) -> tuple[CameraThread, PictureSource]:
        self._require_open()
        if self._thread is None or self._source is None:
            raise RuntimeError(f"{self.name} is not open")
        return self._thread, self._source

    async def _with_timeout(self, doing: Coroutine[object, object, R], seconds: float) -> R:
        """Awaits a coroutine; raises TimeoutError after so many seconds."""
        work = asyncio.ensure_future(doing)
        late = asyncio.ensure_future(self._clock.wait_until(self._clock.now() + seconds))
        try:
            await asyncio.wait({work, late}, return_when=asyncio.FIRST_COMPLETED)
            if work.done():
                return work.result()
            raise TimeoutError
        finally:
            work.cancel()
            late.cancel()
