"""What keeps a picture from being learnt from as one of the starting position."""

from __future__ import annotations

from enum import Enum

from hardware.checkers import Place


class Flaw(Enum):
    """What is wrong with it."""

    UNLIKE = "unlike"
    """Nothing like the starting position is seen."""
    MISSING = "missing"
    """Checkers are not where they should be, or cannot be made out there."""
    TOO_MANY = "too_many"
    """There are checkers beside those that should be there."""
    READ_OTHERWISE = "read_otherwise"
    """What it teaches to read there is something else."""


class NotTheStart(ValueError):
    """A picture that does not show the starting position, well enough to be learnt from."""

    def __init__(self, flaw: Flaw = Flaw.UNLIKE, places: tuple[Place, ...] = ()) -> None:
        super().__init__(" ".join((flaw.value, *places)))
        self.flaw = flaw
        self.places = places
        """Where that is so, as Light counts; none if it is so everywhere."""
