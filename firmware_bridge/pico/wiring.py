"""Creates the parts of a board on the pins of a Pico."""

from firmware_bridge.pico import pins
from firmware_bridge.pico.console import Console
from firmware_bridge.pico.dice_line import DiceLine
from firmware_bridge.pico.lamps import Strip
from firmware_bridge.pico.sensors import PinButtons
from firmware_bridge.pico.slot_sensors import Hall, ShiftChain
from firmware_bridge.pico.sounder import PwmPiezo

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType

    from firmware_bridge.pico.parts import Pin

CHAIN_HERTZ = 1_000_000
"""Clock rate in hertz that a longer ribbon cable still carries."""
DICE_BAUD = 115_200


def shift_chain(machine: "ModuleType", count: int) -> ShiftChain:
    """Switches on a chain of 74HC165s."""
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
    return ShiftChain(spi, output(machine, pins.CHAIN_LOAD, 1), count)


def hall(machine: "ModuleType", count: int) -> Hall:
    """Hall sensors behind multiplexers."""
    address = [output(machine, pin, 0) for pin in pins.MUX_ADDRESS]
    adc = machine.ADC(machine.Pin(pins.MUX_VALUE))
    return Hall(adc, address, output(machine, pins.MUX_POWER, 0), count)


def strip(machine: "ModuleType", count: int) -> Strip:
    """The strip of lamps."""
    return Strip(machine.bitstream, output(machine, pins.STRIP_DATA, 0), count)


def buttons(machine: "ModuleType", count: int) -> PinButtons:
    """The first `count` buttons."""
    pin = machine.Pin
    return PinButtons([pin(number, pin.IN, pin.PULL_UP) for number in pins.BUTTONS[:count]])


def piezo(machine: "ModuleType") -> PwmPiezo:
    """The piezo."""
    return PwmPiezo(machine.PWM(machine.Pin(pins.PIEZO)))


def dice_line(machine: "ModuleType", pairs: int) -> DiceLine:
    """The dice on the second serial line."""
    uart = machine.UART(
        1, baudrate=DICE_BAUD, tx=machine.Pin(pins.DICE_TX), rx=machine.Pin(pins.DICE_RX)
    )
    return DiceLine(uart, pairs)


def output(machine: "ModuleType", pin: int, value: int) -> "Pin":
    """An output pin."""
    driven: Pin = machine.Pin(pin, machine.Pin.OUT, value=value)
    return driven


def console() -> Console:
    """The line to the host over the USB port."""
    import select
    import sys

    keyboard, screen = select.poll(), select.poll()
    keyboard.register(sys.stdin, select.POLLIN)
    screen.register(sys.stdout, select.POLLOUT)
    return Console(
        sys.stdin.buffer, sys.stdout.buffer, lambda: keyboard.poll(0), lambda: screen.poll(0)
    )
