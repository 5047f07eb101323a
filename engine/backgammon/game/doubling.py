"""Who may turn the cube, and whether it is any use."""

from __future__ import annotations

from engine.backgammon.game.match import Crawford, Match
from engine.backgammon.game.refusals import Ban
from engine.backgammon.players import Player
from engine.backgammon.rulebook import DoublingFrom


def double_ban(match: Match, player: Player) -> Ban | None:
    """What stands against a player's doubling before his throw; None if he may."""
    game, rulebook = match.game, match.rulebook
    anew = rulebook.doubling_from is DoublingFrom.AFTER_FIRST_THROW and not game.begun
    bans = {
        Ban.NO_CUBE: not rulebook.cube,
        Ban.NO_CUBE_IN_ONE_POINT_MATCH: match.length == 1 and not rulebook.cube_in_one_point_match,
        Ban.NO_CUBE_IN_CRAWFORD_GAME: match.crawford is Crawford.NOW,
        Ban.NOT_YOUR_CUBE: game.cube.owner is player.opponent,
        Ban.NO_DOUBLE_BEFORE_FIRST_THROW: anew,
        Ban.CUBE_AT_TOP: not cube_can_show(match, 2 * game.cube.value),
    }
    return next((ban for ban, stands in bans.items() if stands), None)


def beaver_ban(match: Match) -> Ban | None:
    """What stands against a doubled player's doubling again at once; None if he may."""
    if not match.rulebook.beavers.in_force(match.length):
        return Ban.NO_BEAVERS
    return None if cube_can_show(match, 2 * match.game.offer) else Ban.CUBE_AT_TOP


def cube_can_show(match: Match, value: int) -> bool:
    """Whether the cube goes up that far."""
    top = match.rulebook.cube_top
    return top is None or value <= top


def cube_is_dead(match: Match, player: Player) -> bool:
    """Whether a higher stake can win this player nothing more: it wins the match as it is."""
    return bool(match.length) and match.game.cube.value >= match.points_needed(player)


def told_cube_is_dead(match: Match, player: Player) -> bool:
    """Whether the rulebook wants a player who may double told that it is no use."""
    return match.rulebook.dead_cube_told and cube_is_dead(match, player)
