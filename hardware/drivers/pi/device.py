"""What every device on the pins of a Pi has in common: it is a part of one board."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from typing import Generic, ParamSpec, TypeVar

from hardware.devices import Clock, DeviceFault
from hardware.drivers.pi.board import Part, PiBoard
from hardware.owning import OwnedDevice

Heard = ParamSpec("Heard")
P = TypeVar("P", bound=Part)


class PiDevice(OwnedDevice, Generic[P]):
    """A device that is a part of a board, made anew each time it is opened."""

    def __init__(self, name: str, clock: Clock, board: PiBoard) -> None:
        super().__init__(name, clock)
        self._board = board
        self._part: P | None = None
        self._opening = object()

    @property
    def simulated(self) -> bool:
        return self._board.simulated

    async def _begin(self) -> None:
        self._opening = object()
        part = self._made()
        try:
            await self._board.join(part, self._in_loop(self._lose))
        except DeviceFault as fault:
            raise self._fault(str(fault)) from fault
        self._part = part

    async def _end(self) -> None:
        self._opening = object()
        part, self._part = self._part, None
        if part is not None:
            await self._board.leave(part)

    @abstractmethod
    def _made(self) -> P:
        """Its part of the board, not yet open."""

    @property
    def _opened(self) -> P:
        """Its part of the board; see `_check` for what is raised if there is none."""
        self._check()
        if self._part is None:
            raise RuntimeError(f"{self.name} is not open")
        return self._part

    def _in_loop(self, hear: Callable[Heard, None]) -> Callable[Heard, None]:
        """The same, to be called in whatever thread; nothing is heard of an earlier opening."""
        opening = self._opening

        def tell(*what: Heard.args, **named: Heard.kwargs) -> None:
            def arrive() -> None:
                if opening is self._opening:
                    hear(*what, **named)

            self._board.say(arrive)

        return tell
