"""What every serial port can do, whatever is behind it."""

from __future__ import annotations

from typing import Protocol

from hardware.devices import DeviceFault


class PortFault(DeviceFault):
    """A port cannot be reached, or does not take what it is told."""

    def __init__(self, where: str, why: str) -> None:
        super().__init__(f"{where} {why}")
        self.why = why
        """To be said after the name of the port, or of whatever is behind it."""


class Ear(Protocol):
    """Whoever listens at a port; called in the loop in which the port was opened."""

    def hear(self, data: bytes) -> None:
        """These bytes have come in."""

    def lose(self, why: str) -> None:
        """The port has gone, and will not be heard any more: why, to be said after its name."""


class Port(Protocol):
    """A line of bytes; made without effect, and opened by one owner at a time."""

    @property
    def where(self) -> str:
        """What people call it, for instance its path."""

    async def open(self, ear: Ear) -> None:
        """Reach it, forget what came in before, and listen; PortFault if that cannot be done."""

    def write(self, data: bytes) -> None:
        """Send all of this at once; PortFault if the line does not take it."""

    async def close(self) -> None:
        """Let go of it; twice is fine, and it cannot fail."""
