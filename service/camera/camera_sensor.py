"""The camera of a table as a board sensor."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator, Mapping
from dataclasses import dataclass, field
from types import TracebackType
from typing import Self

from hardware.checkers import BACKGAMMON, Place
from hardware.devices import Camera, Clock, DeviceFault, Shot, has_work
from hardware.observations import UNKNOWN_SIGHTING, Observation, Sighting
from hardware.signals import CameraProblem, CameraProblemChanged, Signal
from service.camera.camera_pipeline import CameraPipeline
from service.camera.camera_state import CameraState

MIN_CAPTURE_INTERVAL = 0.12
"""The least number of seconds from one picture to the next."""
REOPEN_AFTER = 10.0
"""Seconds of poor sight after which a camera with locked exposure is opened again."""
MAX_COVERED_PLACES = 14
"""The number of places that hands may cover for long; more count as poor sight."""
NOTHING_CLAIMED: Mapping[Place, Sighting] = dict.fromkeys(BACKGAMMON.places, UNKNOWN_SIGHTING)


class CameraSensor:
    """The sensor of a board in front of a camera; without sight it claims nothing."""

    def __init__(self, camera: Camera, pipeline: CameraPipeline, clock: Clock) -> None:
        self.camera = camera
        self.pipeline = pipeline
        self._clock = clock
        self._closed = asyncio.Event()
        self._is_busy = False
        """True while signals are sent or the next picture is due, but not while one is read."""

    @property
    def name(self) -> str:
        return self.camera.name

    @property
    def is_simulated(self) -> bool:
        return self.camera.is_simulated

    @property
    def places(self) -> frozenset[Place]:
        """All places; those that are not seen are reported without a claim."""
        return frozenset(BACKGAMMON.places)

    @property
    def has_work(self) -> bool:
        """True while a signal is to be sent or a picture is due, for which no time must pass."""
        return self._is_busy or has_work(self.camera)

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
        self._is_busy = False
        self.pipeline.camera_closed()
        await self.camera.__aexit__(kind, error, trace)

    async def signals(self) -> AsyncIterator[Signal]:
        """Yields the claims whenever they change; raises DeviceFault once the camera is lost."""
        closed, new = self._closed, _SignalFilter(self.name)
        exposure: _Exposure | None = None
        while exposure is None or exposure.is_outdated:
            exposure = _Exposure()
            await self.pipeline.camera_opened()
            async for shot in self.camera.shots():
                state = await self._process(shot)
                if closed.is_set():
                    return
                self._is_busy = True
                for signal in new.signals(state):
                    yield signal
                self._is_busy = False
                await exposure.update(state, self.camera)
                if exposure.is_outdated:
                    await self._reopen()
                    break
                self._is_busy = True
                await self._wait_for_next(shot.at + MIN_CAPTURE_INTERVAL, closed)
                self._is_busy = False
        # The pictures of a folder come to an end; the last claims stay valid.
        await closed.wait()

    async def _reopen(self) -> None:
        """Closes and opens the camera, so that it adapts its exposure to the present light."""
        await self.camera.__aexit__(None, None, None)
        await self.camera.__aenter__()

    async def _process(self, shot: Shot) -> CameraState:
        try:
            return await self.pipeline.process(shot)
        except DeviceFault as fault:
            raise DeviceFault(f"{self.name} {fault}") from fault

    async def _wait_for_next(self, until: float, closed: asyncio.Event) -> None:
        """Waits until the next picture is due, or the sensor is closed."""
        waits = (self._wait_until(until), closed.wait())
        waiting = [asyncio.ensure_future(wait) for wait in waits]
        try:
            await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for one in waiting:
                one.cancel()

    async def _wait_until(self, until: float) -> None:
        self._is_busy = until <= self._clock.now()
        await self._clock.wait_until(until)
        self._is_busy = True


@dataclass(slots=True)
class _SignalFilter:
    """The last signals of a sensor since it was opened."""

    source: str
    sightings: Mapping[Place, Sighting] = field(default_factory=dict)
    problem: CameraProblem | None = None

    def signals(self, state: CameraState) -> Iterator[Signal]:
        """Yields the signals of one more picture: only what is new.

        The first observation claims nothing, so that the referee knows that this sensor may be
        unable to see places.
        """
        if not self.sightings:
            yield Observation(self.source, state.at, NOTHING_CLAIMED)
            self.sightings = NOTHING_CLAIMED
        if self.problem and not state.problem:
            yield CameraProblemChanged(self.source, state.at)
        sightings = NOTHING_CLAIMED if state.problem else state.sightings
        observation = state.observation(self.source, sightings)
        if observation.sightings != self.sightings:
            yield observation
        if state.problem and state.problem is not self.problem:
            yield CameraProblemChanged(self.source, state.at, state.problem)
        self.sightings, self.problem = observation.sightings, state.problem


@dataclass(slots=True)
class _Exposure:
    """The exposure of a camera: automatic until the board is seen, locked from then on."""

    is_locked: bool = False
    blind_since: float | None = None
    is_outdated: bool = False
    """True if the exposure may be the cause of the poor sight."""

    async def update(self, state: CameraState, camera: Camera) -> None:
        """Locks the exposure once the board is seen; marks it outdated after long poor sight."""
        if not self.is_locked:
            self.is_locked = any(it != UNKNOWN_SIGHTING for it in state.sightings.values())
            if self.is_locked:
                await camera.freeze_exposure()
        elif state.problem is None and len(state.unclaimed) <= MAX_COVERED_PLACES:
            self.blind_since = None
        elif self.blind_since is None:
            self.blind_since = state.at
        else:
            self.is_outdated = state.at - self.blind_since >= REOPEN_AFTER
