"""Buttons between pins and ground."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from firmware_bridge.pico.parts import Pin


class PinKeys:
    """A pressed button pulls its pin down."""

    def __init__(self, pins: "Sequence[Pin]") -> None:
        self.count = len(pins)
        self._pins = pins

    def read(self) -> int:
        """Those held down, the first in the lowest bit."""
        held = 0
        for button, pin in enumerate(self._pins):
            held |= (1 - pin.value()) << button
        return held
