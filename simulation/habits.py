"""Habits of simulated people: probabilities and pace."""

from __future__ import annotations

from dataclasses import dataclass, fields
from enum import Enum
from random import Random

GLANCE = 0.25
"""Seconds; a checker that stays for a shorter time does not count as resting."""
SLOWEST = 10.0
"""Largest factor by which hands may be slower than usual, and longest touch in seconds."""
PACES = ("pace", "glance_from", "glance_to")
"""The habits that are no probabilities."""


class TurnCompletion(Enum):
    """The ways to complete a turn."""

    DICE = "its player picks up the dice"
    BUTTON = "its player presses his button"
    OPPONENT = "the opponent throws or doubles"


@dataclass(frozen=True, slots=True)
class Habits:
    """Probabilities, from 0 to 1, of what people do at an opportunity; and their pace."""

    together: float = 0.35
    """Lifting one more checker before the others come down."""
    several: float = 0.6
    """Lifting one more checker first when bearing off or entering."""
    onward: float = 0.7
    """Carrying a checker on by the next number without letting go of it."""
    slide: float = 0.2
    """Sliding a checker over the points it passes."""
    hit_first: float = 0.3
    """Taking up the hit checker before the other comes down."""
    keep: float = 0.2
    """Keeping a hit checker in the hand for a while."""
    late: float = 0.3
    """Leaving a hit checker lying for a while."""
    askew: float = 0.06
    """Putting a checker down between two points."""
    fidget: float = 0.08
    """Picking up a checker, thinking, and putting it back."""
    nudge: float = 0.04
    """Touching checkers in passing."""
    rearrange: float = 0.08
    """Playing something else first, and taking it back."""
    cocked: float = 0.03
    """Throwing cocked dice, which must be thrown again."""
    ties: float = 1 / 6
    """Throwing a tie in the opening that is not in the record."""
    page: float = 0.2
    """Using the page where a button would do."""
    sweep: float = 0.4
    """Taking all checkers of a colour from the board before setting it up."""
    leave: float = 0.25
    """Leaving it to the opponent to complete the turn."""
    button: float = 0.3
    """Pressing the button at the end of a turn, instead of picking up the dice."""
    insist: float = 0.25
    """Pressing again and again after a refusal, before correcting the play."""
    pace: float = 1.0
    """Factor by which the hands are slower than usual."""
    glance_from: float = 0.04
    """Seconds that a touch in passing takes at least."""
    glance_to: float = 0.2
    """Seconds that a touch in passing takes at most."""

    def __post_init__(self) -> None:
        for field in fields(self):
            most = SLOWEST if field.name in PACES else 1.0
            value = getattr(self, field.name)
            if not 0 <= value <= most:
                raise ValueError(f"{field.name} must be between 0 and {most}, not {value}")
        if self.glance_from > self.glance_to:
            raise ValueError("glance_from must not be more than glance_to")


PEOPLE = Habits()
"""The usual habits of people."""
_NEVER = {field.name: 0.0 for field in fields(Habits) if field.name not in PACES}
TIDY = Habits(**_NEVER)
"""Habits without variety: checkers move one by one, and then the dice are picked up."""


@dataclass(frozen=True, slots=True)
class Temperament:
    """The habits of a person, and the random generator that decides what is done and how fast."""

    habits: Habits
    rng: Random

    def decides(self, share: float) -> bool:
        """True, at random, with this probability."""
        return share > 0 and self.rng.random() < share

    def glance_seconds(self) -> float:
        """A random time in seconds for a touch in passing."""
        least, most = self.habits.glance_from, self.habits.glance_to
        return round(least + (most - least) * self.rng.random(), 3)

    def carry_seconds(self) -> float:
        """A random time in seconds for carrying a checker."""
        return round(self.habits.pace * (0.15 + 0.6 * self.rng.random()), 3)

    def thinking_seconds(self) -> float:
        """A random time in seconds for thinking."""
        return round(0.5 + self.habits.pace * 2.5 * self.rng.random(), 3)
