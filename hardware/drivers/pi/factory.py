"""Ways to the pins of a machine: chosen by name, never guessed."""

from __future__ import annotations

import os
import sys
import tempfile
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from pathlib import Path
from types import MappingProxyType
from typing import Any, Protocol

from hardware.devices import DeviceFault
from hardware.drivers.pi.bus import End, SpiBus
from hardware.drivers.pi.kernel_bus import KernelBus
from hardware.drivers.pi.pins import Pin

NO_LGPIO = (
    "needs lgpio, which is not installed; say `sudo apt install python3-lgpio` and make Kibitz's "
    "environment with `python3 -m venv --system-site-packages`"
)
NOT_ALLOWED = "say `sudo usermod -aG gpio $USER`, then log out and in again"


class Input(Protocol):
    """A pin that is read."""

    @property
    def is_active(self) -> bool: ...
    def close(self) -> None: ...


class Output(Protocol):
    """A pin that is high when it is on."""

    def on(self) -> None: ...
    def off(self) -> None: ...
    def close(self) -> None: ...


class Tone(Protocol):
    """A pin that swings."""

    frequency: int
    value: float

    def off(self) -> None: ...
    def close(self) -> None: ...


class Pins(ABC):
    """The pins of one machine; each is given away once at a time."""

    simulated = False

    def __init__(self) -> None:
        self._factory: Any = None
        self._ends: dict[int, SpiBus] = {}

    @property
    def faults(self) -> tuple[type[Exception], ...]:
        """What may go wrong with a pin that was given away."""
        return (OSError,)

    def open(self) -> None:
        """DeviceFault, saying what to do, if the pins cannot be had."""
        self._factory = self._made()

    def close(self) -> None:
        """Give everything back."""
        ends, self._ends = self._ends, {}
        factory, self._factory = self._factory, None
        with ExitStack() as closing:
            if factory is not None:
                closing.callback(factory.close)
            for end in ends.values():
                closing.callback(end.close)

    def input(self, pin: Pin) -> Input:
        """A pin that is active while it is connected to ground."""
        from gpiozero import InputDevice  # type: ignore[import-untyped]  # it has no types

        given: Input = self._given(pin, InputDevice, pull_up=True)
        return given

    def output(self, pin: Pin, *, high: bool = False) -> Output:
        """A pin that is high or low to begin with."""
        from gpiozero import OutputDevice

        given: Output = self._given(pin, OutputDevice, initial_value=high)
        return given

    def tone(self, pin: Pin) -> Tone:
        """A pin that can swing, and is still."""
        from gpiozero import PWMOutputDevice

        given: Tone = self._given(pin, PWMOutputDevice)
        return given

    def bus(self, end: End) -> SpiBus:
        """One end of the bus; whoever has it lets go of it with `free`."""
        if end.chip in self._ends:
            raise DeviceFault(f"wants {end.select}, which another device has already")
        bus = self._ends[end.chip] = self._bus(end)
        return bus

    def free(self, bus: SpiBus) -> None:
        """Let go of an end of the bus."""
        bus.close()
        self._ends = {chip: kept for chip, kept in self._ends.items() if kept is not bus}

    @abstractmethod
    def _made(self) -> Any:
        """The pin factory of gpiozero; DeviceFault if it cannot be had."""

    @abstractmethod
    def _bus(self, end: End) -> SpiBus:
        """One end of the bus, open; DeviceFault if it cannot be had."""

    def _given(self, pin: Pin, kind: Callable[..., Any], **how: object) -> Any:
        from gpiozero import GPIOPinInUse

        try:
            return kind(pin.gpio, pin_factory=self._factory, **how)
        except GPIOPinInUse:
            raise DeviceFault(f"wants {pin}, which another device has already") from None
        except self.faults as error:
            raise DeviceFault(_refused(pin, error)) from error


class RealPins(Pins):
    """The pins of the Raspberry Pi this runs on, through lgpio; nobody need be root."""

    def __init__(self, folder: str = "/dev") -> None:
        super().__init__()
        self._folder = folder
        self._faults: tuple[type[Exception], ...] = (OSError,)

    @property
    def faults(self) -> tuple[type[Exception], ...]:
        return self._faults

    def _made(self) -> Any:
        from gpiozero import PinInvalidState

        # On import lgpio makes a pipe in the folder it is told, else wherever we happen to be.
        os.environ.setdefault("LG_WD", runtime_folder())
        try:
            from gpiozero.pins import lgpio  # type: ignore[import-untyped]  # it has no types
        except (ImportError, AttributeError):
            # The 2 KB that PyPI gives to Pythons without a wheel can be imported, but are empty.
            sys.modules.pop("gpiozero.pins.lgpio", None)
            raise DeviceFault(NO_LGPIO) from None
        except OSError as error:
            where = os.environ["LG_WD"]
            raise DeviceFault(
                f"needs a folder to write in, and {where} is none: {error}"
            ) from error
        self._faults = (OSError, lgpio.lgpio.error, PinInvalidState)
        return self._opened(lgpio.LGPIOFactory)

    def _opened(self, make: Callable[[], Any]) -> Any:
        from gpiozero import PinUnknownPi

        try:
            return make()
        except PinUnknownPi:
            raise DeviceFault("needs a Raspberry Pi, and this machine is none") from None
        except self.faults as error:
            chips = sorted(Path(self._folder).glob("gpiochip*"))
            if not chips:
                raise DeviceFault(f"finds no {self._folder}/gpiochip0") from error
            if not any(os.access(chip, os.R_OK | os.W_OK) for chip in chips):
                raise DeviceFault(f"may not use {chips[0]}; {NOT_ALLOWED}") from error
            raise DeviceFault(f"cannot open {chips[0]}: {error}") from error

    def _bus(self, end: End) -> SpiBus:
        bus = KernelBus(end, self._folder)
        bus.open()
        return bus


def runtime_folder() -> str:
    """Where small files may lie that nobody needs after this run."""
    of_service = os.environ.get("RUNTIME_DIRECTORY", "").partition(":")[0]
    return of_service or os.environ.get("XDG_RUNTIME_DIR") or tempfile.gettempdir()


def _refused(pin: Pin, error: Exception) -> str:
    text = str(error).strip("'\"") or type(error).__name__
    if "busy" in text.lower():
        return f"wants {pin}, which another program has already; `gpioinfo` tells which"
    return f"cannot have {pin}: {text}"


def _played() -> Pins:
    from hardware.drivers.pi.played import PlayedPins

    played: Pins = PlayedPins()
    return played


PINS: Mapping[str, Callable[[], Pins]] = MappingProxyType({"lgpio": RealPins, "mock": _played})
"""Every way by its name."""
