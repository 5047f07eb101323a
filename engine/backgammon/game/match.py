"""A match and its current game, as values: the complete state between two events."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum

from engine.backgammon.dice import Dice
from engine.backgammon.game.scoring import CENTRED, Cube, Win
from engine.backgammon.illegal_plays.play_reasons import Reason
from engine.backgammon.position import START, Position
from engine.backgammon.rulebook import PlayedFor, Rulebook
from engine.players import NO_POINTS, ByPlayer, Player


class Phase(Enum):
    """The phase of a game, named by what has happened or by what is awaited."""

    OPENING = "opening"
    TO_THROW = "to_throw"
    DOUBLED = "doubled"
    BEAVERED = "beavered"
    TO_PLAY = "to_play"
    PLAYED = "played"
    OVER = "over"


class Crawford(Enum):
    """The state of a match's one game without doubling."""

    AHEAD = "ahead"
    NOW = "now"
    PAST = "past"


class Ending(Enum):
    """The way in which a game ended."""

    BORNE_OFF = "borne_off"
    DROPPED = "dropped"
    RESIGNED = "resigned"


@dataclass(frozen=True, slots=True)
class Result:
    """The winner of a game, the way it ended, and the points."""

    winner: Player
    ending: Ending
    points: int
    win: Win = Win.SINGLE


@dataclass(frozen=True, slots=True)
class Resignation:
    """An offer to lose that waits for an answer."""

    player: Player
    win: Win


@dataclass(frozen=True, slots=True)
class Game:
    """The current game of a match."""

    phase: Phase = Phase.OPENING
    position: Position = START
    """The board before any move of this turn, seen by the player whose turn it is."""
    turn: Player = Player.ONE
    dice: Dice | None = None
    has_opening_dice: bool = False
    """True while the dice of the opening throw are on the board."""
    begun: bool = False
    """True once both dice have been thrown in this game."""
    cube: Cube = CENTRED
    offer: int = 0
    """The stake that a double asks for."""
    ties: int = 0
    """The number of ties of the opening throw that have doubled the stake."""
    played: Position | None = None
    """The board after the player's moves, while his turn is not yet complete."""
    reasons: tuple[Reason, ...] = ()
    """The rules broken by that play, or by the last completed one while it may be challenged."""
    resignation: Resignation | None = None
    undo_asked_by: Player | None = None
    result: Result | None = None


@dataclass(frozen=True, slots=True)
class Match:
    """A match to a number of points, or play for stakes without end (length 0)."""

    rulebook: Rulebook
    length: int = 0
    score: ByPlayer[int] = NO_POINTS
    number: int = 1
    """The number of the current game, counted from 1."""
    crawford: Crawford = Crawford.AHEAD
    game: Game = Game()
    out_of_time: Player | None = None
    before: Match | None = field(default=None, repr=False, compare=False)
    """The match before the last completed play, with its dice on the board."""

    def __post_init__(self) -> None:
        length, name, longest = self.length, self.rulebook.name, self.rulebook.longest_match
        if length < 0:
            raise ValueError(f"a match length must be 1 or more, or 0 for stakes, not {length}")
        if min(self.score.one, self.score.two) < 0:
            raise ValueError(f"a score must be 0 or more for each player, not {self.score}")
        if length and self.rulebook.played_for is PlayedFor.STAKES:
            raise ValueError(f"{name} is played for stakes, not to {length} points")
        if longest is not None and length > longest:
            raise ValueError(f"{name} allows matches up to {longest}, not {length}")

    @property
    def winner(self) -> Player | None:
        """The winner of the match, if it is over."""
        if self.out_of_time:
            return self.out_of_time.opponent
        reached = (player for player in Player if self.length and self.score[player] >= self.length)
        return next(reached, None)

    @property
    def to_act(self) -> Player:
        """The player who must act or answer now."""
        game = self.game
        if game.resignation:
            return game.resignation.player.opponent
        if game.undo_asked_by:
            return game.undo_asked_by.opponent
        return game.turn.opponent if game.phase is Phase.DOUBLED else game.turn

    def with_game(self, game: Game) -> Match:
        """A copy of the match with this game as its current one."""
        return replace(self, game=game)

    def points_needed(self, player: Player) -> int:
        """The number of points that a player still needs to win the match."""
        return self.length - self.score[player]
