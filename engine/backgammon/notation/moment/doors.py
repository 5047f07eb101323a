"""The doors from what a text says to what can be; what cannot be is a NotationError."""

from __future__ import annotations

from collections.abc import Iterator

from engine.backgammon.errors import NotAPosition, NotationError
from engine.backgammon.notation.moment.deciding import is_beavered
from engine.backgammon.notation.moment.snapshot import Snapshot
from engine.backgammon.position import Position, Setup


def position_in(text: str, at: int, setup: Setup) -> Position:
    """The position that a setup, read in this text, must be."""
    try:
        return setup.position()
    except NotAPosition as wrong:
        raise NotationError(f"a possible position, not one with {wrong}", text, at) from wrong


def snapshot_in(text: str, at: int, snapshot: Snapshot) -> Snapshot:
    """The same snapshot, read in this text, if there can be such a moment."""
    if faults := " and ".join(_faults(snapshot)):
        raise NotationError(f"a possible moment, not one with {faults}", text, at)
    return snapshot


def _faults(snapshot: Snapshot) -> Iterator[str]:
    if snapshot.dice and snapshot.doubled:
        yield "dice to play during a double to answer"
    if snapshot.crawford and snapshot.doubled:
        yield "a double in the Crawford game"
    if snapshot.crawford and not snapshot.length:
        yield "a Crawford game outside a match"
    if snapshot.length and is_beavered(snapshot):
        yield "a double by the player who does not own the cube"
