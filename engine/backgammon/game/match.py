"""A match and the game in it, as values: all there is to know between one event and the next."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum

from engine.backgammon.cube import CENTRED, Cube
from engine.backgammon.dice import Dice
from engine.backgammon.game.scoring import Win
from engine.backgammon.players import NO_POINTS, ByPlayer, Player
from engine.backgammon.position import START, Position
from engine.backgammon.rulebook import PlayedFor, Rulebook
from engine.backgammon.why.reasons import Reason


class Phase(Enum):
    """What a game is waiting for."""

    OPENING = "opening"
    TO_THROW = "to_throw"
    DOUBLED = "doubled"
    BEAVERED = "beavered"
    TO_PLAY = "to_play"
    PLAYED = "played"
    OVER = "over"


class Crawford(Enum):
    """Where a match stands with its one game without doubling."""

    AHEAD = "ahead"
    NOW = "now"
    PAST = "past"


class Ending(Enum):
    """How a game came to its end."""

    BORNE_OFF = "borne_off"
    DROPPED = "dropped"
    RESIGNED = "resigned"


@dataclass(frozen=True, slots=True)
class Result:
    """Who won a game, how, and how many points."""

    winner: Player
    ending: Ending
    points: int
    win: Win = Win.SINGLE


@dataclass(frozen=True, slots=True)
class Resignation:
    """An offer to lose that waits for its answer."""

    player: Player
    win: Win


@dataclass(frozen=True, slots=True)
class Game:
    """One game."""

    phase: Phase = Phase.OPENING
    position: Position = START
    """Seen by the player whose turn it is, as it was before anything of this turn was moved."""
    turn: Player = Player.ONE
    dice: Dice | None = None
    begun: bool = False
    """Whether both dice have been thrown in this game."""
    cube: Cube = CENTRED
    offer: int = 0
    """The stake that a double asks for."""
    ties: int = 0
    """How many ties of the opening throw have doubled the stake."""
    played: Position | None = None
    """What the player has made of the board, while his turn is not yet complete."""
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
    """Which game of the match this is."""
    crawford: Crawford = Crawford.AHEAD
    game: Game = Game()
    out_of_time: Player | None = None
    before: Match | None = field(default=None, repr=False, compare=False)
    """The match before the last completed play was made, its dice on the board."""

    def __post_init__(self) -> None:
        if self.length < 0:
            raise ValueError(f"a match has a length of 1 or more, or 0 for stakes: {self.length}")
        if min(self.score.one, self.score.two) < 0:
            raise ValueError(f"a score is 0 or more for each player: {self.score}")
        if self.length and self.rulebook.played_for is PlayedFor.STAKES:
            raise ValueError(f"{self.rulebook.name} is played for stakes, not for {self.length}")
        longest = self.rulebook.longest_match
        if longest is not None and self.length > longest:
            raise ValueError(f"{self.rulebook.name} knows matches up to {longest}: {self.length}")

    @property
    def winner(self) -> Player | None:
        """Who has won the match, if anybody has."""
        if self.out_of_time:
            return self.out_of_time.opponent
        reached = (player for player in Player if self.length and self.score[player] >= self.length)
        return next(reached, None)

    @property
    def to_act(self) -> Player:
        """Who has to do or answer something now."""
        game = self.game
        if game.resignation:
            return game.resignation.player.opponent
        if game.undo_asked_by:
            return game.undo_asked_by.opponent
        return game.turn.opponent if game.phase is Phase.DOUBLED else game.turn

    def going_on_with(self, game: Game) -> Match:
        """The same match with its game like this."""
        return replace(self, game=game)

    def points_needed(self, player: Player) -> int:
        """How many points a player still needs to win the match."""
        return self.length - self.score[player]
