"""What builders copy onto their machine fits what is in this house."""

import re
import shlex
import subprocess
from pathlib import Path
from typing import get_args, get_type_hints

import pytest

from firmware_bridge.ports.finding import MICROPYTHON
from service.cli import kibitz
from service.config import cameras, drivers
from service.config.settings import Service, Table
from service.doctor.gathering import GROUPS
from service.doctor.needs import AT_PORTS, ON_PINS
from service.systemd import Systemd
from tools.wiring.written import FOLDER

UNIT = FOLDER / "kibitz.service"
RULE = FOLDER / "60-kibitz.rules"
SERIAL = frozenset({"ttyACM", "ttyUSB", "ttyAMA", "ttyS"})
PINS = frozenset({"gpiochip", "spi"})
OPENED: dict[type[drivers.Driver], frozenset[str]] = {
    **dict.fromkeys(AT_PORTS, SERIAL),
    **dict.fromkeys(ON_PINS, PINS),
    cameras.UsbCamera: frozenset({"video4linux"}),
    cameras.CsiCamera: frozenset({"video4linux", "media", "dma_heap"}),
}
"""The classes of devices, as /proc/devices names them, that a driver opens."""
NOT_OPENED = (
    drivers.NoBoard,
    drivers.NoSounder,
    drivers.NoStatusLight,
    drivers.BluetoothDice,
    cameras.NoCamera,
    cameras.StreamCamera,
    cameras.FilesCamera,
)
"""Drivers of nothing, or of what is reached over the network, D-Bus or a disk."""

BUILT_IN = frozenset({"ttyAMA", "ttyS", "gpiochip", "dma_heap"})
"""The classes that the kernels of Debian and Raspberry Pi OS have from the beginning."""
MODULES = {
    "ttyACM": "cdc_acm",
    "ttyUSB": "usbserial",
    "spi": "spidev",
    "video4linux": "videodev",
    "media": "videodev",
}
"""The modules that bring the other classes; videodev needs the one that brings `media`."""


def settings(unit: str) -> dict[str, list[str]]:
    """The values of each key, in their order."""
    found: dict[str, list[str]] = {}
    for key, value in re.findall(r"^(\w+)=(.*)$", unit, re.MULTILINE):
        found.setdefault(key, []).append(value)
    return found


def real_drivers() -> set[type[drivers.Driver]]:
    """The drivers with a device of their own that the settings of a table can name."""
    hints = get_type_hints(Table)
    named = {kind for device in Table().devices for kind in get_args(hints[device])}
    wired = {kind for kind in named if kind.NEEDS_BOARD == "pico"}
    return {
        kind for kind in named - wired if not kind.SIMULATED and not issubclass(kind, NOT_OPENED)
    }


def allowed(unit: dict[str, list[str]]) -> set[str]:
    """The classes of character devices that the service may read and write."""
    lines = [value.split() for value in unit["DeviceAllow"]]
    return {name.removeprefix("char-") for name, how in lines if how == "rw"}


@pytest.fixture
def unit() -> dict[str, list[str]]:
    return settings(UNIT.read_text(encoding="utf-8"))


def test_the_unit_starts_a_command_that_there_is(unit: dict[str, list[str]]) -> None:
    program, command, *options = shlex.split(unit["ExecStart"][0])

    assert Path(program).name == "kibitz"
    known = {name for each in kibitz.commands[command].params for name in each.opts}
    assert {option for option in options if option.startswith("-")} <= known


def test_the_service_tells_systemd_in_time(unit: dict[str, list[str]]) -> None:
    assert unit["Type"] == ["notify"]
    seconds = int(unit["WatchdogSec"][0])
    told = Systemd({"NOTIFY_SOCKET": "@k", "WATCHDOG_USEC": str(seconds * 1_000_000)})
    assert told.beat is not None
    assert told.beat <= seconds / 2


def test_the_journals_are_kept_where_the_service_may_write(unit: dict[str, list[str]]) -> None:
    environment = dict(pair.split("=") for pair in unit["Environment"][0].split())
    folder = Service().journals_in(environment, Path("/nowhere"))
    assert folder == Path("/var/lib") / unit["StateDirectory"][0]


def test_the_unit_allows_each_class_of_device_that_a_driver_opens_and_no_other(
    unit: dict[str, list[str]],
) -> None:
    assert set(OPENED) == real_drivers()
    assert unit["DevicePolicy"] == ["closed"]
    assert allowed(unit) == frozenset().union(*OPENED.values())
    assert len(allowed(unit)) == len(unit["DeviceAllow"])


def test_the_modules_of_all_allowed_classes_are_loaded_before_the_service_starts(
    unit: dict[str, list[str]],
) -> None:
    assert allowed(unit) == BUILT_IN | set(MODULES)
    needed = {f"modprobe@{module}.service" for module in MODULES.values()}
    for key in ("Wants", "After"):
        assert needed <= set(" ".join(unit[key]).split())


def test_the_service_is_in_every_group_that_the_doctor_asks_for(
    unit: dict[str, list[str]],
) -> None:
    assert unit["SupplementaryGroups"] == [" ".join(GROUPS)]
    named = ", ".join(f"`{group}`" for group in GROUPS)
    text = (FOLDER / "service.md").read_text(encoding="utf-8")
    assert f"one of the groups {named} does not exist" in text


def test_the_papers_install_what_the_unit_starts(unit: dict[str, list[str]]) -> None:
    text = (FOLDER / "service.md").read_text(encoding="utf-8")
    program, _, _, configuration = shlex.split(unit["ExecStart"][0])
    assert f"venv --system-site-packages {Path(program).parent.parent}\n" in text
    assert f"kibitz.toml {Path(configuration).parent}/" in text
    assert f" {unit['User'][0]}\n" in text


def test_the_unit_is_one_that_systemd_understands(tmp_path: Path, systemd_analyze: str) -> None:
    text = UNIT.read_text(encoding="utf-8")
    here = tmp_path / "kibitz.service"
    here.write_text(re.sub(r"ExecStart=\S+", "ExecStart=/bin/true", text), encoding="utf-8")
    verify = [systemd_analyze, "verify", str(here)]
    told = subprocess.run(verify, capture_output=True, text=True, check=False)
    assert here.name not in told.stderr


def test_the_rule_is_for_a_pico_with_micropython() -> None:
    vendor, product = MICROPYTHON
    text = RULE.read_text(encoding="utf-8")
    assert f'ATTRS{{idVendor}}=="{vendor:04x}", ATTRS{{idProduct}}=="{product:04x}"' in text
    assert 'GROUP="dialout"' in text
    assert 'ENV{ID_MM_DEVICE_IGNORE}="1"' in text
