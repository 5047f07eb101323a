"""Dice that merely print the numbers they show, a line for each throw."""

from __future__ import annotations

from firmware_bridge.dice.pairing import Pair
from firmware_bridge.dice.printed import Nonsense, PrintedDice
from firmware_bridge.ports.port import Port
from hardware.checkers import Colour
from hardware.devices import Clock, DeviceFault
from hardware.owning import ReportingDevice
from hardware.signals import DiceSeen, DiceState, Garbled


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
        now = self._clock.now()
        for said in self._printed.hear(data, now):
            if isinstance(said, Nonsense):
                self._report(Garbled(self.name, now, f"printed {said}, which is no throw"))
            else:
                self._report(self._seen(said, standing=self._printed.is_finding_out(now)))

    def lose(self, why: str) -> None:
        """The port has gone."""
        self._gone = why
        if self._open:
            self._lose(why)

    async def _begin(self) -> None:
        self._printed.begin(self._clock.now())
        self._gone = None
        try:
            await self._port.open(self)
        except DeviceFault as fault:
            raise DeviceFault(f"{self.name}: {fault}") from fault
        await self._refuse_if_gone()

    async def _end(self) -> None:
        await self._port.close()

    async def _refuse_if_gone(self) -> None:
        if self._gone is not None:
            await self._port.close()
            raise DeviceFault(f"{self.name} {self._gone}")

    def _standing(self) -> DiceSeen | None:
        pair = self._printed.pair
        return None if pair is None else self._seen(pair, standing=True)

    def _seen(self, pair: Pair, *, standing: bool) -> DiceSeen:
        now = self._clock.now()
        return DiceSeen(self.name, now, pair.state, pair.numbers, self._colour, standing)
