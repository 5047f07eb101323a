"""Lamps of type WS2812, in a row on one pin."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from firmware_bridge.pico.parts import Pin

BIT_TIMES = (400, 850, 800, 450)
"""Nanoseconds: high and low of a 0, high and low of a 1."""


class Strip:
    """Each lamp takes green, red and blue, in this order."""

    def __init__(
        self,
        bitstream: "Callable[[Pin, int, tuple[int, ...], bytes], None]",
        pin: "Pin",
        count: int,
    ) -> None:
        self.count = count
        self._bitstream = bitstream
        self._pin = pin

    def pixel(self, red: int, green: int, blue: int) -> bytes:
        """A colour as the lamps take it."""
        return bytes((green, red, blue))

    def show(self, pixels: bytes) -> None:
        """Shine like this from now on."""
        self._bitstream(self._pin, 0, BIT_TIMES, pixels)
