"""What a position promises: our own estimate of how the game will end."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from engine.backgammon.game.scoring import win_of
from engine.backgammon.moves.steps import rearmost
from engine.backgammon.places import BAR, MOVER_OFF, OFF, OTHER_BAR, OTHER_OFF, POINTS
from engine.backgammon.playing.chances import Chances
from engine.backgammon.playing.net import Net
from engine.backgammon.playing.weights import CONTACT, RACE
from engine.backgammon.position import CHECKERS, Position
from engine.backgammon.rulebook import Rulebook

_unpacked = cache(Net.unpacked)


def chances_after(played: Position, rulebook: Rulebook) -> Chances:
    """The chances of the player who has made this play, the other being next to throw."""
    counts = played.counts
    if counts[MOVER_OFF] == CHECKERS:
        return Chances.certain(win_of(played, rulebook))
    win, gammon, backgammon, lost_gammon, lost_backgammon = _net(counts).ask(counts)
    if counts[OTHER_OFF]:
        gammon = backgammon = 0
    if counts[MOVER_OFF]:
        lost_gammon = lost_backgammon = 0
    return Chances(win, gammon, backgammon, lost_gammon, lost_backgammon)


def chances_before(position: Position, rulebook: Rulebook) -> Chances:
    """The chances of the player who is next to throw."""
    return chances_after(position.turned, rulebook).turned


def _net(counts: Sequence[int]) -> Net:
    return _unpacked(CONTACT if rearmost(counts) > _foremost_other(counts) else RACE)


def _foremost_other(counts: Sequence[int]) -> int:
    """The other side's rearmost place, in the mover's numbering."""
    if counts[OTHER_BAR]:
        return OFF
    return next((point for point in range(1, POINTS + 1) if counts[point - 1] < 0), BAR)
