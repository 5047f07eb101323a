"""The effects of a step of the referee, which the service carries out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from engine.backgammon.game.events import Event
from engine.backgammon.game.match import Match
from hardware.checkers import Place
from referee.notices import Notice
from referee.verdicts import Verdict


class LampMeaning(Enum):
    """The meanings of a lamp."""

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
    """A checker that breaks a rule came from here and belongs back."""
    COMPLETE = "complete"
    """A checker of a finished legal play is here."""
    AMBIGUOUS = "ambiguous"
    """A checker may or may not be here: several plays are possible."""
    CHOSEN = "chosen"
    """A checker here belongs to the one of several plays that a yes confirms."""
    TURN = "turn"
    """The player of this side of the bar has the turn."""
    OFFER = "offer"
    """The player of this side of the bar must answer a double, a resignation or an undo."""
    CONFIRM = "confirm"
    """The player of this side of the bar must say if a request in his name is his own."""
    DOUBT = "doubt"
    """The switch here is distrusted."""
    LINK_LOST = "link_lost"
    """The table cannot be seen."""
    COMPUTER = "computer"
    """A checker of the computer is to be taken from here."""
    COMPUTER_TO = "computer_to"
    """A checker of the computer is to be put here."""


@dataclass(frozen=True, slots=True)
class ShowLamps:
    """The lamps must show these meanings; a place without one is dark."""

    meanings: Mapping[Place, LampMeaning]


@dataclass(frozen=True, slots=True)
class ReportVerdict:
    """The verdict on the board has changed."""

    verdict: Verdict | None
    """The new verdict; None while checkers are moving and the board cannot be judged yet."""


@dataclass(frozen=True, slots=True)
class RecordEvent:
    """An event in the match; `service.records.stored_matches` works both matches out again."""

    event: Event
    before: Match = field(metadata={"stored": False})
    """The match before the event."""
    after: Match = field(metadata={"stored": False})
    """The match after it."""


@dataclass(frozen=True, slots=True)
class WakeAt:
    """The referee must be called at this time and not before; None cancels the call."""

    at: float | None


@dataclass(frozen=True, slots=True)
class ChangeSeating:
    """The players sit otherwise than assumed: the places of devices have other names from now on.

    The referee has renamed those of the last observations.
    """

    turned: bool = False
    """True if Light sits on the other side of the board."""
    mirrored: bool = False
    """True if the homes are at the other end of the board."""


@dataclass(frozen=True, slots=True)
class StartNextMatch:
    """The match is over, and another one with the same settings must begin."""


Effect = ShowLamps | ReportVerdict | RecordEvent | WakeAt | ChangeSeating | StartNextMatch | Notice
