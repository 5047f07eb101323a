"""What every simulated device has in common: a plug that can be pulled."""

from __future__ import annotations

from abc import ABC

from hardware.devices import Clock, DeviceFault
from hardware.owning import OwnedDevice, ReportingDevice

PULLED = "was unplugged"


class SimulatedDevice(OwnedDevice):
    """A device that can be opened while it is plugged in."""

    def __init__(self, name: str, clock: Clock) -> None:
        super().__init__(name, clock)
        self._plugged = True

    @property
    def simulated(self) -> bool:
        return True

    @property
    def plugged(self) -> bool:
        """Whether the plug is in."""
        return self._plugged

    def unplug(self) -> None:
        """Pull the plug: whoever has opened the device has lost it."""
        self._plugged = False
        self._lose(PULLED)

    def plug_in(self) -> None:
        """Put the plug in again: the device can be opened anew."""
        self._plugged = True

    async def _begin(self) -> None:
        if not self._plugged:
            raise DeviceFault(f"{self.name} is not plugged in")

    async def _end(self) -> None:
        """Nothing is behind it that would have to be let go of."""


class SimulatedReporter(SimulatedDevice, ReportingDevice, ABC):
    """A simulated device that reports."""
