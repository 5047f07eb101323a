"""The events of a match, and the refusals of events that are not allowed."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from engine.checkers.illegal_plays.play_reasons import Reason
from engine.checkers.position import Position
from engine.players import Player


class Ban(Enum):
    """The kinds of rules that forbid an event."""

    NOT_NOW = "not_now"
    NOT_YOUR_TURN = "not_your_turn"
    DARK_BEGINS = "dark_begins"
    ANSWER_RESIGNATION = "answer_resignation"
    ANSWER_DRAW = "answer_draw"
    ANSWER_UNDO = "answer_undo"
    OWN_OFFER = "own_offer"
    NOTHING_OFFERED = "nothing_offered"
    NO_CLAIM = "no_claim"
    ILLEGAL_PLAY = "illegal_play"
    PLAY_FIRST = "play_first"
    NOTHING_TO_TAKE_BACK = "nothing_to_take_back"
    GAME_OVER = "game_over"
    MATCH_OVER = "match_over"


@dataclass(frozen=True, slots=True)
class Refusal:
    """The refusal of an event; the state is unchanged."""

    ban: Ban
    reasons: tuple[Reason, ...] = ()
    """The rules that an illegal play breaks."""


@dataclass(frozen=True, slots=True)
class PlayerEvent:
    """The part that all events caused by one player have in common."""

    player: Player


@dataclass(frozen=True, slots=True)
class Begin(PlayerEvent):
    """A player makes the first move of the game."""


@dataclass(frozen=True, slots=True)
class BeginFrom(PlayerEvent):
    """The game begins from a position set up by hand, with a player to move, who sees it so."""

    position: Position


@dataclass(frozen=True, slots=True)
class Play(PlayerEvent):
    """A player has moved; the result is the board after his move, seen by himself."""

    result: Position


@dataclass(frozen=True, slots=True)
class TakeBack(PlayerEvent):
    """A player undoes his move, which is not complete yet."""


@dataclass(frozen=True, slots=True)
class EndTurn(PlayerEvent):
    """A player's move is complete."""


@dataclass(frozen=True, slots=True)
class Resign(PlayerEvent):
    """A player offers to lose the game."""


@dataclass(frozen=True, slots=True)
class AcceptResignation(PlayerEvent):
    """A player accepts the win that is offered."""


@dataclass(frozen=True, slots=True)
class PlayOn(PlayerEvent):
    """A player refuses the resignation."""


@dataclass(frozen=True, slots=True)
class OfferDraw(PlayerEvent):
    """A player offers a draw."""


@dataclass(frozen=True, slots=True)
class AcceptDraw(PlayerEvent):
    """A player agrees to the draw."""


@dataclass(frozen=True, slots=True)
class DeclineDraw(PlayerEvent):
    """A player does not agree to the draw."""


@dataclass(frozen=True, slots=True)
class ClaimDraw(PlayerEvent):
    """A player to move claims a draw, as the game makes no progress."""


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


_TurnEvent = Begin | BeginFrom | Play | TakeBack | EndTurn
_OfferEvent = Resign | AcceptResignation | PlayOn | OfferDraw | AcceptDraw | DeclineDraw | ClaimDraw
_UndoEvent = AskUndo | AgreeUndo | RefuseUndo
Event = _TurnEvent | _OfferEvent | _UndoEvent | RunOutOfTime | NextGame
