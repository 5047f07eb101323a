"""What two players agree on before a match begins."""

from __future__ import annotations

from dataclasses import dataclass

from engine.backgammon.game.match import Match
from engine.backgammon.players import ByPlayer, Player
from engine.backgammon.rulebook import Rulebook
from referee.profiles import EarlyThrow, IllegalPolicy, Profile
from referee.seating import Seating


@dataclass(frozen=True, slots=True)
class MatchSettings:
    """Who plays, by which rules, for how long, and how strictly it is refereed."""

    names: ByPlayer[str]
    rulebook: Rulebook
    length: int
    """Points to win the match; 0 is play for stakes."""
    light: Player
    """Who has the light checkers."""
    profile: Profile

    def __post_init__(self) -> None:
        if not (self.names.one and self.names.two) or self.names.one == self.names.two:
            raise ValueError(f"two players have two names, not {self.names}")
        self.match()

    def match(self) -> Match:
        """The match as it begins, by the rules as the referee enforces them."""
        return Match(self.profile.applied_to(self.rulebook), self.length)

    @property
    def illegal_policy(self) -> IllegalPolicy:
        """What becomes of an illegal play."""
        return self.profile.illegal_policy(self.rulebook)

    @property
    def early_throw_policy(self) -> EarlyThrow:
        """What becomes of an early throw."""
        return self.profile.early_throw_policy(self.rulebook)

    @property
    def judges_at_once(self) -> bool:
        """Whether a play is judged openly while it is being made."""
        return self.illegal_policy is IllegalPolicy.BLOCK

    @property
    def seating(self) -> Seating:
        """Who has which checkers."""
        return Seating(self.light)
