"""What somebody who watches hands play a record is told between their gestures."""

from __future__ import annotations

from dataclasses import dataclass

from engine.backgammon.dice import Dice
from engine.backgammon.game.events import Play
from engine.backgammon.game.match import Match
from engine.backgammon.players import Player
from engine.backgammon.position import Position, Setup
from engine.backgammon.why.reasons import Why


@dataclass(frozen=True, slots=True)
class GameBegins:
    """A game begins, and the checkers are set up for it next."""

    match: Match
    anew: bool
    """Whether the match does not go on from before, so that the referee must be told."""


@dataclass(frozen=True, slots=True)
class TurnBegins:
    """The dice lie there to be played."""

    player: Player
    dice: Dice
    position: Position


@dataclass(frozen=True, slots=True)
class Played:
    """The checkers lie as they were played; the act that completes the turn comes next."""

    play: Play


@dataclass(frozen=True, slots=True)
class TurnEnds:
    """The turn has been completed, just now, by its player's act or by the opponent's next."""

    player: Player
    expected: Play | None
    """What was played; None if nothing could be."""


@dataclass(frozen=True, slots=True)
class ErrorPlanted:
    """The turn will be played wrongly first."""

    slips: tuple[str, ...]
    board: Setup
    """What the table will look like, seen by the mover."""
    accepted: frozenset[Why]
    """The first reason told must be one of these."""


@dataclass(frozen=True, slots=True)
class ErrorShown:
    """The wrong play has been completed and has lain there for a while: judge the referee now."""


@dataclass(frozen=True, slots=True)
class ErrorMended:
    """The hands have put right what they did wrong."""


@dataclass(frozen=True, slots=True)
class Reached:
    """The match should have come to this now."""

    match: Match


Mark = (
    GameBegins | TurnBegins | Played | TurnEnds | ErrorPlanted | ErrorShown | ErrorMended | Reached
)
