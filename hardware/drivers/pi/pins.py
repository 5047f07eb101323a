"""The assignment of the pins of a Raspberry Pi; drivers and wiring diagrams use it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class Pin:
    """One pin by both of its numbers, and its use."""

    bcm: int
    """The number that software uses: GPIO0 to GPIO27."""
    header: int
    """The position on the header: 1 to 40, 1 being the one with the square pad."""
    use: str

    @property
    def gpio(self) -> str:
        """The name of the pin in data sheets."""
        return f"GPIO{self.bcm}"

    def __str__(self) -> str:
        return f"{self.gpio} (pin {self.header})"


BUS_CLOCK = Pin(11, 23, "SPI0 SCLK: clock of the 74HC165s, and of the 74HC595s")
BUS_IN = Pin(9, 21, "SPI0 MISO: output QH of the first 74HC165")
BUS_OUT = Pin(10, 19, "SPI0 MOSI: through a 74AHCT125 to the WS2812s, or to the first 74HC595")
CHAIN_SELECT = Pin(8, 24, "SPI0 CE0: leave it free, the bus drives it")
LAMPS_SELECT = Pin(7, 26, "SPI0 CE1: leave it free, the bus drives it")
CHAIN_LOAD = Pin(25, 22, "SH/LD of all 74HC165s")
LAMPS_LATCH = Pin(24, 18, "RCLK of all 74HC595s")
BUTTONS = (
    Pin(5, 29, "first button, to ground"),
    Pin(6, 31, "second button, to ground"),
    Pin(13, 33, "third button, to ground"),
    Pin(19, 35, "fourth button, to ground"),
)
SOUNDER = Pin(12, 32, "piezo")
STATUS = Pin(26, 37, "status light, through 330 ohms")
DICE_OUT = Pin(14, 8, "UART TXD: RX of a dice node")
DICE_IN = Pin(15, 10, "UART RXD: TX of a dice node")

PINS: Mapping[str, Pin] = MappingProxyType(
    {
        "bus clock": BUS_CLOCK,
        "bus in": BUS_IN,
        "bus out": BUS_OUT,
        "chain select": CHAIN_SELECT,
        "lamps select": LAMPS_SELECT,
        "chain load": CHAIN_LOAD,
        "lamps latch": LAMPS_LATCH,
        **{f"button {number}": pin for number, pin in enumerate(BUTTONS, start=1)},
        "sounder": SOUNDER,
        "status": STATUS,
        "dice out": DICE_OUT,
        "dice in": DICE_IN,
    }
)
"""All used pins, by name."""

POWER_3V3 = (1, 17)
POWER_5V = (2, 4)
GROUND = (6, 9, 14, 20, 25, 30, 34, 39)
"""Pins of the header that carry no signal."""
