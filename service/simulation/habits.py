"""How people behave at a table: how often they do what, and how fast."""

from __future__ import annotations

from dataclasses import dataclass, fields
from enum import Enum
from random import Random

GLANCE = 0.25
"""Seconds; whatever passes within so short a time rests nowhere."""
SLOWEST = 10.0
"""How many times slower than usual a hand may be."""


class Act(Enum):
    """How a turn is completed."""

    DICE = "its player picks up the dice"
    BUTTON = "its player presses his button"
    OPPONENT = "the opponent throws or doubles"


@dataclass(frozen=True, slots=True)
class Habits:
    """How often people do something where there is occasion for it, from 0 to 1; and the pace."""

    together: float = 0.35
    """Lift one checker more before the others come down."""
    several: float = 0.6
    """Do so when bearing off or entering."""
    onward: float = 0.7
    """Carry a checker on by the next number without letting go of it."""
    slide: float = 0.2
    """Slide a checker over the points it passes."""
    hit_first: float = 0.3
    """Take up the hit checker before the other comes down."""
    keep: float = 0.2
    """Keep a hit checker in the hand for a while."""
    late: float = 0.3
    """Leave a hit checker lying for a while."""
    askew: float = 0.06
    """Put a checker down between two points."""
    fidget: float = 0.08
    """Pick up a checker, think, and put it back."""
    nudge: float = 0.04
    """Touch checkers in passing."""
    rearrange: float = 0.08
    """Play something else first, and take it back."""
    cocked: float = 0.03
    """Throw the dice so that they must be thrown again."""
    ties: float = 1 / 6
    """Throw a tie in the opening that no record tells of."""
    page: float = 0.2
    """Speak on the page where a button would do."""
    sweep: float = 0.4
    """Take all checkers of a colour from the board before setting it up."""
    leave: float = 0.25
    """Leave it to the opponent to complete the turn."""
    button: float = 0.3
    """Press the button at the end of a turn, or else pick up the dice."""
    insist: float = 0.25
    """Press again and again after a refusal, before putting the play right."""
    pace: float = 1.0
    """How many times slower than usual the hands are."""

    def __post_init__(self) -> None:
        for field in fields(self):
            most = SLOWEST if field.name == "pace" else 1.0
            value = getattr(self, field.name)
            if not 0 <= value <= most:
                raise ValueError(f"{field.name} lies between 0 and {most}, not {value}")


PEOPLE = Habits()
"""What is usual at a table."""
_NEVER = {field.name: 0.0 for field in fields(Habits) if field.name != "pace"}
TIDY = Habits(**_NEVER)
"""One checker after the other by one number after the other, and then the dice are picked up."""


@dataclass(frozen=True, slots=True)
class Temper:
    """Somebody with these habits, now and then: what is done and how long it takes is chance."""

    habits: Habits
    chance: Random

    def will(self, share: float) -> bool:
        """Whether it happens this time."""
        return share > 0 and self.chance.random() < share

    def glance(self) -> float:
        """Seconds that nobody notices."""
        return round(0.04 + 0.16 * self.chance.random(), 3)

    def moment(self) -> float:
        """Seconds that it takes to carry a checker."""
        return round(self.habits.pace * (0.15 + 0.6 * self.chance.random()), 3)

    def thought(self) -> float:
        """Seconds of thinking."""
        return round(0.5 + self.habits.pace * 2.5 * self.chance.random(), 3)
