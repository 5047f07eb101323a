"""Stores and restores the state of a simulated table."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from hardware.checkers import BACKGAMMON
from hardware.drivers.simulated.board_sensors import BOARD_SENSORS
from hardware.drivers.simulated.simulated_devices import SavedFault, SimulatedDevice, SimulatedDice
from hardware.drivers.simulated.simulated_sensor import SimulatedSensor
from hardware.drivers.simulated.simulated_table import TableSnapshot
from hardware.signals import DiceReading, DiceState
from service.drivers.driver_entry import NO_BOARD
from service.storage.atomic_files import FileTooLarge, NotAFile, read_small_file, write_atomically
from service.storage.codec import DecodingError
from service.storage.stored_format import FORMAT
from service.table.device_factory import DeviceSet
from service.table.rolling_dice import RollingDice

MAX_STATE_BYTES = 200_000
"""Far more than a table with every switch broken needs."""
UNUSABLE_STATE = "%s: the stored state cannot be used; the table is set up from scratch: %s"
"""A log format for table and reason."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class DiceAtRest:
    """The state of a pair of dice at rest or picked up; ValueError if it rolls."""

    state: DiceState
    numbers: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        DiceReading("dice", 0, self.state, self.numbers)
        if self.state is DiceState.ROLLING:
            raise ValueError("stored dice cannot be rolling")


@dataclass(frozen=True, slots=True)
class SimulatedTableState:
    """The state of a simulated table."""

    board: str
    """The driver name of the board."""
    checkers: TableSnapshot
    broken: tuple[SavedFault, ...] = ()
    dice: Mapping[str, DiceAtRest] = field(default_factory=dict)
    """The state of each pair of dice, by its name."""
    unplugged: tuple[str, ...] = ()
    by_itself: bool = True
    """True if simulated hands were switched on for the computer."""


class OtherBoard(ValueError):
    """Raised if the stored state belongs to a board of another kind."""


def state_file(journal: Path) -> Path:
    """The file that stores the table of a journal."""
    return journal.with_suffix(".world")


def state_of_table(
    devices: DeviceSet, throws: RollingDice, *, hands_act: bool = True
) -> SimulatedTableState | None:
    """The present state of a simulated table; None if its checkers are real."""
    board = _board(devices)
    if not devices.checkers:
        return None
    dice = {pair.name: DiceAtRest(*throws.outcome(pair)) for pair in devices.all_of(SimulatedDice)}
    unplugged = tuple(it.name for it in devices.all_of(SimulatedDevice) if not it.is_plugged_in)
    broken = board.saved_faults if board else ()
    laid = devices.checkers.snapshot
    return SimulatedTableState(_kind(board), laid, broken, dice, unplugged, hands_act)


def restore(devices: DeviceSet, state: SimulatedTableState) -> None:
    """Restores a stored state; ValueError, without any change, if it does not fit the table."""
    board = _board(devices)
    if not devices.checkers or _kind(board) != state.board:
        raise OtherBoard(f"the checkers lay on a board of another kind: {state.board}")
    if board:
        board.restore_faults(state.broken)
    devices.checkers.restore(state.checkers)
    if board:
        # Again, for a switch that misses the next checker has used that up by laying out.
        board.restore_faults(state.broken)
    for pair in devices.all_of(SimulatedDice):
        if rest := state.dice.get(pair.name):
            _place_dice(pair, rest)
    for device in devices.all_of(SimulatedDevice):
        if device.name in state.unplugged:
            device.unplug()


def store_state(state: SimulatedTableState, journal: Path) -> None:
    """Stores the state of a table; a failure is only logged."""
    try:
        write_atomically(state_file(journal), FORMAT.encode(state, SimulatedTableState))
    except OSError as problem:
        log.warning("%s: the state of the table cannot be stored: %s", journal.stem, problem)


def take_stored_state(journal: Path) -> SimulatedTableState | None:
    """Reads and deletes the stored state of a table; None if there is none, or it is unreadable."""
    path = state_file(journal)
    try:
        text = read_small_file(path, MAX_STATE_BYTES).decode()
        path.unlink()
    except FileNotFoundError:
        return None
    except (OSError, NotAFile, FileTooLarge, UnicodeDecodeError) as problem:
        log.warning(UNUSABLE_STATE, path.stem, problem)
        return None
    try:
        state: SimulatedTableState = FORMAT.decode(text, SimulatedTableState)
    except DecodingError as problem:
        log.warning(UNUSABLE_STATE, path.stem, problem)
        return None
    return state


def try_restore(devices: DeviceSet, state: SimulatedTableState, journal: Path) -> bool:
    """Restores a stored state; False, without any change, if it does not fit the table."""
    try:
        restore(devices, state)
    except ValueError as problem:
        log.warning(UNUSABLE_STATE, journal.stem, problem)
        return False
    return True


def _board(devices: DeviceSet) -> SimulatedSensor | None:
    return next(iter(devices.simulated_boards), None)


def _kind(board: SimulatedSensor | None) -> str:
    """The driver name of a board in a configuration."""
    if board is None:
        return NO_BOARD.name
    return next(name for name, kind in BOARD_SENSORS[BACKGAMMON].items() if isinstance(board, kind))


def _place_dice(pair: SimulatedDice, dice: DiceAtRest) -> None:
    if dice.state is DiceState.SETTLED:
        pair.settle(*dice.numbers)
    elif dice.state is DiceState.COCKED:
        pair.cock()
    else:
        pair.lift()
