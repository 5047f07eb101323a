"""What points are worth: in play for stakes themselves, in a match the chance of winning it."""

from __future__ import annotations

from functools import cache

from engine.backgammon.game.match import Crawford, Match
from engine.backgammon.players import Player

GAMMONS = 1 / 5
"""How many of the games won are gammons, more or less."""


def worth(match: Match, player: Player, points: int) -> float:
    """What a player has once he has won this game and so many points, lost it if negative."""
    if not match.length:
        return points
    needed = match.points_needed(player) - max(points, 0)
    others = match.points_needed(player.opponent) - max(-points, 0)
    ahead = match.rulebook.crawford and match.crawford is Crawford.AHEAD
    return match_chance(needed, others, crawford_ahead=ahead)


def match_chance(needed: int, others: int, *, crawford_ahead: bool) -> float:
    """The chance of winning a match before a game, each player needing so many points more."""
    if needed <= 0 or others <= 0:
        return float(needed <= 0)
    if needed == others:
        return 1 / 2
    if needed > others:
        return 1 - match_chance(others, needed, crawford_ahead=crawford_ahead)
    if needed == 1:
        behind = _crawford_game(others) if crawford_ahead else _doubling_at_once(others)
        return 1 - behind
    return 1 / 2 + 0.85 * (others - needed) / (others + 6)  # Janowski's rule of thumb


def _crawford_game(needed: int) -> float:
    """The chance of a player whose opponent needs one point, in the game without the cube."""
    won = (1 - GAMMONS) * _doubling_at_once(needed - 1) + GAMMONS * _doubling_at_once(needed - 2)
    return won / 2


@cache
def _doubling_at_once(needed: int) -> float:
    """The same later on, when that player has nothing to lose and doubles every game."""
    if needed <= 0:
        return 1
    won = (1 - GAMMONS) * _doubling_at_once(needed - 2) + GAMMONS * _doubling_at_once(needed - 4)
    return won / 2
