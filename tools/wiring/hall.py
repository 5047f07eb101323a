"""Magnetic sensors in banks of sixteen, of which one at a time is under power."""

from collections.abc import Iterator

from firmware_bridge.pico.slot_sensors import BANK
from hardware.sensor_map import P5, SensorMap
from tools.wiring.chain import slot_name
from tools.wiring.controllers import Controller
from tools.wiring.svg_sheet import box, joint, lines, sheet, text, wire
from tools.wiring.symbols import ground, resistor

_MUX_LEGS = (13, 14, 15, 12, 1, 5, 2, 4)
_POWER_LEGS = (15, 14, 13, 12, 11, 10, 9, 7)
"""The legs of a 74HC4051 and of a 74HC138 for each bank."""
_WIDTH, _HEIGHT = 990, 612
_RAIL = 80


def banks_for(sensor_map: SensorMap) -> int:
    """The number of banks that a board has."""
    return -(-len(sensor_map) // BANK)


def hall(controller: Controller, sensor_map: SensorMap = P5) -> str:
    """One bank in full; the others are the same."""
    banks = banks_for(sensor_map)
    sensors = _sensors(sensor_map)
    return sheet(
        f"Hall sensors on the {controller.name}: bank 0 of {banks}",
        _WIDTH,
        _HEIGHT,
        [*_controller(controller), *_power(), *sensors, *_choosing(), *_words(banks)],
    )


_ROWS = {"MUX_POWER": 150, "high": 190, "low": 330, "MUX_VALUE": 400}


def _controller(controller: Controller) -> Iterator[str]:
    yield box((20, 64), 150, 390)
    yield text((95, 56), controller.name, "m b")
    uses = controller.uses
    address = [uses[f"MUX_ADDRESS {bit}"] for bit in range(1, 8)]
    high = f"A4-A6: {address[4].printed} to {address[6].printed}"
    low = f"A0-A3: {address[0].printed} to {address[3].printed}"
    told = (
        (_RAIL, controller.volts_3, "3v"),
        (_ROWS["MUX_POWER"], str(uses["MUX_POWER"]), "load"),
        (_ROWS["high"], high, "clock"),
        (_ROWS["low"], low, "clock"),
        (_ROWS["MUX_VALUE"], str(uses["MUX_VALUE"]), "data"),
        (438, "AGND, pin 33", "gnd"),
    )
    for y, words, carries in told:
        yield text((164, y + 4), words, f"s e b n{carries}")
    yield wire("gnd", (170, 434), (190, 434), (190, 446))
    yield ground((190, 446))


def _power() -> Iterator[str]:
    """The 74HC138 and the transistor that gives bank 0 its power."""
    yield wire("3v", (170, _RAIL), (640, _RAIL))
    yield box((250, 120), 130, 100, "chip")
    yield text((315, 172), "74HC138", "m b onchip")
    yield text((315, 212), "E1 4, E2 5: ground", "s m onchip")
    yield wire("load", (170, 150), (250, 150))
    yield text((256, 154), "E3 6", "s onchip")
    yield wire("clock", (170, 190), (250, 190))
    yield text((256, 194), "A B C 1 2 3", "s onchip")
    yield wire("3v", (350, _RAIL), (350, 120))
    yield joint("3v", (350, _RAIL))
    yield text((350, 133), "VCC 16", "s m onchip")
    yield text((374, 154), "Y0 15", "s e onchip")
    yield wire("load", (380, 150), (520, 150))
    yield wire("3v", (440, _RAIL), (440, 150))
    yield joint("3v", (440, _RAIL))
    yield joint("load", (440, 150))
    yield from resistor((440, 114), "10 kΩ", upright=True)
    yield box((520, 128), 70, 44)
    yield text((555, 147), "AO3401", "s m b")
    yield text((555, 161), "P-MOSFET", "s m")
    yield text((516, 144), "gate", "s e")
    yield wire("3v", (555, _RAIL), (555, 128))
    yield joint("3v", (555, _RAIL))
    yield text((562, 121), "source", "s")
    yield wire("5v", (555, 172), (555, 232), (960, 232))
    yield text((562, 186), "drain", "s")
    yield text((700, 225), "3.3 V of bank 0, only while it is read", "s n5v")


def _sensors(sensor_map: SensorMap) -> Iterator[str]:
    """The first sensors of the bank, and its multiplexer."""
    for cell, x in ((0, 660), (1, 740), (BANK - 1, 900)):
        yield wire("5v", (x, 232), (x, 256))
        yield joint("5v", (x, 232))
        yield box((x - 34, 256), 68, 46)
        yield text((x, 274), f"sensor {cell}", "s m b")
        yield text((x, 290), slot_name(cell, sensor_map), "s m")
        yield wire("data", (x - 12, 302), (x - 12, 360))
        yield wire("gnd", (x + 12, 302), (x + 12, 314))
        yield ground((x + 12, 314))
        yield text((x - 16, 345), f"I{cell}", "s e")
    yield text((820, 282), "…", "m b")
    yield box((600, 360), 330, 60, "chip")
    yield text((800, 394), "74HC4067 of bank 0, at 3.3 V", "m b onchip")
    yield text((606, 394), "S0-S3", "s onchip")
    yield text((606, 412), "common", "s onchip")
    yield text((924, 412), "EN: ground", "s e onchip")
    yield wire("clock", (170, 330), (570, 330), (570, 390), (600, 390))


def _choosing() -> Iterator[str]:
    """The multiplexer that chooses the bank."""
    yield box((330, 360), 130, 104, "chip")
    yield text((395, 420), "74HC4051", "m b onchip")
    yield text((395, 456), "INH 6, VEE 7: ground", "s m onchip")
    yield wire("data", (600, 408), (520, 408), (520, 400), (460, 400))
    yield text((454, 404), "bank 0: 13", "s e onchip")
    yield wire("data", (330, 400), (170, 400))
    yield text((336, 404), "Z 3", "s onchip")
    yield wire("clock", (230, 190), (230, 376), (330, 376))
    yield joint("clock", (230, 190))
    yield text((336, 380), "A B C 11 10 9", "s onchip")


def _words(banks: int) -> Iterator[str]:
    mux, power = (", ".join(map(str, legs[:banks])) for legs in (_MUX_LEGS, _POWER_LEGS))
    yield from lines(
        (20, 500),
        (
            (
                "A4 goes to A of both chips, A5 to B, A6 to C; A0 to A3 go to S0 to S3 of all "
                f"{banks} 74HC4067."
            ),
            (
                f"Sensor n is in bank n // {BANK}, at input n % {BANK} of its 74HC4067: "
                "sensor 17 is I1 of bank 1."
            ),
            (
                f"Banks 0 to {banks - 1} of the 74HC4051 are its legs {mux}; "
                f"of the 74HC138, {power}."
            ),
            "10 kΩ from E3 to ground keep all banks without power until the program runs.",
            "All chips are always at 3.3 V; 100 nF at each, and 1 µF at the power of each bank.",
            (
                "Look at the marks of your modules: makers of 74HC4067 boards call "
                "the common pin SIG, COM or Z."
            ),
        ),
    )
