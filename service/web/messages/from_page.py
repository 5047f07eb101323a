"""What a page may say to the service."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from hardware.checkers import Colour, Place
from hardware.drivers.simulated.faults import Fault
from hardware.signals import Wish
from referee.words import Language
from service.simulation.gestures import (
    Cock,
    Fetch,
    Lift,
    LiftDice,
    Nudge,
    Press,
    Put,
    PutBetween,
    Straighten,
)

PROTOCOL = 1
"""Raised whenever an old page could not understand a new service, or the other way round."""
HIGHEST = 2**53 - 1
"""The last whole number that every browser can tell from the next."""
CORNERS = 4
FARTHEST = 100_000.0
"""Pixels from the first one of a picture; no camera gives so many."""


@dataclass(frozen=True, slots=True)
class Hello:
    """The first thing a page says: what it speaks, and the key of the table if it has it."""

    protocol: int
    language: Language
    key: str = ""


@dataclass(frozen=True, slots=True)
class Alive:
    """Somebody is still there; whoever hears it says so too."""

    count: int


@dataclass(frozen=True, slots=True)
class Speak:
    """Speak another language from now on."""

    language: Language


@dataclass(frozen=True, slots=True)
class Follow:
    """Whether the page wants to be shown the devices from the inside, and what the camera sees."""

    diagnostics: bool
    camera: bool = False


class Arrangement(Enum):
    """How hands set up all checkers of a simulated table at once."""

    EXPECTED = "expected"
    """As the referee expects them."""
    EMPTY = "empty"
    """All of them in the box."""


@dataclass(frozen=True, slots=True)
class Arrange:
    """Hands set up all checkers at once."""

    how: Arrangement


@dataclass(frozen=True, slots=True)
class Knock:
    """Somebody knocks against the board: some checkers roll elsewhere."""


@dataclass(frozen=True, slots=True)
class ThrowDice:
    """Dice are thrown: by chance, unless it is said what they are to show.

    Shared dice cannot be thrown again before the turn has ended.
    """

    colour: Colour | None = None
    """Whose dice; None where both players throw the same pair."""
    numbers: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Spoil:
    """A switch of a simulated board breaks."""

    place: Place
    slot: int
    fault: Fault
    colour: Colour = Colour.LIGHT


@dataclass(frozen=True, slots=True)
class Mend:
    """A switch is as good as new."""

    place: Place
    slot: int


@dataclass(frozen=True, slots=True)
class Unplug:
    """The plug of a simulated device is pulled."""

    device: str


@dataclass(frozen=True, slots=True)
class PlugIn:
    """It is put in again."""

    device: str


@dataclass(frozen=True, slots=True)
class CutPower:
    """The service loses its power at this instant, and has it back at once."""


@dataclass(frozen=True, slots=True)
class LetComputerMove:
    """Whether the computer throws and moves by itself at a simulated table."""

    by_itself: bool


@dataclass(frozen=True, slots=True)
class Ask:
    """Somebody asks for something, or answers."""

    colour: Colour
    wish: Wish
    number: int = 0
    moment: int | None = None
    """What the page showed when the person asked; refused if that is over."""

    def __post_init__(self) -> None:
        if not 0 <= self.number <= HIGHEST:
            raise ValueError(f"no answer has the number {self.number}")


@dataclass(frozen=True, slots=True)
class Tell:
    """Somebody tells what lies on the board, spelled as in `service.web.boards`."""

    board: str
    moment: int | None = None


@dataclass(frozen=True, slots=True)
class SetUp:
    """A position is to be set up, and the game to go on from there."""

    board: str
    turn: Colour


@dataclass(frozen=True, slots=True)
class BeginMatch:
    """Another match is to begin."""

    agreement: str
    """JSON: the settings of `service.web.agreement`, by key."""


class Test(Enum):
    """What is to be done about a test of the table."""

    __test__ = False

    LAMPS = "lamps"
    SWITCHES = "switches"
    SKIP = "skip"
    """The switch in question is left out."""
    STOP = "stop"


@dataclass(frozen=True, slots=True)
class Try:
    """The lamps or the switches are tried out, or no longer."""

    test: Test


@dataclass(frozen=True, slots=True)
class Pixel:
    """A spot in a picture of the camera: to the right and down from its top left pixel."""

    x: float
    y: float

    def __post_init__(self) -> None:
        if max(abs(self.x), abs(self.y)) > FARTHEST:
            raise ValueError(f"no picture has a pixel at {self.x}, {self.y}")


@dataclass(frozen=True, slots=True)
class Calibrate:
    """The camera is to learn this board from the starting position."""

    corners: tuple[Pixel, ...] = ()
    """The four of the field, one after the other around it; none: they are to be found."""

    def __post_init__(self) -> None:
        if len(self.corners) not in (0, CORNERS):
            raise ValueError(f"a board has {CORNERS} corners, not {len(self.corners)}")


@dataclass(frozen=True, slots=True)
class ForgetBoard:
    """The camera is to forget the board that it knows."""


Deed = (
    Lift
    | Put
    | PutBetween
    | Straighten
    | Nudge
    | Fetch
    | Cock
    | LiftDice
    | Press
    | Arrange
    | Knock
    | ThrowDice
    | Spoil
    | Mend
    | Unplug
    | PlugIn
    | CutPower
    | LetComputerMove
    | Ask
    | Tell
    | SetUp
    | BeginMatch
    | Try
    | Calibrate
    | ForgetBoard
)
"""What only a holder of the table's key may do."""


@dataclass(frozen=True, slots=True)
class Act:
    """Something is to be done, once."""

    session: str
    """The one this page was given when it was welcomed."""
    number: int
    """Greater than that of any act before."""
    deed: Deed

    def __post_init__(self) -> None:
        if not 0 < self.number <= HIGHEST:
            raise ValueError(f"no act has the number {self.number}")


FromPage = Hello | Alive | Speak | Follow | Act
