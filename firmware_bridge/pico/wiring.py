"""The parts of a board as they hang on the pins of a Pico."""

from firmware_bridge.pico import pins
from firmware_bridge.pico.console import Console
from firmware_bridge.pico.dice_line import DiceLine
from firmware_bridge.pico.hall import Hall
from firmware_bridge.pico.keys import PinKeys
from firmware_bridge.pico.piezo import PwmPiezo
from firmware_bridge.pico.shift_chain import ShiftChain
from firmware_bridge.pico.strip import Strip

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType

    from firmware_bridge.pico.parts import Pin

CELLS = 128
CHAIN_HERTZ = 1_000_000
"""A ribbon cable of some length carries no more."""
DICE_BAUD = 115_200


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
