"""The parts of a board: what to buy, how many, and why."""

from collections.abc import Iterator

from hardware.checkers import Colour
from hardware.sensor_map import P5
from service.drivers.pico_drivers import PicoButtonsOptions
from tools.wiring.chain import CHIPS, INPUTS
from tools.wiring.hall import BANKS
from tools.wiring.lamps import PLAIN_CHIPS

Part = tuple[str, str, str]
CHECKERS = 15 * len(Colour)
BUTTONS = len(PicoButtonsOptions().meanings)


def of_pico() -> Iterator[Part]:
    """A board with a Pico and reed switches."""
    yield "Raspberry Pi Pico or Pico H", "1", "reads the switches and drives the lamps"
    yield "USB cable that carries data", "1", "to the computer on which Kibitz runs"
    yield from _switches()
    yield from _strip()
    yield from _small()
    supply = "only if the lamps shall draw more than USB can give: [power](power.md)"
    yield "5 V supply", "0 or 1", supply


def of_hall() -> Iterator[Part]:
    """The parts in place of reed switches and 74HC165s."""
    yield "linear Hall sensor, three legs (TO-92)", f"{len(P5)}", "one for each slot; tells colours"
    yield "74HC4067, on a small board", f"{BANKS}", "one for each bank of sixteen sensors"
    yield "74HC4051", "1", "chooses the bank that is measured"
    yield "74HC138", "1", "chooses the bank that has power"
    yield "P-MOSFET AO3401", f"{BANKS}", "switches the power of a bank"
    yield "resistor 10 kΩ", f"{BANKS + 1}", "keep each bank off, and all of them at the start"
    yield "capacitor 1 µF", f"{BANKS}", "one at the power of each bank"
    yield "capacitor 100 nF", f"{BANKS + 2}", "one at each chip"


def of_pi() -> Iterator[Part]:
    """A board on the pins of a Pi."""
    yield "Raspberry Pi Zero 2 W, 3, 4 or 5", "1", "runs Kibitz, and has the board on its own pins"
    yield "the supply made for this Pi", "1", "others let the voltage drop"
    yield from _switches()
    yield from _strip()
    yield from _small()
    yield "LED and resistor 330 Ω", "1", "status light, if you want one"


def of_plain_lamps() -> Iterator[Part]:
    """The parts in place of the strip."""
    yield "LED, bright, 3 or 5 mm", f"{len(P5.lamps)}", "one for each place"
    yield "resistor 1 kΩ", f"{len(P5.lamps)}", "one for each LED"
    yield "74HC595", f"{PLAIN_CHIPS}", f"{len(INPUTS)} lamps each"
    yield "capacitor 100 nF", f"{PLAIN_CHIPS}", "one at each chip"


def _switches() -> Iterator[Part]:
    yield "reed switch, 14 mm glass, 20-25 AT", f"{len(P5)}", "one for each slot"
    yield ("disc magnet 10 x 3 mm, N35", f"{CHECKERS}", "one for each checker; buy a few more")
    yield "74HC165", f"{CHIPS}", f"{len(INPUTS)} switches each: {CHIPS} x {len(INPUTS)} = {len(P5)}"
    why = "the pull-ups: each input has one"
    yield f"resistor network {len(INPUTS)} x 10 kΩ, 9 legs", f"{CHIPS}", why
    yield "capacitor 100 nF", f"{CHIPS + 1}", "one at each 74HC165, one at the 74AHCT125"
    yield "resistor 33 Ω", "2", "in clock and load, for ribbons longer than 30 cm"


def _strip() -> Iterator[Part]:
    one, two, three = P5.lamp_counts
    many = f"{one}, {two} or {three}"
    yield "lamps WS2812B or SK6812", many, "one, two or three at each place"
    yield "74AHCT125", "1", "makes the 5 V that the lamps want to hear of the 3.3 V of the computer"
    yield "resistor 330 Ω", "1", "keeps the edges of the data clean"
    yield "capacitor 1000 µF, 6.3 V or more", "1", "gives the lamps what they draw all at once"


def _small() -> Iterator[Part]:
    yield "push button", f"{BUTTONS}", "light, dark, cube, no; fewer will do"
    yield "passive piezo", "1", "a disc that sounds at the pitch it is given"
    yield "resistor 100 Ω", "1", "before the piezo"
