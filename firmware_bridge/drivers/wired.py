"""What all devices on a board have in common: the line to it."""

from __future__ import annotations

from abc import ABC

from firmware_bridge.link import BoardLink
from firmware_bridge.ports.port import PortFault
from firmware_bridge.wire.requests import Request
from firmware_bridge.wire.tellings import BoardInfo, Cells, DiceTelling, Presses, Refusal
from hardware.devices import Clock, DeviceFault
from hardware.owning import OwnedDevice


class WiredDevice(OwnedDevice, ABC):
    """A part of a board, which is open as long as the board is reached."""

    def __init__(self, name: str, clock: Clock, link: BoardLink) -> None:
        super().__init__(name, clock)
        self._link = link

    def told(self, telling: Cells | Presses | DiceTelling) -> None:
        """The board has told something new."""

    def lost(self, why: str) -> None:
        """The board cannot be reached any more."""
        self._lose(why)

    async def _begin(self) -> None:
        try:
            info = await self._link.join(self)
        except PortFault as fault:
            raise self._fault(fault.why) from fault
        try:
            await self._meet(info)
        except BaseException:
            await self._link.leave(self)
            raise

    async def _end(self) -> None:
        await self._link.leave(self)

    async def _meet(self, info: BoardInfo) -> None:
        """See whether the board will do; DeviceFault if not."""
        if (lack := self._lacking(info)) is not None:
            raise self._fault(lack)

    def _lacking(self, info: BoardInfo) -> str | None:
        """What keeps this board from being used for it, if anything that it tells does."""
        del info
        return None

    async def _ask(self, request: Request, cannot: str) -> None:
        """Have the board do this; DeviceFault if it is lost or refuses."""
        try:
            answer = await self._link.ask(request)
        except PortFault as fault:
            raise self._fault(fault.why) from fault
        if isinstance(answer, Refusal):
            raise self._fault(f"{cannot}: {answer}")

    def _fault(self, why: str) -> DeviceFault:
        return DeviceFault(f"{self.name}: {self._link.where} {why}")
