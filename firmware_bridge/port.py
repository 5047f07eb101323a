"""The interface of serial ports."""

from __future__ import annotations

from typing import Protocol

from hardware.devices import DeviceFault


class PortFault(DeviceFault):
    """A port cannot be reached, or does not accept data."""

    def __init__(self, address: str, why: str) -> None:
        super().__init__(f"{address} {why}")
        self.why = why
        """The reason: a predicate that follows the name of the port or of the device behind it."""


class PortListener(Protocol):
    """A listener at a port; called in the event loop in which the port was opened."""

    def on_data(self, data: bytes) -> None:
        """Handles received bytes."""

    def on_lost(self, why: str) -> None:
        """Handles the loss of the port; `why` is a predicate of the port."""


class Port(Protocol):
    """A bidirectional stream of bytes; constructed without effects, with one owner at a time."""

    @property
    def address(self) -> str:
        """The name of the port as shown to people, for instance its path."""

    async def open(self, listener: PortListener) -> None:
        """Opens the port, discards old input, and listens; PortFault if that fails."""

    def write(self, data: bytes) -> None:
        """Writes all data at once; PortFault if the line does not accept it."""

    async def close(self) -> None:
        """Closes the port; may be repeated, and never fails."""
