"""Puts a board together from the settings, and runs it for ever."""

import gc
import time

from firmware_bridge.pico import pins
from firmware_bridge.pico import settings as built
from firmware_bridge.pico.board import Board
from firmware_bridge.pico.clock import Clock
from firmware_bridge.pico.console import Console
from firmware_bridge.pico.dice_line import DiceLine
from firmware_bridge.pico.hall import Hall
from firmware_bridge.pico.identity import Identity, boot_of
from firmware_bridge.pico.keys import PinKeys
from firmware_bridge.pico.piezo import PwmPiezo
from firmware_bridge.pico.shift_chain import ShiftChain
from firmware_bridge.pico.strip import Strip

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType

    from firmware_bridge.pico.parts import Line, Pin, Switches

CELLS = 128
CHAIN_HERTZ = 1_000_000
"""A ribbon cable of some length carries no more."""
DICE_BAUD = 115_200
PATIENCE = 8000
"""Milliseconds without a step after which the watchdog starts the Pico again; it knows no more."""
WATCHDOG_CLEAR = 0x4005B000
WATCHDOG_ENABLED = 1 << 30
CTRL_C = 3


def board(line: "Line | None" = None, settings: "ModuleType" = built) -> Board:
    """The board as it was built, on the console unless another line is given."""
    import machine  # type: ignore[import-not-found]

    switches = sensors(machine, settings.SENSORS)
    dice = dice_line(machine, settings.DICE) if settings.DICE else None
    lamps = strip(machine, settings.LAMPS) if settings.LAMPS else None
    buttons = keys(machine, settings.BUTTONS) if settings.BUTTONS else None
    only_dice = dice and not (switches or lamps or buttons)
    return Board(
        line or console(),
        Clock(time.ticks_ms, time.ticks_diff),  # type: ignore[attr-defined]
        Identity(
            b"dice" if only_dice else b"kibitz",
            name(machine),
            boot_of(chance(machine)),
            settings.LAYOUT.encode(),
        ),
        chip=Pico(machine),
        switches=switches,
        strip=lamps,
        buttons=buttons,
        buzzer=piezo(machine) if settings.BUZZER else None,
        dice=dice,
        milliamps=settings.MILLIAMPS,
    )


class Pico:
    """The chip itself."""

    def __init__(self, machine: "ModuleType") -> None:
        self.restart = machine.reset

    def memory(self) -> int:
        """Bytes that are free; tidying up takes its time now and not whenever it likes."""
        gc.collect()
        free: int = gc.mem_free()  # type: ignore[attr-defined]
        return free


def sensors(machine: "ModuleType", kind: str | None) -> "Switches | None":
    """What looks for checkers, if anything does."""
    if kind == "reeds":
        return shift_chain(machine)
    if kind == "hall":
        return hall(machine)
    if kind is None:
        return None
    raise ValueError('SENSORS in settings.py is "reeds", "hall" or None')


def shift_chain(machine: "ModuleType") -> ShiftChain:
    """Switches on shift registers."""
    # Mode 2: read on the falling edge; the registers shift on the rising one, half a clock away.
    spi = machine.SPI(
        0,
        baudrate=CHAIN_HERTZ,
        polarity=1,
        phase=0,
        sck=machine.Pin(pins.CHAIN_CLOCK),
        mosi=machine.Pin(pins.CHAIN_SPARE),
        miso=machine.Pin(pins.CHAIN_DATA),
    )
    return ShiftChain(spi, output(machine, pins.CHAIN_LOAD, 1), CELLS)


def hall(machine: "ModuleType") -> Hall:
    """Magnetic sensors behind multiplexers."""
    address = [output(machine, pin, 0) for pin in pins.MUX_ADDRESS]
    adc = machine.ADC(machine.Pin(pins.MUX_VALUE))
    return Hall(adc, address, output(machine, pins.MUX_POWER, 0), CELLS)


def strip(machine: "ModuleType", count: int) -> Strip:
    """The lamps."""
    return Strip(machine.bitstream, output(machine, pins.STRIP_DATA, 0), count)


def keys(machine: "ModuleType", count: int) -> PinKeys:
    """The first so many buttons."""
    pin = machine.Pin
    return PinKeys([pin(number, pin.IN, pin.PULL_UP) for number in pins.BUTTONS[:count]])


def piezo(machine: "ModuleType") -> PwmPiezo:
    """What sounds."""
    return PwmPiezo(machine.PWM(machine.Pin(pins.PIEZO)))


def dice_line(machine: "ModuleType", pairs: int) -> DiceLine:
    """Dice on the second serial line."""
    uart = machine.UART(
        1,
        baudrate=DICE_BAUD,
        tx=machine.Pin(pins.DICE_TX),
        rx=machine.Pin(pins.DICE_RX),
    )
    return DiceLine(uart, pairs)


def output(machine: "ModuleType", pin: int, value: int) -> "Pin":
    """A pin that we drive."""
    driven: Pin = machine.Pin(pin, machine.Pin.OUT, value=value)
    return driven


def name(machine: "ModuleType") -> bytes:
    """What the maker of the chip has called it."""
    from binascii import hexlify

    return hexlify(machine.unique_id())


def chance(machine: "ModuleType") -> bytes:
    """Bytes that are different at each start, as far as this machine has any."""
    import os

    if hasattr(os, "urandom"):
        return os.urandom(8)
    return b"%s %d %d" % (name(machine), time.ticks_us(), time.time())  # type: ignore[attr-defined]


def console() -> Console:
    """The USB port."""
    import select
    import sys

    keyboard, screen = select.poll(), select.poll()
    keyboard.register(sys.stdin, select.POLLIN)
    screen.register(sys.stdout, select.POLLOUT)
    return Console(
        sys.stdin.buffer,
        sys.stdout.buffer,
        lambda: keyboard.poll(0),
        lambda: screen.poll(0),
    )


def run() -> None:
    """Be the board until something breaks; then the console is as any other Pico's."""
    import machine
    import micropython  # type: ignore[import-not-found]

    step = board().step
    watchdog = machine.WDT(timeout=PATIENCE)
    micropython.kbd_intr(-1)
    try:
        while True:
            step()
            watchdog.feed()
            machine.idle()
    finally:
        # Whoever looks for the fault, or copies another program, may need longer than its patience.
        machine.mem32[WATCHDOG_CLEAR] = WATCHDOG_ENABLED
        micropython.kbd_intr(CTRL_C)


if __name__ == "__main__":
    run()
