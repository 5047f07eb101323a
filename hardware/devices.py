"""What every device can be asked, whichever driver is behind it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from types import TracebackType
from typing import Protocol, Self, runtime_checkable

from hardware.checkers import Place
from hardware.lights import Frame, Rhythm
from hardware.shots import Shot
from hardware.signals import Signal
from hardware.sounds import Tune


class DeviceFault(OSError):
    """A device cannot be reached or has stopped answering; trying again may help."""


class Device(Protocol):
    """Something attached to the table: made without effect, opened with `async with`."""

    @property
    def name(self) -> str:
        """What signals give as their source, and people are told."""

    @property
    def simulated(self) -> bool:
        """Whether it is a twin without hardware."""

    async def __aenter__(self) -> Self: ...

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None: ...


@runtime_checkable
class Reporter(Device, Protocol):
    """A device that reports: dice or buttons, or a board sensor."""

    def signals(self) -> AsyncIterator[Signal]:
        """What happens, beginning with how things stand; DeviceFault when it cannot go on."""


@runtime_checkable
class BoardSensor(Reporter, Protocol):
    """A device that sees checkers; it reports whole observations, and only what has changed."""

    @property
    def places(self) -> frozenset[Place]:
        """The places it can see at all."""


@runtime_checkable
class Obedient(Device, Protocol):
    """A device that does what it is told."""

    async def until_lost(self) -> None:
        """Wait for as long as it can be told anything; DeviceFault once it is lost."""


@runtime_checkable
class Lamps(Obedient, Protocol):
    """Lights at places."""

    @property
    def places(self) -> frozenset[Place]:
        """The places that have a lamp."""

    async def show(self, frame: Frame) -> None:
        """Shine like this from now on; what is meant for places without a lamp is left out."""


@runtime_checkable
class Sounder(Obedient, Protocol):
    """Something that can be heard."""

    async def play(self, tune: Tune) -> None:
        """Play this, and return when it is over; a tune that is still played is cut short."""


@runtime_checkable
class StatusLight(Obedient, Protocol):
    """One light that tells from afar how things are."""

    async def show(self, rhythm: Rhythm | None) -> None:
        """Shine in this rhythm from now on, or not at all."""


@runtime_checkable
class Camera(Device, Protocol):
    """A device that takes pictures; one that cannot go on raises DeviceFault."""

    def shots(self) -> AsyncIterator[Shot]:
        """A new picture whenever one is asked for; those nobody asked for in time are dropped.

        It ends with the pictures of a folder or a film, and otherwise never.
        """

    async def hold_still(self) -> bool:
        """Keep exposure and colours from now on as they are; False where it cannot be told to."""


class Clock(Protocol):
    """Time that never runs back, in seconds."""

    def now(self) -> float: ...

    async def wait_until(self, at: float) -> None:
        """Return at this time or as soon after as can be."""
