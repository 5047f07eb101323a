"""The `machine` of a Pico, with everything that is wired to it played by the world."""

# ruff: noqa: ARG002, I001, RET503, UP031  # it takes what the real one takes
# mypy: allow-untyped-defs, allow-untyped-calls
import world  # type: ignore[import-not-found]  # given by runner.mjs
from binascii import hexlify, unhexlify

EIO = 5
WATCHDOG = 0x40058000
WIRED_SPI = {"polarity": 1, "phase": 0}
"""The 74HC165 shifts on the rising edge, so it is read on the falling one."""


def _number(pin):
    if isinstance(pin, Pin):
        return pin.number
    if pin == "LED":
        return 25
    return int(pin[2:]) if isinstance(pin, str) else pin


def _check(part):
    if world.broken(part):
        raise OSError(EIO)


class Pin:
    IN, OUT, OPEN_DRAIN, ALT = range(4)
    PULL_UP, PULL_DOWN = 1, 2

    def __init__(self, number, mode=-1, pull=-1, *, value=None, alt=-1):
        self.number = _number(number)
        self.init(mode, pull, value=value)

    def init(self, mode=-1, pull=-1, *, value=None, alt=-1):
        if value is not None:
            self.value(value)

    def value(self, level=None):
        if level is None:
            return world.level(self.number)
        world.set(self.number, 1 if level else 0)

    def __call__(self, level=None):
        return self.value(level)

    def on(self):
        self.value(1)

    def off(self):
        self.value(0)

    high = on
    low = off


class SPI:
    MSB, LSB = 0, 1

    def __init__(self, number, baudrate=1000000, **wired):
        for name, value in WIRED_SPI.items():
            if wired.get(name) != value:
                raise ValueError("%s must be %d for a 74HC165" % (name, value))

    def readinto(self, buffer, write=0):
        _check("spi")
        buffer[:] = unhexlify(world.shift(len(buffer)))

    def read(self, length, write=0):
        buffer = bytearray(length)
        self.readinto(buffer)
        return bytes(buffer)

    def write(self, data):
        self.read(len(data))

    def write_readinto(self, written, buffer):
        self.readinto(buffer)


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

    def init(self, *, freq=None, duty_u16=None):
        self.hertz = self.hertz if freq is None else freq
        self.duty = self.duty if duty_u16 is None else duty_u16
        self._sound()

    def freq(self, hertz=None):
        if hertz is None:
            return self.hertz
        if hertz < 8:
            raise ValueError("freq too small")
        self.init(freq=hertz)

    def duty_u16(self, duty=None):
        if duty is None:
            return self.duty
        self.init(duty_u16=duty)

    def deinit(self):
        self.init(duty_u16=0)


class UART:
    def __init__(self, number, baudrate=115200, **wired):
        self.number = number
        self.heard = b""

    def init(self, baudrate=115200, **wired):
        pass

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

    def readinto(self, buffer, length=None):
        data = self.read(len(buffer) if length is None else length)
        if data is None:
            return None
        buffer[: len(data)] = data
        return len(data)

    def write(self, data):
        world.uartGive(self.number, hexlify(data).decode())
        return len(data)


class _Memory:
    """Registers; only the one that stops the watchdog does anything."""

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
    """Send bits as pulses; here, the bytes that a strip of lamps would take from them."""
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


def soft_reset():
    raise SystemExit


def freq(hertz=125000000):
    return hertz
