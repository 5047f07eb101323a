"""What builders copy onto their machine fits what is in this house."""

import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from firmware_bridge.ports.finding import MICROPYTHON
from service.cli import kibitz
from service.config.settings import Service
from service.systemd import Systemd
from tools.wiring.written import FOLDER

UNIT = FOLDER / "kibitz.service"
RULE = FOLDER / "60-kibitz.rules"


def settings(unit: str) -> dict[str, list[str]]:
    """The values of each key, in their order."""
    found: dict[str, list[str]] = {}
    for key, value in re.findall(r"^(\w+)=(.*)$", unit, re.MULTILINE):
        found.setdefault(key, []).append(value)
    return found


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


def test_the_papers_install_what_the_unit_starts(unit: dict[str, list[str]]) -> None:
    text = (FOLDER / "service.md").read_text(encoding="utf-8")
    program, _, _, configuration = shlex.split(unit["ExecStart"][0])
    assert f"venv --system-site-packages {Path(program).parent.parent}\n" in text
    assert f"kibitz.toml {Path(configuration).parent}/" in text
    assert f" {unit['User'][0]}\n" in text


def test_the_unit_is_one_that_systemd_understands(tmp_path: Path) -> None:
    if not (verify := shutil.which("systemd-analyze")):
        pytest.skip("systemd-analyze is not installed")
    text = UNIT.read_text(encoding="utf-8")
    here = tmp_path / "kibitz.service"
    here.write_text(re.sub(r"ExecStart=\S+", "ExecStart=/bin/true", text), encoding="utf-8")
    told = subprocess.run([verify, "verify", here], capture_output=True, text=True, check=False)
    assert here.name not in told.stderr


def test_the_rule_is_for_a_pico_with_micropython() -> None:
    vendor, product = MICROPYTHON
    text = RULE.read_text(encoding="utf-8")
    assert f'ATTRS{{idVendor}}=="{vendor:04x}", ATTRS{{idProduct}}=="{product:04x}"' in text
    assert 'GROUP="dialout"' in text
    assert 'ENV{ID_MM_DEVICE_IGNORE}="1"' in text
