"""What is heard at a table: little, and nothing at all when all is well."""

from __future__ import annotations

from collections.abc import Mapping

from hardware.checkers import Place
from hardware.sounds import Tone, Tune
from referee.effects import Effect, Lit, Meaning, Notice, What

WRONG: Tune = (Tone(440, 0.15), Tone(0, 0.07), Tone(440, 0.25))
"""Low, and twice: what was just done does not count."""
QUESTION: Tune = (Tone(1047, 0.08), Tone(1568, 0.12))
"""Upwards: somebody has to answer."""
MOMENT = 2.0
"""Seconds in which nothing is said aloud twice."""

TUNES: Mapping[What, Tune] = {
    **dict.fromkeys(
        (
            What.SET_UP_FIRST,
            What.ONE_DIE_EACH,
            What.COCKED,
            What.NOT_YOUR_THROW,
            What.THROW_STANDS,
            What.EARLY_THROW_VOID,
            What.ILLEGAL,
            What.ILLEGAL_STANDS,
            What.DISTURBED,
            What.UNREADABLE,
            What.REFUSED,
            What.NOT_CHOSEN,
        ),
        WRONG,
    ),
    **dict.fromkeys(
        (
            What.WHICH,
            What.SWITCH_SILENT,
            What.SWITCH_CLOSED,
            What.EARLY_THROW_CHOICE,
            What.ILLEGAL_CHOICE,
            What.DEAD_CUBE,
        ),
        QUESTION,
    ),
}
"""What of all that people are told is heard, too."""


def tune_of(notice: Notice) -> Tune | None:
    """How a notice sounds, if it does; what concerns nobody in particular is no question."""
    tune = TUNES.get(notice.what)
    return None if tune is QUESTION and notice.colour is None else tune


class Sounding:
    """What is to be heard of the effects at a table, one after the other."""

    def __init__(self) -> None:
        self._heard: dict[What, float] = {}
        """When each notice was last heard."""
        self._asked = frozenset[Place]()
        """Where the lamps call for an answer."""

    def of(self, effect: Effect, at: float) -> Tune | None:
        """What is to be heard of an effect that is told now."""
        match effect:
            case Notice():
                return self._told(effect, at)
            case Lit(meanings):
                return self._lit(meanings)
        return None

    def _told(self, notice: Notice, at: float) -> Tune | None:
        tune = tune_of(notice)
        last = self._heard.get(notice.what)
        if tune is None or (last is not None and at < last + MOMENT):
            return None
        self._heard[notice.what] = at
        return tune

    def _lit(self, meanings: Mapping[Place, Meaning]) -> Tune | None:
        """A question is heard when the lamps begin to ask it, and not as long as they go on."""
        asked = frozenset(place for place, it in meanings.items() if it is Meaning.OFFER)
        new, self._asked = asked - self._asked, asked
        return QUESTION if new else None
