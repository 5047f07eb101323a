"""The settings of a match: players, rules, length, and the strictness of the referee."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum
from math import isfinite

from engine.backgammon.game.match import Match
from engine.backgammon.rulebook import IllegalPlay, Rulebook
from engine.players import ByPlayer, Player
from referee.seating import Seating


class IllegalPolicy(Enum):
    """The policy for illegal plays."""

    BLOCK = "block"
    """The player is told while he plays, once a checker rests where it cannot stay for longer than
    hands rest in passing, and the turn does not end before the play is put right.
    """
    CORRECT = "correct"
    """The player is told when he ends his turn, and must then put the play right."""
    OPPONENT = "opponent"
    """The opponent is told after the turn; he has the play retaken, or throws or doubles."""
    RECORD = "record"
    """The play stands; only the record marks it."""


class EarlyThrowPolicy(Enum):
    """The policy for a throw made before the opponent has picked up his dice."""

    VOID = "void"
    STANDS = "stands"
    OPPONENT = "opponent"
    """The player who had not finished may let the throw stand or have it repeated."""


class Hints(Enum):
    """The levels of hints by lamps, each including all levels before it."""

    NONE = "none"
    CHECKERS = "checkers"
    """The checkers that can move are shown."""
    DESTINATIONS = "destinations"
    """The places where a lifted checker can go are shown."""


HINT_LEVELS = tuple(Hints)
"""The levels of hints by number, from none upwards."""


@dataclass(frozen=True, slots=True)
class Profile:
    """The policies of a referee; None leaves a choice to the rulebook."""

    name: str
    illegal_play: IllegalPolicy | None = None
    early_throw: EarlyThrowPolicy | None = None
    undo_needs_both: bool | None = None
    hints: Hints = Hints.DESTINATIONS
    hints_locked: bool = False
    """True if the players may not change the level of hints."""
    die_on_checker_counts: bool = False
    """True if a throw counts although a die lies flat on a checker."""
    settle: float = 0.4
    """Seconds of stillness before a board is judged."""
    least_rest: float = 1.5
    """Seconds for which a checker may at least rest in passing where no legal play leaves it.

    Hands that are slow get more, but with no more than `settle` every board is judged when still.
    """

    def __post_init__(self) -> None:
        for name, value in (("settle", self.settle), ("least_rest", self.least_rest)):
            if not (isfinite(value) and value >= 0):
                raise ValueError(f"{name} must be 0 seconds or more, not {value}")

    def illegal_policy(self, rulebook: Rulebook) -> IllegalPolicy:
        """The policy for illegal plays under this rulebook."""
        if self.illegal_play:
            return self.illegal_play
        opponent = rulebook.illegal_play is IllegalPlay.OPPONENT_DECIDES
        return IllegalPolicy.OPPONENT if opponent else IllegalPolicy.BLOCK

    def early_throw_policy(self, rulebook: Rulebook) -> EarlyThrowPolicy:
        """The policy for early throws under this rulebook."""
        if self.early_throw:
            return self.early_throw
        return EarlyThrowPolicy.STANDS if rulebook.early_throw_counts else EarlyThrowPolicy.VOID

    def apply_to(self, rulebook: Rulebook) -> Rulebook:
        """The rulebook as the referee enforces it."""
        blocks = self.illegal_policy(rulebook) is IllegalPolicy.BLOCK
        both = self.undo_needs_both
        return replace(
            rulebook,
            illegal_play=IllegalPlay.PUT_RIGHT if blocks else IllegalPlay.OPPONENT_DECIDES,
            early_throw_counts=self.early_throw_policy(rulebook) is not EarlyThrowPolicy.VOID,
            undo_needs_both=rulebook.undo_needs_both if both is None else both,
        )


CASUAL_PROFILE = Profile("casual", undo_needs_both=True)
SOLO_PROFILE = Profile("solo", undo_needs_both=False)
"""For one person who plays both sides: there is nobody to ask."""
CLUB_PROFILE = Profile(
    "club",
    illegal_play=IllegalPolicy.CORRECT,
    early_throw=EarlyThrowPolicy.OPPONENT,
    undo_needs_both=True,
    hints=Hints.NONE,
)
TOURNAMENT_PROFILE = Profile(
    "tournament",
    illegal_play=IllegalPolicy.CORRECT,
    early_throw=EarlyThrowPolicy.STANDS,
    undo_needs_both=True,
    hints=Hints.NONE,
    hints_locked=True,
)
MONEY_PROFILE = Profile(
    "money",
    illegal_play=IllegalPolicy.OPPONENT,
    early_throw=EarlyThrowPolicy.STANDS,
    undo_needs_both=True,
    hints=Hints.NONE,
)
_PRESETS = (CASUAL_PROFILE, SOLO_PROFILE, CLUB_PROFILE, TOURNAMENT_PROFILE, MONEY_PROFILE)
PROFILES = {profile.name: profile for profile in _PRESETS}
"""The presets, by name."""


@dataclass(frozen=True, slots=True)
class MatchSettings:
    """The players, the rulebook, the length of the match, and the strictness of the referee."""

    names: ByPlayer[str]
    rulebook: Rulebook
    length: int
    """Points to win the match; 0 is play for stakes."""
    light: Player
    """The player with the light checkers."""
    profile: Profile
    next_on_request: bool = field(default=False, compare=False)
    """True if only a request begins the next game or match, and never the set-up of the board.

    It belongs to the table and not to the agreement: a match is the same with and without it.
    """

    def __post_init__(self) -> None:
        if not (self.names.one and self.names.two) or self.names.one == self.names.two:
            raise ValueError(f"two players must have two different names, not {self.names}")
        self.match()

    def match(self) -> Match:
        """The match at its beginning, by the rules as the referee enforces them."""
        return Match(self.profile.apply_to(self.rulebook), self.length)

    @property
    def illegal_policy(self) -> IllegalPolicy:
        return self.profile.illegal_policy(self.rulebook)

    @property
    def early_throw_policy(self) -> EarlyThrowPolicy:
        return self.profile.early_throw_policy(self.rulebook)

    @property
    def judges_at_once(self) -> bool:
        """True if a play is judged openly while it is being made, after a long rest."""
        return self.illegal_policy is IllegalPolicy.BLOCK

    @property
    def seating(self) -> Seating:
        return Seating(self.light)
