"""Places of the table in words, numbered as somebody at the table counts them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from engine.backgammon.places import MOVER_BAR, MOVER_OFF, OTHER_BAR, OTHER_OFF
from hardware.checkers import POINTS, Colour, Place
from referee.seating import FIELD
from referee.settings import MatchSettings
from referee.verdicts import Move
from referee.words import Phrases

HANDFUL = 5
"""More that is to be carried is only counted."""
_KINDS = ("missing", "too_many", "misplaced")
_KEYS = {MOVER_BAR: "bar", OTHER_BAR: "bar_of", MOVER_OFF: "tray", OTHER_OFF: "tray_of"}


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """Tells places to the player of a colour, or to both: then as Light counts, which is said."""

    settings: MatchSettings
    phrases: Phrases
    to: Colour | None = None

    def at(self, places: Sequence[Place], joined_by: str = "and") -> str:
        """Where something is: `on point 13 and on the bar`; nothing for no place."""
        told = self.phrases.listed((self._say(place, "at_") for place in places), joined_by)
        return self._counted(told, places)

    def carrying(self, moves: Sequence[Move]) -> str:
        """What is to be carried from where to where, or of many moves just how many checkers.

        Nothing for no move.
        """
        groups = [(move, len(list(same))) for move, same in groupby(moves)]
        if not groups or len(groups) > HANDFUL:
            return tell_counts(moves, self.phrases)
        told = self.phrases.listed(self._carry(move, count) for move, count in groups)
        ends = [place for move in moves for place in (move.source, move.target) if place]
        return _sentence(self._counted(told, ends))

    def _carry(self, move: Move, count: int) -> str:
        kind = move.colour.value if move.colour else "any"
        checkers = self.phrases.say(f"verdict.checkers_{kind}", count=count)
        source = self._say(move.source) if move.source else ""
        target = self._say(move.target) if move.target else ""
        at = self._say(move.target, "at_") if move.target else ""
        key = "carry" if source and target else "take_away" if source else "put_down"
        return self.phrases.say(
            f"verdict.{key}", checkers=checkers, source=source, target=target, at=at
        )

    def _say(self, place: Place, form: str = "") -> str:
        field = FIELD[self.to or Colour.LIGHT][place]
        key = _KEYS.get(field, "point")
        if self.to is None and key in ("bar", "tray"):
            key = f"{key}_of"
        return self.phrases.say(
            f"place.{form}{key}", point=field + 1, player=self._owner_name(field)
        )

    def _owner_name(self, field: int) -> str:
        """Whose half of the bar or whose tray this is."""
        counting = self.to or Colour.LIGHT
        owner = counting.other if field in (OTHER_BAR, OTHER_OFF) else counting
        return self.settings.names[self.settings.seating.player(owner)]

    def _counted(self, told: str, places: Iterable[Place]) -> str:
        """The same, and if it is not clear who counts the points, that Light does."""
        if self.to or not any(place in POINTS for place in places):
            return told
        light = self.settings.names[self.settings.light]
        return self.phrases.say("place.counted_by", places=told, player=light)


def tell_counts(moves: Iterable[Move], phrases: Phrases) -> str:
    """How many checkers are missing, too many or in the wrong place; nothing for no move."""
    counts = Counter(_kind(move) for move in moves)
    told = [phrases.say(f"verdict.{kind}", count=counts[kind]) for kind in _KINDS if counts[kind]]
    return _sentence(phrases.listed(told)) if told else ""


def _kind(move: Move) -> str:
    missing, too_many, misplaced = _KINDS
    if move.source is None:
        return missing
    return misplaced if move.target else too_many


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."
