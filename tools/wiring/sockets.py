"""The pins of a Pico and of a Pi, each with what is wired to it."""

from collections.abc import Iterator

from tools.wiring.controllers import PICO_EDGES, Controller
from tools.wiring.svg_sheet import At, box, lines, sheet, text, wire

WIDTH = 760
PITCH = 24
TOP = 74
PICO_LEFT, PICO_WIDE = 320, 120
HEADER_LEFT, HEADER_WIDE = 552, 56
HEADER_SHEET = 944
LEAD = 34
LONG = 46
"""Letters of words that are written small."""
HALF = 20
"""Pins on each side of a Pico, and in each row of the header of a Pi."""


def pico_pins(controller: Controller) -> str:
    """A Pico from above, its USB socket at the top."""
    height = TOP + HALF * PITCH + 78
    return sheet(
        "The Pico from above, USB at the top",
        WIDTH,
        height,
        [
            box((PICO_LEFT, TOP - 18), PICO_WIDE, HALF * PITCH + 22, "part", 10),
            box((PICO_LEFT + 40, TOP - 28), 40, 22, "chip", 3),
            text((PICO_LEFT + 60, TOP - 13), "USB", "s m onchip"),
            box((PICO_LEFT + 47, TOP + 182), 26, 26, "chip", 2),
            *_pico_sides(controller),
            *lines(
                (20, height - 44),
                (
                    (
                        "With reed switches, the Hall pins stay free; with Hall sensors, those of "
                        "the 74HC165 do."
                    ),
                    "Any ground pin will do; they are all one.",
                ),
                "f",
            ),
        ],
    )


def _pico_sides(controller: Controller) -> Iterator[str]:
    used = {one.number: one for one in controller.uses.values()}
    for number, printed in enumerate(PICO_EDGES, 1):
        on_left = number <= HALF
        row = number - 1 if on_left else 2 * HALF - number
        y = TOP + (row + 0.5) * PITCH
        wired = used.get(number)
        soldered = wired or controller.power.get(number)
        words, carries = (soldered.use, soldered.carries) if soldered else ("", "")
        edge = PICO_LEFT if on_left else PICO_LEFT + PICO_WIDE
        yield from _pin((edge, y), f"{number}", words, carries, on_left=on_left)
        inner = edge + (12 if on_left else -12)
        look = ("s" if on_left else "s e") + (" b" if wired else " f")
        yield text((inner, y + 4), printed, look)


def pi_pins(controller: Controller) -> str:
    """The header of a Pi, its first pin at the top left."""
    height = TOP + HALF * PITCH + 78
    left = HEADER_LEFT
    return sheet(
        "The header of a Pi: turn the Pi so that pin 1 is at the top left",
        HEADER_SHEET,
        height,
        [
            box((left - 8, TOP - 10), HEADER_WIDE + 16, HALF * PITCH + 20, "part", 6),
            *_pi_rows(controller),
            *lines(
                (20, height - 44),
                (
                    "Pin 1 has a square pad, and is at the end where the SD card is.",
                    "Pins without words stay free.",
                ),
                "f",
            ),
        ],
    )


def _pi_rows(controller: Controller) -> Iterator[str]:
    used = {one.number: one for one in controller.uses.values()}
    for number in range(1, 2 * HALF + 1):
        on_left = number % 2 == 1
        y = TOP + ((number - 1) // 2 + 0.5) * PITCH
        wired = used.get(number)
        words, carries = (f"{wired.printed}  {wired.use}", wired.carries) if wired else ("", "")
        if supply := controller.power.get(number):
            words, carries = supply.use, supply.carries
        x = HEADER_LEFT if on_left else HEADER_LEFT + HEADER_WIDE
        yield from _pin((x, y), "", words, carries, on_left=on_left)
        centre = HEADER_LEFT + (14 if on_left else HEADER_WIDE - 14)
        yield box((centre - 11, y - 9), 22, 18, "chip", 2 if number == 1 else 9)
        yield text((centre, y + 4), str(number), "s m onchip" + (" b" if wired else ""))


def _pin(at: At, number: str, words: str, carries: str, *, on_left: bool) -> Iterator[str]:
    """A pin with its lead, and what it is for beyond it."""
    (x, y), way = at, -1 if on_left else 1
    if words:
        yield wire(carries, (x, y), (x + way * LEAD, y))
        weight = "b" if len(words) < LONG else "s b"
        look = f"n{carries} {weight}" if carries != "gnd" else "f"
        yield text((x + way * (LEAD + 7), y + 4), words, look + (" e" if on_left else ""))
    if number:
        yield box((x - 9, y - 8), 18, 16, "chip", 8)
        yield text((x, y + 4), number, "s m onchip")
