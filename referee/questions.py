"""The questions of the referee to the players."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from engine.backgammon.dice import Dice
from engine.backgammon.illegal_plays.play_reasons import Reason
from engine.backgammon.position import Position, Setup
from engine.players import Player
from hardware.checkers import Place
from hardware.observations import UNKNOWN_SIGHTING, Sighting
from hardware.signals import PlayerRequestKind
from referee.seating import Orientation


class QuestionKind(Enum):
    """The kinds of questions."""

    WHICH = "which"
    """One of several plays was made, and the referee cannot tell which."""
    UNSEEN = "unseen"
    """A checker may lie where none is seen."""
    PHANTOM = "phantom"
    """A checker that is reported may not exist."""
    HIDDEN = "hidden"
    """The board has been hidden for long; all may be well there."""
    EARLY_THROW = "early_throw"
    """A throw that came too early may stand or not."""
    DEAD_CUBE = "dead_cube"
    """A player doubles although his cube is dead."""
    SET_UP = "set_up"
    """The opponent says that the board is set up, against the sensors."""
    VOID = "void"
    """The opponent wants the throw on the board not to count."""
    SEATING = "seating"
    """The checkers are set up as if the players sat otherwise."""
    POSITION = "position"
    """Somebody wants to go on from another position."""
    CONFIRM = "confirm"
    """Something was requested in a player's name, and only he can say if he means it."""


SENSOR_QUESTIONS = (QuestionKind.UNSEEN, QuestionKind.PHANTOM, QuestionKind.HIDDEN)
"""Questions about the sensors; a yes lets a refused play pass.

The mover's opponent answers, and after him the mover where the opponent's checkers are in doubt.
"""
BOARD_QUESTIONS = (QuestionKind.WHICH, *SENSOR_QUESTIONS)
"""Questions about the board, which are asked again if need be."""
PASSING_QUESTIONS = (QuestionKind.CONFIRM, QuestionKind.POSITION, QuestionKind.SEATING)
"""Questions that end when the match goes on."""
REQUESTS = (QuestionKind.VOID, QuestionKind.POSITION, QuestionKind.SEATING)
"""Questions about what the other player, or somebody at the page, wants."""
MAY_HAVE_DICE = (QuestionKind.EARLY_THROW, QuestionKind.VOID)
"""Questions that may be about a throw that does not count yet."""


@dataclass(frozen=True, slots=True)
class SetUpRequest:
    """A position to be set up and played on from."""

    position: Position
    """The position, seen by the player who is to throw."""
    turn: Player


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """A question to a player, with the plays among which the answer chooses."""

    kind: QuestionKind
    to: Player
    plays: tuple[Position, ...] = ()
    chosen: int = 0
    """The index of the play that a yes confirms."""
    places: tuple[Place, ...] = ()
    """The places in doubt."""
    set_up: SetUpRequest | None = None
    """The position to go on from."""
    orientation: Orientation | None = None
    """The orientation of the board, relative to the present one, for which it is set up."""
    seen: Mapping[Place, Sighting] = field(default_factory=dict)
    """The sightings when the question was asked, if it lapses once the board changes."""
    reasons: tuple[Reason, ...] = ()
    """The reasons against the play as it is seen, if the sensors may be wrong."""
    board: Setup | None = None
    """The board to which the reasons apply, as the mover sees it."""
    dice: Dice | None = None
    """The throw in question."""
    request: PlayerRequestKind | None = None
    """The request that a yes confirms, with its number."""
    number: int = 0
    is_repeated: bool = False
    """True if it is asked again, as a yes may cost the game, or of the other player as well."""
    behind: OpenQuestion | None = None
    """The question that waits until this one is answered."""

    def __post_init__(self) -> None:
        if self.chosen not in range(max(len(self.plays), 1)):
            raise ValueError(f"play {self.chosen} cannot be chosen from {len(self.plays)} plays")
        needs_dice = self.kind is QuestionKind.EARLY_THROW
        if (needs_dice and not self.dice) or (self.dice and self.kind not in MAY_HAVE_DICE):
            raise ValueError(f"{self.kind.value} cannot have the dice {self.dice}")

    def has_lapsed(self, now: Mapping[Place, Sighting]) -> bool:
        """True if the question is about a board that has changed since."""
        return bool(self.seen) and self.is_outdated_by(now)

    def is_outdated_by(self, now: Mapping[Place, Sighting]) -> bool:
        """True if the board has changed since the question was asked.

        A hand over a place is no change. If the question is about a hidden place, a hand that goes
        away is no change either.
        """
        if now.keys() != self.seen.keys():
            return True
        same = (UNKNOWN_SIGHTING,) if self.kind is QuestionKind.HIDDEN else ()
        return any(
            sighting not in (UNKNOWN_SIGHTING, self.seen[place]) and self.seen[place] not in same
            for place, sighting in now.items()
        )
