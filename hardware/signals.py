"""Signals: everything that comes in from a table, with its source and time."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from hardware.checkers import Colour, Layout
from hardware.observations import Observation

FACES = range(1, 7)
"""The numbers of a die."""


class DiceState(Enum):
    """The state of a pair of dice."""

    ROLLING = "rolling"
    SETTLED = "settled"
    COCKED = "cocked"
    ON_CHECKER = "on_checker"
    """They lie flat, but at least one of them on a checker."""
    LIFTED = "lifted"


class Button(Enum):
    """The buttons that a table may have; the meaning depends on what the game waits for."""

    LIGHT = "light"
    """Light's button: done, yes, continue."""
    DARK = "dark"
    """Dark's button: done, yes, continue."""
    CUBE = "cube"
    NO = "no"
    UNDO = "undo"
    RESIGN = "resign"
    VOID = "void"


class PlayerRequestKind(Enum):
    """A request of a person, by its exact meaning."""

    DONE = "done"
    YES = "yes"
    NO = "no"
    DOUBLE = "double"
    BEAVER = "beaver"
    RESIGN = "resign"
    UNDO = "undo"
    CHALLENGE = "challenge"
    CHOOSE = "choose"
    NEXT = "next"
    VOID = "void"
    """The throw does not count; the opponent has to agree."""
    HINTS = "hints"
    """Sets the amount of help with one's own moves that the lamps give."""


class CameraProblem(Enum):
    """A reason why a reachable camera cannot observe the board."""

    UNKNOWN_BOARD = "unknown_board"
    """The camera has not been calibrated for this board yet."""
    TOO_DARK = "too_dark"
    COVERED = "covered"
    OUT_OF_FOCUS = "out_of_focus"
    BOARD_LOST = "board_lost"
    """The camera or the board was moved, and the board has not been found again."""


@dataclass(frozen=True, slots=True)
class _SignalOrigin:
    """The device or person that a signal comes from, and its time."""

    source: str
    at: float


@dataclass(frozen=True, slots=True)
class DiceReading(_SignalOrigin):
    """The state of a pair of dice, with its numbers once it lies still."""

    state: DiceState
    numbers: tuple[int, ...] = ()
    """One number for each die that was thrown."""
    colour: Colour | None = None
    """The player who throws these dice. None if both players share the pair; when each throws one
    die, the first number is Light's and the second Dark's."""
    standing: bool = False
    """True if this is the state in which the dice were found, not a new event."""

    def __post_init__(self) -> None:
        lying = self.state in (DiceState.SETTLED, DiceState.ON_CHECKER)
        many = (1, 2) if lying else (0,)
        if len(self.numbers) not in many:
            raise ValueError(f"dice that are {self.state.value} do not show {self.numbers}")
        if any(number not in FACES for number in self.numbers):
            raise ValueError(f"a die shows 1 to 6, not {self.numbers}")


@dataclass(frozen=True, slots=True)
class ButtonPressed(_SignalOrigin):
    """A button was pressed."""

    button: Button


@dataclass(frozen=True, slots=True)
class PlayerRequest(_SignalOrigin):
    """A person made a request, on the page for instance."""

    colour: Colour
    """The player who makes the request."""
    kind: PlayerRequestKind = field(metadata={"stored": "wish"})
    number: int = 0
    """RESIGN: 1, 2 or 3 times the stake. CHOOSE: index of the chosen offer, from 0. HINTS: 0 for
    none, 1 for the movable checkers, 2 also for the destinations of a lifted one."""

    def __post_init__(self) -> None:
        if self.kind is PlayerRequestKind.RESIGN and self.number not in (1, 2, 3):
            raise ValueError(f"a game is resigned at 1, 2 or 3 times the stake, not {self.number}")
        if self.kind is PlayerRequestKind.HINTS and self.number not in (0, 1, 2):
            raise ValueError(f"there are 0, 1 or 2 kinds of hints, not {self.number}")
        if self.number < 0:
            raise ValueError(f"a choice is numbered from 0, not {self.number}")


@dataclass(frozen=True, slots=True)
class LayoutStated(_SignalOrigin):
    """A person states the layout of the table, where no sensor can observe it."""

    layout: Layout


@dataclass(frozen=True, slots=True)
class PlayChosen(_SignalOrigin):
    """The computer player has chosen its play; a person is to move the checkers."""

    layout: Layout
    """The layout after the play."""


@dataclass(frozen=True, slots=True)
class PositionSetUp(_SignalOrigin):
    """A person sets up a position from which the game continues."""

    layout: Layout
    turn: Colour
    """The player whose turn it is then."""
    is_proposal: bool = False
    """True if both players must agree once a game has begun; False against the computer, and in
    journals of version 0.1."""


@dataclass(frozen=True, slots=True)
class TimerExpired(_SignalOrigin):
    """The time has come for which the referee asked to be called."""


@dataclass(frozen=True, slots=True)
class DeviceLost(_SignalOrigin):
    """A device has been lost."""

    why: str


@dataclass(frozen=True, slots=True)
class DeviceRestored(_SignalOrigin):
    """A device is reachable again; its observations follow."""


@dataclass(frozen=True, slots=True)
class CameraProblemChanged(_SignalOrigin):
    """A reachable device cannot do its work, or can do it again."""

    by: CameraProblem | None = None
    """The reason; None once the device works again."""


@dataclass(frozen=True, slots=True)
class ServiceRestarted(_SignalOrigin):
    """The service has restarted: the table is unknown until the sensors report."""


@dataclass(frozen=True, slots=True)
class GarbledData(_SignalOrigin):
    """A device sent data that cannot be understood."""

    what: str


@dataclass(frozen=True, slots=True)
class SignalsDropped(_SignalOrigin):
    """The service dropped signals of this source, as there were too many."""

    why: str


_PersonSignal = PlayerRequest | LayoutStated | PlayChosen | PositionSetUp
_DeviceSignal = DiceReading | ButtonPressed | DeviceLost | DeviceRestored | CameraProblemChanged
_ServiceSignal = TimerExpired | ServiceRestarted | SignalsDropped
Signal = Observation | _DeviceSignal | _PersonSignal | _ServiceSignal | GarbledData
