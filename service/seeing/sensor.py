"""A camera as a board sensor: pictures come in, and what may be claimed of the board goes out."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from dataclasses import dataclass, field
from types import TracebackType
from typing import Self

from hardware.checkers import BACKGAMMON, Place
from hardware.devices import Camera, Clock, DeviceFault
from hardware.observations import Observation
from hardware.shots import Shot
from hardware.sightings import ANYTHING, Sighting
from hardware.signals import Signal, Trouble, Troubled
from service.seeing.eyes import Eyes
from service.seeing.glimpse import Glimpse

PACE = 0.12
"""Seconds from one picture to the next at least."""
Named = Callable[[Observation], Observation]
"""The same by the names that the board itself has for its places; the way there is the way back."""
OTHER_LIGHT = 10.0
"""Seconds without seeing much after which a camera that was held exposes anew."""
FEW = 14
"""So many places hands may hide for long, and no more."""
NOTHING_CLAIMED: Mapping[Place, Sighting] = dict.fromkeys(BACKGAMMON, ANYTHING)


class CameraSensor:
    """Looks at the board through a camera; it claims nothing while it cannot see."""

    def __init__(self, camera: Camera, eyes: Eyes, clock: Clock) -> None:
        self.camera = camera
        self.eyes = eyes
        self._clock = clock
        self._closed = asyncio.Event()

    @property
    def name(self) -> str:
        return self.camera.name

    @property
    def simulated(self) -> bool:
        return self.camera.simulated

    @property
    def places(self) -> frozenset[Place]:
        """Every place: where nothing is seen, nothing is claimed."""
        return frozenset(BACKGAMMON)

    async def __aenter__(self) -> Self:
        await self.camera.__aenter__()
        self._closed = asyncio.Event()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._closed.set()
        self.eyes.end()
        await self.camera.__aexit__(kind, error, trace)

    async def signals(self) -> AsyncIterator[Signal]:
        """What may be claimed, whenever that has changed; DeviceFault once the camera is lost."""
        closed, told = self._closed, _Told(self.name)
        exposure: _Exposure | None = None
        while exposure is None or exposure.is_outdated:
            exposure = _Exposure()
            await self.eyes.begin()
            async for shot in self.camera.shots():
                glimpse = await self._seen(shot)
                if closed.is_set():
                    return
                for signal in told.news(glimpse, self.eyes.facing().observation):
                    yield signal
                await exposure.follow(glimpse, self.camera)
                if exposure.is_outdated:
                    await self._open_anew()
                    break
                await self._rest(shot.at + PACE, closed)
        # The pictures of a folder come to an end, and what lies there stays as it was.
        await closed.wait()

    async def _open_anew(self) -> None:
        """Close the camera and open it again, so that it exposes for the light there is now."""
        await self.camera.__aexit__(None, None, None)
        await self.camera.__aenter__()

    async def _seen(self, shot: Shot) -> Glimpse:
        try:
            return await self.eyes.look(shot)
        except DeviceFault as fault:
            raise DeviceFault(f"{self.name} {fault}") from fault

    async def _rest(self, until: float, closed: asyncio.Event) -> None:
        """Wait until it is time for another picture, or nobody wants one any more."""
        waits = (self._clock.wait_until(until), closed.wait())
        waiting = [asyncio.ensure_future(wait) for wait in waits]
        try:
            await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for one in waiting:
                one.cancel()


@dataclass(slots=True)
class _Told:
    """What a sensor has told since it was opened."""

    source: str
    sightings: Mapping[Place, Sighting] = field(default_factory=dict)
    trouble: Trouble | None = None

    def news(self, glimpse: Glimpse, named: Named) -> Iterator[Signal]:
        """What is to be told of one more picture: only what is new.

        It begins with nothing: so everybody knows that this is a sensor which may not see a place.
        """
        if not self.sightings:
            yield Observation(self.source, glimpse.at, NOTHING_CLAIMED)
            self.sightings = NOTHING_CLAIMED
        if self.trouble and not glimpse.trouble:
            yield Troubled(self.source, glimpse.at)
        sightings = NOTHING_CLAIMED if glimpse.trouble else glimpse.sightings
        seen = named(Observation(self.source, glimpse.at, sightings))
        if seen.sightings != self.sightings:
            yield seen
        if glimpse.trouble and glimpse.trouble is not self.trouble:
            yield Troubled(self.source, glimpse.at, glimpse.trouble)
        self.sightings, self.trouble = seen.sightings, glimpse.trouble


@dataclass(slots=True)
class _Exposure:
    """How a camera exposes: as it likes until the board is seen, and then just so."""

    is_held: bool = False
    blind_since: float | None = None
    is_outdated: bool = False
    """Whether it may be why nothing is seen."""

    async def follow(self, glimpse: Glimpse, camera: Camera) -> None:
        """Hold it once the board is seen; if little is seen for long, the light is another one."""
        if not self.is_held:
            self.is_held = _is_clear(glimpse)
            if self.is_held:
                await camera.hold_still()
        elif glimpse.trouble is None and len(glimpse.untold) <= FEW:
            self.blind_since = None
        elif self.blind_since is None:
            self.blind_since = glimpse.at
        else:
            self.is_outdated = glimpse.at - self.blind_since >= OTHER_LIGHT


def _is_clear(glimpse: Glimpse) -> bool:
    """Whether anything is seen of the board."""
    return any(sighting != ANYTHING for sighting in glimpse.sightings.values())
