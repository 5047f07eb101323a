"""The drivers of simulated devices, except cameras."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from hardware.checkers import BACKGAMMON
from hardware.devices import Device
from hardware.drivers.simulated.board_sensors import BOARD_SENSORS
from hardware.drivers.simulated.simulated_devices import (
    SimulatedButtons,
    SimulatedDice,
    SimulatedLamps,
    SimulatedSounder,
)
from service.drivers.driver_entry import (
    BoardDriverOptions,
    ButtonsDriverOptions,
    DiceDriverOptions,
    Driver,
    DriverContext,
    LampsDriverOptions,
    PairsSetting,
    SounderDriverOptions,
    always,
    dice_pairs,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulatedSlotsOptions(BoardDriverOptions):
    """Simulated reed switches under each slot of a point, without colours."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulatedHallOptions(BoardDriverOptions):
    """Simulated Hall sensors under each slot of a point, with colours."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulatedCountsOptions(BoardDriverOptions):
    """A simulated scale under each place, which counts the checkers, without colours."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulatedColoursOptions(BoardDriverOptions):
    """A simulated sensor under each place, which counts the checkers of each colour."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulatedSingleOptions(BoardDriverOptions):
    """One simulated switch at each place, closed if any checker is there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulatedP5Options(BoardDriverOptions):
    """Simulated reed switches where a real board with the sensor map `p5` has them."""


def _board(name: str, options: type[BoardDriverOptions]) -> Driver[BoardDriverOptions]:
    def create(_options: object, context: DriverContext) -> Iterable[Device]:
        return [BOARD_SENSORS[BACKGAMMON][name]("board", context.checkers, context.clock)]

    return Driver(name=name, options=options, create=create, is_simulated=always)


SIMULATED_BOARDS = (
    _board("slots", SimulatedSlotsOptions), _board("hall", SimulatedHallOptions),
    _board("counts", SimulatedCountsOptions), _board("colours", SimulatedColoursOptions),
    _board("single", SimulatedSingleOptions), _board("p5", SimulatedP5Options),
)  # fmt: skip
"""The drivers of simulated boards."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulatedDiceOptions(DiceDriverOptions):
    """Simulated dice."""

    pairs: PairsSetting = 1
    """2: each player has a pair."""


def _create_dice(options: SimulatedDiceOptions, context: DriverContext) -> Iterable[Device]:
    """The dice, which show the throw that the state of the match expects."""
    pairs = dice_pairs(options.pairs)
    dice = [SimulatedDice(name, context.clock, colour) for name, colour in pairs]
    thrown = context.state.match.game.dice
    for pair in dice:
        if thrown and pair.colour in (None, context.state.colour):
            pair.roll(thrown.high, thrown.low)
    return dice


SIMULATED_DICE = Driver(
    name="simulated", options=SimulatedDiceOptions, create=_create_dice, is_simulated=always
)


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulatedButtonsOptions(ButtonsDriverOptions):
    """Simulated buttons."""


SIMULATED_BUTTONS = Driver(
    name="simulated",
    options=SimulatedButtonsOptions,
    create=lambda _options, context: [SimulatedButtons("buttons", context.clock)],
    is_simulated=always,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulatedLampsOptions(LampsDriverOptions):
    """Simulated lamps."""


SIMULATED_LAMPS = Driver(
    name="simulated",
    options=SimulatedLampsOptions,
    create=lambda _options, context: [SimulatedLamps("lamps", context.clock)],
    is_simulated=always,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulatedSounderOptions(SounderDriverOptions):
    """A simulated piezo sounder."""


SIMULATED_SOUNDER = Driver(
    name="simulated",
    options=SimulatedSounderOptions,
    create=lambda _options, context: [SimulatedSounder("sounder", context.clock)],
    is_simulated=always,
)
