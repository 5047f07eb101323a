"""The way to real pins: what is said when they cannot be had, and what is done first."""

import os
import sys
import tempfile
from pathlib import Path
from types import ModuleType
from typing import Any

import gpiozero.pins  # type: ignore[import-untyped]  # it has no types
import pytest
from gpiozero.pins import local

from hardware.devices import DeviceFault
from hardware.drivers.pi.factory import RealPins, runtime_folder
from hardware.drivers.pi.pins import BUTTONS, CHAIN_LOAD

PI_4 = 0xC03114
IS_OUT = 2


class Refusal(Exception):
    """How lgpio refuses."""


class FakeLgpio(ModuleType):
    """As much of lgpio as is asked for; some of it may be refused."""

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


def have(machine: pytest.MonkeyPatch, lgpio: ModuleType | None) -> None:
    """Let this be lgpio; None, if there is none."""
    machine.setitem(sys.modules, "lgpio", lgpio)


@pytest.mark.parametrize("lgpio", [None, ModuleType("lgpio")], ids=["missing", "the empty one"])
def test_without_lgpio_it_is_told_how_to_get_it(
    machine: pytest.MonkeyPatch, lgpio: ModuleType | None
) -> None:
    have(machine, lgpio)

    with pytest.raises(DeviceFault, match=r"needs lgpio, .* apt install python3-lgpio"):
        RealPins().open()


def test_a_machine_that_is_no_pi_says_so(machine: pytest.MonkeyPatch) -> None:
    from gpiozero import PinUnknownPi

    def unknown() -> int:
        raise PinUnknownPi

    have(machine, FakeLgpio())
    machine.setattr(local, "get_pi_revision", unknown)

    with pytest.raises(DeviceFault, match="needs a Raspberry Pi"):
        RealPins().open()


def test_pins_that_the_user_may_not_touch_are_told_with_the_group(
    machine: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    have(machine, FakeLgpio(gpiochip_open="can not open gpiochip"))
    machine.setattr(os, "access", lambda _path, _how: False)

    with pytest.raises(DeviceFault, match=r"may not use .*gpiochip0; .*usermod -aG gpio"):
        RealPins(str(tmp_path)).open()


def test_a_machine_without_pins_says_so(machine: pytest.MonkeyPatch, tmp_path: Path) -> None:
    have(machine, FakeLgpio(gpiochip_open="can not open gpiochip"))
    (tmp_path / "gpiochip0").unlink()

    with pytest.raises(DeviceFault, match=r"finds no .*gpiochip0"):
        RealPins(str(tmp_path)).open()


def test_a_pin_that_another_program_has_is_told_by_its_number(
    machine: pytest.MonkeyPatch,
) -> None:
    have(machine, FakeLgpio(gpio_claim_input="'GPIO busy'"))
    pins = RealPins()
    pins.open()

    with pytest.raises(DeviceFault, match=r"wants GPIO5 \(pin 29\), which another program"):
        pins.input(BUTTONS[0])
    pins.close()


def test_a_pin_that_another_device_has_is_told_by_its_number(machine: pytest.MonkeyPatch) -> None:
    have(machine, FakeLgpio())
    pins = RealPins()
    pins.open()
    load = pins.output(CHAIN_LOAD)

    with pytest.raises(DeviceFault, match=r"wants GPIO25 \(pin 22\), which another device"):
        pins.output(CHAIN_LOAD)
    load.close()
    pins.close()


def test_what_lgpio_may_raise_later_is_a_fault(machine: pytest.MonkeyPatch) -> None:
    have(machine, FakeLgpio())
    pins = RealPins()
    pins.open()

    assert pins.faults[:2] == (OSError, Refusal)
    pins.close()


def test_lgpio_is_told_where_to_put_its_pipe(machine: pytest.MonkeyPatch, tmp_path: Path) -> None:
    machine.delenv("LG_WD")
    machine.setenv("RUNTIME_DIRECTORY", f"{tmp_path}:elsewhere")
    have(machine, FakeLgpio())
    pins = RealPins()
    pins.open()

    assert os.environ["LG_WD"] == str(tmp_path)
    machine.setenv("LG_WD", "")
    pins.close()


@pytest.mark.parametrize(
    ("service", "user", "folder"),
    [("a:b", "c", "a"), ("", "c", "c"), ("", "", tempfile.gettempdir())],
)
def test_small_files_lie_where_nobody_keeps_them(
    monkeypatch: pytest.MonkeyPatch, service: str, user: str, folder: str
) -> None:
    monkeypatch.setenv("RUNTIME_DIRECTORY", service)
    monkeypatch.setenv("XDG_RUNTIME_DIR", user)

    assert runtime_folder() == folder
