"""Checkers on a simulated table lie there again when the service comes back."""

import logging
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hardware.checkers import BACKGAMMON, Colour, point, tray
from hardware.drivers.clocks import SimulatedClock
from hardware.drivers.simulated.simulated_devices import SimulatedDevice, SimulatedDice, SwitchFault
from hardware.drivers.simulated.simulated_sensor import SimulatedSensor
from hardware.signals import DiceState
from referee.state import State
from service.config.service_settings import BOARDS_BY_SENSOR
from service.config.service_settings import TableSettings as Setup
from service.drivers.simulated_drivers import SimulatedDiceOptions as Dice
from service.storage.stored_format import FORMAT
from service.table.device_factory import DeviceSet, create_devices
from service.table.rolling_dice import RollingDice
from service.table.simulated_table_state import (
    SimulatedTableState,
    state_file,
    state_of_table,
    store_state,
    take_stored_state,
    try_restore,
)
from tests.rigs.environment.log_watch import LogWatch
from tests.rigs.tables.table_in_memory import TABLE_SETTINGS

LOGGER = "service.table.simulated_table_state"


class BareTable:
    """A table without a service, and the folder of its files."""

    def __init__(self, folder: Path, setup: Setup = TABLE_SETTINGS) -> None:
        clock = SimulatedClock()
        self.journal = folder / "table.journal"
        self.devices: DeviceSet = create_devices(setup, clock, State.of(setup.match_settings))
        self.throws = RollingDice(clock)
        assert self.devices.checkers
        self.checkers = self.devices.checkers
        (self.board,) = self.devices.all_of(SimulatedSensor)  # type: ignore[type-abstract] # only asked for

    def dice(self, colour: Colour | None = None) -> SimulatedDice:
        return next(it for it in self.devices.all_of(SimulatedDice) if it.colour is colour)

    def device(self, name: str) -> SimulatedDevice:
        return next(it for it in self.devices.all_of(SimulatedDevice) if it.name == name)

    def store(self) -> None:
        if world := self.state:
            store_state(world, self.journal)

    def restore(self) -> bool:
        world = take_stored_state(self.journal)
        return world is not None and try_restore(self.devices, world, self.journal)

    @property
    def state(self) -> SimulatedTableState | None:
        return state_of_table(self.devices, self.throws)


def untidy(table: BareTable) -> None:
    """Disturbs everything that is stored: checkers, switches and the lamps."""
    checkers = table.checkers
    checkers.put(point(5), checkers.lift(point(6)), slot=1)
    checkers.put(point(8), checkers.lift(point(13)), slot=1)
    checkers.put_between(point(20), point(21), checkers.lift(point(19)), (point(21),))
    checkers.put(tray(Colour.DARK), checkers.lift(point(1)))
    checkers.lift(point(24))
    checkers.add_extra(Colour.DARK)
    table.board.set_fault(point(8), 1, SwitchFault.STUCK)
    table.board.set_fault(point(2), 1, SwitchFault.DEAD)
    table.board.set_fault(point(3), 1, SwitchFault.MISSED)
    table.board.set_fault(point(4), 1, SwitchFault.BOUNCE)
    table.device("lamps").unplug()


@pytest.mark.parametrize("driver", BOARDS_BY_SENSOR.values())
@pytest.mark.parametrize("pairs", [1, 2])
def test_restored_table_equals_the_stored_one(tmp_path: Path, driver: Any, pairs: int) -> None:
    setup = replace(TABLE_SETTINGS, board=driver, dice=Dice(pairs=pairs))
    before = BareTable(tmp_path, setup)
    untidy(before)
    before.dice(Colour.DARK if pairs == 2 else None).settle(4, 2)
    before.store()

    after = BareTable(tmp_path, setup)
    assert after.state != before.state
    assert after.restore()

    assert after.state == before.state
    assert after.checkers.snapshot == before.checkers.snapshot
    assert after.board.observe() == before.board.observe()
    assert not after.device("lamps").is_plugged_in
    assert after.dice(Colour.DARK if pairs == 2 else None).reading().numbers == (4, 2)


def test_stored_state_is_restored_only_once(tmp_path: Path) -> None:
    BareTable(tmp_path).store()
    assert state_file(BareTable(tmp_path).journal).exists()
    assert BareTable(tmp_path).restore()
    assert not BareTable(tmp_path).restore()
    assert list(tmp_path.iterdir()) == []


def test_a_table_that_was_never_left_is_set_up_as_it_should_be(tmp_path: Path) -> None:
    table = BareTable(tmp_path)
    lying = table.checkers.snapshot
    assert not table.restore()
    assert table.checkers.snapshot == lying


def test_dice_that_rolled_have_come_to_rest_meanwhile(tmp_path: Path) -> None:
    before = BareTable(tmp_path)
    before.throws.throw(before.dice(), (6, 5))
    before.store()

    after = BareTable(tmp_path)
    assert after.restore()
    dice = after.dice().reading()
    assert (dice.state, dice.numbers) == (DiceState.SETTLED, (6, 5))


def test_dice_that_were_thrown_askew_lie_askew(tmp_path: Path) -> None:
    before = BareTable(tmp_path)
    before.throws.throw(before.dice(), ())
    before.store()

    after = BareTable(tmp_path)
    assert after.restore()
    assert after.dice().reading().state is DiceState.COCKED


def damage_state(table: BareTable, old: str, new: str) -> None:
    """Replaces the stored state by another text."""
    path = state_file(table.journal)
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("{", ""),
        ('"hand":[', '"hand":["dark",'),
        ('"hand":["light"', '"hand":["blue"'),
        ('"p1":', '"p99":'),
        ('"slot":1', '"slot":6'),
        ('"slot":1', '"slot":0'),
        ('"reading":1', '"reading":2'),
        ('"seen_by":["p21"]', '"seen_by":["p1"]'),
        ('["p20",1]', '["p21",1]'),
        ('["p20",1]', '["p20",9]'),
        ('"numbers":[4,2]', '"numbers":[4,2,1]'),
        ('"numbers":[4,2]', '"numbers":[4,7]'),
        ('"state":"settled","numbers":[4,2]', '"state":"rolling","numbers":[]'),
        ('"board":"hall"', '"board":"slots"'),
        ('"board":"hall"', '"board":"none"'),
    ],
)
def test_damaged_state_is_ignored_as_a_whole(
    tmp_path: Path, expected_logs: LogWatch, old: str, new: str
) -> None:
    expected_logs.expect(LOGGER, logging.WARNING, "cannot be used")
    before = BareTable(tmp_path)
    untidy(before)
    before.dice().settle(4, 2)
    before.store()
    damage_state(before, old, new)

    after = BareTable(tmp_path)
    fresh = after.state
    assert not after.restore()

    assert after.state == fresh


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"[" * 100_000, b"x" * 300_000, b"null"])
def test_service_starts_with_any_content_of_the_state_file(
    tmp_path: Path, expected_logs: LogWatch, content: bytes
) -> None:
    expected_logs.expect(LOGGER, logging.WARNING, "set up from scratch")
    table = BareTable(tmp_path)
    state_file(table.journal).write_bytes(content)
    assert not table.restore()


def test_a_folder_in_place_of_the_state_file_is_ignored(
    tmp_path: Path, expected_logs: LogWatch
) -> None:
    expected_logs.expect(LOGGER, logging.WARNING, "cannot be used")
    table = BareTable(tmp_path)
    state_file(table.journal).mkdir()
    assert not table.restore()


def test_a_disk_that_refuses_is_logged_once(tmp_path: Path, expected_logs: LogWatch) -> None:
    expected_logs.expect(LOGGER, logging.WARNING, "cannot be stored")
    BareTable(tmp_path / "nowhere").store()


def test_stored_state_reads_back_unchanged(tmp_path: Path) -> None:
    table = BareTable(tmp_path)
    untidy(table)
    world = table.state
    assert world is not None
    assert FORMAT.decode(FORMAT.encode(world, SimulatedTableState), SimulatedTableState) == world
    assert set(world.checkers.stacks) <= {*BACKGAMMON.places, "box"}
