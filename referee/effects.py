"""What a step of the referee asks to be done; doing it is up to the service."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from engine.backgammon.dice import Dice
from engine.backgammon.game.events import Event
from engine.backgammon.game.refusals import Refusal
from engine.backgammon.position import Setup
from engine.backgammon.why.reasons import Reason
from hardware.checkers import Colour, Place
from hardware.signals import Trouble
from referee.profiles import Hints
from referee.verdicts import Move, Verdict


class Meaning(Enum):
    """What a lamp may mean."""

    MISSING = "missing"
    """A checker belongs here (set-up and correction)."""
    TOO_MANY = "too_many"
    """A checker here belongs elsewhere."""
    MOVABLE = "movable"
    """A checker here can be moved."""
    LIFTED = "lifted"
    """The checker in hand came from here, and may come back."""
    DESTINATION = "destination"
    """The checker in hand may come down here."""
    ILLEGAL = "illegal"
    """A checker here breaks a rule."""
    CAME_FROM = "came_from"
    """It came from here, and belongs back."""
    COMPLETE = "complete"
    """Where the checkers of a finished legal play are."""
    AMBIGUOUS = "ambiguous"
    """It cannot be told whether a checker is here."""
    CHOSEN = "chosen"
    """The reading of several that would be taken."""
    TURN = "turn"
    """Whose turn it is."""
    OFFER = "offer"
    """Who has an offer to answer: a double, a resignation, a wish to take back."""
    DOUBT = "doubt"
    """A switch here is not to be trusted."""
    LINK_LOST = "link_lost"
    """The table cannot be seen."""
    COMPUTER = "computer"
    """Where the computer's checker is to be taken from."""
    COMPUTER_TO = "computer_to"
    """Where the computer's checker is to be put."""


class What(Enum):
    """What people are told."""

    SET_UP = "set_up"
    SET_UP_FIRST = "set_up_first"
    ONE_DIE_EACH = "one_die_each"
    COCKED = "cocked"
    NOT_YOUR_THROW = "not_your_throw"
    THROW_STANDS = "throw_stands"
    EARLY_THROW_VOID = "early_throw_void"
    EARLY_THROW_CHOICE = "early_throw_choice"
    ILLEGAL = "illegal"
    ILLEGAL_STANDS = "illegal_stands"
    ILLEGAL_CHOICE = "illegal_choice"
    DISTURBED = "disturbed"
    WHICH = "which"
    UNREADABLE = "unreadable"
    HIDDEN = "hidden"
    """Something lies or is held over places that have to be seen."""
    SWITCH_SILENT = "switch_silent"
    """Is a checker there that cannot be seen?"""
    SWITCH_CLOSED = "switch_closed"
    """Is there really a checker where one too many is seen?"""
    SWITCH_DEAD = "switch_dead"
    SWITCH_STUCK = "switch_stuck"
    DEVICE_LOST = "device_lost"
    DEVICE_BACK = "device_back"
    TROUBLED = "troubled"
    """A device can be reached, but cannot do its work."""
    TROUBLE_OVER = "trouble_over"
    REFUSED = "refused"
    RESUMED = "resumed"
    NO_SENSE = "no_sense"
    NO_PLAY = "no_play"
    DEAD_CUBE = "dead_cube"
    NOT_CHOSEN = "not_chosen"
    """The play is not the one that the player without hands has chosen."""
    DEVICES_DISAGREE = "devices_disagree"
    HINTS = "hints"
    HINTS_LOCKED = "hints_locked"


OF_SWITCHES = frozenset(
    {What.SWITCH_SILENT, What.SWITCH_CLOSED, What.SWITCH_DEAD, What.SWITCH_STUCK}
)
"""What is said of switches, or of a camera where that alone sees the checkers."""


class Nonsense(Enum):
    """Why something that reached the referee cannot be true."""

    GARBLED = "garbled"
    NO_TIME = "no_time"
    RUNS_BACK = "runs_back"
    NO_PLACE = "no_place"


@dataclass(frozen=True, slots=True)
class Notice:
    """One thing to tell people."""

    what: What
    colour: Colour | None = None
    """Whom it concerns first."""
    reasons: tuple[Reason, ...] = ()
    board: Setup | None = None
    """What the reasons take the board for, as the mover sees it."""
    refusal: Refusal | None = None
    places: tuple[Place, ...] = ()
    event: Event | None = None
    text: str = ""
    """What reached the referee, where it makes no sense."""
    moves: tuple[Move, ...] = ()
    """What is to be carried to put it right."""
    dice: Dice | None = None
    """The throw it is about, where another one lies there now."""
    nonsense: Nonsense | None = None
    """Why it makes no sense, if something has reached the referee that cannot be true."""
    hints: Hints | None = None
    """How much light helps from now on."""
    devices: tuple[str, ...] = ()
    """All that are lost, or what is back while others still are not; whose trouble it is;
    or the camera that is meant where there are no switches."""
    trouble: Trouble | None = None
    """What keeps a device from its work."""


@dataclass(frozen=True, slots=True)
class Lit:
    """The lamps are to show this picture; a place not in it is dark."""

    meanings: Mapping[Place, Meaning]


@dataclass(frozen=True, slots=True)
class Judged:
    """What is seen is judged differently from before."""

    verdict: Verdict | None
    """None where checkers are moving and nothing can be said yet."""


@dataclass(frozen=True, slots=True)
class Happened:
    """Something has happened in the match."""

    event: Event


@dataclass(frozen=True, slots=True)
class WakeAt:
    """A call is wanted at this time and none before; None takes it back."""

    at: float | None


@dataclass(frozen=True, slots=True)
class NextMatch:
    """The match is over, and another by the same settings is to begin."""


Effect = Lit | Judged | Happened | WakeAt | NextMatch | Notice
