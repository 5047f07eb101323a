"""The two computers that a board can hang on, and the uses of their pins."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from firmware_bridge.pico import pins as pico
from hardware.drivers.pi import pins as pi

PICO_EDGES = (
    *("GP0", "GP1", "GND", "GP2", "GP3", "GP4", "GP5", "GND", "GP6", "GP7"),
    *("GP8", "GP9", "GND", "GP10", "GP11", "GP12", "GP13", "GND", "GP14", "GP15"),
    *("GP16", "GP17", "GND", "GP18", "GP19", "GP20", "GP21", "GND", "GP22", "RUN"),
    *("GP26", "GP27", "AGND", "GP28", "VREF", "3V3", "3V3_EN", "GND", "VSYS", "VBUS"),
)
"""The print beside the pins 1 to 40 of a Pico."""
PICO_POWER: Mapping[str, tuple[str, str]] = {
    "3V3": ("3.3 V for the chips", "3v"),
    "VBUS": ("5 V of the USB cable", "5v"),
    "GND": ("ground", "gnd"),
    "AGND": ("ground, for Hall sensors", "gnd"),
}
"""The purposes of the pins with power, and the colours of their wires."""
PICO_USES: Mapping[str, tuple[str, str]] = {
    "MUX_ADDRESS": ("Hall board: address A{0}", "clock"),
    "BUTTONS": ("button {1}, to ground", "other"),
    "PIEZO": ("piezo", "other"),
    "MUX_POWER": ("Hall board: E3 of the 74HC138", "load"),
    "CHAIN_DATA": ("QH of chip 1", "data"),
    "CHAIN_LOAD": ("SH/LD of all 74HC165", "load"),
    "CHAIN_CLOCK": ("CLK of all 74HC165", "clock"),
    "CHAIN_SPARE": ("leave it free, the SPI moves it", "gnd"),
    "DICE_TX": ("to RX of the dice", "other"),
    "DICE_RX": ("from TX of the dice", "other"),
    "STRIP_DATA": ("lamps, through the 74AHCT125", "lamp"),
    "MUX_VALUE": ("Hall board: output of the 74HC4051", "data"),
}
"""The far end of the wire at each pin of the Pico's map, and the colour of that wire."""
PI_WIRES: Mapping[str, str] = {
    "bus clock": "clock",
    "bus in": "data",
    "bus out": "lamp",
    "chain load": "load",
    "lamps latch": "load",
    "chain select": "gnd",
    "lamps select": "gnd",
}
"""The colours of the Pi's wires; all others are as those of buttons."""


@dataclass(frozen=True, slots=True)
class UsedPin:
    """A pin that is used."""

    number: int
    """As fingers count."""
    printed: str
    use: str
    carries: str

    def __str__(self) -> str:
        return f"{self.printed}, pin {self.number}"


@dataclass(frozen=True, slots=True)
class Supply:
    """Pins that give power, or are ground, and are all one."""

    numbers: tuple[int, ...]
    printed: str
    use: str
    carries: str


@dataclass(frozen=True, slots=True)
class Controller:
    """A computer that a board hangs on."""

    name: str
    volts_3: str
    """Its pins with 3.3 V, for the chips."""
    ground: str
    uses: Mapping[str, UsedPin] = field(repr=False)
    """Every pin that is used, by the name it has in the map; several of a kind are numbered."""
    supplies: tuple[Supply, ...] = field(repr=False)

    @property
    def power(self) -> Mapping[int, Supply]:
        """The supplies, by the number of each of their pins."""
        return {number: supply for supply in self.supplies for number in supply.numbers}


def _pico_uses() -> Iterator[tuple[str, UsedPin]]:
    for name, (use, carries) in PICO_USES.items():
        given = getattr(pico, name)
        many = given if isinstance(given, tuple) else (given,)
        for order, gpio in enumerate(many):
            key = f"{name} {order + 1}" if isinstance(given, tuple) else name
            printed = f"GP{gpio}"
            pin = PICO_EDGES.index(printed) + 1
            yield key, UsedPin(pin, printed, use.format(order, order + 1), carries)


def _pi_uses() -> Iterator[tuple[str, UsedPin]]:
    for name, pin in pi.PINS.items():
        yield name, UsedPin(pin.header, pin.gpio, pin.use, PI_WIRES.get(name, "other"))


def pico_controller() -> Controller:
    """The Pico, by the map of its firmware."""
    supplies = tuple(
        Supply(_printed_pins(name), name, use, carries)
        for name, (use, carries) in PICO_POWER.items()
    )
    return Controller("Pico", "3V3, pin 36", "GND, pin 38", dict(_pico_uses()), supplies)


def _printed_pins(name: str) -> tuple[int, ...]:
    """The pins of a Pico beside which this is printed."""
    return tuple(number for number, printed in enumerate(PICO_EDGES, 1) if printed == name)


def pi_controller() -> Controller:
    """The Pi alone, by the map of its drivers."""
    supplies = (
        Supply(pi.POWER_3V3, "3V3", "3.3 V for the chips", "3v"),
        Supply(pi.POWER_5V, "5V", "5 V for the lamps", "5v"),
        Supply(pi.GROUND, "GND", "ground", "gnd"),
    )
    volts_3 = f"3.3 V, pin {pi.POWER_3V3[0]}"
    return Controller("Pi", volts_3, "GND, pin 6", dict(_pi_uses()), supplies)
