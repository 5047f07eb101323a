"""How a game may end, as chances."""

from __future__ import annotations

from typing import NamedTuple

from engine.backgammon.game.scoring import Win


class Chances(NamedTuple):
    """A player's chances; each kind of win includes the better ones, and so for the losses."""

    win: float
    gammon: float
    backgammon: float
    lost_gammon: float
    lost_backgammon: float

    @property
    def turned(self) -> Chances:
        """The same chances, seen by the opponent."""
        win, gammon, backgammon, lost_gammon, lost_backgammon = self
        return Chances(1 - win, lost_gammon, lost_backgammon, gammon, backgammon)

    @classmethod
    def certain(cls, win: Win) -> Chances:
        """The game has been won."""
        return cls(1, float(win >= Win.GAMMON), float(win >= Win.BACKGAMMON), 0, 0)
