"""Switches on a chain of 74HC165 shift registers, eight on each."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from firmware_bridge.pico.parts import Pin, Spi


class ShiftChain:
    """Closed contacts pull their inputs down; the first is input H of the chip next to the Pico."""

    bits = 1
    measures = False
    every = 5

    def __init__(self, spi: "Spi", load: "Pin", cells: int) -> None:
        self.cells = cells
        self._spi = spi
        self._load = load
        self._bytes = bytearray((cells + 7) // 8)
        self._all = (1 << 8 * len(self._bytes)) - 1
        self._spare = 8 * len(self._bytes) - cells

    def scan(self) -> int:
        """All contacts, a closed one as 1, the first in the highest bit."""
        self._load.value(0)
        self._load.value(1)
        self._spi.readinto(self._bytes, 0)
        return (int.from_bytes(self._bytes, "big") ^ self._all) >> self._spare

    def raw(self, _bank: int) -> None:
        """Contacts have no values."""

    def set_thresholds(self, _on: int, _off: int) -> None:
        """Contacts have no thresholds."""
