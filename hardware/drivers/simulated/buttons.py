"""Buttons that are pressed by saying so."""

from __future__ import annotations

from collections.abc import Iterable

from hardware.devices import Clock
from hardware.drivers.simulated.device import SimulatedReporter
from hardware.signals import Button, ButtonPressed


class SimulatedButtons(SimulatedReporter):
    """The buttons of a table: all of them, unless it has only some."""

    def __init__(self, name: str, clock: Clock, buttons: Iterable[Button] = Button) -> None:
        super().__init__(name, clock)
        self._buttons = frozenset(buttons)

    @property
    def buttons(self) -> frozenset[Button]:
        """Those the table has."""
        return self._buttons

    def press(self, button: Button) -> None:
        """Press one; nobody hears it while the device is closed or unplugged."""
        if button not in self._buttons:
            raise ValueError(f"{self.name} has no button {button.value}")
        self._report(ButtonPressed(self.name, self._clock.now(), button))

    def _standing(self) -> None:
        """A button that is not being pressed has nothing to tell."""
