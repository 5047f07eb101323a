"""Where dice come to lie that were thrown on a board."""

from __future__ import annotations

from random import Random

from hardware.drivers.simulated.camera.blocks import Block
from hardware.drivers.simulated.camera.plans import Plan

DIE = 0.36
"""Widths of a point."""
APART, ALONG, ACROSS = 1.35, 0.45, 0.7
"""How far one lies from the other, and how much of that is chance: sideways, and up and down."""


def thrown(plan: Plan, numbers: tuple[int, ...], side: int, chance: Random) -> list[Block]:
    """Dice that show these numbers, in the middle of the half to the right (1) or left (-1)."""
    look = plan.look
    middle = side * (plan.half_width + look.bar / 2) / 2
    dice = []
    for number, shown in enumerate(numbers):
        x = middle + (number - 0.5) * APART + chance.uniform(-ALONG, ALONG)
        spot = (x, chance.uniform(-ACROSS, ACROSS), 0.0)
        dice.append(Block(spot, DIE, shown, look.dice, look.pips, chance.uniform(0, 1.5)))
    return dice
