"""What is amiss at a table when another match begins there: its referee is told anew."""

from __future__ import annotations

from hardware.signals import DeviceLost, Signal, Troubled
from referee.state import State


def amiss(state: State) -> list[Signal]:
    """Which devices cannot be reached, and which are in trouble."""
    lost = (DeviceLost(name, state.heard[name], "as before") for name in sorted(state.lost))
    troubles = state.sight.troubles.items()
    return [*lost, *(Troubled(name, state.heard[name], by) for name, by in troubles)]
