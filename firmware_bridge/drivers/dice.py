"""A pair of electronic dice on a board that is on the wire, or on a line of their own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from firmware_bridge.drivers.wired import WiredDevice
from firmware_bridge.link import BoardLink
from firmware_bridge.wire.tellings import BoardInfo, Cells, DiceTelling, Doing, Presses
from hardware.checkers import Colour
from hardware.devices import Clock
from hardware.owning import ReportingDevice
from hardware.signals import DiceSeen, DiceState

STATES: Mapping[Doing, DiceState] = {
    Doing.ROLLING: DiceState.ROLLING,
    Doing.SETTLED: DiceState.SETTLED,
    Doing.COCKED: DiceState.COCKED,
    Doing.LIFTED: DiceState.LIFTED,
}
UNREACHED = "cannot reach the dice"


class WiredDice(WiredDevice, ReportingDevice):
    """One pair of dice, of one player or of both."""

    def __init__(
        self,
        name: str,
        clock: Clock,
        link: BoardLink,
        pair: int = 0,
        colour: Colour | None = None,
    ) -> None:
        super().__init__(name, clock, link)
        self._pair = pair
        self._colour = colour

    @property
    def colour(self) -> Colour | None:
        """Whose dice they are."""
        return self._colour

    def told(self, telling: Cells | Presses | DiceTelling) -> None:
        if not isinstance(telling, DiceTelling) or telling.pair != self._pair:
            return
        if telling.state is Doing.UNREACHED:
            self.lost(UNREACHED)
        else:
            self._report(self._seen(telling))

    def _lacking(self, info: BoardInfo) -> str | None:
        if not info.dice:
            return "has no dice"
        if info.dice <= self._pair:
            return "has one pair of dice only"
        told = self._link.dice(self._pair)
        return UNREACHED if told is None or told.state is Doing.UNREACHED else None

    def _standing(self) -> DiceSeen | None:
        told = self._link.dice(self._pair)
        return None if told is None else replace(self._seen(told), standing=True)

    def _seen(self, told: DiceTelling) -> DiceSeen:
        now, state = self._clock.now(), STATES[told.state]
        return DiceSeen(self.name, now, state, told.faces, self._colour)
