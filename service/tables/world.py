"""What lies on a simulated table, kept while the service is not there."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from hardware.drivers.simulated.boards import BOARDS
from hardware.drivers.simulated.device import SimulatedDevice
from hardware.drivers.simulated.dice import SimulatedDice
from hardware.drivers.simulated.faults import Broken
from hardware.drivers.simulated.sensor import SimulatedSensor
from hardware.drivers.simulated.table import Lying
from hardware.signals import DiceSeen, DiceState
from service.config.drivers import NoBoard
from service.files import NoFile, TooLarge, read_small, write_whole
from service.plain import NotPlain, text_of, value_of
from service.tables.devices import Attached
from service.tables.throws import Throws

MOST_BYTES = 200_000
"""Far more than a table with every switch broken takes."""
OF_NO_USE = "%s is of no use, so the table is set up anew: %s"
"""For the log."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class DiceLying:
    """What a pair of dice does."""

    state: DiceState
    numbers: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        DiceSeen("dice", 0, self.state, self.numbers)
        if self.state is DiceState.ROLLING:
            raise ValueError("dice do not roll for ever")


@dataclass(frozen=True, slots=True)
class Left:
    """A simulated table as it was left."""

    board: str
    """What kind of board it is."""
    checkers: Lying
    broken: tuple[Broken, ...] = ()
    dice: Mapping[str, DiceLying] = field(default_factory=dict)
    """By the name of each pair."""
    unplugged: tuple[str, ...] = ()
    by_itself: bool = True
    """Whether the computer was to throw and move by itself."""


class OtherBoard(ValueError):
    """What was kept lay on a board of another kind."""


def file_of(journal: Path) -> Path:
    """Where the table of a journal is kept."""
    return journal.with_suffix(".world")


def left(devices: Attached, throws: Throws, *, by_itself: bool = True) -> Left | None:
    """How the simulated part of a table is now; None if no checkers are simulated."""
    board = _board(devices)
    if not devices.checkers:
        return None
    dice = {pair.name: DiceLying(*throws.outcome(pair)) for pair in devices.all_of(SimulatedDice)}
    unplugged = tuple(it.name for it in devices.all_of(SimulatedDevice) if not it.plugged)
    broken = board.broken if board else ()
    return Left(_kind(board), devices.checkers.lying, broken, dice, unplugged, by_itself)


def lay_out(devices: Attached, world: Left) -> None:
    """Let everything be as it was left; ValueError, and nothing is touched, if that cannot be."""
    board = _board(devices)
    if not devices.checkers or _kind(board) != world.board:
        raise OtherBoard(f"the checkers lay on a board of another kind: {world.board}")
    if board:
        board.break_again(world.broken)
    devices.checkers.lay_out(world.checkers)
    if board:
        # Once more, for a switch that misses the next checker has met one by now.
        board.break_again(world.broken)
    for pair in devices.all_of(SimulatedDice):
        if lying := world.dice.get(pair.name):
            _lay(pair, lying)
    for device in devices.all_of(SimulatedDevice):
        if device.name in world.unplugged:
            device.unplug()


def keep_world(world: Left, journal: Path) -> None:
    """Write down how a table was left; a disk that refuses is logged."""
    try:
        write_whole(file_of(journal), text_of(world, Left))
    except OSError as problem:
        log.warning("what lies on the simulated table cannot be kept: %s", problem)


def kept_world(journal: Path) -> Left | None:
    """How a table was left, told only once; None if nothing was kept, or nothing legible."""
    path = file_of(journal)
    try:
        text = read_small(path, MOST_BYTES).decode()
        path.unlink()
    except FileNotFoundError:
        return None
    except (OSError, NoFile, TooLarge, UnicodeDecodeError) as problem:
        log.warning("%s cannot be read, so the table is set up anew: %s", path.name, problem)
        return None
    try:
        world: Left = value_of(text, Left)
    except NotPlain as problem:
        log.warning(OF_NO_USE, path.name, problem)
        return None
    return world


def is_laid_out(devices: Attached, world: Left, journal: Path) -> bool:
    """Let everything be as it was left, if it can be; otherwise nothing is touched."""
    try:
        lay_out(devices, world)
    except ValueError as problem:
        log.warning(OF_NO_USE, file_of(journal).name, problem)
        return False
    return True


def _board(devices: Attached) -> SimulatedSensor | None:
    return next(iter(devices.boards), None)


def _kind(board: SimulatedSensor | None) -> str:
    """As a configuration calls it."""
    if board is None:
        return NoBoard().driver
    return next(name for name, kind in BOARDS.items() if isinstance(board, kind))


def _lay(pair: SimulatedDice, lying: DiceLying) -> None:
    if lying.state is DiceState.SETTLED:
        pair.settle(*lying.numbers)
    elif lying.state is DiceState.COCKED:
        pair.cock()
    else:
        pair.lift()
