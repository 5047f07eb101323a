"""Magnetic sensors that tell the colour of a checker by its pole, sixteen under power at a time."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from firmware_bridge.pico.parts import Adc, Pin

BANK = 16
"""Sensors of a bank, which share one multiplexer and one power switch."""
MIDDLE = 32768
RAIL = 1024
"""A value this near to either end is that of a sensor that is broken or not there."""
SEEN, GONE = 3000, 2100
"""How far from the middle a checker is seen, and no longer seen: 5 and 3.5 mT at 30 mV/mT."""
SHARE = 8
"""Sensors that RAW tells of at once."""
PER_BYTE = 4
FLIPS = b"\x00\x01\x00\x02\x00\x01\x00\x03" * 2
"""The one address pin to turn over after each sensor of a bank, so that all have their turn."""
LIGHT, DARK, UNSURE = 1, 2, 3


class Hall:
    """Each look goes from bank to bank; a bank has one turn for its power to come up."""

    bits = 2
    measures = True
    every = 2

    def __init__(self, adc: "Adc", address: "Sequence[Pin]", power: "Pin", cells: int) -> None:
        self.cells = cells
        self._adc = adc
        self._address = address
        self._banks = (cells + BANK - 1) // BANK
        self._bank = 0
        self._on, self._off = SEEN, GONE
        self._values = [MIDDLE] * (self._banks * BANK)
        self._poles = [0] * (self._banks * BANK)
        self._bytes = bytearray(len(self._poles) // PER_BYTE)
        self._spare = 2 * (len(self._poles) - cells)
        self._walk: list[tuple[int, Callable[[int], object], int]] = []
        place = 0
        for bit in FLIPS:
            following = place ^ 1 << bit
            self._walk.append((place, address[bit].value, following >> bit & 1))
            place = following
        self._select(0)
        power.value(1)

    def scan(self) -> int | None:
        """All sensors, the first in the highest bits, once every bank has been read."""
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
        """Eight sensors as they were measured last."""
        if bank * SHARE >= self.cells:
            return None
        values = self._values[bank * SHARE : min(bank * SHARE + SHARE, self.cells)]
        return values + [0] * (SHARE - len(values))

    def set_thresholds(self, on: int, off: int) -> None:
        """How far from the middle a checker is seen, and is seen no longer."""
        self._on, self._off = on, off

    def _read(self, first: int) -> None:
        """The sensors of the bank that is under power; this is what a board spends its time on."""
        measure, values, poles, gone = self._adc.read_u16, self._values, self._poles, self._off
        low, high = MIDDLE - gone, MIDDLE + gone
        for place, switch, level in self._walk:
            value = measure()
            # The next one settles while this one is weighed.
            switch(level)
            sensor = first + place
            values[sensor] = value
            poles[sensor] = 0 if low < value < high else self._pole(value, poles[sensor])

    def _pole(self, value: int, before: int) -> int:
        """What a value means where this was seen before."""
        if not RAIL <= value < 2 * MIDDLE - RAIL:
            return UNSURE
        pole = LIGHT if value > MIDDLE else DARK
        return pole if abs(value - MIDDLE) >= (self._off if before == pole else self._on) else 0

    def _select(self, sensor: int) -> None:
        """Put a sensor's bank under power, and the sensor through to the converter."""
        for bit in range(len(self._address)):
            self._address[bit].value(sensor >> bit & 1)
