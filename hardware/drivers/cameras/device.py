"""What all cameras have in common: somebody works them, and a picture that fails is told."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from typing import TypeVar

from hardware.devices import Clock, DeviceFault
from hardware.drivers.cameras.operator import Gone, Operator
from hardware.drivers.cameras.source import Source
from hardware.owning import OwnedDevice
from hardware.shots import Shot

OPENING = 15.0
"""Seconds that a camera may take until it is open."""
PATIENCE = 5.0
"""Seconds that a picture may take."""
R = TypeVar("R")


class SourcedCamera(OwnedDevice):
    """A camera whose pictures come from a source, made anew each time it is opened."""

    def __init__(
        self, name: str, clock: Clock, make: Callable[[], Source], pace: float = 0.0
    ) -> None:
        super().__init__(name, clock)
        self._make = make
        self._pace = pace
        """Seconds from one picture to the next, at least."""
        self._due = 0.0
        self._source: Source | None = None
        self._operator: Operator | None = None

    async def shots(self) -> AsyncIterator[Shot]:
        """A new picture whenever one is asked for; DeviceFault once it is lost."""
        self._check()
        operator = self._operator
        while (shot := await self._shot(operator)) is not None:
            yield shot

    async def hold_still(self) -> bool:
        """Keep exposure and colours from now on as they are; False where it cannot be told to."""
        _, source = self._opened
        return bool(await self._done(source.hold_still))

    async def _begin(self) -> None:
        await self._see_off(self._operator)
        source = self._made()
        self._operator = operator = Operator(source, self.name)
        operator.begin()
        try:
            await self._in_time(operator.do(source.open), OPENING)
        except BaseException as error:
            operator.end()
            if isinstance(error, TimeoutError | DeviceFault):
                why = str(error) or f"does not open within {OPENING:g} s"
                raise self._fault(why) from error
            raise
        self._source, self._due = source, self._clock.now()

    async def _end(self) -> None:
        self._source = None
        if self._operator is not None:
            self._operator.end()

    def _made(self) -> Source:
        try:
            return self._make()
        except DeviceFault as fault:
            raise self._fault(str(fault)) from fault

    async def _see_off(self, operator: Operator | None) -> None:
        """Wait until whoever worked the camera before has let go of it."""
        if operator is None:
            return
        try:
            await self._in_time(operator.left(), PATIENCE)
        except TimeoutError:
            raise self._fault("hangs, and has not been let go of yet") from None

    async def _shot(self, operator: Operator | None) -> Shot | None:
        """The next picture; None after the last, or if whoever asks has closed the camera."""
        if self._pace:
            await self._clock.wait_until(self._due)
            self._due = max(self._due + self._pace, self._clock.now())
        if not self._open or operator is not self._operator:
            return None
        _, source = self._opened

        def taken() -> Shot | None:
            picture = source.take()
            return None if picture is None else Shot(self._clock.now(), picture)

        return await self._done(taken)

    async def _done(self, work: Callable[[], R]) -> R | None:
        """What comes of some work; None if the camera was closed meanwhile."""
        operator, _ = self._opened
        try:
            return await self._in_time(operator.do(work), PATIENCE)
        except Gone:
            return None
        except TimeoutError:
            why = f"has given no picture for {PATIENCE:g} s"
        except DeviceFault as fault:
            why = str(fault)
        if operator is not self._operator:
            return None
        self._lose(why)
        raise self._fault(why)

    @property
    def _opened(self) -> tuple[Operator, Source]:
        self._check()
        if self._operator is None or self._source is None:
            raise RuntimeError(f"{self.name} is not open")
        return self._operator, self._source

    async def _in_time(self, doing: Coroutine[object, object, R], seconds: float) -> R:
        """What comes of it, or a TimeoutError."""
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
