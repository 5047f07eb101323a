"""The protocols of all devices, pictures with their time, and DeviceFault."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from types import TracebackType
from typing import TYPE_CHECKING, Protocol, Self, runtime_checkable

from hardware.checkers import Place
from hardware.outputs import LampFrame, Rhythm, Tune
from hardware.signals import Signal

if TYPE_CHECKING:  # a table without a camera needs no numpy
    import numpy as np
    from numpy.typing import NDArray

PictureSize = tuple[int, int]
"""The width and height of a picture, in pixels."""


@dataclass(frozen=True, slots=True, eq=False)
class Shot:
    """One picture of a camera, with its time."""

    at: float
    """Seconds of a clock that never runs back."""
    pixels: NDArray[np.uint8]
    """Rows, columns, and blue, green and red; never modified after delivery."""


class DeviceFault(OSError):
    """A device cannot be reached or has stopped answering; a retry may help."""


class Device(Protocol):
    """A device of a table; constructed without side effects, opened with `async with`."""

    @property
    def name(self) -> str:
        """The name of the device, used as the source of its signals and shown to people."""

    @property
    def is_simulated(self) -> bool:
        """True if the device is simulated and has no hardware."""

    async def __aenter__(self) -> Self: ...

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None: ...


@runtime_checkable
class InputDevice(Device, Protocol):
    """An input device: dice, buttons or a board sensor."""

    def signals(self) -> AsyncIterator[Signal]:
        """Yields the current state, then each change; raises DeviceFault if the device is lost."""


@runtime_checkable
class BoardSensor(InputDevice, Protocol):
    """A sensor of checkers; reports complete observations, and only when something has changed."""

    @property
    def places(self) -> frozenset[Place]:
        """The places that the sensor can observe."""


@runtime_checkable
class OutputDevice(Device, Protocol):
    """An output device: it carries out commands and reports nothing."""

    async def until_lost(self) -> None:
        """Waits as long as the device is usable; raises DeviceFault when it is lost."""


@runtime_checkable
class Lamps(OutputDevice, Protocol):
    """Lamps at the places of a board."""

    @property
    def places(self) -> frozenset[Place]:
        """The places that have a lamp."""

    async def show(self, frame: LampFrame) -> None:
        """Shows a frame of duty cycles from now on; ignores lights of places without a lamp."""


@runtime_checkable
class Sounder(OutputDevice, Protocol):
    """A device that plays sounds."""

    async def play(self, tune: Tune) -> None:
        """Plays a tune and returns at its end; interrupts a tune that is still playing."""


@runtime_checkable
class StatusLight(OutputDevice, Protocol):
    """A single light that shows the state of the table from afar."""

    async def show(self, rhythm: Rhythm | None) -> None:
        """Shows a rhythm from now on; None switches the light off."""


@runtime_checkable
class Camera(Device, Protocol):
    """A device that takes pictures; raises DeviceFault when it cannot continue."""

    def shots(self) -> AsyncIterator[Shot]:
        """Yields a fresh picture on each request; pictures that nobody requested are dropped.

        Ends after the last picture of a folder or film; a live camera never ends.
        """

    async def freeze_exposure(self) -> bool:
        """Freezes exposure and white balance; returns False if the camera cannot do that."""


def has_work(device: object) -> bool:
    """True if the device has output that can be taken without advancing the clock.

    Simulated clocks wait until it has been taken.
    """
    # Asked after each step of the event loop; isinstance() of a protocol takes ten times as long.
    return bool(getattr(device, "has_work", False))


class Clock(Protocol):
    """A monotonic clock, in seconds."""

    def now(self) -> float: ...

    async def wait_until(self, at: float) -> None:
        """Returns at the given time or as soon after it as possible."""
