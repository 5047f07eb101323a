"""The chain of 74HC165 that reads the switches: chips, inputs and sensors."""

from collections.abc import Iterator, Mapping, Sequence

from hardware.checkers import POINTS, Place
from hardware.sensor_map import P5, SensorMap
from tools.wiring.controllers import Controller
from tools.wiring.svg_sheet import box, joint, lines, sheet, text, wire
from tools.wiring.symbols import capacitor, ground, resistor, switch

INPUTS = "HGFEDCBA"
"""The inputs of a chip in the order in which they are read: H leaves it first."""
_NAMED = (
    *("SH/LD", "CLK", "E", "F", "G", "H", "QH'", "GND"),
    *("QH", "SER", "A", "B", "C", "D", "CLK INH", "VCC"),
)
LEGS: Mapping[str, int] = {name: leg for leg, name in enumerate(_NAMED, 1)}
"""The legs of a 74HC165 by what data sheets call them."""
INVERSE = "QH'"

_SIGNALS = {
    "Pico": {"data": "CHAIN_DATA", "load": "CHAIN_LOAD", "clock": "CHAIN_CLOCK"},
    "Pi": {"data": "bus in", "load": "chain load", "clock": "bus clock"},
}
_WIDTH, _HEIGHT = 990, 624
_BUSES = {"3v": 84, "load": 112, "clock": 140}
_TOP, _CHIP_HIGH, _CHIP_WIDE = 190, 110, 196
_LEFTS = (200, 466, 748)
_OUT = 22
"""Distance of QH and SER from the top of a chip."""


def input_of(cell: int) -> tuple[int, str]:
    """The chip that a sensor hangs on, 1 being nearest to the controller, and its input."""
    chip, order = divmod(cell, len(INPUTS))
    return chip + 1, INPUTS[order]


def chips_for(count: int) -> int:
    """The number of chips with eight inputs or outputs each."""
    return -(-count // len(INPUTS))


def slot_name(cell: int, sensor_map: SensorMap = P5) -> str:
    """The slot above a sensor, in short: 13/2 is the second of point 13, c3 a square."""
    place, slot = sensor_map.place_of(cell)
    return f"{place_name(place)}/{slot}" if sensor_map.slots[place] > 1 else place_name(place)


def place_name(place: Place) -> str:
    """The name of a place on a map."""
    return str(POINTS.index(place) + 1) if place in POINTS else f"{place}"


def chain(controller: Controller, sensor_map: SensorMap = P5) -> str:
    """The chain, its first chip at the left."""
    chips = chips_for(len(sensor_map))
    drawn = zip((1, 2, chips), _LEFTS, strict=True)
    parts = [
        *_controller(controller),
        *_buses(),
        *(part for chip, left in drawn for part in _chip(chip, left, sensor_map)),
        *_links(chips),
        *_each_input(),
        *_each_chip(controller.name, sensor_map),
    ]
    return sheet(f"The switches on the {controller.name}", _WIDTH, _HEIGHT, parts)


def _controller(controller: Controller) -> Iterator[str]:
    yield box((20, 64), 128, 250)
    yield text((84, 56), controller.name, "m b")
    named = _SIGNALS[controller.name]
    told = {"3v": controller.volts_3, **{k: str(controller.uses[v]) for k, v in named.items()}}
    for carries, words in told.items():
        y = _BUSES.get(carries, _TOP + _OUT)
        yield text((140, y + 4), words, f"s e b n{carries}")
    yield text((140, 302), controller.ground, "s e b")
    yield wire("gnd", (148, 298), (172, 298), (172, 316))
    yield ground((172, 316))
    yield wire("data", (148, _TOP + _OUT), (_LEFTS[0], _TOP + _OUT))


def _buses() -> Iterator[str]:
    for carries, y in _BUSES.items():
        yield wire(carries, (148, y), (_LEFTS[1] + 200, y))
        yield wire(carries, (_LEFTS[1] + 200, y), (_LEFTS[2] - 20, y), look="more")
        yield wire(carries, (_LEFTS[2] - 20, y), (_taps(_LEFTS[2])[carries], y))
    for carries in ("load", "clock"):
        yield from resistor((176, _BUSES[carries]), "33 Ω")


def _taps(left: float) -> Mapping[str, float]:
    """The points where the wires from above come into a chip."""
    return {"load": left + 26, "clock": left + 66, "3v": left + 156}


def _chip(chip: int, left: float, sensor_map: SensorMap) -> Iterator[str]:
    yield box((left, _TOP), _CHIP_WIDE, _CHIP_HIGH, "chip")
    yield text((left + _CHIP_WIDE / 2, _TOP + 62), f"chip {chip}", "m b onchip")
    yield text((left + _CHIP_WIDE / 2, _TOP + 78), "74HC165", "s m onchip")
    for carries, x in _taps(left).items():
        leg = {"load": "SH/LD", "clock": "CLK", "3v": "VCC"}[carries]
        yield wire(carries, (x, _BUSES[carries]), (x, _TOP))
        yield joint(carries, (x, _BUSES[carries]))
        yield text((x, _TOP + 13), f"{leg} {LEGS[leg]}", "s m onchip")
    yield text((left + 5, _TOP + _OUT + 12), f"QH {LEGS['QH']}", "s onchip")
    yield text((left + _CHIP_WIDE - 5, _TOP + _OUT + 12), f"SER {LEGS['SER']}", "s e onchip")
    yield from _inputs(chip, left, sensor_map)


def _inputs(chip: int, left: float, sensor_map: SensorMap) -> Iterator[str]:
    bottom = _TOP + _CHIP_HIGH
    for order, name in enumerate(INPUTS):
        x = left + 15 + order * 23.7
        cell = (chip - 1) * len(INPUTS) + order
        yield wire("other", (x, bottom), (x, bottom + 16))
        yield text((x, bottom - 18), name, "s m b onchip")
        yield text((x, bottom - 6), str(LEGS[name]), "s m onchip")
        yield text((x, bottom + 30), str(cell), "s m b")
        yield (
            f'<text class="s" transform="translate({x + 4:g} {bottom + 40})rotate(90)">'
            f"{slot_name(cell, sensor_map)}</text>"
        )


def _links(chips: int) -> Iterator[str]:
    """From QH of each chip to SER of the one before it."""
    y = _TOP + _OUT
    yield wire("data", (_LEFTS[1], y), (_LEFTS[0] + _CHIP_WIDE, y))
    yield wire("data", (_LEFTS[1] + 200, y), (_LEFTS[1] + _CHIP_WIDE, y))
    yield wire("data", (_LEFTS[1] + 200, y), (_LEFTS[2] - 20, y), look="more")
    yield wire("data", (_LEFTS[2], y), (_LEFTS[2] - 20, y))
    yield text((_LEFTS[2] - 48, y + 34), f"chips 3 to {chips - 1}", "s m f")
    end = _LEFTS[2] + _CHIP_WIDE
    top = _BUSES["3v"]
    yield wire("3v", (end, y), (end + 24, y), (end + 24, top), (_taps(_LEFTS[2])["3v"], top))


def _each_input() -> Iterator[str]:
    """The wiring of one input."""
    x, top = 92, 462
    yield text((20, top - 16), "At every input", "b")
    yield wire("3v", (x, top), (x, top + 50))
    yield wire("other", (x, top + 50), (x, top + 100))
    yield wire("other", (x, top + 50), (x + 92, top + 50))
    yield wire("gnd", (x, top + 100), (x, top + 140))
    yield joint("other", (x, top + 50))
    yield text((x - 8, top + 8), "3.3 V", "s e b n3v")
    yield from resistor((x, top + 24), "10 kΩ", upright=True)
    yield from switch((x, top + 94), "reed switch: closed by a magnet")
    yield ground((x, top + 140))
    yield text((x + 98, top + 54), "to the input", "s")


def _each_chip(name: str, sensor_map: SensorMap) -> Iterator[str]:
    """The parts that every chip needs besides."""
    x, top = 360, 462
    yield text((x - 40, top - 16), "At every chip", "b")
    yield wire("3v", (x, top + 16), (x, top + 46))
    yield wire("gnd", (x, top + 46), (x, top + 80))
    yield text((x, top + 10), f"VCC {LEGS['VCC']}", "s m b n3v")
    yield from capacitor((x, top + 48), "100 nF, close to the chip")
    yield ground((x, top + 80))
    told: Sequence[str] = (
        f"Legs {LEGS['GND']} (GND) and {LEGS['CLK INH']} (CLK INH) of every chip go to ground.",
        f"Leg {LEGS['QH']} (QH) goes to leg {LEGS['SER']} (SER) of the chip before it.",
        f"SER of the last chip goes to 3.3 V; leg {LEGS[INVERSE]} of each stays free.",
        "All chips run at 3.3 V, never at 5 V.",
        f"The 33 Ω stand near the {name}; a ribbon up to 30 cm needs none.",
        "Under each input: the number of its sensor, and its slot.",
        _example(sensor_map),
    )
    yield from lines((560, top - 16), told)


def _example(sensor_map: SensorMap) -> str:
    """An explanation of the name of a slot."""
    if max(sensor_map.slots.values()) > 1:
        return "13/2 is the second slot of point 13, counted from the rim."
    row = [slot_name(cell, sensor_map) for cell in range(len(INPUTS))]
    return f"Each chip reads one row of squares: chip 1 has {row[0]} to {row[-1]}."
