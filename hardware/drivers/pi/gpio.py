"""The pins and the SPI bus of a Pi, real or simulated."""

from __future__ import annotations

import os
import sys
import tempfile
from abc import ABC, abstractmethod
from array import array
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from fcntl import ioctl
from pathlib import Path
from struct import Struct
from types import MappingProxyType
from typing import Any, Protocol

from hardware.devices import DeviceFault
from hardware.drivers.pi.pins import CHAIN_SELECT, LAMPS_SELECT, Pin

READ_FALLING, READ_RISING = 2, 3
"""The SPI modes in which the clock idles high. If it idled low for one end only, it would rise on
the switch from one end to the other, and that edge would shift the first switch out of the
chain."""


@dataclass(frozen=True, slots=True)
class BusEnd:
    """One end of the bus: chip select, mode and clock rate."""

    chip: int
    """The number of the chip select; no wire is connected to it, it only separates two clock
    rates."""
    select: Pin
    mode: int
    hertz: int


SWITCH_END = BusEnd(0, CHAIN_SELECT, READ_FALLING, 1_000_000)
"""74HC165s: they shift on the rising edge, half a clock after each bit was read."""
STRIP_END = BusEnd(1, LAMPS_SELECT, READ_RISING, 2_400_000)
"""WS2812s: three bits of the bus encode one bit of a lamp."""
PLAIN_LAMPS_END = BusEnd(1, LAMPS_SELECT, READ_RISING, 1_000_000)
"""74HC595s: they read on the rising edge."""


class SpiBus(Protocol):
    """An open end of the bus."""

    def transfer(self, data: bytes) -> bytes:
        """Sends bytes and returns as many received ones; OSError if that fails."""

    def close(self) -> None: ...


WRITE_MODE = 0x40016B01
WRITE_BITS_PER_WORD = 0x40016B03
WRITE_MAX_HERTZ = 0x40046B04
ONE_MESSAGE = 0x40206B00
"""The ioctl requests of <linux/spi/spidev.h>, the same on every architecture with SPI."""
MESSAGE = Struct("=QQIIHBBBBBx")
"""The ioctl message: send buffer, receive buffer, length and clock rate; the rest is default."""

Ioctl = Callable[[int, int, bytes], object]


class KernelBus:
    """One end of the bus SPI0."""

    def __init__(self, end: BusEnd, folder: str = "/dev", ask: Ioctl = ioctl) -> None:
        self._end = end
        self._path = f"{folder}/spidev0.{end.chip}"
        self._ioctl = ask
        self._file = -1

    def open(self) -> None:
        """Opens the device file; raises a DeviceFault that says what to do if that fails."""
        try:
            self._file = os.open(self._path, os.O_RDWR | os.O_CLOEXEC)
        except FileNotFoundError:
            raise DeviceFault(
                f"does not find {self._path}, so SPI is off; run "
                "`sudo raspi-config nonint do_spi 0` and restart the Pi"
            ) from None
        except PermissionError:
            raise DeviceFault(
                f"may not use {self._path}; run `sudo usermod -aG spi,gpio $USER`, "
                "then log out and in again"
            ) from None
        except OSError as error:
            raise DeviceFault(f"cannot open {self._path}: {error.strerror}") from error
        try:
            self._prepare()
        except OSError as error:
            self.close()
            raise DeviceFault(
                f"cannot use {self._path} as SPI mode {self._end.mode}: {error.strerror}"
            ) from error

    def transfer(self, data: bytes) -> bytes:
        if self._file < 0:
            raise DeviceFault(f"{self._path} is closed")
        both = array("B", data)
        where, length = both.buffer_info()
        message = MESSAGE.pack(where, where, length, self._end.hertz, 0, 8, 0, 0, 0, 0)
        self._ioctl(self._file, ONE_MESSAGE, message)
        return both.tobytes()

    def close(self) -> None:
        if self._file >= 0:
            os.close(self._file)
        self._file = -1

    def _prepare(self) -> None:
        self._ioctl(self._file, WRITE_MODE, bytes([self._end.mode]))
        self._ioctl(self._file, WRITE_BITS_PER_WORD, bytes([8]))
        self._ioctl(self._file, WRITE_MAX_HERTZ, self._end.hertz.to_bytes(4, "little"))


NO_LGPIO = (
    "needs lgpio, which is not installed; run `sudo apt install python3-lgpio` and create "
    "Kibitz's environment with `python3 -m venv --system-site-packages`"
)
NOT_ALLOWED = "run `sudo usermod -aG gpio $USER`, then log out and in again"


class InputPin(Protocol):
    """An input pin."""

    @property
    def is_active(self) -> bool: ...
    def close(self) -> None: ...


class OutputPin(Protocol):
    """An output pin, high when it is on."""

    def on(self) -> None: ...
    def off(self) -> None: ...
    def close(self) -> None: ...


class PwmPin(Protocol):
    """An output pin with a square wave."""

    frequency: int
    value: float

    def off(self) -> None: ...
    def close(self) -> None: ...


class Pins(ABC):
    """The pins of one machine; each pin can be in use once at a time."""

    is_simulated = False

    def __init__(self) -> None:
        self._factory: Any = None
        self._ends: dict[int, SpiBus] = {}

    @property
    def faults(self) -> tuple[type[Exception], ...]:
        """The exceptions that the use of a pin may raise."""
        return (OSError,)

    def open(self) -> None:
        """Opens the pins; raises a DeviceFault that says what to do if that fails."""
        self._factory = self._create_factory()

    def close(self) -> None:
        """Releases all pins and the bus."""
        ends, self._ends = self._ends, {}
        factory, self._factory = self._factory, None
        with ExitStack() as closing:
            if factory is not None:
                closing.callback(factory.close)
            for end in ends.values():
                closing.callback(end.close)

    def input(self, pin: Pin) -> InputPin:
        """Takes an input pin with a pull-up; it is active while connected to ground."""
        from gpiozero import InputDevice  # type: ignore[import-untyped]  # it has no types

        given: InputPin = self._claim(pin, InputDevice, pull_up=True)
        return given

    def output(self, pin: Pin, *, high: bool = False) -> OutputPin:
        """Takes an output pin with this initial level."""
        from gpiozero import OutputDevice

        given: OutputPin = self._claim(pin, OutputDevice, initial_value=high)
        return given

    def pwm(self, pin: Pin) -> PwmPin:
        """Takes an output pin for a square wave, initially silent."""
        from gpiozero import PWMOutputDevice

        given: PwmPin = self._claim(pin, PWMOutputDevice)
        return given

    def bus(self, end: BusEnd) -> SpiBus:
        """Opens one end of the bus; its owner releases it with `free`."""
        if end.chip in self._ends:
            raise DeviceFault(f"needs {end.select}, which another device uses")
        bus = self._ends[end.chip] = self._bus(end)
        return bus

    def free(self, bus: SpiBus) -> None:
        """Releases one end of the bus."""
        bus.close()
        self._ends = {chip: kept for chip, kept in self._ends.items() if kept is not bus}

    @abstractmethod
    def _create_factory(self) -> Any:
        """Creates the pin factory of gpiozero; DeviceFault if that fails."""

    @abstractmethod
    def _bus(self, end: BusEnd) -> SpiBus:
        """Opens one end of the bus; DeviceFault if that fails."""

    def _claim(self, pin: Pin, kind: Callable[..., Any], **how: object) -> Any:
        from gpiozero import GPIOPinInUse

        try:
            return kind(pin.gpio, pin_factory=self._factory, **how)
        except GPIOPinInUse:
            raise DeviceFault(f"needs {pin}, which another device uses") from None
        except self.faults as error:
            raise DeviceFault(_refusal_text(pin, error)) from error


class RealPins(Pins):
    """The pins of the Raspberry Pi that runs Kibitz, through lgpio; needs no root."""

    def __init__(self, folder: str = "/dev") -> None:
        super().__init__()
        self._folder = folder
        self._faults: tuple[type[Exception], ...] = (OSError,)

    @property
    def faults(self) -> tuple[type[Exception], ...]:
        return self._faults

    def _create_factory(self) -> Any:
        from gpiozero import PinInvalidState

        # On import lgpio creates a pipe in this folder, else in the current one.
        os.environ.setdefault("LG_WD", runtime_folder())
        try:
            from gpiozero.pins import lgpio  # type: ignore[import-untyped]  # it has no types
        except (ImportError, AttributeError):
            # Where PyPI has no wheel for this Python, the installed package is an empty stub.
            sys.modules.pop("gpiozero.pins.lgpio", None)
            raise DeviceFault(NO_LGPIO) from None
        except OSError as error:
            where = os.environ["LG_WD"]
            raise DeviceFault(
                f"needs a writable folder, and {where} is not writable: {error}"
            ) from error
        self._faults = (OSError, lgpio.lgpio.error, PinInvalidState)
        return self._open_factory(lgpio.LGPIOFactory)

    def _open_factory(self, make: Callable[[], Any]) -> Any:
        from gpiozero import PinUnknownPi

        try:
            return make()
        except PinUnknownPi:
            raise DeviceFault("needs a Raspberry Pi, and this machine is not one") from None
        except self.faults as error:
            chips = sorted(Path(self._folder).glob("gpiochip*"))
            if not chips:
                raise DeviceFault(f"does not find {self._folder}/gpiochip0") from error
            if not any(os.access(chip, os.R_OK | os.W_OK) for chip in chips):
                raise DeviceFault(f"may not use {chips[0]}; {NOT_ALLOWED}") from error
            raise DeviceFault(f"cannot open {chips[0]}: {error}") from error

    def _bus(self, end: BusEnd) -> SpiBus:
        bus = KernelBus(end, self._folder)
        bus.open()
        return bus


def runtime_folder() -> str:
    """The folder for small temporary files of this run."""
    of_service = os.environ.get("RUNTIME_DIRECTORY", "").partition(":")[0]
    return of_service or os.environ.get("XDG_RUNTIME_DIR") or tempfile.gettempdir()


def _refusal_text(pin: Pin, error: Exception) -> str:
    text = str(error).strip("'\"") or type(error).__name__
    if "busy" in text.lower():
        return f"needs {pin}, which another program uses; run `gpioinfo` to find it"
    return f"cannot use {pin}: {text}"


def _simulated_pins() -> Pins:
    from hardware.drivers.pi.simulated_pins import SimulatedPins

    played: Pins = SimulatedPins()
    return played


PIN_FACTORIES: Mapping[str, Callable[[], Pins]] = MappingProxyType(
    {"lgpio": RealPins, "mock": _simulated_pins}
)
"""The factories of all kinds of pins by name."""
