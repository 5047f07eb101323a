"""Who is to decide in a snapshot: the player on roll, or whoever has an offer to answer."""

from engine.backgammon.notation.moment.snapshot import Snapshot
from engine.backgammon.players import Player


def is_beavered(snapshot: Snapshot) -> bool:
    """Whether the player who doubled has a beaver to answer: the cube is then the opponent's."""
    return snapshot.doubled and snapshot.cube.owner is snapshot.player.opponent


def to_decide(snapshot: Snapshot) -> Player:
    """Each offer that waits passes the decision on: a double, a beaver to it, a resignation."""
    offers = (snapshot.doubled, is_beavered(snapshot), snapshot.resigning > 0)
    return snapshot.player.opponent if sum(offers) % 2 else snapshot.player
