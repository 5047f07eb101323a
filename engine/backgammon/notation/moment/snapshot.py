"""One moment of a match, as the exchange notations write it down."""

from __future__ import annotations

from dataclasses import dataclass

from engine.backgammon.cube import CENTRED, Cube
from engine.backgammon.dice import Dice
from engine.backgammon.players import NO_POINTS, ByPlayer, Player
from engine.backgammon.position import Position


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What there is to decide, by whom, and at what score."""

    position: Position
    """Seen by the player on roll."""
    player: Player
    """Who is on roll, or has thrown; who has doubled, if a double waits for its answer."""
    dice: Dice | None = None
    doubled: bool = False
    """Whether a double waits for its answer; the cube still shows the stake before it."""
    resigning: int = 0
    """1, 2 or 3 if a resignation of so many times the stake waits for its answer."""
    cube: Cube = CENTRED
    score: ByPlayer[int] = NO_POINTS
    length: int = 0
    """How many points win the match; 0: played for stakes."""
    crawford: bool = False
    """Whether this game is the one without doubling."""
    jacoby: bool = False
    beavers: bool = False
