"""A pair of smart dice that are reached over Bluetooth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack
from functools import partial

from firmware_bridge.dice.bluetooth.makes import Battery, Dots, Make
from firmware_bridge.dice.bluetooth.radio import Radio
from firmware_bridge.dice.pairing import UNKNOWN, Die, Pair, paired
from hardware.checkers import Colour
from hardware.devices import Clock, DeviceFault
from hardware.owning import ReportingDevice
from hardware.signals import DiceSeen, DiceState

PAIR = 2


class SmartDice(ReportingDevice):
    """Dice of one make that are thrown together; the first two that are near, if not told which."""

    def __init__(
        self,
        name: str,
        clock: Clock,
        make: Make,
        addresses: Sequence[str] = (),
        colour: Colour | None = None,
        *,
        radio: Radio | None = None,
    ) -> None:
        super().__init__(name, clock)
        self._make = make
        self._addresses = tuple(addresses)
        self._colour = colour
        self._radio = radio or Radio()
        self._forget()

    @property
    def tells(self) -> frozenset[DiceState]:
        """What these dice can tell at all."""
        return self._make.tells

    @property
    def batteries(self) -> Mapping[str, int]:
        """How full the battery of each die was when it last told, in per cent."""
        return self._batteries

    @property
    def noise(self) -> int:
        """How many packets told nothing that we understand, since it was opened."""
        return self._noise

    async def _begin(self) -> None:
        self._forget()
        try:
            async with AsyncExitStack() as reached:
                await self._reach_all(reached)
                self._reached = reached.pop_all()
        except DeviceFault as fault:
            raise DeviceFault(f"{self.name}: {fault}") from fault

    async def _end(self) -> None:
        await self._reached.aclose()

    async def _reach_all(self, reached: AsyncExitStack) -> None:
        """One after the other: several at once are too much for most systems."""
        addresses = self._addresses or await self._radio.find(self._make, PAIR)
        self._dice.update(dict.fromkeys(addresses, UNKNOWN))
        for address in addresses:
            hear = partial(self._hear, self._opening, address)
            gone = partial(self._miss, self._opening, address)
            client = await self._radio.reach(address, self._make, hear, gone)
            reached.push_async_callback(self._radio.let_go, client)
        if self._gone is not None:
            raise DeviceFault(f"{self._gone} was lost again")

    def _forget(self) -> None:
        self._opening = object()
        """What is heard of an earlier one comes too late; some systems let go of a die slowly."""
        self._reached = AsyncExitStack()
        self._dice: dict[str, Die] = {}
        self._batteries: dict[str, int] = {}
        self._pair: Pair | None = None
        self._gone: str | None = None
        self._noise = 0

    def _hear(self, opening: object, address: str, packet: bytes) -> None:
        if opening is not self._opening:
            return
        match self._make.understand(packet):
            case Die() as die:
                self._dice[address] = die
                self._follow()
            case Battery(level):
                self._batteries[address] = level
            case Dots():
                pass
            case None:
                self._noise += 1

    def _follow(self) -> None:
        """Report what the pair is doing now, if that is another thing than before."""
        before, self._pair = self._pair, paired(tuple(self._dice.values()), self._pair)
        if self._pair is not None and self._pair != before:
            found = before is None and self._pair.state is not DiceState.ROLLING
            self._report(self._seen(self._pair, standing=found))

    def _miss(self, opening: object, address: str) -> None:
        """A die has gone: one alone is no pair."""
        if opening is not self._opening:
            return
        self._gone = address
        if self._open:
            self._lose(f"has lost the die {address}")

    def _standing(self) -> DiceSeen | None:
        return None if self._pair is None else self._seen(self._pair, standing=True)

    def _seen(self, pair: Pair, *, standing: bool) -> DiceSeen:
        now = self._clock.now()
        return DiceSeen(self.name, now, pair.state, pair.numbers, self._colour, standing)
