"""Runs the board that the settings describe."""

import time

from firmware_bridge.pico import settings as settings_of_builder
from firmware_bridge.pico import wiring
from firmware_bridge.pico.board import Board
from firmware_bridge.pico.built import check
from firmware_bridge.pico.chip import PATIENCE, Pico
from firmware_bridge.pico.clock import Clock
from firmware_bridge.pico.identity import Identity, boot_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from types import ModuleType

    from firmware_bridge.pico.parts import Line, Switches

CTRL_C = 3
NOBODY = -1
"""No byte at all interrupts the program."""
SENSORS: "Mapping[str, Callable[[ModuleType], Switches]]" = {
    "reeds": wiring.shift_chain,
    "hall": wiring.hall,
}


def board(line: "Line | None" = None, settings: "ModuleType" = settings_of_builder) -> Board:
    """The board as it was built, on the console unless another line is given."""
    import machine  # type: ignore[import-not-found]

    check(settings)
    chip = Pico(machine)
    sensors = SENSORS[settings.SENSORS](machine) if settings.SENSORS else None
    dice = wiring.dice_line(machine, settings.DICE) if settings.DICE else None
    lamps = wiring.strip(machine, settings.LAMPS) if settings.LAMPS else None
    buttons = wiring.keys(machine, settings.BUTTONS) if settings.BUTTONS else None
    only_dice = dice and not (sensors or lamps or buttons)
    return Board(
        line or wiring.console(),
        Clock(time.ticks_ms, time.ticks_diff),  # type: ignore[attr-defined]
        Identity(
            b"dice" if only_dice else b"kibitz",
            chip.uid,
            boot_of(chip.chance()),
            settings.LAYOUT.encode(),
        ),
        chip=chip,
        switches=sensors,
        strip=lamps,
        buttons=buttons,
        buzzer=wiring.piezo(machine) if settings.BUZZER else None,
        dice=dice,
        milliamps=settings.MILLIAMPS,
    )


def run() -> None:
    """Be the board until something breaks; then the console is as any other Pico's."""
    import machine
    import micropython  # type: ignore[import-not-found]

    step = board().step
    watchdog = machine.WDT(timeout=PATIENCE)
    micropython.kbd_intr(NOBODY)
    try:
        while True:
            step()
            watchdog.feed()
            machine.idle()
    finally:
        # Whoever looks for the fault, or copies another program, may need longer than its patience.
        Pico(machine).stop_watchdog()
        micropython.kbd_intr(CTRL_C)


if __name__ == "__main__":
    run()
