"""The parts of a board: what to buy, how many, and why."""

from collections.abc import Iterator

from hardware.sensor_map import P5, SensorMap
from service.drivers.pico_drivers import PicoButtonsOptions
from tools.wiring.chain import INPUTS, chips_for
from tools.wiring.hall import banks_for
from tools.wiring.lamps import PLAIN_CHIPS

Part = tuple[str, str, str]
BUTTONS = len(PicoButtonsOptions().meanings)


def of_pico(sensor_map: SensorMap = P5) -> Iterator[Part]:
    """A board with a Pico and reed switches."""
    yield "Raspberry Pi Pico or Pico H", "1", "reads the switches and drives the lamps"
    yield "USB cable that carries data", "1", "to the computer on which Kibitz runs"
    yield from _switches(sensor_map)
    yield from _strip(sensor_map)
    yield from _small()
    supply = "only if the lamps shall draw more than USB can give: [power](power.md)"
    yield "5 V supply", "0 or 1", supply


def of_hall(sensor_map: SensorMap = P5) -> Iterator[Part]:
    """The parts in place of reed switches and 74HC165s."""
    banks = banks_for(sensor_map)
    sensors = f"{len(sensor_map)}"
    yield "linear Hall sensor, three legs (TO-92)", sensors, "one for each slot; tells colours"
    yield "74HC4067, on a small board", f"{banks}", "one for each bank of sixteen sensors"
    yield "74HC4051", "1", "chooses the bank that is measured"
    yield "74HC138", "1", "chooses the bank that has power"
    yield "P-MOSFET AO3401", f"{banks}", "switches the power of a bank"
    yield "resistor 10 kΩ", f"{banks + 1}", "keep each bank off, and all of them at the start"
    yield "capacitor 1 µF", f"{banks}", "one at the power of each bank"
    yield "capacitor 100 nF", f"{banks + 2}", "one at each chip"


def of_pi() -> Iterator[Part]:
    """A board on the pins of a Pi."""
    yield "Raspberry Pi Zero 2 W, 3, 4 or 5", "1", "runs Kibitz, and has the board on its own pins"
    yield "the supply made for this Pi", "1", "others let the voltage drop"
    yield from _switches(P5)
    yield from _strip(P5)
    yield from _small()
    yield "LED and resistor 330 Ω", "1", "status light, if you want one"


def of_plain_lamps() -> Iterator[Part]:
    """The parts in place of the strip."""
    yield "LED, bright, 3 or 5 mm", f"{len(P5.lamps)}", "one for each place"
    yield "resistor 1 kΩ", f"{len(P5.lamps)}", "one for each LED"
    yield "74HC595", f"{PLAIN_CHIPS}", f"{len(INPUTS)} lamps each"
    yield "capacitor 100 nF", f"{PLAIN_CHIPS}", "one at each chip"


def _switches(sensor_map: SensorMap) -> Iterator[Part]:
    sensors, each = len(sensor_map), len(INPUTS)
    chips, checkers = chips_for(sensors), sensor_map.board.checkers
    yield "reed switch, 14 mm glass, 20-25 AT", f"{sensors}", "one for each slot"
    yield ("disc magnet 10 x 3 mm, N35", f"{checkers}", "one for each checker; buy a few more")
    yield "74HC165", f"{chips}", f"{each} switches each: {chips} x {each} = {sensors}"
    why = "the pull-ups: each input has one"
    yield f"resistor network {each} x 10 kΩ, 9 legs", f"{chips}", why
    yield "capacitor 100 nF", f"{chips + 1}", "one at each 74HC165, one at the 74AHCT125"
    yield "resistor 33 Ω", "2", "in clock and load, for ribbons longer than 30 cm"


def _strip(sensor_map: SensorMap) -> Iterator[Part]:
    *some, most = map(str, sensor_map.lamp_counts)
    many = f"{', '.join(some)} or {most}" if some else most
    each = "one, two or three at each place" if some else "one at each place"
    yield "lamps WS2812B or SK6812", many, each
    yield "74AHCT125", "1", "makes the 5 V that the lamps want to hear of the 3.3 V of the computer"
    yield "resistor 330 Ω", "1", "keeps the edges of the data clean"
    yield "capacitor 1000 µF, 6.3 V or more", "1", "gives the lamps what they draw all at once"


def _small() -> Iterator[Part]:
    yield "push button", f"{BUTTONS}", "light, dark, cube, no; fewer will do"
    yield "passive piezo", "1", "a disc that sounds at the pitch it is given"
    yield "resistor 100 Ω", "1", "before the piezo"
