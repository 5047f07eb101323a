"""The notices of the referee: the things that it says to people."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from engine.backgammon.dice import Dice
from engine.backgammon.game.events import Event, Refusal
from engine.backgammon.illegal_plays.play_reasons import Reason
from engine.backgammon.position import Setup
from hardware.checkers import Colour, Place
from hardware.signals import CameraProblem, PlayerRequestKind
from referee.match_settings import Hints
from referee.request_notices import PlayerNotice, RequestNotice
from referee.verdicts import CheckerMove


class SignalFault(Enum):
    """The kinds of invalid signals."""

    GARBLED = "garbled"
    TOO_MANY = "too_many"
    NO_TIME = "no_time"
    RUNS_BACK = "runs_back"
    NO_PLACE = "no_place"


@dataclass(frozen=True, slots=True)
class SetUpIncomplete:
    """The board is nearly set up; if it is, switches are faulty on these places."""

    places: tuple[Place, ...]
    """The places where checkers are not seen."""
    surplus: tuple[Place, ...] = ()
    """The places where checkers too many are seen."""


@dataclass(frozen=True, slots=True)
class BoardVouchedFor(PlayerNotice):
    """The opponent says that the board is right, against the sensors; the player must agree."""

    places: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class SetUpFirst:
    """The checkers must be set up before anybody throws."""

    places: tuple[Place, ...] = ()
    moves: tuple[CheckerMove, ...] = ()
    """The moves that put it right."""
    turned: bool = False
    """True if they are set up as if Light sat on the other side of the board."""
    mirrored: bool = False
    """True if they are set up as if the homes were on the other side of the board."""


@dataclass(frozen=True, slots=True)
class OneDieEach:
    """A game begins with one die of each player."""

    colour: Colour | None = None
    """The player who threw something else; None if it may be either."""


@dataclass(frozen=True, slots=True)
class CockedDice:
    """The dice are cocked and must be thrown again."""

    colour: Colour | None = None
    """The player who must throw again; None if both must."""


@dataclass(frozen=True, slots=True)
class ThrowFirst(PlayerNotice):
    """The player must throw before his button can end his turn."""

    is_shut_out: bool = False
    """True if no throw lets his checker enter from the bar."""


@dataclass(frozen=True, slots=True)
class OpeningThrowCounts(PlayerNotice):
    """The numbers of the opening throw are the player's throw, whatever he has thrown since."""

    dice: Dice


@dataclass(frozen=True, slots=True)
class NotYourThrow(PlayerNotice):
    """The opponent has to throw."""


@dataclass(frozen=True, slots=True)
class ThrowStands(PlayerNotice):
    """The first throw counts, whatever the dice show now."""

    dice: Dice | None
    """The throw that counts."""


@dataclass(frozen=True, slots=True)
class ThrowWaits(PlayerNotice):
    """The player's throw counts as soon as the opponent's turn is over."""

    dice: Dice
    """The throw that waits."""


@dataclass(frozen=True, slots=True)
class DiceNotRolled(PlayerNotice):
    """The dice show something else without having rolled; that is no throw of the player."""


@dataclass(frozen=True, slots=True)
class OneDieSeen(PlayerNotice):
    """Only one of the player's dice has come to rest on the board."""

    number: int
    """The number of this die."""


@dataclass(frozen=True, slots=True)
class VoidAsked(PlayerNotice):
    """The opponent wants the throw on the board not to count; the player must agree."""

    dice: Dice | None = None
    """The throw that would count instead, if the dice have been thrown again."""
    is_opening: bool = False
    """True if it is the opening throw: then each player throws one die again."""


@dataclass(frozen=True, slots=True)
class ThrowVoid(PlayerNotice):
    """The player's throw does not count; he must throw again."""


@dataclass(frozen=True, slots=True)
class PutBackFirst(PlayerNotice):
    """The player must put back his checkers before a throw is declared void by a button."""


@dataclass(frozen=True, slots=True)
class ConfirmRequest(PlayerNotice):
    """A shared button was pressed; only the player's own button confirms what it asks for."""

    request: PlayerRequestKind
    number: int = 0
    """The multiple of the stake that is resigned: 1, 2 or 3."""
    is_final: bool = False
    """True if the player has confirmed it once, and loses the game by confirming it again."""


@dataclass(frozen=True, slots=True)
class RequestWithdrawn(PlayerNotice):
    """A request that waited to be confirmed is taken back."""


@dataclass(frozen=True, slots=True)
class EarlyThrowVoid(PlayerNotice):
    """The player has thrown too early and must throw again."""


@dataclass(frozen=True, slots=True)
class EarlyThrowChoice(PlayerNotice):
    """The opponent has thrown too early; the player decides whether the throw counts."""


@dataclass(frozen=True, slots=True)
class IllegalPlayRefused(PlayerNotice):
    """The player's play is illegal and must be put right."""

    reasons: tuple[Reason, ...]
    board: Setup
    """The board to which the reasons apply, as the mover sees it."""
    places: tuple[Place, ...] = ()
    moves: tuple[CheckerMove, ...] = ()
    """The moves that put it right."""


@dataclass(frozen=True, slots=True)
class IllegalPlayStands(PlayerNotice):
    """The player's play is illegal and counts nevertheless."""

    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class IllegalPlayChoice(PlayerNotice):
    """The opponent's play is illegal; the player decides whether it counts."""

    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class BoardDisturbed:
    """Something has moved that no play explains."""

    colour: Colour | None
    """The player who must put it right; None if both must."""
    places: tuple[Place, ...] = ()
    moves: tuple[CheckerMove, ...] = ()
    """The moves that put it right."""


@dataclass(frozen=True, slots=True)
class WhichPlay(PlayerNotice):
    """Several plays explain the board; the player says which one it was."""

    unmoved: bool = False
    """True if nothing may have been moved, as the board looks as it did before."""


@dataclass(frozen=True, slots=True)
class SensorsBlind(PlayerNotice):
    """No sensor sees the board."""


@dataclass(frozen=True, slots=True)
class PlacesHidden(PlayerNotice):
    """Something lies or is held over places that have to be seen."""

    places: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class SwitchSilent(PlayerNotice):
    """An unreported checker would explain the board; the opponent is asked if it is there."""

    places: tuple[Place, ...]
    reasons: tuple[Reason, ...] = ()
    board: Setup | None = None
    """The board to which the reasons apply, as the mover sees it."""
    devices: tuple[str, ...] = ()
    """The cameras, if there are no switches."""
    stacked: bool = False
    """True if it may lie on top of another checker there, where no switch feels it."""


@dataclass(frozen=True, slots=True)
class SwitchClosed:
    """A surplus checker is reported; the opponent is asked whether it is really there."""

    colour: Colour | None
    """The player whose play it concerns; None if nobody is asked yet."""
    places: tuple[Place, ...]
    reasons: tuple[Reason, ...] = ()
    board: Setup | None = None
    """The board to which the reasons apply, as the mover sees it."""
    devices: tuple[str, ...] = ()
    """The cameras, if there are no switches."""


@dataclass(frozen=True, slots=True)
class SwitchDead:
    """Switches are distrusted from now on: checkers may lie there unseen."""

    places: tuple[Place, ...]
    devices: tuple[str, ...] = ()
    """The cameras, if there are no switches."""


@dataclass(frozen=True, slots=True)
class SwitchStuck:
    """Switches are distrusted from now on: they may report checkers that are not there."""

    places: tuple[Place, ...]
    devices: tuple[str, ...] = ()
    """The cameras, if there are no switches."""


@dataclass(frozen=True, slots=True)
class SwitchMended:
    """Switches that were distrusted have shown that they work again."""

    places: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class DevicesLost:
    """Devices cannot be reached."""

    devices: tuple[str, ...]
    """The names of all that cannot be reached now."""


@dataclass(frozen=True, slots=True)
class DevicesBack:
    """Devices can be reached again."""

    devices: tuple[str, ...] = ()
    """The names of those that are back; empty if no other is lost any more."""


@dataclass(frozen=True, slots=True)
class CameraProblemFound:
    """A camera can be reached, but cannot observe the board."""

    devices: tuple[str, ...]
    trouble: CameraProblem


@dataclass(frozen=True, slots=True)
class CameraProblemSolved:
    """A camera can observe the board again."""

    devices: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EventRefused:
    """The rules do not allow what a player wants now."""

    refusal: Refusal
    event: Event | None = None
    """The event that is refused."""


@dataclass(frozen=True, slots=True)
class MatchResumed:
    """The match goes on after a restart of the service."""


@dataclass(frozen=True, slots=True)
class NotUnderstood:
    """A signal makes no sense."""

    text: str = ""
    """The source of the signal, and the part of it that cannot be true."""
    nonsense: SignalFault | None = None
    """The fault of a signal that cannot be true; None if it is only not possible now."""


@dataclass(frozen=True, slots=True)
class NoLegalPlay(PlayerNotice):
    """The player cannot move."""


@dataclass(frozen=True, slots=True)
class DeadCubeDouble(PlayerNotice):
    """The player gains nothing by a double; doubling once more confirms it."""


@dataclass(frozen=True, slots=True)
class PlayNotChosen(PlayerNotice):
    """The play is not the one that the player without hands has chosen."""


@dataclass(frozen=True, slots=True)
class SensorsDisagree:
    """Several sensors report different things of the same places."""

    places: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class HintsChanged(PlayerNotice):
    """The player has another level of hints."""

    hints: Hints
    """The level from now on."""


@dataclass(frozen=True, slots=True)
class HintsLocked(PlayerNotice):
    """The level of hints cannot be changed in this match."""


SwitchNotice = SwitchSilent | SwitchClosed | SwitchDead | SwitchStuck
"""Notices about switches, or about the camera if only a camera sees the checkers."""
IllegalPlayNotice = IllegalPlayRefused | IllegalPlayStands | IllegalPlayChoice
"""Notices about an illegal play."""
_EarlyThrowNotice = ThrowWaits | EarlyThrowVoid | EarlyThrowChoice
_VoidNotice = DiceNotRolled | OneDieSeen | VoidAsked | ThrowVoid | PutBackFirst
_ThrowNotice = (
    OneDieEach
    | CockedDice
    | NotYourThrow
    | ThrowStands
    | ThrowFirst
    | OpeningThrowCounts
    | _EarlyThrowNotice
    | _VoidNotice
)
_BoardNotice = (
    SetUpIncomplete | BoardVouchedFor | SetUpFirst | BoardDisturbed | SensorsBlind | PlacesHidden
)
_PlayNotice = IllegalPlayNotice | WhichPlay | PlayNotChosen | NoLegalPlay | DeadCubeDouble
_CameraNotice = CameraProblemFound | CameraProblemSolved
_DeviceNotice = SwitchNotice | SwitchMended | DevicesLost | DevicesBack | _CameraNotice
_MatchNotice = (
    ConfirmRequest | RequestWithdrawn | EventRefused | RequestNotice | MatchResumed | NotUnderstood
)
_HintsNotice = HintsChanged | HintsLocked
Notice = (
    _ThrowNotice | _BoardNotice | _PlayNotice | _DeviceNotice | _MatchNotice | _HintsNotice
    | SensorsDisagree
)  # fmt: skip
"""One thing that the referee says to people."""
