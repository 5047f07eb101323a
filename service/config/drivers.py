"""The drivers that a table can name, and the options that each of them has.

A driver is a class with a field `driver`, which holds its name; the other fields are its options.
It joins a kind of device in the unions at the end, and needs a phrase for each new option.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal

from referee.palettes import PALETTES, STANDARD, Palette
from service.config.marks import Named, Range
from service.config.tables import Settings


@dataclass(frozen=True, slots=True, kw_only=True)
class Driver(Settings):
    """What is the same for every driver."""

    simulated: ClassVar[bool] = False
    """Whether there is no hardware behind it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulatedSlots(Driver):
    """A switch under each slot of a point; it cannot tell colours."""

    driver: Literal["slots"] = "slots"
    simulated: ClassVar[bool] = True


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulatedHall(Driver):
    """A magnetic sensor under each slot of a point; it tells colours."""

    driver: Literal["hall"] = "hall"
    simulated: ClassVar[bool] = True


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulatedCounts(Driver):
    """A count of the checkers on each place."""

    driver: Literal["counts"] = "counts"
    simulated: ClassVar[bool] = True


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulatedSingle(Driver):
    """One switch at each place, which tells whether anything is there."""

    driver: Literal["single"] = "single"
    simulated: ClassVar[bool] = True


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulatedDice(Driver):
    """Dice that show what they are told."""

    driver: Literal["simulated"] = "simulated"
    simulated: ClassVar[bool] = True
    pairs: Annotated[int, Range(1, 2)] = 1
    """Two: each player has his own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulatedButtons(Driver):
    """Buttons that are pressed by saying so."""

    driver: Literal["simulated"] = "simulated"
    simulated: ClassVar[bool] = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Lamps(Driver):
    """What is the same for all lamps."""

    palette: Annotated[Palette, Named(PALETTES)] = STANDARD
    brightness: Annotated[float, Range(0, 1)] = 0.4
    """As it looks: half of it looks half as bright."""
    most_milliamps: Annotated[int, Range(10, 5000, "milliamps")] = 400
    """What a table that is fed from USB can spare for its lamps."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulatedLamps(Lamps):
    """Lamps that remember what they were told to show."""

    driver: Literal["simulated"] = "simulated"
    simulated: ClassVar[bool] = True


SimulatedBoard = SimulatedSlots | SimulatedHall | SimulatedCounts | SimulatedSingle
BoardDriver = SimulatedBoard
DiceDriver = SimulatedDice
ButtonsDriver = SimulatedButtons
LampsDriver = SimulatedLamps
