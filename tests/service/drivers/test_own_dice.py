"""A driver outside of the checkout: examples/own_dice.py, copied to a folder of its own."""

import asyncio
import logging
import os
import shutil
from pathlib import Path

import pytest

from service.config.configuration_file import load_configuration_file
from service.config.service_settings import Configuration
from service.doctor.examination import PortAccess, collect_facts, run_checks
from service.doctor.facts import OpenedDevice
from service.doctor.findings import FindingKind
from service.doctor.machine_probe import MachineProbe
from service.table.supervisor import LinkState
from tests.rigs.environment.checkout import ROOT
from tests.rigs.environment.command_shell import CommandShell
from tests.rigs.environment.log_watch import LogWatch
from tests.rigs.tables.table_in_memory import HandsAtTable, open_table


class Home:
    """A folder with the driver, a configuration that names it, and the file of the throws."""

    def __init__(self, folder: Path) -> None:
        self.driver = shutil.copy(ROOT / "examples" / "own_dice.py", folder / "my_dice.py")
        self.throws = folder / "throw"
        self.file = folder / "kibitz.toml"
        self.written = 0
        self.throw("")
        self.file.write_text(
            f'[service]\ndrivers = ["{self.driver}"]\n'
            f'[[table]]\nlength = 1\nboard.driver = "hall"\n'
            f'dice = {{ driver = "own", path = "{self.throws}", pause = 0.1 }}\n'
        )

    @property
    def configuration(self) -> Configuration:
        return load_configuration_file(self.file)

    def throw(self, text: str) -> None:
        self.throws.write_text(text)
        self.written += 1
        os.utime(self.throws, (self.written, self.written))


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path)


def dice_of(seated: HandsAtTable) -> tuple[int, int] | None:
    dice = seated.table.state.match.game.dice
    return (dice.high, dice.low) if dice else None


def link_of(seated: HandsAtTable) -> LinkState:
    return seated.table.links["dice"]


def test_check_config_accepts_a_driver_outside_of_the_checkout(
    home: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    result = CommandShell(tmp_path, monkeypatch).kibitz("check-config", str(home.file))

    assert result.exit_code == 0
    assert "dice: own\n" in result.output


def test_options_of_the_driver_are_explained_in_its_own_words(
    home: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shell = CommandShell(tmp_path, monkeypatch)
    printed = shell.kibitz("check-config", "--defaults", str(home.file)).output.replace("\n# ", " ")
    usual = shell.kibitz("check-config", "--defaults").output

    assert "The time between two looks at the file. Allowed: a number of seconds" in printed
    assert 'Only with the driver "own".' in printed
    assert "two looks at the file" not in usual


async def test_table_opens_with_the_driver_and_its_throws_reach_the_referee(home: Home) -> None:
    (table,) = home.configuration.tables
    async with open_table(setup=table) as seated:
        assert seated.devices.drivers["dice"] == "own"
        assert seated.table.links["dice"] is LinkState.OPEN
        assert "dice" not in seated.table.simulated_devices
        home.throw("3 5")
        await seated.pass_seconds(3)
        assert dice_of(seated) == (5, 3)


async def test_bug_in_the_background_of_a_driver_is_not_swallowed(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    (table,) = home.configuration.tables
    with pytest.RaisesGroup(pytest.RaisesExc(ValueError, match="boom"), flatten_subgroups=True):
        async with open_table(setup=table) as seated:
            (dice,) = (it for it in seated.devices.input_devices if it.name == "dice")
            monkeypatch.setattr(dice, "_report_throw", lambda _written: int("boom"))
            home.throw("3 5")
            await seated.pass_seconds(3)


async def test_dice_that_are_lost_come_back(home: Home, expected_logs: LogWatch) -> None:
    expected_logs.expect("service.table.supervisor", logging.WARNING, "dice cannot be reached")
    (table,) = home.configuration.tables
    async with open_table(setup=table) as seated:
        home.throws.unlink()
        await seated.pass_seconds(0.2)
        assert link_of(seated) is not LinkState.OPEN
        home.throw("2 1")
        await seated.pass_seconds(60)
        assert link_of(seated) is LinkState.OPEN


@pytest.mark.parametrize(
    ("is_there", "kind"), [(True, FindingKind.DEVICES), (False, FindingKind.FAULT)]
)
def test_doctor_opens_the_dice(
    home: Home, tmp_path: Path, *, is_there: bool, kind: FindingKind
) -> None:
    if not is_there:
        home.throws.unlink()
    configuration = home.configuration
    access = PortAccess(list_ports=list)
    facts = asyncio.run(collect_facts(configuration, MachineProbe(tmp_path), {}, tmp_path, access))

    (opened,) = facts.opened_devices
    why = "" if is_there else opened.why
    assert opened == OpenedDevice("table", "dice", why)
    assert bool(why) is not is_there
    assert kind in {found.what for found in run_checks(facts, configuration, "")}
