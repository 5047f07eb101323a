"""The doubling cube, and the value of a finished game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

from engine.backgammon.position import BAR, HOME, OFF, Position
from engine.backgammon.rulebook import BackgammonWhen, GammonWhen, Rulebook
from engine.players import Player


@dataclass(frozen=True, slots=True)
class Cube:
    """The stake of a game and the owner of the cube; without an owner both players may double."""

    value: int = 1
    owner: Player | None = None

    def __post_init__(self) -> None:
        if self.value < 1 or self.value.bit_count() != 1:
            raise ValueError(f"a cube shows a power of two, not {self.value}")


CENTRED = Cube()
"""The cube before anybody has doubled."""


class Win(IntEnum):
    """The ways to win; each value is the number of stakes that it is worth."""

    SINGLE = 1
    GAMMON = 2
    BACKGAMMON = 3


def greatest_win(loser: Sequence[int], rulebook: Rulebook) -> Win:
    """The greatest win that the side with these checkers can still lose, by number of the place."""
    some_off = bool(loser[OFF])
    if some_off and rulebook.backgammon_when is BackgammonWhen.NONE_OFF_AND_BACK:
        only_none_off = rulebook.gammon_when is GammonWhen.NONE_OFF
        return Win.SINGLE if only_none_off else Win.GAMMON
    return Win.BACKGAMMON


def win_of(final: Position, rulebook: Rulebook) -> Win:
    """The win of the side that has borne off all its checkers; raises `ValueError` if none has."""
    if final.winner is None:
        raise ValueError("nobody has borne off all checkers")
    loser = final.setup[final.winner.opponent]
    none_off = not loser[OFF]
    outside = any(loser[HOME + 1 :])
    far_back = any(loser[BAR - HOME :])
    gammon = {GammonWhen.NONE_OFF: none_off, GammonWhen.NONE_OFF_OR_OUTSIDE: none_off or outside}
    backgammon = {
        BackgammonWhen.NONE_OFF_AND_BACK: none_off and far_back,
        BackgammonWhen.BACK: far_back,
    }
    if backgammon[rulebook.backgammon_when]:
        return Win.BACKGAMMON
    return Win.GAMMON if gammon[rulebook.gammon_when] else Win.SINGLE
