"""What comes in from a table: everything that happened, with where it comes from and when."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from hardware.checkers import Colour, Layout
from hardware.observations import Observation

FACES = range(1, 7)
"""What a die can show."""


class DiceState(Enum):
    """What dice are doing."""

    ROLLING = "rolling"
    SETTLED = "settled"
    COCKED = "cocked"
    LIFTED = "lifted"


class Button(Enum):
    """The buttons a table may have; what one means depends on what the game waits for."""

    LIGHT = "light"
    """Light's own: done, yes, go on."""
    DARK = "dark"
    """Dark's own."""
    CUBE = "cube"
    NO = "no"
    UNDO = "undo"
    RESIGN = "resign"


class Wish(Enum):
    """What a person may ask for, in so many words."""

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
    HINTS = "hints"
    """So much light to help with one's own moves."""


class Trouble(Enum):
    """Why a camera that can be reached cannot tell what lies on the board."""

    UNKNOWN_BOARD = "unknown_board"
    """It has not learnt yet what this board looks like."""
    TOO_DARK = "too_dark"
    COVERED = "covered"
    OUT_OF_FOCUS = "out_of_focus"
    BOARD_LOST = "board_lost"
    """Camera or board were moved, and the board is not found again."""


@dataclass(frozen=True, slots=True)
class DiceSeen:
    """What a pair of dice is doing now, and what it shows once it lies still."""

    source: str
    at: float
    state: DiceState
    numbers: tuple[int, ...] = ()
    """One number for each die that was thrown."""
    colour: Colour | None = None
    """Whose dice they are; None where both players throw the same pair, the first die being
    Light's and the second Dark's when each throws one."""
    standing: bool = False
    """Whether it only tells how the dice were found, not that they have just done this."""

    def __post_init__(self) -> None:
        many = (1, 2) if self.state is DiceState.SETTLED else (0,)
        if len(self.numbers) not in many:
            raise ValueError(f"dice that are {self.state.value} do not show {self.numbers}")
        if any(number not in FACES for number in self.numbers):
            raise ValueError(f"a die shows 1 to 6, not {self.numbers}")


@dataclass(frozen=True, slots=True)
class ButtonPressed:
    """Somebody has pressed a button."""

    source: str
    at: float
    button: Button


@dataclass(frozen=True, slots=True)
class Wished:
    """Somebody has asked for something, on the page for instance."""

    source: str
    at: float
    colour: Colour
    """Who asks."""
    wish: Wish
    number: int = 0
    """To resign: 1, 2 or 3 times the stake. To choose: which one of those offered, from 0.
    For hints: 0 for none, 1 for the checkers that can move, 2 for where a lifted one can go too."""

    def __post_init__(self) -> None:
        if self.wish is Wish.RESIGN and self.number not in (1, 2, 3):
            raise ValueError(f"a game is resigned at 1, 2 or 3 times the stake, not {self.number}")
        if self.wish is Wish.HINTS and self.number not in (0, 1, 2):
            raise ValueError(f"there are 0, 1 or 2 kinds of hints, not {self.number}")
        if self.number < 0:
            raise ValueError(f"a choice is numbered from 0, not {self.number}")


@dataclass(frozen=True, slots=True)
class Told:
    """Somebody tells what lies on the table, where no sensor can."""

    source: str
    at: float
    layout: Layout


@dataclass(frozen=True, slots=True)
class PlayChosen:
    """A player who has no hands has made up its mind; somebody is to move for it."""

    source: str
    at: float
    layout: Layout
    """How the table is to look then."""


@dataclass(frozen=True, slots=True)
class SetUpWanted:
    """Somebody wants to set up a position and to go on from there."""

    source: str
    at: float
    layout: Layout
    turn: Colour
    """Who is to throw then."""


@dataclass(frozen=True, slots=True)
class TimeCame:
    """The moment has come for which a call was asked."""

    source: str
    at: float


@dataclass(frozen=True, slots=True)
class DeviceLost:
    """A device cannot be reached any more."""

    source: str
    at: float
    why: str


@dataclass(frozen=True, slots=True)
class DeviceBack:
    """A device can be reached; what it says of the table follows."""

    source: str
    at: float


@dataclass(frozen=True, slots=True)
class Troubled:
    """A device can be reached, but cannot do its work; or it can again."""

    source: str
    at: float
    by: Trouble | None = None
    """None: nothing troubles it any more."""


@dataclass(frozen=True, slots=True)
class Restarted:
    """The program has begun anew: nothing is known of the table until the sensors tell."""

    source: str
    at: float


@dataclass(frozen=True, slots=True)
class Garbled:
    """A device said something that makes no sense."""

    source: str
    at: float
    what: str


Signal = (
    Observation
    | DiceSeen
    | ButtonPressed
    | Wished
    | Told
    | PlayChosen
    | SetUpWanted
    | TimeCame
    | DeviceLost
    | DeviceBack
    | Troubled
    | Restarted
    | Garbled
)
