"""The events of a match, and the refusals of events that are not allowed."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from engine.backgammon.dice import NUMBERS, Dice
from engine.backgammon.game.scoring import Win
from engine.backgammon.illegal_plays.play_reasons import Reason
from engine.backgammon.position import Position
from engine.players import Player


class Ban(Enum):
    """The kinds of rules that forbid an event."""

    NOT_NOW = "not_now"
    NOT_YOUR_TURN = "not_your_turn"
    ANSWER_DOUBLE = "answer_double"
    ANSWER_RESIGNATION = "answer_resignation"
    ANSWER_UNDO = "answer_undo"
    OWN_OFFER = "own_offer"
    GAME_OVER = "game_over"
    MATCH_OVER = "match_over"
    ILLEGAL_PLAY = "illegal_play"
    PLAY_FIRST = "play_first"
    EARLY_THROW = "early_throw"
    NOTHING_OFFERED = "nothing_offered"
    DOUBLE_BEFORE_THROW = "double_before_throw"
    NOTHING_TO_TAKE_BACK = "nothing_to_take_back"
    NOTHING_TO_CHALLENGE = "nothing_to_challenge"
    NO_CUBE = "no_cube"
    NO_CUBE_IN_ONE_POINT_MATCH = "no_cube_in_one_point_match"
    NO_CUBE_IN_CRAWFORD_GAME = "no_cube_in_crawford_game"
    NOT_YOUR_CUBE = "not_your_cube"
    CUBE_AT_TOP = "cube_at_top"
    NO_DOUBLE_BEFORE_FIRST_THROW = "no_double_before_first_throw"
    NO_BEAVERS = "no_beavers"


@dataclass(frozen=True, slots=True)
class Refusal:
    """The refusal of an event; the state is unchanged."""

    ban: Ban
    reasons: tuple[Reason, ...] = ()
    """The rules that an illegal play breaks."""


@dataclass(frozen=True, slots=True)
class OpeningThrow:
    """Each player throws one die for the right to begin."""

    one: int
    two: int

    def __post_init__(self) -> None:
        if self.one not in NUMBERS or self.two not in NUMBERS:
            raise ValueError(f"a die shows 1 to 6, not {self.one} and {self.two}")


@dataclass(frozen=True, slots=True)
class PlayerEvent:
    """The part that all events caused by one player have in common."""

    player: Player


@dataclass(frozen=True, slots=True)
class Throw(PlayerEvent):
    """A player throws both dice, and they lie flat on the board."""

    dice: Dice


@dataclass(frozen=True, slots=True)
class CockedThrow(PlayerEvent):
    """A player's throw does not count and both dice are thrown again."""


@dataclass(frozen=True, slots=True)
class VoidThrow(PlayerEvent):
    """Both players agree that a player's throw does not count, and he throws again."""


@dataclass(frozen=True, slots=True)
class Play(PlayerEvent):
    """A player has moved; the result is the board after his moves, seen by himself."""

    result: Position


@dataclass(frozen=True, slots=True)
class TakeBack(PlayerEvent):
    """A player undoes what he has moved since his throw."""


@dataclass(frozen=True, slots=True)
class EndTurn(PlayerEvent):
    """A player picks up his dice, or presses his clock: his play is complete."""


@dataclass(frozen=True, slots=True)
class Challenge(PlayerEvent):
    """A player wants the opponent's illegal play retaken."""


@dataclass(frozen=True, slots=True)
class Double(PlayerEvent):
    """A player offers to play on for twice the stake."""


@dataclass(frozen=True, slots=True)
class Take(PlayerEvent):
    """A player agrees to a double."""


@dataclass(frozen=True, slots=True)
class Drop(PlayerEvent):
    """A player gives up the game rather than play for a doubled stake."""


@dataclass(frozen=True, slots=True)
class Beaver(PlayerEvent):
    """A doubled player doubles again at once, and keeps the cube."""


@dataclass(frozen=True, slots=True)
class Resign(PlayerEvent):
    """A player offers to lose the game, a gammon or a backgammon."""

    win: Win


@dataclass(frozen=True, slots=True)
class AcceptResignation(PlayerEvent):
    """A player accepts the win that is offered."""


@dataclass(frozen=True, slots=True)
class PlayOn(PlayerEvent):
    """A player refuses the resignation."""


@dataclass(frozen=True, slots=True)
class AskUndo(PlayerEvent):
    """A player asks to take back the last completed turn."""


@dataclass(frozen=True, slots=True)
class AgreeUndo(PlayerEvent):
    """A player agrees that the last completed turn is taken back."""


@dataclass(frozen=True, slots=True)
class RefuseUndo(PlayerEvent):
    """A player does not agree that the last completed turn is taken back."""


@dataclass(frozen=True, slots=True)
class RunOutOfTime(PlayerEvent):
    """A player's clock has run out: the match is lost."""


@dataclass(frozen=True, slots=True)
class NextGame:
    """The checkers are set up again."""


_TurnEvent = Throw | CockedThrow | VoidThrow | Play | TakeBack | EndTurn | Challenge
_StakeEvent = Double | Take | Drop | Beaver | Resign | AcceptResignation | PlayOn
_UndoEvent = AskUndo | AgreeUndo | RefuseUndo
Event = OpeningThrow | _TurnEvent | _StakeEvent | _UndoEvent | RunOutOfTime | NextGame
