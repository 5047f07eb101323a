"""The rulebooks of checkers, printed or practised, as values of one type."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Beginner(Enum):
    """The player who makes the first move of a game."""

    PLAYERS_DECIDE = "whom the players choose"
    DARK = "the player with the dark checkers"


@dataclass(frozen=True, slots=True)
class Rulebook:
    """A set of rules; derive a variant with `dataclasses.replace`."""

    name: str
    must_capture: bool = False
    """True if a side that can capture must do so."""
    must_jump_on: bool = False
    """True if a checker that has captured must go on as long as it can capture another one."""
    crowned_jumps_on: bool = False
    """True if a man that is crowned by a jump may go on jumping as a king in the same turn."""
    jump_own: bool = False
    """True if a checker may also jump those of its own side, which stay on the board."""
    beginner: Beginner = Beginner.PLAYERS_DECIDE
    colours_alternate: bool = False
    """True if the players change colours from game to game."""
    repetitions: int | None = 3
    """The number of times that a position, with the same side to move, makes a draw; None: none."""
    draw_claim_after: int | None = None
    """The number of moves of each side, none of them a capture or a man's, that give a right to a
    draw; None: no number does.
    """
    undo_needs_both: bool = True
    """True if taking back a completed turn needs the opponent's consent."""

    def __post_init__(self) -> None:
        for knob, least in (("repetitions", 2), ("draw_claim_after", 1)):
            value = getattr(self, knob)
            if value is not None and value < least:
                raise ValueError(f"{knob} must be {least} or more, or None, not {value}")


SEASIDE = Rulebook("seaside")
ENGLISH = Rulebook(
    "english",
    must_capture=True,
    must_jump_on=True,
    beginner=Beginner.DARK,
    colours_alternate=True,
    draw_claim_after=40,
)
RULEBOOKS = {book.name: book for book in (SEASIDE, ENGLISH)}
"""The presets, by name."""
