"""What it is worth to play on, with the cube where it is."""

from __future__ import annotations

from dataclasses import dataclass
from operator import mul

from engine.backgammon.cube import Cube
from engine.backgammon.game.match import Match
from engine.backgammon.players import Player
from engine.backgammon.playing.chances import Chances
from engine.backgammon.playing.winning import worth

CUBE_LIFE = 2 / 3
"""How well a cube is used over the board, where 1 is to double at the perfect moment."""


@dataclass(frozen=True, slots=True)
class Stake:
    """What the ends of a game are worth to a player: in points, or as the chance of his match."""

    lost: float
    """A single loss."""
    gains: tuple[float, ...]
    """What each of the chances adds to it."""
    dropping: float
    """The chance of winning at which he would drop a double; 0 if he cannot be doubled."""
    cashing: float
    """The chance of winning at which the opponent would; 1 if he cannot be doubled."""

    @classmethod
    def of(cls, match: Match, player: Player, cube: Cube) -> Stake:
        """The stake of a match's game with this cube."""
        single = match.rulebook.jacoby.in_force(match.length) and cube.owner is None
        times = (1, 1, 1) if single else (1, 2, 3)
        won, *more = (worth(match, player, cube.value * n) for n in times)
        lost, *less = (worth(match, player, -cube.value * n) for n in times)
        gains = (won - lost, more[0] - won, more[1] - more[0], less[0] - lost, less[1] - less[0])
        points = {turner: _cash_point(match, turner, cube) for turner in Player}
        return cls(lost, gains, 1 - points[player.opponent], points[player])

    def dead(self, chances: Chances) -> float:
        """What these chances are worth if nobody turns the cube any more."""
        return sum(map(mul, self.gains, chances), self.lost)

    def live(self, chances: Chances) -> float:
        """What they are worth if it is turned in time: after Janowski's `Take-Points in Money`."""
        won = (chances.win - self.dropping) / (self.cashing - self.dropping)
        hope = self.gains[0] * (min(max(won, 0), 1) - chances.win)
        return self.dead(chances) + CUBE_LIFE * hope


def _cash_point(match: Match, player: Player, cube: Cube) -> float:
    """The chance of winning, gammons aside, at which a player's double is best dropped."""
    if cube.owner is player.opponent or not match.rulebook.cube:
        return 1
    if not match.length:
        return 4 / 5
    if cube.value >= match.points_needed(player):
        return 1
    other, doubled = player.opponent, Cube(2 * cube.value, player.opponent)
    dropped, lost, won = (
        worth(match, other, points) for points in (-cube.value, -doubled.value, doubled.value)
    )
    return 1 - _cash_point(match, other, doubled) * (dropped - lost) / (won - lost)
