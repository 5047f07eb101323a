"""Dice that merely print the numbers they show, a line for each throw."""

from __future__ import annotations

import asyncio

from firmware_bridge.dice.pairing import Pair
from firmware_bridge.dice.printed import THROWN_IN, Flood, Nonsense, PrintedDice
from firmware_bridge.ports.port import Port
from hardware.checkers import Colour
from hardware.devices import Clock, DeviceFault
from hardware.owning import ReportingDevice
from hardware.signals import DiceSeen, DiceState, Garbled

LISTENING = 2 * THROWN_IN
"""Seconds for which dice that said too much are listened to before they are trusted again."""


class LineDice(ReportingDevice):
    """A pair of dice behind a port; it never tells that dice are cocked or lifted."""

    def __init__(
        self,
        name: str,
        clock: Clock,
        port: Port,
        printed: PrintedDice | None = None,
        colour: Colour | None = None,
    ) -> None:
        super().__init__(name, clock)
        self._port = port
        self._printed = printed or PrintedDice()
        self._colour = colour
        self._gone: str | None = None
        self._raves = False
        """Whether it said too much when it was last heard; then it has to be calm for a while."""
        self._ended = asyncio.Event()

    @property
    def tells(self) -> frozenset[DiceState]:
        """What these dice can tell at all."""
        return frozenset({DiceState.ROLLING, DiceState.SETTLED})

    @property
    def noise(self) -> int:
        """How many lines made no sense since it was opened."""
        return self._printed.noise

    def hear(self, data: bytes) -> None:
        """The port has heard these bytes."""
        if self._gone is not None:
            return
        now = self._clock.now()
        try:
            for said in self._printed.hear(data, now):
                self._tell(said, now)
        except Flood as flood:
            self._raves = True
            self.lose(str(flood))

    def lose(self, why: str) -> None:
        """The port has gone."""
        self._gone = why
        self._ended.set()
        if self._open:
            self._lose(why)

    async def _begin(self) -> None:
        self._printed.begin(self._clock.now())
        self._gone, self._ended = None, asyncio.Event()
        try:
            await self._port.open(self)
        except DeviceFault as fault:
            raise DeviceFault(f"{self.name}: {fault}") from fault
        if self._raves:
            await self._listen()
        await self._refuse_if_gone()

    async def _listen(self) -> None:
        """Wait until it says too much again, or has not done so for a while."""
        calm = asyncio.ensure_future(self._clock.wait_until(self._clock.now() + LISTENING))
        ended = asyncio.ensure_future(self._ended.wait())
        try:
            await asyncio.wait({calm, ended}, return_when=asyncio.FIRST_COMPLETED)
        except BaseException:
            await self._port.close()
            raise
        finally:
            calm.cancel()
            ended.cancel()
        self._raves = self._gone is not None

    async def _end(self) -> None:
        await self._port.close()

    async def _refuse_if_gone(self) -> None:
        if self._gone is not None:
            await self._port.close()
            raise DeviceFault(f"{self.name} {self._gone}")

    def _tell(self, said: Pair | Nonsense, now: float) -> None:
        if isinstance(said, Nonsense):
            self._report(Garbled(self.name, now, str(said)))
        else:
            self._report(self._seen(said, standing=self._printed.is_finding_out(now)))

    def _standing(self) -> DiceSeen | None:
        pair = self._printed.pair
        return None if pair is None else self._seen(pair, standing=True)

    def _seen(self, pair: Pair, *, standing: bool) -> DiceSeen:
        now = self._clock.now()
        return DiceSeen(self.name, now, pair.state, pair.numbers, self._colour, standing)
