"""How strictly a match is refereed: the choices that are not in any rulebook."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from math import isfinite

from engine.backgammon.rulebook import IllegalPlay, Rulebook


class IllegalPolicy(Enum):
    """What becomes of an illegal play."""

    BLOCK = "block"
    """It is shown at once, and the turn does not end before it is put right."""
    CORRECT = "correct"
    """It is shown when its player ends his turn, and must be put right until the opponent throws
    or doubles; after that it stands."""
    OPPONENT = "opponent"
    """It is shown when the turn has ended; the opponent has it retaken, or throws or doubles."""
    RECORD = "record"
    """It stands; only the record tells."""


class EarlyThrow(Enum):
    """What becomes of a throw made before the opponent has picked up his dice."""

    VOID = "void"
    STANDS = "stands"
    OPPONENT = "opponent"
    """Whoever was not finished may let it stand or have it thrown again."""


class Hints(Enum):
    """How much light helps a player, each level with all before it."""

    NONE = "none"
    CHECKERS = "checkers"
    """Which checkers can move."""
    DESTINATIONS = "destinations"
    """Where the lifted one can go."""


HINT_LEVELS = tuple(Hints)
"""Hints by their number, from none on."""


@dataclass(frozen=True, slots=True)
class Profile:
    """The policies of a referee; None leaves a choice to the rulebook."""

    name: str
    illegal_play: IllegalPolicy | None = None
    early_throw: EarlyThrow | None = None
    undo_needs_both: bool | None = None
    hints: Hints = Hints.DESTINATIONS
    hints_locked: bool = False
    """Whether nobody may ask for more light, or less."""
    settle: float = 0.4
    """Seconds of stillness before a board is judged."""

    def __post_init__(self) -> None:
        if not (isfinite(self.settle) and self.settle >= 0):
            raise ValueError(f"a board is still after 0 seconds or more, not {self.settle}")

    def illegal_policy(self, rulebook: Rulebook) -> IllegalPolicy:
        """What becomes of an illegal play by this rulebook."""
        if self.illegal_play:
            return self.illegal_play
        opponent = rulebook.illegal_play is IllegalPlay.OPPONENT_DECIDES
        return IllegalPolicy.OPPONENT if opponent else IllegalPolicy.BLOCK

    def early_throw_policy(self, rulebook: Rulebook) -> EarlyThrow:
        """What becomes of an early throw by this rulebook."""
        if self.early_throw:
            return self.early_throw
        return EarlyThrow.STANDS if rulebook.early_throw_counts else EarlyThrow.VOID

    def applied_to(self, rulebook: Rulebook) -> Rulebook:
        """The rulebook as the referee enforces it."""
        blocks = self.illegal_policy(rulebook) is IllegalPolicy.BLOCK
        both = self.undo_needs_both
        return replace(
            rulebook,
            illegal_play=IllegalPlay.PUT_RIGHT if blocks else IllegalPlay.OPPONENT_DECIDES,
            early_throw_counts=self.early_throw_policy(rulebook) is not EarlyThrow.VOID,
            undo_needs_both=rulebook.undo_needs_both if both is None else both,
        )


CASUAL = Profile("casual", undo_needs_both=False)
CLUB = Profile(
    "club",
    illegal_play=IllegalPolicy.CORRECT,
    early_throw=EarlyThrow.OPPONENT,
    undo_needs_both=True,
    hints=Hints.NONE,
)
TOURNAMENT = Profile(
    "tournament",
    illegal_play=IllegalPolicy.CORRECT,
    early_throw=EarlyThrow.STANDS,
    undo_needs_both=True,
    hints=Hints.NONE,
    hints_locked=True,
)
MONEY = Profile(
    "money",
    illegal_play=IllegalPolicy.OPPONENT,
    early_throw=EarlyThrow.STANDS,
    undo_needs_both=True,
    hints=Hints.NONE,
)
PROFILES = {profile.name: profile for profile in (CASUAL, CLUB, TOURNAMENT, MONEY)}
"""The presets, by name."""
