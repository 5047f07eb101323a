"""The drivers that a table can name, and the options that each of them has.

A driver is a class with a field `driver`, which holds its name; the other fields are its options.
It joins a kind of device in the unions at the end, and needs a phrase for each new option.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal

from firmware_bridge.dice.printed import QUIET, Pattern
from hardware.signals import Button
from referee.palettes import PALETTES, STANDARD, Palette
from service.config.marks import Absent, Many, Named, Range, Spelled
from service.config.problems import Mistake, Wrong
from service.config.tables import Check, Settings

MOST_BUTTONS = 8
"""The wire knows no more."""
FOUR_BUTTONS = (Button.LIGHT, Button.DARK, Button.CUBE, Button.NO)
"""Enough for a whole match, doubling included."""
PORT = Spelled(
    re.compile(r"/[!-~]{1,199}|(socket|rfc2217)://[!-~]{1,199}|COM[1-9][0-9]{0,2}"), "port"
)
UID = Spelled(re.compile(r"[A-Za-z0-9]{1,32}"), "uid")
DIE = Spelled(re.compile(r"[0-9A-Za-z][0-9A-Za-z:-]{1,63}"), "die")
PATTERN = Spelled(re.compile(r".{1,200}"), "pattern")

Port = Annotated[str | None, PORT, Absent("auto")]
Uid = Annotated[str | None, UID, Absent("any")]
Pairs = Annotated[int, Range(1, 2)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Driver(Settings):
    """What is the same for every driver."""

    SIMULATED: ClassVar[bool] = False
    """Whether there is never any hardware behind it."""
    NEEDS_BOARD: ClassVar[str] = ""
    """The driver that the board of its table must have; nothing, if that does not matter."""

    @property
    def simulated(self) -> bool:
        """Whether there is no hardware behind it."""
        return self.SIMULATED

    @property
    def holds(self) -> str:
        """What nobody else can use meanwhile, a port for instance; nothing, if all can."""
        return ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulatedSlots(Driver):
    """A switch under each slot of a point; it cannot tell colours."""

    driver: Literal["slots"] = "slots"
    SIMULATED: ClassVar[bool] = True


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulatedHall(Driver):
    """A magnetic sensor under each slot of a point; it tells colours."""

    driver: Literal["hall"] = "hall"
    SIMULATED: ClassVar[bool] = True


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulatedCounts(Driver):
    """A count of the checkers on each place."""

    driver: Literal["counts"] = "counts"
    SIMULATED: ClassVar[bool] = True


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulatedSingle(Driver):
    """One switch at each place, which tells whether anything is there."""

    driver: Literal["single"] = "single"
    SIMULATED: ClassVar[bool] = True


@dataclass(frozen=True, slots=True, kw_only=True)
class PicoBoard(Driver):
    """A board of its own, with a Pico in it, at the end of a wire."""

    driver: Literal["pico"] = "pico"
    port: Port = None
    """None is the first port at which a board answers."""
    uid: Uid = None
    """The only board that will do, by its own name; None takes any."""
    layout: Literal["p5"] = "p5"
    debounce: Annotated[int, Range(2, 8)] = 4
    """Samples of 5 ms that must agree."""

    @property
    def holds(self) -> str:
        return self.port or f"auto board {self.uid or 'any'}"


@dataclass(frozen=True, slots=True, kw_only=True)
class PiBoard(Driver):
    """A board on the Pi's own pins."""

    driver: Literal["pi"] = "pi"
    layout: Literal["p5"] = "p5"
    pins: Literal["lgpio", "mock"] = "lgpio"
    """Whose pins; those of nobody on a machine that has none."""

    @property
    def simulated(self) -> bool:
        return self.pins == "mock"

    @property
    def holds(self) -> str:
        return "" if self.simulated else "pins"


@dataclass(frozen=True, slots=True, kw_only=True)
class NoBoard(Driver):
    """Nothing feels the checkers; a camera sees them."""

    driver: Literal["none"] = "none"


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulatedDice(Driver):
    """Dice that show what they are told."""

    driver: Literal["simulated"] = "simulated"
    SIMULATED: ClassVar[bool] = True
    pairs: Pairs = 1
    """Two: each player has his own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PicoDice(Driver):
    """Dice behind the board of the table."""

    driver: Literal["pico"] = "pico"
    NEEDS_BOARD: ClassVar[str] = "pico"
    pairs: Pairs = 1
    """Two: each player has his own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SerialDice(Driver):
    """Dice with a port of their own that speak the wire."""

    driver: Literal["serial"] = "serial"
    pairs: Pairs = 1
    """Two: each player has his own."""
    port: Port = None
    """None is the first port at which dice answer."""
    uid: Uid = None
    """The only dice that will do, by their own name; None takes any."""

    @property
    def holds(self) -> str:
        return self.port or f"auto dice {self.uid or 'any'}"


def _a_pattern(pattern: str | None) -> Iterator[Mistake]:
    """A pattern is one that dice can be read by."""
    try:
        Pattern(pattern or "(.)")
    except ValueError as problem:
        yield Mistake(("pattern",), Wrong.NO_PATTERN, {"problem": str(problem)})


@dataclass(frozen=True, slots=True, kw_only=True)
class LineDice(Driver):
    """Dice with a port of their own that merely print numbers."""

    CHECKS: ClassVar[tuple[Check, ...]] = (Check(("pattern",), _a_pattern),)
    driver: Literal["lines"] = "lines"
    port: Annotated[str, PORT] = "/dev/ttyUSB0"
    baud: Annotated[int, Range(300, 3_000_000)] = 115_200
    pattern: Annotated[str | None, PATTERN, Absent("auto")] = None
    """How a throw is printed, each number a group; None is in any of the usual ways."""
    quiet: Annotated[float, Range(0, 10, "seconds")] = QUIET
    """How long a throw that is printed again counts as the same."""

    @property
    def holds(self) -> str:
        return self.port


@dataclass(frozen=True, slots=True, kw_only=True)
class BluetoothDice(Driver):
    """What is the same for all dice that are reached by Bluetooth."""

    dice: Annotated[tuple[Annotated[str, DIE], Annotated[str, DIE]] | None, Absent("auto")] = None
    """The addresses of the two; None is the first two that are near."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GoDice(BluetoothDice):
    """Two GoDice."""

    driver: Literal["godice"] = "godice"


@dataclass(frozen=True, slots=True, kw_only=True)
class Pixels(BluetoothDice):
    """Two Pixels."""

    driver: Literal["pixels"] = "pixels"


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulatedButtons(Driver):
    """Buttons that are pressed by saying so."""

    driver: Literal["simulated"] = "simulated"
    SIMULATED: ClassVar[bool] = True


@dataclass(frozen=True, slots=True, kw_only=True)
class PicoButtons(Driver):
    """Buttons on the board of the table."""

    driver: Literal["pico"] = "pico"
    NEEDS_BOARD: ClassVar[str] = "pico"
    meanings: Annotated[tuple[Button, ...], Many(1, MOST_BUTTONS)] = FOUR_BUTTONS
    """What each button means, in the order in which they are wired."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PiButtons(Driver):
    """Buttons on the Pi's own pins."""

    driver: Literal["pi"] = "pi"
    NEEDS_BOARD: ClassVar[str] = "pi"
    meanings: Annotated[tuple[Button, ...], Many(1, len(FOUR_BUTTONS))] = FOUR_BUTTONS
    """What each button means, in the order in which they are wired."""


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
    SIMULATED: ClassVar[bool] = True


@dataclass(frozen=True, slots=True, kw_only=True)
class PicoLamps(Lamps):
    """The strip of the board of the table."""

    driver: Literal["pico"] = "pico"
    NEEDS_BOARD: ClassVar[str] = "pico"


@dataclass(frozen=True, slots=True, kw_only=True)
class PiLamps(Lamps):
    """A strip on the Pi's own pins."""

    driver: Literal["pi"] = "pi"
    NEEDS_BOARD: ClassVar[str] = "pi"
    each: Annotated[int, Range(1, 3)] = 1
    """How many of the strip lie at each place."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PiPlainLamps(Lamps):
    """Plain lamps on the Pi's own pins, lit or not."""

    driver: Literal["pi-plain"] = "pi-plain"
    NEEDS_BOARD: ClassVar[str] = "pi"


@dataclass(frozen=True, slots=True, kw_only=True)
class NoSounder(Driver):
    """Nothing is heard."""

    driver: Literal["none"] = "none"


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulatedSounder(Driver):
    """A piezo that remembers what it was told to play."""

    driver: Literal["simulated"] = "simulated"
    SIMULATED: ClassVar[bool] = True


@dataclass(frozen=True, slots=True, kw_only=True)
class PicoSounder(Driver):
    """The piezo of the board of the table."""

    driver: Literal["pico"] = "pico"
    NEEDS_BOARD: ClassVar[str] = "pico"


@dataclass(frozen=True, slots=True, kw_only=True)
class PiSounder(Driver):
    """A piezo on the Pi's own pins."""

    driver: Literal["pi"] = "pi"
    NEEDS_BOARD: ClassVar[str] = "pi"


@dataclass(frozen=True, slots=True, kw_only=True)
class NoStatusLight(Driver):
    """Nothing is to be seen from afar."""

    driver: Literal["none"] = "none"


@dataclass(frozen=True, slots=True, kw_only=True)
class PiStatusLight(Driver):
    """A light on the Pi's own pins."""

    driver: Literal["pi"] = "pi"
    NEEDS_BOARD: ClassVar[str] = "pi"


SimulatedBoard = SimulatedSlots | SimulatedHall | SimulatedCounts | SimulatedSingle
BoardDriver = SimulatedBoard | PicoBoard | PiBoard | NoBoard
DiceDriver = SimulatedDice | PicoDice | SerialDice | LineDice | GoDice | Pixels
ButtonsDriver = SimulatedButtons | PicoButtons | PiButtons
LampsDriver = SimulatedLamps | PicoLamps | PiLamps | PiPlainLamps
SounderDriver = NoSounder | SimulatedSounder | PicoSounder | PiSounder
StatusDriver = NoStatusLight | PiStatusLight
