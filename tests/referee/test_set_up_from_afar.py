"""Whether a board is set up that a camera looks at, which is never certain of everything."""

from __future__ import annotations

import pytest

from engine.backgammon.position import START
from hardware.checkers import BACKGAMMON, point
from hardware.observations import Observation
from hardware.sightings import ANYTHING, Count, Sighting
from referee.state import State
from referee.step import step
from tests.rigs.looks import agreed, look

IN_DOUBT = Sighting(Count(0, 0), Count(0, 2), Count(0, 2))
"""None, or up to two of Dark's."""


@pytest.mark.parametrize(
    ("hidden", "is_set_up"),
    [((), True), ((6, 8, 13), True), ((6, 8, 13, 19), True), ((6, 8, 13, 19, 17, 12), False)],
)
def test_hands_and_rolling_dice_undo_no_set_up(hidden: tuple[int, ...], *, is_set_up: bool) -> None:
    covered = {point(at): ANYTHING for at in hidden}
    seen = {**look(START).sightings, point(1): IN_DOUBT, **covered}
    state = State.of(agreed())
    for at, sightings in enumerate((dict.fromkeys(BACKGAMMON, ANYTHING), seen)):
        state = step(state, Observation("camera", float(at), sightings)).state
    assert state.is_set_up is is_set_up
