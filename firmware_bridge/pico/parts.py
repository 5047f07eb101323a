"""What a board is put together from; read by type checkers, and never by the Pico."""

from collections.abc import Sequence
from typing import Protocol

Setting = str | int | bool | None


class Line(Protocol):
    """Bytes from and to the host; neither way ever waits."""

    def read(self) -> bytes:
        """At most 16 bytes that have come."""

    def writable(self) -> bool:
        """Whether a whole line can be taken."""

    def write(self, data: bytes) -> None: ...


class Time(Protocol):
    """Milliseconds that never run back."""

    def now(self) -> int: ...


class State(Protocol):
    """Something that the board tells of, and how often it has changed."""

    generation: int

    def told(self) -> bytes:
        """The state as the wire has it."""


class Chip(Protocol):
    """What the board sits on."""

    def memory(self) -> int:
        """Bytes that are free."""

    def restart(self) -> None: ...


class Uart(Protocol):
    """A second line."""

    def any(self) -> int:
        """How many bytes wait."""

    def read(self, size: int) -> bytes | None: ...

    def write(self, data: bytes) -> int | None: ...


class Switches(Protocol):
    """Sensors under the slots."""

    cells: int
    bits: int
    every: int
    """Milliseconds between two looks."""
    measures: bool
    """Whether a sensor has a value and thresholds."""

    def scan(self) -> int | None:
        """All sensors, the first in the highest bits; None while the look is not over."""

    def raw(self, bank: int) -> "list[int] | None":
        """Eight sensors as measured; None where there is no such bank, or it measures nothing."""

    def set_thresholds(self, on: int, off: int) -> None:
        """How far from the middle a checker is seen, and is seen no longer; if it measures."""


class Strip(Protocol):
    """Lamps in a row."""

    count: int

    def pixel(self, red: int, green: int, blue: int) -> bytes:
        """A colour as the lamps take it."""

    def show(self, pixels: bytes) -> None: ...


class Keys(Protocol):
    """Buttons that people press."""

    count: int

    def read(self) -> int:
        """Those held down, the first in the lowest bit."""


class Pin(Protocol):
    """A pin of the chip."""

    def value(self, __level: int = ...) -> int:
        """Its level, or drive it."""


class Spi(Protocol):
    """A clocked line."""

    def readinto(self, __buffer: bytearray, __write: int) -> None:
        """Fill this with what comes."""


class Adc(Protocol):
    """A converter from volts to numbers."""

    def read_u16(self) -> int: ...


class Pwm(Protocol):
    """A pin that is switched fast."""

    def freq(self, __hertz: int) -> None: ...

    def duty_u16(self, __share: int) -> None: ...


class Keyboard(Protocol):
    """Where the console reads."""

    def read(self, __size: int) -> bytes: ...


class Screen(Protocol):
    """Where the console writes."""

    def write(self, __data: bytes) -> int | None: ...


class Piezo(Protocol):
    """Something that sounds."""

    def sound(self, hertz: int) -> None:
        """Sound like this until told otherwise; 0 is silence."""


class Dice(Protocol):
    """Pairs of dice."""

    @property
    def pairs(self) -> Sequence[State]: ...

    def turn(self, now: int) -> None:
        """Listen to them for a moment."""
