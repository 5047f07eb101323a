"""What is known of a table when another match begins there: it is told to its referee anew."""

from __future__ import annotations

from hardware.signals import DeviceLost, Signal, Troubled
from referee.state import State


def seen_and_amiss(state: State) -> list[Signal]:
    """What the sensors see, which devices cannot be reached, and which are in trouble."""
    lost = (DeviceLost(name, state.heard[name], "as before") for name in sorted(state.lost))
    troubles = state.sight.troubles.items()
    troubled = (Troubled(name, state.heard[name], by) for name, by in troubles)
    return [*state.sight.seen.values(), *lost, *troubled]
