"""Buttons on the pins of a Pi: each connects its pin to ground."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hardware.debounce import Debounce
from hardware.devices import Clock
from hardware.drivers.pi import pins as wiring
from hardware.drivers.pi.board import Part, PiBoard
from hardware.drivers.pi.device import PiDevice
from hardware.drivers.pi.factory import Input, Pins
from hardware.owning import ReportingDevice
from hardware.signals import Button, ButtonPressed


class ButtonRow(Part):
    """Some buttons, a bit for each: the first in the lowest."""

    def __init__(self, buttons: int, pressed: Callable[[float, int], None]) -> None:
        self._buttons = buttons
        self._pressed = pressed
        self._inputs: list[Input] = []
        self._debounce = Debounce(0)

    def open(self, pins: Pins) -> None:
        for pin in wiring.BUTTONS[: self._buttons]:
            self._inputs.append(pins.input(pin))
        self._debounce = Debounce(self._look())

    def turn(self, now: float) -> bool:
        pressed = self._debounce.take(self._look()) & self._debounce.settled
        for number in range(self._buttons):
            if pressed >> number & 1:
                self._pressed(now, number)
        return not self._debounce.at_rest

    def close(self) -> None:
        while self._inputs:
            self._inputs.pop().close()

    def _look(self) -> int:
        return sum(1 << number for number, read in enumerate(self._inputs) if read.is_active)


class PiButtons(PiDevice[ButtonRow], ReportingDevice):
    """The buttons of a table, in the order of their pins."""

    def __init__(self, name: str, clock: Clock, board: PiBoard, meanings: Sequence[Button]) -> None:
        super().__init__(name, clock, board)
        if not 1 <= len(meanings) <= len(wiring.BUTTONS):
            raise ValueError(f"a Pi has 1 to {len(wiring.BUTTONS)} buttons, not {len(meanings)}")
        self._meanings = tuple(meanings)

    def _made(self) -> ButtonRow:
        return ButtonRow(len(self._meanings), self._in_loop(self._felt))

    def _standing(self) -> None:
        """A button that is not being pressed has nothing to tell."""

    def _felt(self, at: float, number: int) -> None:
        self._report(ButtonPressed(self.name, at, self._meanings[number]))
