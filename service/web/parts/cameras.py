"""The camera of a table as it is shown, and what it sees of the board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hardware.checkers import BACKGAMMON, Colour, Place
from hardware.sightings import ANYTHING, Sighting
from referee.naming import tell_device
from referee.settings import MatchSettings
from referee.words import Phrases
from service.camera_words import (
    advise_after,
    advise_on,
    tell_sight,
    tell_trouble,
    tell_verdict,
)
from service.seeing.eyes import Eyes
from service.seeing.glimpse import Glimpse, Verdict
from service.web.messages.looks import Camera, PlaceSeen, Sight, Sureness, Taught
from service.web.teaching import Teaching

if TYPE_CHECKING:  # a table without a camera does without numpy
    from service.web.parts.outlines import Outline


def camera_shown(
    eyes: Eyes, teaching: Teaching, settings: MatchSettings, phrases: Phrases
) -> Camera:
    """The camera, and whether it knows the board."""
    glimpse = eyes.glimpse
    width, height = glimpse.size if glimpse else (0, 0)
    trouble = glimpse.trouble if glimpse else None
    told = teaching.numbered
    return Camera(
        tell_device(eyes.name, phrases),
        width,
        height,
        learnt=knows(eyes),
        learning=teaching.is_under_way,
        trouble=tell_trouble(trouble, phrases) if trouble else "",
        advice=advise_on(trouble, phrases) if trouble else "",
        verdict=_taught(*told, settings, phrases) if told else None,
    )


def knows(eyes: Eyes) -> bool:
    """Whether this board is known, in pictures of the size that they have now."""
    return eyes.glimpse.learnt if eyes.glimpse else eyes.learnt


def sight_shown(
    glimpse: Glimpse | None, outline: Outline | None, settings: MatchSettings, phrases: Phrases
) -> Sight:
    """What is seen of the board, to be drawn over a picture of it; nothing where it is unknown."""
    if glimpse is None or not glimpse.learnt:
        return Sight("")
    summary = tell_sight(glimpse, settings, phrases)
    if outline is None or glimpse.trouble:
        return Sight(summary)
    places = {place: _place(place, glimpse, outline) for place in BACKGAMMON}
    return Sight(summary, outline.corners, outline.lines, outline.point, places)


def _taught(number: int, verdict: Verdict, settings: MatchSettings, phrases: Phrases) -> Taught:
    words, advice = tell_verdict(verdict, settings, phrases), advise_after(verdict, phrases)
    return Taught(number, verdict.learnt, words, advice, verdict.places)


def _place(place: Place, glimpse: Glimpse, outline: Outline) -> PlaceSeen:
    claim = glimpse.sightings.get(place, ANYTHING)
    return PlaceSeen(
        outline.at[place],
        _text(claim),
        _sureness(claim),
        _colour(claim),
        outline.numbers.get(place),
    )


def _sureness(claim: Sighting) -> Sureness:
    if claim == ANYTHING:
        return Sureness.OPEN
    return Sureness.SURE if claim.is_exact else Sureness.DOUBTFUL


def _text(claim: Sighting) -> str:
    """Nothing, a number, or from which number to which."""
    low, high = claim.total.low, claim.total.high
    if claim == ANYTHING:
        return "?"
    if claim.is_exact:
        return str(low) if low else ""
    return f"{low}-{high}" if low != high else f"{low}?"


def _colour(claim: Sighting) -> Colour | None:
    """Whose checkers there are, if there are any and of one colour."""
    may = [colour for colour in Colour if claim[colour].high]
    return may[0] if len(may) == 1 else None
