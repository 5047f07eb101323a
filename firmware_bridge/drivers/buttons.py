"""The buttons of a board that is on the wire."""

from __future__ import annotations

from collections.abc import Sequence

from firmware_bridge.drivers.wired import WiredDevice
from firmware_bridge.link import BoardLink
from firmware_bridge.wire.tellings import BoardInfo, Cells, DiceTelling, Presses
from firmware_bridge.wire.words import PRESS_TURN
from hardware.devices import Clock
from hardware.owning import ReportingDevice
from hardware.signals import Button, ButtonPressed


class WiredButtons(WiredDevice, ReportingDevice):
    """Buttons in the order in which they are wired, each with its meaning."""

    def __init__(
        self, name: str, clock: Clock, link: BoardLink, meanings: Sequence[Button]
    ) -> None:
        super().__init__(name, clock, link)
        self._meanings = tuple(meanings)
        self._counts: tuple[int, ...] = ()

    @property
    def buttons(self) -> frozenset[Button]:
        """Those the table has."""
        return frozenset(self._meanings)

    def told(self, telling: Cells | Presses | DiceTelling) -> None:
        if not isinstance(telling, Presses):
            return
        before, self._counts = self._counts, telling.counts
        # The board may have more buttons than there are meanings.
        for button, new, old in zip(self._meanings, telling.counts, before, strict=False):
            for _ in range((new - old) % PRESS_TURN):
                self._report(ButtonPressed(self.name, self._clock.now(), button))

    def _lacking(self, info: BoardInfo) -> str | None:
        if not info.buttons:
            return "has no buttons"
        if info.buttons < len(self._meanings):
            return f"has {info.buttons} buttons, and {len(self._meanings)} are wanted"
        return None

    def _standing(self) -> None:
        """A press from before the opening is told to nobody."""
        self._counts = self._link.presses.counts if self._link.presses else ()
