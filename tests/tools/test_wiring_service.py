"""Files for builders to copy onto their machine fit the code of this checkout."""

import re
import shlex
import subprocess
from pathlib import Path

import pytest

from firmware_bridge.port_discovery import MICROPYTHON
from service.cli.root_command import kibitz_group
from service.cli.systemd_notify import SystemdNotifier
from service.config.service_settings import ServiceSettings
from service.doctor.machine_probe import GROUPS
from service.drivers.camera_drivers import CSI_CAMERA, USB_CAMERA
from service.drivers.driver_entry import AnyDriver, MachineNeed
from service.drivers.driver_registry import BUILT_IN
from tools.wiring.build_documents import FOLDER

Unit = dict[str, list[str]]
"""The values of each key, in their order."""
UNIT = FOLDER / "kibitz.service"
RULE = FOLDER / "60-kibitz.rules"
SERIAL = frozenset({"ttyACM", "ttyUSB", "ttyAMA", "ttyS"})
PINS = frozenset({"gpiochip", "spi"})
OPENED_FOR_NEEDS = {
    MachineNeed.SERIAL_PORT: SERIAL,
    MachineNeed.PINS: PINS,
    MachineNeed.BLUETOOTH: frozenset[str](),  # over D-Bus
}
VIDEO = frozenset({"video4linux"})
CAMERAS = {USB_CAMERA: VIDEO, CSI_CAMERA: VIDEO | {"media", "dma_heap"}}
"""The classes of devices, as /proc/devices names them, that a driver opens."""

IN_KERNEL = frozenset({"ttyAMA", "ttyS", "gpiochip", "dma_heap"})
"""The classes that the kernels of Debian and Raspberry Pi OS have from the beginning."""
MODULES = {"ttyACM": "cdc_acm", "ttyUSB": "usbserial", "spi": "spidev"}
MODULES |= dict.fromkeys(("video4linux", "media"), "videodev")
"""The modules that bring the other classes; videodev needs the one that brings `media`."""


def settings(unit: str) -> Unit:
    found: Unit = {}
    for key, value in re.findall(r"^(\w+)=(.*)$", unit, re.MULTILINE):
        found.setdefault(key, []).append(value)
    return found


def opened_by(driver: AnyDriver) -> frozenset[str]:
    """The classes of devices that a driver opens."""
    if driver in CAMERAS:
        return CAMERAS[driver]
    return frozenset().union(*(OPENED_FOR_NEEDS[need] for need in driver.needs))


def allowed(unit: Unit) -> set[str]:
    """The classes of character devices that the service may read and write."""
    lines = [value.split() for value in unit["DeviceAllow"]]
    return {name.removeprefix("char-") for name, how in lines if how == "rw"}


@pytest.fixture
def unit() -> Unit:
    return settings(UNIT.read_text(encoding="utf-8"))


def test_the_unit_starts_a_command_that_exists(unit: Unit) -> None:
    program, command, *options = shlex.split(unit["ExecStart"][0])

    assert Path(program).name == "kibitz"
    known = {name for each in kibitz_group.commands[command].params for name in each.opts}
    assert {option for option in options if option.startswith("-")} <= known


def test_the_service_tells_systemd_in_time(unit: Unit) -> None:
    assert unit["Type"] == ["notify"]
    seconds = int(unit["WatchdogSec"][0])
    notifier = SystemdNotifier({"NOTIFY_SOCKET": "@k", "WATCHDOG_USEC": str(seconds * 1_000_000)})
    assert notifier.watchdog_interval is not None
    assert notifier.watchdog_interval <= seconds / 2


def test_journals_are_stored_where_the_service_may_write(unit: Unit) -> None:
    environment = dict(pair.split("=") for pair in unit["Environment"][0].split())
    folder = ServiceSettings().journal_folder(environment, Path("/nowhere"))
    assert folder == Path("/var/lib") / unit["StateDirectory"][0]


def test_the_unit_allows_each_class_of_device_that_a_driver_opens_and_no_other(unit: Unit) -> None:
    assert unit["DevicePolicy"] == ["closed"]
    assert allowed(unit) == frozenset().union(*map(opened_by, BUILT_IN))
    assert len(allowed(unit)) == len(unit["DeviceAllow"])


def test_modules_of_all_allowed_classes_are_loaded_before_the_service_starts(unit: Unit) -> None:
    assert allowed(unit) == IN_KERNEL | set(MODULES)
    needed = {f"modprobe@{module}.service" for module in MODULES.values()}
    for key in ("Wants", "After"):
        assert needed <= set(" ".join(unit[key]).split())


def test_the_service_is_in_every_group_that_the_doctor_asks_for(unit: Unit) -> None:
    assert unit["SupplementaryGroups"] == [" ".join(GROUPS)]
    named = ", ".join(f"`{group}`" for group in GROUPS)
    text = (FOLDER / "service.md").read_text(encoding="utf-8")
    assert f"one of the groups {named} does not exist" in text


def test_documents_install_what_the_unit_starts(unit: Unit) -> None:
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
    verified = subprocess.run(verify, capture_output=True, text=True, check=False)
    assert here.name not in verified.stderr


def test_the_rule_is_for_a_pico_with_micropython() -> None:
    vendor, product = MICROPYTHON
    text = RULE.read_text(encoding="utf-8")
    assert f'ATTRS{{idVendor}}=="{vendor:04x}", ATTRS{{idProduct}}=="{product:04x}"' in text
    assert 'GROUP="dialout"' in text
    assert 'ENV{ID_MM_DEVICE_IGNORE}="1"' in text
