"""The strip of lamps with what stands between it and a computer of 3.3 V, and the plain lamps."""

from collections.abc import Iterator, Sequence

from hardware.checkers import POINTS, Place
from hardware.sensor_map import P5, SensorMap
from tools.wiring.chain import place_name
from tools.wiring.controllers import Controller, UsedPin
from tools.wiring.svg_sheet import At, box, joint, lines, sheet, text, wire
from tools.wiring.symbols import capacitor, ground, resistor

OUTPUTS = "ABCDEFGH"
"""The outputs of a 74HC595 in the order of their lamps."""
PLAIN_CHIPS = -(-len(P5.lamps) // len(OUTPUTS))
_NAMED = (
    *("QB", "QC", "QD", "QE", "QF", "QG", "QH", "GND"),
    *("QH'", "SRCLR", "SRCLK", "RCLK", "OE", "SER", "QA", "VCC"),
)
PLAIN_LEGS = {name: leg for leg, name in enumerate(_NAMED, 1)}
"""The legs of a 74HC595 by what data sheets call them."""
_DATA = {"Pico": "STRIP_DATA", "Pi": "bus out"}
_WIDTH, _HEIGHT = 990, 420
_SUPPLY, _GROUND, _ROW = 80, 300, 170


def output_of(lamp: int) -> tuple[int, str]:
    """The 74HC595 that a plain lamp hangs on, 1 being nearest to the Pi, and its output."""
    chip, order = divmod(lamp, len(OUTPUTS))
    return chip + 1, f"Q{OUTPUTS[order]}"


def strip(controller: Controller, sensor_map: SensorMap = P5) -> str:
    """The strip, its first lamp at the left."""
    return sheet(
        f"The lamps on the {controller.name}",
        _WIDTH,
        _HEIGHT,
        [
            *_rails(),
            *_sender(controller),
            *_shifter(),
            *_strip(sensor_map.lamps),
            *lines(
                (20, 352),
                (
                    (
                        "The other three gates of the 74AHCT125: legs 4, 10 and 13 to 5 V, "
                        "legs 5, 9 and 12 to ground; 6, 8 and 11 stay free."
                    ),
                    (
                        "The capacitor sits where the supply meets the strip; "
                        "the long stripe on it is minus. Look twice."
                    ),
                    _order(sensor_map),
                ),
            ),
        ],
    )


def _order(sensor_map: SensorMap) -> str:
    """A sentence about the order of the lamps."""
    if len(sensor_map.lamp_counts) > 1:
        return (
            "With two or three lamps at a place they follow each other: "
            "the lamps of point 1 first, then those of point 2."
        )
    return "The strip winds: after each row of squares it comes back through the next one."


def _rails() -> Iterator[str]:
    yield box((20, 64), 110, 32)
    yield text((75, 84), "5 V supply, plus", "s m b n5v")
    yield wire("5v", (130, _SUPPLY), (970, _SUPPLY))
    yield box((20, 284), 110, 32)
    yield text((75, 304), "supply, minus", "s m b")
    yield wire("gnd", (130, _GROUND), (970, _GROUND))
    yield ground((200, 308))
    yield wire("gnd", (200, _GROUND), (200, 308))


def _sender(controller: Controller) -> Iterator[str]:
    yield box((20, 130), 130, 130)
    yield text((85, 122), controller.name, "m b")
    yield text((142, _ROW + 4), str(controller.uses[_DATA[controller.name]]), "s e b nlamp")
    yield wire("lamp", (150, _ROW), (270, _ROW))
    yield text((142, 244), controller.ground, "s e b")
    yield wire("gnd", (150, 240), (176, 240), (176, _GROUND))
    yield joint("gnd", (176, _GROUND))
    yield text((210, _ROW - 8), "3.3 V", "s m f")


def _shifter() -> Iterator[str]:
    """One gate of four that makes 5 V of 3.3 V."""
    yield box((270, 130), 140, 110, "chip")
    yield text((340, 178), "74AHCT125", "m b onchip")
    for x, y, words, look in (
        (276, _ROW - 8, "1A 2", "s onchip"),
        (404, _ROW - 8, "1Y 3", "s e onchip"),
        (372, 144, "VCC 14", "s m onchip"),
        (300, 234, "1OE 1", "s m onchip"),
        (376, 234, "GND 7", "s m onchip"),
    ):
        yield text((x, y), words, look)
    yield wire("5v", (372, _SUPPLY), (372, 130))
    yield joint("5v", (372, _SUPPLY))
    for x in (300, 376):
        yield wire("gnd", (x, 240), (x, _GROUND))
        yield joint("gnd", (x, _GROUND))
    yield from _bridge(440, "100 nF")
    yield wire("lamp", (410, _ROW), (670, _ROW))
    yield text((470, _ROW - 8), "5 V", "s m f")
    yield from resistor((630, _ROW), "330 Ω")


def _strip(places: Sequence[Place]) -> Iterator[str]:
    """The first lamps and the last."""
    yield from _bridge(520, "1000 µF")
    yield text((536, 139), "6.3 V or more", "s")
    first, second, *_, last = places
    for order, (at, number, place) in enumerate(
        (((670, 130), 0, first), ((770, 130), 1, second), ((900, 130), len(places) - 1, last))
    ):
        yield from _lamp(at, number, place)
        if order:
            yield wire("lamp", (at[0] - 30, _ROW), (at[0], _ROW))
    yield wire("lamp", (840, _ROW), (870, _ROW), look="more")


def _bridge(x: float, words: str) -> Iterator[str]:
    """A capacitor between plus and minus; the wire of the data passes without touching."""
    yield wire("5v", (x, _SUPPLY), (x, 122))
    yield wire("gnd", (x, 122), (x, _ROW - 6))
    yield wire("gnd", (x, _ROW + 6), (x, _GROUND))
    yield joint("5v", (x, _SUPPLY))
    yield joint("gnd", (x, _GROUND))
    yield from capacitor((x, 122), words)


def _lamp(at: At, number: int, place: Place) -> Iterator[str]:
    x, y = at
    for carries, rail, edge in (("5v", _SUPPLY, y), ("gnd", _GROUND, y + 80)):
        yield wire(carries, (x + 35, rail), (x + 35, edge))
        yield joint(carries, (x + 35, rail))
    yield box(at, 70, 80)
    yield f'<circle class="nlamp" cx="{x + 35:g}" cy="{y + 22:g}" r="8"/>'
    yield text((x + 35, y + 58), f"lamp {number}", "s m b")
    named = place_name(place)
    yield text((x + 35, y + 72), f"point {named}" if place in POINTS else named, "s m")
    yield text((x + 4, y + 44), "DIN", "s f")


def plain(controller: Controller) -> str:
    """Plain lamps on 74HC595s, which only a Pi has."""
    parts: list[str] = []
    for chip in range(1, PLAIN_CHIPS + 1):
        parts += _plain_chip(chip, 190 + (chip - 1) * 185)
    return sheet(
        "Plain lamps on the Pi: an LED for each place",
        _WIDTH,
        470,
        [*_plain_sender(controller), *parts, *_plain_words()],
    )


def _plain_sender(controller: Controller) -> Iterator[str]:
    yield box((20, 64), 130, 186)
    yield text((85, 56), controller.name, "m b")
    uses: dict[str, UsedPin | str] = {
        "3v": controller.volts_3,
        "load": controller.uses["lamps latch"],
        "clock": controller.uses["bus clock"],
        "lamp": controller.uses["bus out"],
    }
    for (carries, words), y in zip(uses.items(), (84, 110, 136, 200), strict=True):
        yield text((142, y + 4), str(words), f"s e b n{carries}")
        end = 190 if carries == "lamp" else 190 + (PLAIN_CHIPS - 1) * 185 + 130
        yield wire(carries, (150, y), (end, y))


def _plain_chip(chip: int, left: float) -> Iterator[str]:
    yield box((left, 170), 150, 100, "chip")
    yield text((left + 75, 220), f"chip {chip}", "m b onchip")
    yield text((left + 75, 234), "74HC595", "s m onchip")
    for carries, name, x, rail in (
        ("load", "RCLK", 26, 110),
        ("clock", "SRCLK", 74, 136),
        ("3v", "VCC", 126, 84),
    ):
        yield wire(carries, (left + x, rail), (left + x, 170))
        yield joint(carries, (left + x, rail))
        yield text((left + x, 183), f"{name} {PLAIN_LEGS[name]}", "s m onchip")
    yield text((left + 5, 205), f"SER {PLAIN_LEGS['SER']}", "s onchip")
    if chip < PLAIN_CHIPS:
        yield text((left + 145, 205), f"QH' {PLAIN_LEGS[INVERSE]}", "s e onchip")
        yield wire("lamp", (left + 150, 200), (left + 185, 200))
    for lamp, place in enumerate(P5.lamps):
        of, output = output_of(lamp)
        if of != chip:
            continue
        leg = left + 12 + OUTPUTS.index(output[1]) * 18
        yield text((leg, 252), output[1], "s m b onchip")
        yield text((leg, 264), str(PLAIN_LEGS[output]), "s m onchip")
        yield wire("other", (leg, 270), (leg, 286))
        yield (
            f'<text class="s" transform="translate({leg - 4:g} 290)rotate(90)">'
            f"{place_name(place)}</text>"
        )


INVERSE = "QH'"


def _plain_words() -> Iterator[str]:
    yield from lines(
        (20, 372),
        (
            (
                "Every output: 1 kΩ, then an LED, its short leg to ground. "
                "Under each output: the point, or the half of the bar."
            ),
            (
                f"At every chip: leg {PLAIN_LEGS['GND']} (GND) and leg {PLAIN_LEGS['OE']} (OE) "
                f"to ground, leg {PLAIN_LEGS['SRCLR']} (SRCLR) to 3.3 V, "
                "100 nF between VCC and GND, close to the chip."
            ),
            (
                f"Leg {PLAIN_LEGS[INVERSE]} (QH') goes to leg {PLAIN_LEGS['SER']} (SER) "
                "of the chip after it."
            ),
            (
                "1 kΩ is enough for a bright LED and keeps each at about 1 mA: 26 of them are easy "
                "for the 3.3 V of a Pi."
            ),
        ),
    )
