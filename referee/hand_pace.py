"""The pace of a player's hands, learnt from the rests of checkers that go on."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.players import ByPlayer

UNKNOWN_REST = 0.75
"""The usual rest in seconds of hands that are not known yet."""
LONG_FACTOR = 4
"""The number of usual rests that make a long one."""
LONGEST_REST = 6.0
"""Seconds after which a rest is long for any hands."""
ASIDE_REST = 8.0
"""Seconds for which a hit checker may lie aside, or a stack wait to be distributed."""
SHARE_OF_LONGER = 0.5
"""The weight of a rest longer than usual; large, as too quick a pace objects to right plays."""
SHARE_OF_SHORTER = 0.05
"""The weight of a rest that is shorter than usual: most touches of slow hands are short too."""
SHARE_OF_LONG = 0.1
"""The weight of a long rest: it may have been a mistake of which the lamps told the player."""
MAX_RESTS = 20
"""The largest number of rests in a turn that are learnt from."""


@dataclass(frozen=True, slots=True)
class HandPace:
    """The pace of one player in a match."""

    usual_rest: float = UNKNOWN_REST
    """Seconds that a checker usually rests where no legal play leaves it, and then goes on."""

    def long_rest(self, least: float) -> float:
        """Seconds after which a rest is long for these hands, and at least `least`."""
        return max(least, min(LONG_FACTOR * self.usual_rest, LONGEST_REST))

    def learn(self, rests: Iterable[float], least: float) -> HandPace:
        """The pace after these rests, in seconds, of a turn that proved legal."""
        usual = self.usual_rest
        for rest in rests:
            long = HandPace(usual).long_rest(least)
            share = SHARE_OF_LONGER if rest > usual else SHARE_OF_SHORTER
            share = share if rest < long else SHARE_OF_LONG
            usual += share * (min(rest, long) - usual)
        return HandPace(usual)


UNKNOWN_PACES = ByPlayer(HandPace(), HandPace())
"""The paces of two players of whom nothing is known."""
