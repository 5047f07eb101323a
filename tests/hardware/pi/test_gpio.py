"""The pins and the bus of a Pi: each has one user, and a fault says why it is not available."""

import ctypes
import errno
import os
import sys
import tempfile
from itertools import chain
from pathlib import Path
from types import ModuleType
from typing import Any

import gpiozero.pins  # type: ignore[import-untyped]  # it has no types
import pytest
from gpiozero.pins import local
from gpiozero.pins.mock import MockFactory  # type: ignore[import-untyped]  # it has no types

from hardware.devices import DeviceFault
from hardware.drivers.pi import gpio
from hardware.drivers.pi.gpio import RealPins, runtime_folder
from hardware.drivers.pi.pins import BUTTONS, CHAIN_LOAD, GROUND, PINS, POWER_3V3, POWER_5V, Pin

PI_4 = 0xC03114
IS_OUT = 2


class Refusal(Exception):
    """An error of lgpio."""


class FakeLgpio(ModuleType):
    """The used part of lgpio; each call may be refused."""

    error = Refusal

    def __init__(self, **refused: str) -> None:
        super().__init__("lgpio")
        self.folder = os.environ.get("LG_WD")
        self.refused = refused
        self.outputs: set[int] = set()

    def gpio_get_mode(self, _chip: int, pin: int) -> int:
        return IS_OUT if pin in self.outputs else 0

    def gpio_claim_output(self, _chip: int, pin: int) -> None:
        self.outputs.add(pin)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return 1 if name.isupper() else lambda *_what: self._asked(name)

    def _asked(self, name: str) -> int:
        if name in self.refused:
            raise Refusal(self.refused[name])
        return 0


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> pytest.MonkeyPatch:
    """A Pi 4 of which only the pins are missing."""
    monkeypatch.setattr(local, "get_pi_revision", lambda: PI_4)
    monkeypatch.setattr(local.LocalPiFactory, "pins", {})
    monkeypatch.delitem(sys.modules, "gpiozero.pins.lgpio", raising=False)
    monkeypatch.delattr(gpiozero.pins, "lgpio", raising=False)
    monkeypatch.setenv("LG_WD", str(tmp_path))
    (tmp_path / "gpiochip0").touch()
    return monkeypatch


def install_lgpio(machine: pytest.MonkeyPatch, lgpio: ModuleType | None) -> None:
    """Installs this as lgpio; None uninstalls it."""
    machine.setitem(sys.modules, "lgpio", lgpio)


@pytest.mark.parametrize("lgpio", [None, ModuleType("lgpio")], ids=["missing", "the empty one"])
def test_missing_lgpio_is_reported_with_how_to_install_it(
    machine: pytest.MonkeyPatch, lgpio: ModuleType | None
) -> None:
    install_lgpio(machine, lgpio)
    with pytest.raises(DeviceFault, match=r"needs lgpio, .* apt install python3-lgpio"):
        RealPins().open()


def test_machine_other_than_a_pi_is_reported(machine: pytest.MonkeyPatch) -> None:
    from gpiozero import PinUnknownPi

    def unknown() -> int:
        raise PinUnknownPi

    install_lgpio(machine, FakeLgpio())
    machine.setattr(local, "get_pi_revision", unknown)

    with pytest.raises(DeviceFault, match="needs a Raspberry Pi"):
        RealPins().open()


def test_forbidden_pins_are_reported_with_the_group(
    machine: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    install_lgpio(machine, FakeLgpio(gpiochip_open="can not open gpiochip"))
    machine.setattr(os, "access", lambda _path, _how: False)

    with pytest.raises(DeviceFault, match=r"may not use .*gpiochip0; .*usermod -aG gpio"):
        RealPins(str(tmp_path)).open()


def test_machine_without_pins_is_reported(machine: pytest.MonkeyPatch, tmp_path: Path) -> None:
    install_lgpio(machine, FakeLgpio(gpiochip_open="can not open gpiochip"))
    (tmp_path / "gpiochip0").unlink()

    with pytest.raises(DeviceFault, match=r"does not find .*gpiochip0"):
        RealPins(str(tmp_path)).open()


def test_pin_used_by_another_program_is_reported_by_its_number(machine: pytest.MonkeyPatch) -> None:
    install_lgpio(machine, FakeLgpio(gpio_claim_input="'GPIO busy'"))
    pins = RealPins()
    pins.open()

    with pytest.raises(DeviceFault, match=r"needs GPIO5 \(pin 29\), which another program"):
        pins.input(BUTTONS[0])
    pins.close()


def test_pin_used_by_another_device_is_reported_by_its_number(machine: pytest.MonkeyPatch) -> None:
    install_lgpio(machine, FakeLgpio())
    pins = RealPins()
    pins.open()
    load = pins.output(CHAIN_LOAD)

    with pytest.raises(DeviceFault, match=r"needs GPIO25 \(pin 22\), which another device"):
        pins.output(CHAIN_LOAD)
    load.close()
    pins.close()


def test_later_error_of_lgpio_is_a_fault(machine: pytest.MonkeyPatch) -> None:
    install_lgpio(machine, FakeLgpio())
    pins = RealPins()
    pins.open()

    assert pins.faults[:2] == (OSError, Refusal)
    pins.close()


def test_lgpio_gets_a_folder_for_its_pipe(machine: pytest.MonkeyPatch, tmp_path: Path) -> None:
    machine.delenv("LG_WD")
    machine.setenv("RUNTIME_DIRECTORY", f"{tmp_path}:elsewhere")
    install_lgpio(machine, FakeLgpio())
    pins = RealPins()
    pins.open()

    assert os.environ["LG_WD"] == str(tmp_path)
    machine.setenv("LG_WD", "")
    pins.close()


@pytest.mark.parametrize(
    ("service", "user", "folder"),
    [("a:b", "c", "a"), ("", "c", "c"), ("", "", tempfile.gettempdir())],
)
def test_runtime_files_lie_in_a_temporary_folder(
    monkeypatch: pytest.MonkeyPatch, service: str, user: str, folder: str
) -> None:
    monkeypatch.setenv("RUNTIME_DIRECTORY", service)
    monkeypatch.setenv("XDG_RUNTIME_DIR", user)

    assert runtime_folder() == folder


HEADER = MockFactory().board_info.headers["J8"].pins


@pytest.mark.parametrize("pin", PINS.values(), ids=PINS.keys())
def test_both_numbers_of_a_pin_mean_the_same_pin(pin: Pin) -> None:
    assert HEADER[pin.header].name == pin.gpio


@pytest.mark.parametrize(("pins", "name"), [(POWER_3V3, "3V3"), (POWER_5V, "5V"), (GROUND, "GND")])
def test_the_pins_without_a_signal_are_all_named(pins: tuple[int, ...], name: str) -> None:
    assert pins == tuple(number for number in sorted(HEADER) if HEADER[number].name == name)


def test_no_pin_is_used_twice() -> None:
    used = [pin.header for pin in PINS.values()]
    assert len(used) == len(set(used))
    assert not set(used) & set(chain(POWER_3V3, POWER_5V, GROUND))


def test_pin_is_named_by_both_its_numbers() -> None:
    assert str(PINS["chain load"]) == "GPIO25 (pin 22)"


class Kernel:
    """Records its requests, and answers with every byte of a message inverted."""

    def __init__(self, refuses: int | None = None) -> None:
        self.asked: list[tuple[int, bytes]] = []
        self.refuses = refuses

    def __call__(self, file: int, request: int, said: bytes) -> int:
        assert file >= 0
        if request == self.refuses:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        self.asked.append((request, said))
        if request == gpio.ONE_MESSAGE:
            start, to, length, *_ = gpio.MESSAGE.unpack(said)
            heard = bytes(byte ^ 0xFF for byte in ctypes.string_at(start, length))
            ctypes.memmove(to, heard, length)
        return 0


@pytest.fixture
def folder(tmp_path: Path) -> str:
    """A folder with something in the place of both ends."""
    for chip in (0, 1):
        (tmp_path / f"spidev0.{chip}").touch()
    return str(tmp_path)


def test_spi_end_is_configured_with_mode_and_speed_on_opening(folder: str) -> None:
    kernel = Kernel()
    bus = gpio.KernelBus(gpio.STRIP_END, folder, kernel)
    bus.open()
    bus.close()

    assert kernel.asked == [
        (gpio.WRITE_MODE, b"\x03"),
        (gpio.WRITE_BITS_PER_WORD, b"\x08"),
        (gpio.WRITE_MAX_HERTZ, (2_400_000).to_bytes(4, "little")),
    ]


def test_transfer_receives_as_many_bytes_as_it_sends(folder: str) -> None:
    kernel = Kernel()
    bus = gpio.KernelBus(gpio.SWITCH_END, folder, kernel)
    bus.open()

    assert bus.transfer(bytes(15) + b"\x0f") == b"\xff" * 15 + b"\xf0"
    assert gpio.MESSAGE.unpack(kernel.asked[-1][1])[2:6] == (16, 1_000_000, 0, 8)
    bus.close()


def test_a_message_has_the_size_that_is_part_of_its_request() -> None:
    assert gpio.MESSAGE.size == gpio.ONE_MESSAGE >> 16 & 0x3FFF == 32


def test_disabled_bus_is_reported_with_how_to_enable_it(tmp_path: Path) -> None:
    with pytest.raises(DeviceFault, match=r"spidev0\.0, so SPI is off.*raspi-config"):
        gpio.KernelBus(gpio.SWITCH_END, str(tmp_path)).open()


@pytest.mark.parametrize(
    ("number", "message"),
    [(errno.EACCES, r"may not use .*usermod -aG spi"), (errno.EBUSY, "cannot open .*busy")],
)
def test_bus_that_cannot_be_opened_is_reported_with_what_to_do(
    folder: str, monkeypatch: pytest.MonkeyPatch, number: int, message: str
) -> None:
    def refuse(path: str, flags: int) -> int:
        del flags
        raise OSError(number, os.strerror(number), path)

    monkeypatch.setattr(os, "open", refuse)

    with pytest.raises(DeviceFault, match=message):
        gpio.KernelBus(gpio.SWITCH_END, folder).open()


def test_device_that_is_no_bus_is_refused_and_closed(folder: str) -> None:
    with pytest.raises(DeviceFault, match=r"cannot use .*spidev0\.0 as SPI mode 2"):
        gpio.KernelBus(gpio.SWITCH_END, folder).open()


def test_bus_that_fails_later_raises_an_error(folder: str) -> None:
    bus = gpio.KernelBus(gpio.SWITCH_END, folder, Kernel(refuses=gpio.ONE_MESSAGE))
    bus.open()

    with pytest.raises(OSError, match="Input/output"):
        bus.transfer(bytes(16))

    bus.close()
    bus.close()
    with pytest.raises(DeviceFault, match="closed"):
        bus.transfer(bytes(1))
