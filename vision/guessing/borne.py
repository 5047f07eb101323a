"""How many checkers may have been borne off a board whose trays nobody knows."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hardware.checkers import Colour
from vision.counting import WAYS, Table, alone
from vision.field import HALF

AT_HOME, ABROAD = 0.1, 0.002
"""How usual each number of borne off checkers is, if all others are in one quarter, and if not."""

Counts = NDArray[np.int_]
"""How many checkers lie on each of 24 points."""


def borne_off(light: Counts, dark: Counts) -> dict[Colour, Table]:
    """The weights of checkers of each colour beside the board, those on it being about these."""
    return {Colour.LIGHT: _off(Colour.LIGHT, light), Colour.DARK: _off(Colour.DARK, dark)}


def _off(colour: Colour, lying: Counts) -> Table:
    quarters = lying.reshape(-1, HALF).sum(axis=1)
    is_home = quarters.max() == quarters.sum()
    weights = np.full(WAYS, AT_HOME if is_home else ABROAD)
    weights[0] = 1
    return alone(colour, weights)
