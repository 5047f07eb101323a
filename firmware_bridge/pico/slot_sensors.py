"""Sensors under the slots: switches on shift registers, or hall sensors."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from firmware_bridge.pico.parts import Adc, Pin, Spi


class ShiftChain:
    """Switches that pull their inputs down; the first is input H of the chip next to the Pico."""

    bits = 1
    measures = False
    every = 5

    def __init__(self, spi: "Spi", load: "Pin", count: int) -> None:
        self.count = count
        self._spi = spi
        self._load = load
        self._bytes = bytearray((count + 7) // 8)
        self._all = (1 << 8 * len(self._bytes)) - 1
        self._spare = 8 * len(self._bytes) - count

    def scan(self) -> int:
        """All switches, a closed one as 1, the first in the highest bit."""
        self._load.value(0)
        self._load.value(1)
        self._spi.readinto(self._bytes, 0)
        return (int.from_bytes(self._bytes, "big") ^ self._all) >> self._spare

    def raw(self, _bank: int) -> None:
        """Returns None: switches have no measured values."""

    def set_thresholds(self, _on: int, _off: int) -> None:
        """Does nothing: switches have no thresholds."""


BANK = 16
"""Number of sensors in a bank, which share a multiplexer and a power switch."""
MIDDLE = 32768
RAIL_MARGIN = 1024
"""Distance from either end of the range within which a sensor is broken or missing."""
APPEARS_AT, DISAPPEARS_AT = 3000, 2100
"""Distance from the middle at which a checker appears and disappears: 5 and 3.5 mT at 30 mV/mT."""
RAW_COUNT = 8
"""Number of sensors in a response to RAW."""
PER_BYTE = 4
GRAY_CODE_BITS = b"\x00\x01\x00\x02\x00\x01\x00\x03" * 2
"""The address bit to flip after each sensor of a bank, so that all are visited (a Gray code)."""
LIGHT, DARK, UNSURE = 1, 2, 3


class Hall:
    """Hall sensors that detect the colour of a checker by its pole; sixteen are powered at a time.

    One bank is scanned per tick, so that the next bank has a tick to power up.
    """

    bits = 2
    measures = True
    every = 2

    def __init__(self, adc: "Adc", address: "Sequence[Pin]", power: "Pin", count: int) -> None:
        self.count = count
        self._adc = adc
        self._address = address
        self._banks = (count + BANK - 1) // BANK
        self._bank = 0
        self._on, self._off = APPEARS_AT, DISAPPEARS_AT
        self._values = [MIDDLE] * (self._banks * BANK)
        self._poles = [0] * (self._banks * BANK)
        self._bytes = bytearray(len(self._poles) // PER_BYTE)
        self._spare = 2 * (len(self._poles) - count)
        self._walk: list[tuple[int, Callable[[int], object], int]] = []
        place = 0
        for bit in GRAY_CODE_BITS:
            following = place ^ 1 << bit
            self._walk.append((place, address[bit].value, following >> bit & 1))
            place = following
        self._select(0)
        power.value(1)

    def scan(self) -> int | None:
        """All sensors, the first in the highest bits; None until every bank has been read."""
        self._read(self._bank * BANK)
        self._bank = (self._bank + 1) % self._banks
        self._select(self._bank * BANK)
        if self._bank:
            return None
        poles = self._poles
        for place in range(len(self._bytes)):
            a, b, c, d = poles[place * PER_BYTE : place * PER_BYTE + PER_BYTE]
            self._bytes[place] = a << 6 | b << 4 | c << 2 | d
        return int.from_bytes(self._bytes, "big") >> self._spare

    def raw(self, bank: int) -> "list[int] | None":
        """The last measured values of eight sensors; None if there is no such bank."""
        if bank * RAW_COUNT >= self.count:
            return None
        values = self._values[bank * RAW_COUNT : min(bank * RAW_COUNT + RAW_COUNT, self.count)]
        return values + [0] * (RAW_COUNT - len(values))

    def set_thresholds(self, on: int, off: int) -> None:
        self._on, self._off = on, off

    def _read(self, first: int) -> None:
        """Reads the powered bank; the board spends most of its time here."""
        measure, values, poles, gone = self._adc.read_u16, self._values, self._poles, self._off
        low, high = MIDDLE - gone, MIDDLE + gone
        for place, switch, level in self._walk:
            value = measure()
            # The next sensor settles while this value is evaluated.
            switch(level)
            sensor = first + place
            values[sensor] = value
            poles[sensor] = 0 if low < value < high else self._pole(value, poles[sensor])

    def _pole(self, value: int, before: int) -> int:
        """The pole for a value, with hysteresis around the previous one."""
        if not RAIL_MARGIN <= value < 2 * MIDDLE - RAIL_MARGIN:
            return UNSURE
        pole = LIGHT if value > MIDDLE else DARK
        return pole if abs(value - MIDDLE) >= (self._off if before == pole else self._on) else 0

    def _select(self, sensor: int) -> None:
        """Powers the bank of a sensor and connects the sensor to the converter."""
        for bit in range(len(self._address)):
            self._address[bit].value(sensor >> bit & 1)
