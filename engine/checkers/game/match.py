"""A match and its current game, as values: the complete state between two events."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum

from engine.checkers.position import START, Position
from engine.checkers.rulebook import Rulebook
from engine.players import NO_POINTS, ByPlayer, Player
from engine.sides import BySide

WIN_POINTS, DRAW_POINTS = 2, 1
"""The points for a win, and those of each player for a draw."""
NO_SQUARES: BySide[tuple[int, ...]] = BySide((), ())


class Phase(Enum):
    """The phase of a game, named by what has happened or by what is awaited."""

    OPENING = "opening"
    TO_PLAY = "to_play"
    PLAYED = "played"
    OVER = "over"


class Ending(Enum):
    """The way in which a game ended."""

    CAPTURED_ALL = "captured_all"
    NO_MOVES = "no_moves"
    RESIGNED = "resigned"
    AGREED_DRAW = "agreed_draw"
    CLAIMED_DRAW = "claimed_draw"
    REPETITION = "repetition"


@dataclass(frozen=True, slots=True)
class Result:
    """The winner of a game, None after a draw, and the way it ended."""

    winner: Player | None
    ending: Ending


@dataclass(frozen=True, slots=True)
class Game:
    """The current game of a match."""

    phase: Phase = Phase.OPENING
    dark: Player = Player.ONE
    """The player with the dark checkers."""
    position: Position = START
    """The board before this turn's move, seen by the player whose turn it is."""
    turn: Player = Player.ONE
    played: Position | None = None
    """The board after the player's move, while his turn is not yet complete."""
    crowns_owed: BySide[tuple[int, ...]] = NO_SQUARES
    """The squares of the kings that wait for a crown, the first to get one first.

    They are those of `position`, numbered as there.
    """
    history: tuple[Position, ...] = (START,)
    """The positions since the last capture or move of a man, each seen by the player to move."""
    draw_offered_by: Player | None = None
    resigned_by: Player | None = None
    """The player whose resignation waits for an answer."""
    undo_asked_by: Player | None = None
    result: Result | None = None

    @property
    def idle_moves(self) -> int:
        """The number of moves, both players' counted, since a capture or a man's move."""
        return len(self.history) - 1

    @property
    def occurrences(self) -> int:
        """The number of times that the position, with the same player to move, has been there."""
        return self.history[::-2].count(self.position)


@dataclass(frozen=True, slots=True)
class Match:
    """A match of a number of games, or play without end (length 0)."""

    rulebook: Rulebook
    length: int = 0
    score: ByPlayer[int] = NO_POINTS
    """Two points for a win and one for a draw."""
    number: int = 1
    """The number of the current game, counted from 1."""
    game: Game = Game()
    out_of_time: Player | None = None
    before: Match | None = field(default=None, repr=False, compare=False)
    """The match before the last completed move."""

    def __post_init__(self) -> None:
        if self.length < 0:
            raise ValueError(f"a match is 1 game or more, or 0 for no end, not {self.length}")
        if min(self.score.one, self.score.two) < 0:
            raise ValueError(f"a score must be 0 or more for each player, not {self.score}")

    @property
    def is_over(self) -> bool:
        """True if the games left cannot change who wins, or a player ran out of time."""
        if self.out_of_time:
            return True
        left = self.length - self.number + (self.game.phase is not Phase.OVER)
        lead = abs(self.score.one - self.score.two)
        return bool(self.length) and (left <= 0 or lead > WIN_POINTS * left)

    @property
    def winner(self) -> Player | None:
        """The winner of the match; None if it is not over, or if the scores are equal."""
        if self.out_of_time:
            return self.out_of_time.opponent
        if not self.is_over or self.score.one == self.score.two:
            return None
        return Player.ONE if self.score.one > self.score.two else Player.TWO

    @property
    def to_act(self) -> Player:
        """The player who must act or answer now."""
        game = self.game
        asked_by = game.resigned_by or game.draw_offered_by or game.undo_asked_by
        return asked_by.opponent if asked_by else game.turn

    def with_game(self, game: Game) -> Match:
        """A copy of the match with this game as its current one."""
        return replace(self, game=game)
