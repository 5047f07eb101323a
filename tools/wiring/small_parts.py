"""Buttons, piezo, dice and status light, which hang on one or two pins."""

from collections.abc import Iterator, Sequence

from service.drivers.pico_drivers import PicoButtonsOptions
from tools.wiring.controllers import Controller, UsedPin
from tools.wiring.svg_sheet import box, lines, sheet, text, wire
from tools.wiring.symbols import ground, resistor

_WIDTH = 940
_ROW = 46
_LEFT, _WIDE = 20, 150
MEANINGS = [meaning.value for meaning in PicoButtonsOptions().meanings]
"""The default meanings of the buttons."""
_NAMES = {
    "Pico": ("BUTTONS", "PIEZO", "DICE_TX", "DICE_RX", ""),
    "Pi": ("button", "sounder", "dice out", "dice in", "status"),
}


def small(controller: Controller) -> str:
    """Each of them, with what it needs."""
    buttons, piezo, tell, hear, status = _NAMES[controller.name]
    uses = controller.uses
    pressed = [one for name, one in uses.items() if name.startswith(f"{buttons} ")]
    height = 90 + _ROW * (len(pressed) + (2 if status else 1))
    light = [uses[status]] if status else []
    return sheet(
        f"Buttons, piezo and dice on the {controller.name}",
        _WIDTH,
        height + 60,
        [
            box((_LEFT, 64), _WIDE, height - 60),
            text((_LEFT + _WIDE / 2, 56), controller.name, "m b"),
            *_buttons(pressed),
            *_piezo(uses[piezo], 90 + _ROW * len(pressed)),
            *(part for one in light for part in _status(one, 90 + _ROW * (len(pressed) + 1))),
            *_dice(uses[tell], uses[hear]),
            *lines(
                (20, height + 30),
                (
                    (
                        "Buttons need no resistor: the pull-up is inside the computer, "
                        "and the program waits until a contact has stopped bouncing."
                    ),
                ),
                "f",
            ),
        ],
    )


def _pin(one: UsedPin, y: float, end: float) -> Iterator[str]:
    yield text((_LEFT + _WIDE - 8, y + 4), str(one), "s e b nother")
    yield wire("other", (_LEFT + _WIDE, y), (end, y))


def _buttons(pressed: Sequence[UsedPin]) -> Iterator[str]:
    for order, (one, meaning) in enumerate(zip(pressed, MEANINGS, strict=True), 1):
        y = 90 + _ROW * (order - 1)
        yield from _pin(one, y, 330)
        yield box((240, y - 12), 22, 16, "page", 0)
        yield f'<path class="ink" d="M238 {y:g}h3l20 -9M262 {y:g}h3"/>'
        yield from _to_ground(330, y)
        yield text((408, y + 5), f"button {order}: {meaning}", "s")


def _to_ground(start: float, y: float) -> Iterator[str]:
    yield wire("gnd", (start, y), (392, y), (392, y + 10))
    yield ground((392, y + 10))


def _piezo(one: UsedPin, y: float) -> Iterator[str]:
    yield from _pin(one, y, 330)
    yield from resistor((250, y), "100 Ω")
    yield f'<circle class="part" cx="346" cy="{y:g}" r="16"/>'
    yield from _to_ground(362, y)
    yield text((408, y + 5), "passive piezo: a disc, no buzzer with electronics of its own", "s")


def _status(one: UsedPin, y: float) -> Iterator[str]:
    yield from _pin(one, y, 330)
    yield from resistor((250, y), "330 Ω")
    yield f'<path class="ink" d="M330 {y - 9:g}v18l16 -9zM346 {y - 9:g}v18"/>'
    yield from _to_ground(346, y)
    yield text((408, y + 5), "status light: an LED, its short leg to ground", "s")


def _dice(tell: UsedPin, hear: UsedPin) -> Iterator[str]:
    left, top = 640, 72
    yield text((left, top - 8), "Electronic dice, if you have some", "b")
    yield box((left, top), 110, 110)
    yield box((left + 190, top), 90, 110)
    yield text((left + 235, top + 100), "dice node", "s m b")
    for row, (one, theirs) in enumerate(((tell, "RX"), (hear, "TX"))):
        y = top + 26 + 30 * row
        yield text((left + 102, y + 4), str(one), "s e b nother")
        yield wire("other", (left + 110, y), (left + 190, y))
        yield text((left + 198, y + 4), theirs, "s b")
    yield text((left + 102, top + 90), "ground", "s e b")
    yield wire("gnd", (left + 110, top + 86), (left + 190, top + 86))
    yield text((left + 198, top + 90 - 10), "GND", "s b")
    yield from lines(
        (left, top + 130), ("3.3 V only, 115200 baud.", "RX goes to TX, TX to RX."), "s"
    )
