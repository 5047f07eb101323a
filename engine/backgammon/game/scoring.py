"""How much a finished game is worth."""

from __future__ import annotations

from enum import IntEnum

from engine.backgammon.places import BAR, HOME, OFF
from engine.backgammon.position import Position
from engine.backgammon.rulebook import BackgammonWhen, GammonWhen, Rulebook


class Win(IntEnum):
    """The ways to win, worth so many times the stake."""

    SINGLE = 1
    GAMMON = 2
    BACKGAMMON = 3


def win_of(final: Position, rulebook: Rulebook) -> Win:
    """What the side that has borne all off has won."""
    if final.winner is None:
        raise ValueError("nobody has borne off all checkers")
    loser = final.setup[final.winner.opponent]
    none_off = not loser[OFF]
    outside = any(loser[HOME + 1 :])
    far_back = any(loser[BAR - HOME :])
    gammon = {
        GammonWhen.NONE_OFF: none_off,
        GammonWhen.NONE_OFF_OR_OUTSIDE: none_off or outside,
    }
    backgammon = {
        BackgammonWhen.NONE_OFF_AND_BACK: none_off and far_back,
        BackgammonWhen.BACK: far_back,
    }
    if backgammon[rulebook.backgammon_when]:
        return Win.BACKGAMMON
    return Win.GAMMON if gammon[rulebook.gammon_when] else Win.SINGLE
