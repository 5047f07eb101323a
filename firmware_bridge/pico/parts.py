"""The interfaces of the parts of a board; read by type checkers, never by the Pico."""

from collections.abc import Sequence
from typing import Protocol

SettingValue = str | int | bool | None


class Line(Protocol):
    """The line to the host; neither reading nor writing blocks."""

    def read(self) -> bytes:
        """Reads at most 16 bytes that have arrived."""

    def can_write(self) -> bool:
        """True if a whole line can be written."""

    def write(self, data: bytes) -> None: ...


class Clock(Protocol):
    """A monotonic clock in milliseconds."""

    def now(self) -> int: ...


class State(Protocol):
    """A state that the board reports, with a generation that counts its changes."""

    generation: int

    def encode(self) -> bytes:
        """The state in the notation of the wire."""


class Chip(Protocol):
    """The microcontroller of the board."""

    def memory(self) -> int:
        """The free memory in bytes."""

    def restart(self) -> None: ...


class Uart(Protocol):
    """A second serial line."""

    def any(self) -> int:
        """Number of bytes that can be read."""

    def read(self, size: int) -> bytes | None: ...

    def write(self, data: bytes) -> int | None: ...


class SlotSensors(Protocol):
    """The sensors under the slots, switches or others, as they are sampled."""

    count: int
    bits: int
    every: int
    """Milliseconds between two samples."""
    measures: bool
    """True if the sensors have measured values and thresholds."""

    def scan(self) -> int | None:
        """All sensors, the first in the highest bits; None while a scan is incomplete."""

    def raw(self, bank: int) -> "list[int] | None":
        """The values of eight sensors; None if there is no such bank or no values."""

    def set_thresholds(self, on: int, off: int) -> None:
        """Sets the distances from the middle at which a checker appears and disappears."""


class Strip(Protocol):
    """A strip of lamps."""

    count: int

    def pixel(self, red: int, green: int, blue: int) -> bytes:
        """A colour in the encoding of the lamps."""

    def show(self, pixels: bytes) -> None: ...


class Buttons(Protocol):
    """Buttons for people."""

    count: int

    def read(self) -> int:
        """The pressed buttons, the first in the lowest bit."""


class Pin(Protocol):
    """A pin of the chip."""

    def value(self, __level: int = ...) -> int:
        """Returns the level, or sets it."""


class Spi(Protocol):
    """An SPI bus."""

    def readinto(self, __buffer: bytearray, __write: int) -> None:
        """Fills a buffer with received bytes."""


class Adc(Protocol):
    """An analogue-to-digital converter."""

    def read_u16(self) -> int: ...


class Pwm(Protocol):
    """A pin with pulse width modulation."""

    def freq(self, __hertz: int) -> None: ...

    def duty_u16(self, __share: int) -> None: ...


class Keyboard(Protocol):
    """The input of the console."""

    def read(self, __size: int) -> bytes: ...


class Screen(Protocol):
    """The output of the console."""

    def write(self, __data: bytes) -> int | None: ...


class Piezo(Protocol):
    """A piezo."""

    def sound(self, hertz: int) -> None:
        """Sounds at this frequency from now on; 0 is silence."""


class Dice(Protocol):
    """Pairs of dice."""

    @property
    def pairs(self) -> Sequence[State]: ...

    def tick(self, now: int) -> None:
        """Reads a little from them."""
