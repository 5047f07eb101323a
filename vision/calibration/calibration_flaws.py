"""The reasons why a picture of the starting position cannot be calibrated from."""

from __future__ import annotations

from enum import Enum

from hardware.checkers import Place


class CalibrationFlaw(Enum):
    """A reason why a picture cannot be calibrated from."""

    UNLIKE = "unlike"
    """The picture shows no similarity to the starting position."""
    MISSING = "missing"
    """Checkers are missing from their places, or cannot be made out there."""
    TOO_MANY = "too_many"
    """There are more checkers than the starting position has."""
    READ_OTHERWISE = "read_otherwise"
    """The picture, read with the calibration learnt from it, shows something else."""


class NotTheStart(ValueError):
    """A picture that does not show the starting position clearly enough for a calibration."""

    def __init__(
        self, flaw: CalibrationFlaw = CalibrationFlaw.UNLIKE, places: tuple[Place, ...] = ()
    ) -> None:
        super().__init__(" ".join((flaw.value, *places)))
        self.flaw = flaw
        self.places = places
        """The places concerned, as Light counts; empty if the flaw concerns the whole board."""
