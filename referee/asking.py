"""What the referee itself waits to be told, and by whom."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from engine.backgammon.dice import Dice
from engine.backgammon.players import Player
from engine.backgammon.position import Position
from hardware.checkers import Place
from hardware.sightings import ANYTHING, Sighting


class Question(Enum):
    """What the referee may have to know."""

    WHICH = "which"
    """Which of several plays was made."""
    UNSEEN = "unseen"
    """Whether a checker lies where none is seen."""
    PHANTOM = "phantom"
    """Whether there is no checker where one is seen."""
    HIDDEN = "hidden"
    """Asks whether all is well where something has hidden the board for long."""
    EARLY_THROW = "early_throw"
    """Whether a throw that came too early stands."""
    DEAD_CUBE = "dead_cube"
    """Whether somebody doubles though it is of no use."""


OF_SENSORS = (Question.UNSEEN, Question.PHANTOM, Question.HIDDEN)
"""Questions whose answer lets a refused play pass; the mover's opponent alone can give it."""
OF_THE_BOARD = (Question.WHICH, *OF_SENSORS)
"""Questions that are asked anew, if need be, once the board has changed."""


@dataclass(frozen=True, slots=True)
class Asking:
    """A question to a player, with the plays among which the answer chooses."""

    question: Question
    to: Player
    plays: tuple[Position, ...] = ()
    chosen: int = 0
    """The one that is taken if he agrees."""
    places: tuple[Place, ...] = ()
    """The places in doubt."""
    seen: Mapping[Place, Sighting] = field(default_factory=dict)
    """The claims of the sensors when the question was asked, if it is one of the board."""
    dice: Dice | None = None
    """The throw in question."""

    def __post_init__(self) -> None:
        if self.chosen not in range(max(len(self.plays), 1)):
            raise ValueError(f"of {len(self.plays)} plays, number {self.chosen} cannot be chosen")
        if (self.dice is None) is (self.question is Question.EARLY_THROW):
            raise ValueError(f"{self.question.value} is asked about a throw of {self.dice}")

    def is_outdated_by(self, now: Mapping[Place, Sighting]) -> bool:
        """Tells whether the board has changed since the question was asked.

        A hand over a place changes nothing, and where it was asked what a hand hides, neither does
        a hand that goes away.
        """
        if now.keys() != self.seen.keys():
            return True
        same = (ANYTHING,) if self.question is Question.HIDDEN else ()
        return any(
            sighting not in (ANYTHING, self.seen[place]) and self.seen[place] not in same
            for place, sighting in now.items()
        )
