"""One moment of a match as a value, and its validation."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.backgammon.dice import Dice
from engine.backgammon.errors import NotAPosition
from engine.backgammon.game.scoring import CENTRED, Cube
from engine.backgammon.position import Position, Setup
from engine.players import NO_POINTS, ByPlayer, Player
from engine.scanner import NotationError


@dataclass(frozen=True, slots=True)
class Snapshot:
    """One moment of a match: position, dice, offers, cube, score and rules."""

    position: Position
    """Seen by the player on roll."""
    player: Player
    """The player on roll or with dice to play; the doubler, if a double waits for its answer."""
    dice: Dice | None = None
    doubled: bool = False
    """True if a double waits for its answer; the cube still shows the stake before it."""
    resigning: int = 0
    """The multiple of the stake, 1 to 3, of a resignation that waits for its answer; 0: none."""
    cube: Cube = CENTRED
    score: ByPlayer[int] = NO_POINTS
    length: int = 0
    """The number of points that win the match; 0: play for stakes."""
    crawford: bool = False
    """True if this is the Crawford game."""
    jacoby: bool = False
    beavers: bool = False


def is_beavered(snapshot: Snapshot) -> bool:
    """True if the player who doubled must answer a beaver: the cube is then the opponent's."""
    return snapshot.doubled and snapshot.cube.owner is snapshot.player.opponent


def player_to_decide(snapshot: Snapshot) -> Player:
    """The player to decide; each pending double, beaver or resignation passes the decision on."""
    offers = (snapshot.doubled, is_beavered(snapshot), snapshot.resigning > 0)
    return snapshot.player.opponent if sum(offers) % 2 else snapshot.player


def checked_position(text: str, at: int, setup: Setup) -> Position:
    """The legal position of a setup read in this text; raises `NotationError` if it is illegal."""
    try:
        return setup.position()
    except NotAPosition as wrong:
        raise NotationError(f"a possible position, not one with {wrong}", text, at) from wrong


def checked_snapshot(text: str, at: int, snapshot: Snapshot) -> Snapshot:
    """The snapshot that was read in this text; raises `NotationError` if it cannot occur."""
    if faults := " and ".join(_snapshot_faults(snapshot)):
        raise NotationError(f"a possible moment, not one with {faults}", text, at)
    return snapshot


def _snapshot_faults(snapshot: Snapshot) -> Iterator[str]:
    if snapshot.dice and snapshot.doubled:
        yield "dice to play during a double to answer"
    if snapshot.crawford and snapshot.doubled:
        yield "a double in the Crawford game"
    if snapshot.crawford and not snapshot.length:
        yield "a Crawford game outside a match"
    if snapshot.length and is_beavered(snapshot):
        yield "a double by the player who does not own the cube"
