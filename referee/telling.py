"""Reasons and refusals in words."""

from __future__ import annotations

from collections.abc import Iterable

from engine.backgammon.errors import (
    NoCheckerThere,
    NotationError,
    NothingToHit,
    SeveralWays,
)
from engine.backgammon.game.refusals import Refusal
from engine.backgammon.places import BAR, OFF
from engine.backgammon.why.reasons import Reason
from referee.words import Phrases

MOST_REPEATED = 40
"""How much of a text is repeated to show where it could not be read."""


def tell_reason(reason: Reason, phrases: Phrases) -> str:
    """What is wrong, said to the player who moved."""
    return phrases.say(
        f"reason.{reason.why.value}",
        count=reason.count,
        whose=phrases.say(f"side.{reason.side.value}"),
        source=tell_place(reason.source, phrases),
        target=tell_place(reason.target, phrases),
        points=_listed((tell_place(point, phrases) for point in reason.points), phrases),
        numbers=_listed(reason.numbers, phrases),
        either=phrases.listed(dict.fromkeys(reason.numbers), joined_by="or"),
        possible=len(reason.numbers),
    )


def tell_refusal(refusal: Refusal, phrases: Phrases) -> str:
    """Why that is not allowed now, and what is wrong with the play if it is a play."""
    sentences = [phrases.say(f"ban.{refusal.ban.value}")]
    sentences += [tell_reason(reason, phrases) for reason in refusal.reasons]
    return " ".join(dict.fromkeys(sentences))


def tell_misread(error: NotationError, phrases: Phrases, table: str = "game") -> str:
    """Why a play could not be read: one just typed, or by the words of another table."""
    match error:
        case NoCheckerThere(place=place):
            return phrases.say(f"{table}.no_checker_there", place=tell_place(place, phrases))
        case NothingToHit(place=place):
            return phrases.say(f"{table}.nothing_to_hit", place=tell_place(place, phrases))
        case SeveralWays(ways=ways):
            return phrases.say(f"{table}.several_ways", ways=phrases.listed(ways, joined_by="or"))
    rest = error.text[error.at :] or error.text
    return phrases.say(f"{table}.unreadable", rest=repr(rest[:MOST_REPEATED]))


def tell_place(place: int | None, phrases: Phrases) -> str:
    """A place in words; nothing for none."""
    if place is None:
        return ""
    names = {BAR: "place.bar", OFF: "place.tray"}
    return phrases.say(names.get(place, "place.point"), point=place)


def _listed(items: Iterable[object], phrases: Phrases) -> str:
    return phrases.listed(dict.fromkeys(items))
