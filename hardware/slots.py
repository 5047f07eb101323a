"""What the switches under the slots of a place tell of the checkers on it."""

from __future__ import annotations

from functools import cache

from hardware.sightings import MOST, Count, Sighting, of_any_colour


@cache
def of_closed(closed: int, slots: int) -> Sighting:
    """So many, of whatever colour; or more on top of them once no slot is free."""
    if closed == slots:
        return of_any_colour(closed, MOST)
    return of_any_colour(closed)


@cache
def of_poles(light: int, dark: int, slots: int, unsure: int = 0) -> Sighting:
    """So many of each colour, and slots that may be free or not, whose colour cannot be told.

    Once no slot need be free, there may be more on top of them, of either colour.
    """
    full = light + dark + unsure == slots
    more = MOST if full else unsure
    return Sighting(
        Count(light, min(light + more, MOST)),
        Count(dark, min(dark + more, MOST)),
        Count(light + dark, min(light + dark + more, MOST)),
    )
