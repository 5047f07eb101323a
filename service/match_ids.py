"""Moments of a match in the notations of other programs, as Light's side of the table sees them.

In every XGID and GNU id of a table, Light's are the capital letters, the player at the bottom.
So whoever takes an id from a table and gives it back has the same checkers before him.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from engine.backgammon.cube import Cube
from engine.backgammon.game.match import Crawford, Match, Phase
from engine.backgammon.notation.moment.gnu_id import gnu_id
from engine.backgammon.notation.moment.snapshot import Snapshot
from engine.backgammon.notation.moment.xgid import xgid
from engine.backgammon.players import ByPlayer, Player

BOTTOM = Player.TWO
"""Who is written in capital letters: Light."""
_OFFERED = (Phase.DOUBLED, Phase.BEAVERED)


@dataclass(frozen=True, slots=True)
class Ids:
    """A moment in the two notations; nothing where it has a number too large for one."""

    xgid: str
    gnu_id: str


def ids_of(match: Match, light: Player) -> Ids:
    """The moment at which a match is."""
    return ids_of_snapshot(snapshot_of(match, light))


def ids_of_snapshot(snapshot: Snapshot) -> Ids:
    """The same of a moment of which Light is the player at the bottom."""
    return Ids(_unless_too_large(xgid, snapshot), _unless_too_large(gnu_id, snapshot))


def snapshot_of(match: Match, light: Player) -> Snapshot:
    """What there is to decide in a match, by whom and at what score."""
    game, offered = match.game, match.game.phase in _OFFERED
    owner = game.cube.owner
    return Snapshot(
        game.position,
        _named(game.turn, light),
        game.dice,
        doubled=offered,
        resigning=_resigning(match),
        cube=Cube(game.cube.value, None if owner is None else _named(owner, light)),
        score=ByPlayer(match.score[light.opponent], match.score[light]),
        length=match.length,
        crawford=bool(match.length) and match.crawford is Crawford.NOW,
        jacoby=match.rulebook.jacoby.in_force(match.length),
        beavers=match.rulebook.beavers.in_force(match.length),
    )


def _named(player: Player, light: Player) -> Player:
    return BOTTOM if player is light else BOTTOM.opponent


def _resigning(match: Match) -> int:
    """What is offered by whoever would have to decide; nobody else's offer has a notation."""
    offer = match.game.resignation
    going_on = replace(match.game, resignation=None, undo_asked_by=None)
    if offer is None or offer.player is not match.going_on_with(going_on).to_act:
        return 0
    return int(offer.win)


def _unless_too_large(write: Callable[[Snapshot], str], snapshot: Snapshot) -> str:
    try:
        return write(snapshot)
    except ValueError:
        return ""
