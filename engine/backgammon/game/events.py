"""What can happen in a match."""

from __future__ import annotations

from dataclasses import dataclass

from engine.backgammon.dice import NUMBERS, Dice
from engine.backgammon.game.scoring import Win
from engine.backgammon.players import Player
from engine.backgammon.position import Position


@dataclass(frozen=True, slots=True)
class OpeningThrow:
    """Each player throws one die for the right to begin."""

    one: int
    two: int

    def __post_init__(self) -> None:
        if self.one not in NUMBERS or self.two not in NUMBERS:
            raise ValueError(f"a die shows 1 to 6, not {self.one} and {self.two}")


@dataclass(frozen=True, slots=True)
class Throw:
    """A player throws both dice, and they lie flat where they should."""

    player: Player
    dice: Dice


@dataclass(frozen=True, slots=True)
class CockedThrow:
    """A player's throw does not count and both dice are thrown again."""

    player: Player


@dataclass(frozen=True, slots=True)
class Play:
    """A player has moved; the position is what he made of the board, seen by himself."""

    player: Player
    result: Position


@dataclass(frozen=True, slots=True)
class TakeBack:
    """A player undoes what he has moved since his throw."""

    player: Player


@dataclass(frozen=True, slots=True)
class EndTurn:
    """A player picks up his dice, or presses his clock: his play is complete."""

    player: Player


@dataclass(frozen=True, slots=True)
class Challenge:
    """A player wants the opponent's illegal play retaken."""

    player: Player


@dataclass(frozen=True, slots=True)
class Double:
    """A player offers to play on for twice the stake."""

    player: Player


@dataclass(frozen=True, slots=True)
class Take:
    """A player agrees to a double."""

    player: Player


@dataclass(frozen=True, slots=True)
class Drop:
    """A player gives up the game rather than play for a doubled stake."""

    player: Player


@dataclass(frozen=True, slots=True)
class Beaver:
    """A doubled player doubles again at once, and keeps the cube."""

    player: Player


@dataclass(frozen=True, slots=True)
class Resign:
    """A player offers to lose the game, a gammon or a backgammon."""

    player: Player
    win: Win


@dataclass(frozen=True, slots=True)
class AcceptResignation:
    """A player takes the win that is offered."""

    player: Player


@dataclass(frozen=True, slots=True)
class PlayOn:
    """A player refuses the resignation."""

    player: Player


@dataclass(frozen=True, slots=True)
class AskUndo:
    """A player asks to take back the last completed turn."""

    player: Player


@dataclass(frozen=True, slots=True)
class AgreeUndo:
    """A player agrees that the last completed turn is taken back."""

    player: Player


@dataclass(frozen=True, slots=True)
class RefuseUndo:
    """A player does not agree that the last completed turn is taken back."""

    player: Player


@dataclass(frozen=True, slots=True)
class RunOutOfTime:
    """A player's clock has run out: the match is lost."""

    player: Player


@dataclass(frozen=True, slots=True)
class NextGame:
    """The checkers are set up again."""


Event = (
    OpeningThrow
    | Throw
    | CockedThrow
    | Play
    | TakeBack
    | EndTurn
    | Challenge
    | Double
    | Take
    | Drop
    | Beaver
    | Resign
    | AcceptResignation
    | PlayOn
    | AskUndo
    | AgreeUndo
    | RefuseUndo
    | RunOutOfTime
    | NextGame
)
