"""Gestures of hands, and the marks between them that tell an observer the truth."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Protocol

from engine.backgammon.dice import Dice
from engine.backgammon.game.events import Play
from engine.backgammon.game.match import Match
from engine.backgammon.illegal_plays.play_reasons import ReasonKind
from engine.backgammon.position import Position, Setup
from engine.players import Player
from hardware.checkers import Colour, Place
from hardware.signals import Button, PlayerRequestKind


@dataclass(frozen=True, slots=True)
class Pause:
    """Waits; no other gesture takes any time."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Lift:
    """Takes a checker into the hand."""

    place: Place
    colour: Colour | None = None
    """None for the top checker of either colour."""
    slot: int | None = None
    """The slot to take it from; None for any."""


@dataclass(frozen=True, slots=True)
class Put:
    """Puts a checker down from the hand."""

    place: Place
    colour: Colour
    slot: int | None = None
    """The slot to put it into; None for the first free one."""


@dataclass(frozen=True, slots=True)
class PutBetween:
    """Puts a checker down from the hand, half on one place and half on another."""

    place: Place
    neighbour: Place
    colour: Colour
    seen_by: tuple[Place, ...]
    """Those of the two places whose sensors detect it."""


@dataclass(frozen=True, slots=True)
class Straighten:
    """Pushes a checker that lies between two places onto the first."""

    place: Place
    neighbour: Place


@dataclass(frozen=True, slots=True)
class Nudge:
    """Touches the checkers on a place and leaves them there."""

    place: Place


@dataclass(frozen=True, slots=True)
class Fetch:
    """Takes a checker into the hand that belongs to no set on this table."""

    colour: Colour


@dataclass(frozen=True, slots=True)
class PutAway:
    """Takes a checker out of hand and game, so that there is one of its colour less."""

    colour: Colour


@dataclass(frozen=True, slots=True)
class RollDice:
    """Throws dice, which then roll."""

    colour: Colour | None
    """Owner of the dice; None if both players share one pair."""


@dataclass(frozen=True, slots=True)
class SettleDice:
    """Lets rolling dice settle on these numbers."""

    numbers: tuple[int, ...]
    colour: Colour | None


@dataclass(frozen=True, slots=True)
class Cock:
    """Lets rolling dice settle cocked."""

    colour: Colour | None


@dataclass(frozen=True, slots=True)
class LiftDice:
    """Picks up dice."""

    colour: Colour | None


@dataclass(frozen=True, slots=True)
class Press:
    """Presses a button."""

    button: Button


@dataclass(frozen=True, slots=True)
class SendRequest:
    """Makes a player request on the page."""

    colour: Colour
    request: PlayerRequestKind
    number: int = 0


CheckerGesture = Lift | Put | PutBetween | Straighten | Nudge | Fetch | PutAway
"""A gesture that touches checkers."""
Gesture = Pause | CheckerGesture | RollDice | SettleDice | Cock | LiftDice | Press | SendRequest


class PlaceNames(Protocol):
    """Other names of the places, such as those of a board that is turned round."""

    def __getitem__(self, place: Place) -> Place:
        """The other name of a place."""


def rename_places(gesture: Gesture, names: PlaceNames) -> Gesture:
    """Returns the same gesture with its places by other names."""
    match gesture:
        case Lift(place) | Put(place) | Nudge(place):
            return replace(gesture, place=names[place])
        case PutBetween(place, neighbour, _, seen_by):
            felt = tuple(names[one] for one in seen_by)
            return replace(gesture, place=names[place], neighbour=names[neighbour], seen_by=felt)
        case Straighten(place, neighbour):
            return Straighten(names[place], names[neighbour])
    return gesture


@dataclass(frozen=True, slots=True)
class GameBegins:
    """The start of a game; the checkers are set up for it next."""

    match: Match
    anew: bool
    """True if the match does not continue from before, so that the referee must be informed."""


@dataclass(frozen=True, slots=True)
class TurnBegins:
    """The start of a turn: the dice have settled and can be played."""

    player: Player
    dice: Dice
    position: Position


@dataclass(frozen=True, slots=True)
class PlayMade:
    """The end of a play; the act that completes the turn comes next."""

    play: Play


@dataclass(frozen=True, slots=True)
class TurnEnds:
    """The end of a turn, just completed by its player's act or by the opponent's next."""

    player: Player
    expected: Play | None
    """The play that was made; None if nothing could be played."""


@dataclass(frozen=True, slots=True)
class SlipPlanted:
    """The start of a turn with slips: it is played wrongly first."""

    slips: tuple[str, ...]
    board: Setup
    """The board after the wrong play, seen by the mover."""
    accepted: frozenset[ReasonKind]
    """Reasons of which the referee's first one must be one."""


@dataclass(frozen=True, slots=True)
class SlipShown:
    """The end of a completed wrong play, after a while: the moment to judge the referee."""


@dataclass(frozen=True, slots=True)
class SlipCorrected:
    """The end of the correction of a wrong play."""


@dataclass(frozen=True, slots=True)
class WrongActBegins:
    """The start of a wrong act besides an illegal play; objections are right until it is mended."""

    habit: str
    """The name of the habit that led to it."""


@dataclass(frozen=True, slots=True)
class WrongActMended:
    """The end of a wrong act: everything has been put right, and lies still."""


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """A point at which the match should be in this state."""

    match: Match


Mark = (
    GameBegins
    | TurnBegins
    | PlayMade
    | TurnEnds
    | SlipPlanted
    | SlipShown
    | SlipCorrected
    | WrongActBegins
    | WrongActMended
    | Checkpoint
)
