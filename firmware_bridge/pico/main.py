"""Builds and runs the board that settings.py describes."""

import time

from firmware_bridge.pico import settings as settings_of_builder
from firmware_bridge.pico import wiring
from firmware_bridge.pico.board import Board
from firmware_bridge.pico.chip import WATCHDOG_TIMEOUT, Clock, Identity, Pico, boot_id
from firmware_bridge.pico.settings_check import check_settings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from types import ModuleType

    from firmware_bridge.pico.parts import Line, SlotSensors

CTRL_C = 3
NOBODY = -1
"""Disables the keyboard interrupt."""
SENSORS: "Mapping[str, Callable[[ModuleType, int], SlotSensors]]" = {
    "reeds": wiring.shift_chain,
    "hall": wiring.hall,
}


def board(line: "Line | None" = None, settings: "ModuleType" = settings_of_builder) -> Board:
    """The board that the settings describe, on the console unless another line is given."""
    import machine  # type: ignore[import-not-found]

    check_settings(settings)
    chip = Pico(machine)
    sensors = SENSORS[settings.SENSORS](machine, settings.CELLS) if settings.SENSORS else None
    dice = wiring.dice_line(machine, settings.DICE) if settings.DICE else None
    lamps = wiring.strip(machine, settings.LAMPS) if settings.LAMPS else None
    buttons = wiring.buttons(machine, settings.BUTTONS) if settings.BUTTONS else None
    only_dice = dice and not (sensors or lamps or buttons)
    return Board(
        line or wiring.console(),
        Clock(time.ticks_ms, time.ticks_diff),  # type: ignore[attr-defined]
        Identity(
            b"dice" if only_dice else b"kibitz",
            chip.uid,
            boot_id(chip.random_bytes()),
            settings.LAYOUT.encode(),
            places(settings) if sensors or lamps else b"",
        ),
        chip=chip,
        sensors=sensors,
        strip=lamps,
        buttons=buttons,
        piezo=wiring.piezo(machine) if settings.BUZZER else None,
        dice=dice,
        milliamps=settings.MILLIAMPS,
    )


def places(settings: "ModuleType") -> bytes:
    """The game and the places of sensors and lamps; `-` for what is not there."""
    at = settings.SENSOR_PLACES if settings.SENSORS else "-"
    lit = settings.LAMP_PLACES if settings.LAMPS else "-"
    return f"game={settings.GAME} at={at} lit={lit}".encode()


def run() -> None:
    """Runs the board until an error ends it; then the console works as on any other Pico."""
    import machine
    import micropython  # type: ignore[import-not-found]

    tick = board().tick
    watchdog = machine.WDT(timeout=WATCHDOG_TIMEOUT)
    micropython.kbd_intr(NOBODY)
    try:
        while True:
            tick()
            watchdog.feed()
            machine.idle()
    finally:
        # Debugging or copying another program may take longer than the watchdog's timeout.
        Pico(machine).stop_watchdog()
        micropython.kbd_intr(CTRL_C)


if __name__ == "__main__":
    run()
