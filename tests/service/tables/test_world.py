"""What lies on a simulated table lies there again when the service comes back."""

import logging
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hardware.checkers import BACKGAMMON, Colour, point, tray
from hardware.drivers.simulated.clock import SimulatedClock
from hardware.drivers.simulated.device import SimulatedDevice
from hardware.drivers.simulated.dice import SimulatedDice
from hardware.drivers.simulated.faults import Fault
from hardware.drivers.simulated.sensor import SimulatedSensor
from hardware.signals import DiceState
from referee.state import State
from service.config.drivers import (
    SimulatedCounts,
    SimulatedHall,
    SimulatedSingle,
    SimulatedSlots,
)
from service.config.drivers import SimulatedDice as Dice
from service.config.settings import Table as Setup
from service.plain import text_of, value_of
from service.tables.devices import Attached, attach
from service.tables.throws import Throws
from service.tables.world import Left, file_of, is_laid_out, keep_world, kept_world, left
from tests.rigs.logs import LogWatch
from tests.rigs.tables import SETUP

LOGGER = "service.tables.world"
BOARDS = (SimulatedSlots(), SimulatedHall(), SimulatedCounts(), SimulatedSingle())


class Room:
    """A table without a service, and where it is kept."""

    def __init__(self, folder: Path, setup: Setup = SETUP) -> None:
        clock = SimulatedClock()
        self.journal = folder / "table.journal"
        self.devices: Attached = attach(setup, clock, State.of(setup.match))
        self.throws = Throws(clock)
        assert self.devices.checkers
        self.checkers = self.devices.checkers
        (self.board,) = self.devices.all_of(SimulatedSensor)  # type: ignore[type-abstract] # only asked for

    def dice(self, colour: Colour | None = None) -> SimulatedDice:
        return next(it for it in self.devices.all_of(SimulatedDice) if it.colour is colour)

    def device(self, name: str) -> SimulatedDevice:
        return next(it for it in self.devices.all_of(SimulatedDevice) if it.name == name)

    def keep(self) -> None:
        if world := self.left:
            keep_world(world, self.journal)

    def restore(self) -> bool:
        world = kept_world(self.journal)
        return world is not None and is_laid_out(self.devices, world, self.journal)

    @property
    def left(self) -> Left | None:
        return left(self.devices, self.throws)


def untidy(room: Room) -> None:
    """Hands have been at it."""
    checkers = room.checkers
    checkers.put(point(5), checkers.lift(point(6)), slot=1)
    checkers.put(point(8), checkers.lift(point(13)), slot=1)
    checkers.put_between(point(20), point(21), checkers.lift(point(19)), (point(21),))
    checkers.put(tray(Colour.DARK), checkers.lift(point(1)))
    checkers.lift(point(24))
    checkers.fetch(Colour.DARK)
    room.board.spoil(point(8), 1, Fault.STUCK)
    room.board.spoil(point(2), 1, Fault.DEAD)
    room.board.spoil(point(3), 1, Fault.MISSED)
    room.board.spoil(point(4), 1, Fault.BOUNCE)
    room.device("lamps").unplug()


@pytest.mark.parametrize("driver", BOARDS)
@pytest.mark.parametrize("pairs", [1, 2])
def test_everything_lies_as_it_lay(tmp_path: Path, driver: Any, pairs: int) -> None:
    setup = replace(SETUP, board=driver, dice=Dice(pairs=pairs))
    before = Room(tmp_path, setup)
    untidy(before)
    before.dice(Colour.DARK if pairs == 2 else None).settle(4, 2)
    before.keep()

    after = Room(tmp_path, setup)
    assert after.left != before.left
    assert after.restore()

    assert after.left == before.left
    assert after.checkers.lying == before.checkers.lying
    assert after.board.look() == before.board.look()
    assert not after.device("lamps").plugged
    assert after.dice(Colour.DARK if pairs == 2 else None).look().numbers == (4, 2)


def test_what_was_kept_is_laid_out_once(tmp_path: Path) -> None:
    Room(tmp_path).keep()
    assert file_of(Room(tmp_path).journal).exists()
    assert Room(tmp_path).restore()
    assert not Room(tmp_path).restore()
    assert list(tmp_path.iterdir()) == []


def test_a_table_that_was_never_left_is_set_up_as_it_should_be(tmp_path: Path) -> None:
    room = Room(tmp_path)
    lying = room.checkers.lying
    assert not room.restore()
    assert room.checkers.lying == lying


def test_dice_that_rolled_have_come_to_rest_meanwhile(tmp_path: Path) -> None:
    before = Room(tmp_path)
    before.throws.throw(before.dice(), (6, 5))
    before.keep()

    after = Room(tmp_path)
    assert after.restore()
    assert (after.dice().look().state, after.dice().look().numbers) == (DiceState.SETTLED, (6, 5))


def test_dice_that_were_thrown_askew_lie_askew(tmp_path: Path) -> None:
    before = Room(tmp_path)
    before.throws.cock(before.dice())
    before.keep()

    after = Room(tmp_path)
    assert after.restore()
    assert after.dice().look().state is DiceState.COCKED


def damaged(room: Room, old: str, new: str) -> None:
    """What was kept is another text now."""
    path = file_of(room.journal)
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (
            "{",
            "",
        ),
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
def test_what_is_damaged_is_left_out_whole(
    tmp_path: Path, expected_logs: LogWatch, old: str, new: str
) -> None:
    expected_logs.expect(LOGGER, logging.WARNING, "of no use")
    before = Room(tmp_path)
    untidy(before)
    before.dice().settle(4, 2)
    before.keep()
    damaged(before, old, new)

    after = Room(tmp_path)
    fresh = after.left
    assert not after.restore()

    assert after.left == fresh


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"[" * 100_000, b"x" * 300_000, b"null"])
def test_whatever_the_file_holds_the_service_begins(
    tmp_path: Path, expected_logs: LogWatch, content: bytes
) -> None:
    expected_logs.expect(LOGGER, logging.WARNING, "set up anew")
    room = Room(tmp_path)
    file_of(room.journal).write_bytes(content)
    assert not room.restore()


def test_a_folder_in_its_place_is_left_out(tmp_path: Path, expected_logs: LogWatch) -> None:
    expected_logs.expect(LOGGER, logging.WARNING, "cannot be read")
    room = Room(tmp_path)
    file_of(room.journal).mkdir()
    assert not room.restore()


def test_a_disk_that_refuses_is_logged_once(tmp_path: Path, expected_logs: LogWatch) -> None:
    expected_logs.expect(LOGGER, logging.WARNING, "cannot be kept")
    Room(tmp_path / "nowhere").keep()


def test_what_was_kept_reads_back_as_it_was_written(tmp_path: Path) -> None:
    room = Room(tmp_path)
    untidy(room)
    world = room.left
    assert world is not None
    assert value_of(text_of(world, Left), Left) == world
    assert set(world.checkers.stacks) <= {*BACKGAMMON, "box"}
