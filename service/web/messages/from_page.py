"""The messages that a page sends to the service."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from hardware.checkers import Colour, Place
from hardware.drivers.simulated.simulated_devices import SwitchFault
from hardware.signals import PlayerRequestKind
from service.words.phrases import Language
from simulation import gestures

PROTOCOL = 2
"""Raised whenever an old page could not understand a new service, or the other way round."""
MAX_NUMBER = 2**53 - 1
"""The last whole number that every browser can tell from the next."""
CORNERS = 4
MAX_PIXEL = 100_000.0
"""The largest coordinate of a pixel; no camera has so many."""


@dataclass(frozen=True, slots=True)
class Hello:
    """The first message of a page, with the access key if the page has it."""

    protocol: int
    language: Language
    key: str = ""


@dataclass(frozen=True, slots=True)
class KeepAlive:
    """A heartbeat, which the other side sends back."""

    count: int


@dataclass(frozen=True, slots=True)
class ChooseLanguage:
    """Chooses the language of all further texts."""

    language: Language


@dataclass(frozen=True, slots=True)
class Subscribe:
    """Subscribes to the diagnostics of the devices and to the view of the camera, or ends that."""

    diagnostics: bool
    camera: bool = False


@dataclass(frozen=True, slots=True)
class LiftForStep:
    """Takes a checker into the hand for a step of a play; refused once the board is another one.

    A hand that lifts what it likes, whoever has the turn, sends a `Lift`.
    """

    place: Place
    colour: Colour
    plays: int
    """The number of the plays that the page showed; 0 if there were none."""
    count: int
    """The number of checkers of this colour that the page showed there."""


@dataclass(frozen=True, slots=True)
class PutDown:
    """Puts a checker down from the hand."""

    place: Place
    colour: Colour
    slot: int | None = None
    """The slot to put it into; None for the first free one."""
    carry_hit: bool = False
    """True if a single checker of the opponent that is hit there is carried to the bar as well."""


class Arrangement(Enum):
    """An arrangement of all checkers of a simulated table."""

    EXPECTED = "expected"
    """The board as it lay before the turn, or as the game begins."""
    CORRECTED = "corrected"
    """The board put right as the referee shows: only what is wrong is moved, and checkers in the
    hand go where they belong. The expected one where nothing tells what is wrong, as in a set-up.
    """
    EMPTY = "empty"
    """The empty board, with all checkers in the box."""


@dataclass(frozen=True, slots=True)
class Arrange:
    """Arranges all checkers of a simulated table at once."""

    how: Arrangement


@dataclass(frozen=True, slots=True)
class Knock:
    """Knocks the simulated board, so that some checkers lie elsewhere."""


@dataclass(frozen=True, slots=True)
class ThrowDice:
    """Throws simulated dice; without numbers, by chance.

    Shared dice cannot be thrown again before the turn has ended.
    """

    colour: Colour | None = None
    """The owner of the dice; None where both players throw the same pair."""
    numbers: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class BreakSwitch:
    """Breaks a switch of a simulated board."""

    place: Place
    slot: int
    fault: SwitchFault
    colour: Colour = Colour.LIGHT


@dataclass(frozen=True, slots=True)
class RepairSwitch:
    """Repairs a switch of a simulated board."""

    place: Place
    slot: int


@dataclass(frozen=True, slots=True)
class Unplug:
    """Pulls the plug of a simulated device."""

    device: str


@dataclass(frozen=True, slots=True)
class PlugIn:
    """Inserts the plug of a simulated device again."""

    device: str


@dataclass(frozen=True, slots=True)
class CutPower:
    """Cuts the power of the service, which has it back at once."""


@dataclass(frozen=True, slots=True)
class LetComputerMove:
    """Switches whether the computer throws and moves by itself at a simulated table."""

    by_itself: bool


@dataclass(frozen=True, slots=True)
class MakeRequest:
    """A request or an answer of a player."""

    colour: Colour
    request: PlayerRequestKind
    number: int = 0
    revision: int | None = None
    """The revision that the page showed; the request is refused if there is a newer one."""

    def __post_init__(self) -> None:
        if not 0 <= self.number <= MAX_NUMBER:
            raise ValueError(f"an answer with a number of 0 to {MAX_NUMBER}")


@dataclass(frozen=True, slots=True)
class StateLayout:
    """States what lies on the board, in the notation of `service.records.position_ids`."""

    board: str
    revision: int | None = None


@dataclass(frozen=True, slots=True)
class SetUp:
    """Continues the game from another position; in a game of two people both are asked first."""

    board: str
    turn: Colour


@dataclass(frozen=True, slots=True)
class BeginMatch:
    """Begins another match."""

    agreement: str
    """JSON: the settings of `service.web.session.agreement_form`, by key."""
    revision: int | None = None
    """The revision that the page showed; the match is refused if there is a newer one."""
    instead: int | None = None
    """The number of the match that it ends; refused if another one is being played by now."""


@dataclass(frozen=True, slots=True)
class KeepNames:
    """Leaves the players without names of their own, so that nobody is asked for them again."""


class SelfTestCommand(Enum):
    """A command of the self-test."""

    __test__ = False

    LAMPS = "lamps"
    SWITCHES = "switches"
    SKIP = "skip"
    """The switch in question is left out."""
    STOP = "stop"


@dataclass(frozen=True, slots=True)
class ControlSelfTest:
    """Starts, steps or stops the self-test of the lamps or of the switches."""

    command: SelfTestCommand


@dataclass(frozen=True, slots=True)
class Pixel:
    """A spot in a picture of the camera: to the right and down from its top left pixel."""

    x: float
    y: float

    def __post_init__(self) -> None:
        if max(abs(self.x), abs(self.y)) > MAX_PIXEL:
            raise ValueError(f"a pixel with coordinates of at most {MAX_PIXEL:,.0f}")


@dataclass(frozen=True, slots=True)
class Calibrate:
    """Calibrates the camera by the starting position on the board."""

    corners: tuple[Pixel, ...] = ()
    """The four corners of the field in order around it; empty if they have to be found."""

    def __post_init__(self) -> None:
        if len(self.corners) not in (0, CORNERS):
            raise ValueError(f"a board with {CORNERS} corners, or with none")


@dataclass(frozen=True, slots=True)
class ForgetBoard:
    """Deletes the calibration of the camera."""


Action = (
    gestures.Lift | LiftForStep | PutDown | gestures.PutBetween | gestures.Straighten
    | gestures.Nudge | gestures.Fetch | gestures.Cock | gestures.LiftDice | gestures.Press
    | Arrange | Knock | ThrowDice | BreakSwitch | RepairSwitch | Unplug | PlugIn | CutPower
    | LetComputerMove | MakeRequest | StateLayout | SetUp | BeginMatch | KeepNames
    | ControlSelfTest | Calibrate | ForgetBoard
)  # fmt: skip
"""The actions that need the access key of the table."""


@dataclass(frozen=True, slots=True)
class ActionRequest:
    """Asks for an action, which is carried out once."""

    session: str
    """The session of the Welcome of this connection."""
    number: int
    """Greater than the numbers of all requests before it."""
    action: Action

    def __post_init__(self) -> None:
        if not 0 < self.number <= MAX_NUMBER:
            raise ValueError(f"a request with a number of 1 to {MAX_NUMBER}")


FromPage = Hello | KeepAlive | ChooseLanguage | Subscribe | ActionRequest
