"""The `machine` module of a Pico; the simulated world stands for all wired parts."""

# ruff: noqa: ARG002, I001, RET503, UP031  # it takes what the real one takes
# mypy: allow-untyped-defs, allow-untyped-calls
import world  # type: ignore[import-not-found]  # given by runner.mjs
from binascii import hexlify, unhexlify

EIO = 5
WATCHDOG = 0x40058000
WIRED_SPI = {"polarity": 1, "phase": 0}
"""Mode of the 74HC165: it shifts on the rising edge, so it is read on the falling one."""


def _number(pin):
    return pin.number if isinstance(pin, Pin) else pin


def _check(part):
    if world.broken(part):
        raise OSError(EIO)


class Pin:
    IN, OUT = range(2)
    PULL_UP = 1

    def __init__(self, number, mode=-1, pull=-1, *, value=None):
        self.number = number
        if value is not None:
            self.value(value)

    def value(self, level=None):
        if level is None:
            return world.level(self.number)
        world.set(self.number, 1 if level else 0)


class SPI:
    def __init__(self, number, baudrate=1000000, **wired):
        for name, value in WIRED_SPI.items():
            if wired.get(name) != value:
                raise ValueError("%s must be %d for a 74HC165" % (name, value))

    def readinto(self, buffer, write=0):
        _check("spi")
        buffer[:] = unhexlify(world.shift(len(buffer)))


class ADC:
    def __init__(self, pin):
        self.pin = _number(pin)

    def read_u16(self):
        _check("adc")
        return world.measure()


class PWM:
    def __init__(self, pin, *, freq=0, duty_u16=0):
        self.pin = _number(pin)
        self.hertz, self.duty = freq, duty_u16
        self._sound()

    def _sound(self):
        world.tone(self.pin, self.hertz, self.duty)

    def freq(self, hertz):
        if hertz < 8:
            raise ValueError("freq too small")
        self.hertz = hertz
        self._sound()

    def duty_u16(self, duty):
        self.duty = duty
        self._sound()


class UART:
    def __init__(self, number, baudrate=115200, **wired):
        self.number = number
        self.heard = b""

    def any(self):
        _check("uart")
        self.heard += unhexlify(world.uartTake(self.number))
        return len(self.heard)

    def read(self, length=None):
        if not self.any():
            return None
        data = self.heard if length is None else self.heard[:length]
        self.heard = self.heard[len(data) :]
        return data

    def write(self, data):
        world.uartGive(self.number, hexlify(data).decode())
        return len(data)


class _Memory:
    """Registers, of which only the one that stops the watchdog has an effect."""

    def __getitem__(self, address):
        return 0

    def __setitem__(self, address, value):
        if address & ~0x3000 == WATCHDOG:
            world.feed(0)


mem32 = _Memory()


class WDT:
    def __init__(self, id=0, timeout=5000):  # noqa: A002  # as MicroPython names it
        if timeout > 8388:
            raise ValueError("timeout too large")
        self.timeout = timeout
        self.feed()

    def feed(self):
        world.feed(self.timeout)


def bitstream(pin, encoding, timing, data):
    """Sends pulses; here, the bytes that a strip of lamps would decode from them."""
    zero_high, zero_low, one_high, one_low = timing
    if encoding or not (200 <= zero_high <= 500 <= one_high <= 1000 and zero_low and one_low):
        raise ValueError("these are no pulses of a WS2812")
    world.pixels(pin.number, hexlify(data).decode())


def unique_id():
    return unhexlify(world.uid())


def idle():
    world.turn()


def reset():
    world.restart("reset")
