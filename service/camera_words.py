"""What a camera sees of the board, and what came of showing it one, in words for people."""

from __future__ import annotations

from collections.abc import Iterator

from hardware.checkers import BACKGAMMON, Colour, Place
from hardware.sightings import ANYTHING
from hardware.signals import Trouble
from referee.settings import MatchSettings
from referee.whereabouts import Whereabouts
from referee.words import Phrases
from service.seeing.glimpse import Fit, Glimpse, Outcome, Verdict
from vision.learning.flaws import Flaw

FEW_PIXELS = 12.0
"""Across a checker; with less a pile is hardly counted."""
ALIKE = 0.12
"""So far apart, from 0 to 1, the colours of both players look and are told to be alike."""


def tell_trouble(trouble: Trouble, phrases: Phrases) -> str:
    """What keeps a camera from seeing the board."""
    return phrases.say(f"camera.trouble.{trouble.value}")


def advise_on(trouble: Trouble, phrases: Phrases) -> str:
    """What to do about it."""
    return phrases.say(f"camera.advice.{trouble.value}")


def tell_verdict(verdict: Verdict, settings: MatchSettings, phrases: Phrases) -> str:
    """What came of showing a board to a camera."""
    if verdict.outcome is Outcome.NOT_THE_START:
        return tell_flaw(verdict.flaw, Whereabouts(settings, phrases).at(verdict.places), phrases)
    return phrases.say(f"camera.outcome.{verdict.outcome.value}")


def tell_flaw(flaw: Flaw, at: str, phrases: Phrases) -> str:
    """What is wrong with the starting position there."""
    return phrases.say(f"camera.flaw.{flaw.value}", at=at)


def advise_after(verdict: Verdict, phrases: Phrases) -> str:
    """What to do next."""
    return " ".join(phrases.say(f"camera.todo.{key}") for key in _todo(verdict))


def tell_sight(glimpse: Glimpse, settings: MatchSettings, phrases: Phrases) -> str:
    """What is seen of the board, and where that is not sure."""
    claims, where = glimpse.sightings, Whereabouts(settings, phrases)
    hidden = [place for place in BACKGAMMON if claims.get(place, ANYTHING) == ANYTHING]
    if len(hidden) == len(BACKGAMMON):
        return phrases.say("camera.sight.nothing")
    doubtful = [one for one in BACKGAMMON if one not in hidden and not claims[one].is_exact]
    counts = {colour.value: _surely(glimpse, colour) for colour in Colour}
    key = "some" if hidden or doubtful else "all"
    told = [phrases.say(f"camera.sight.{key}", count=None, **counts)]
    for kind, places in (("doubtful", doubtful), ("open", hidden)):
        if places:
            told.append(phrases.say(f"camera.sight.{kind}", places=where.at(places)))
    return " ".join(told)


def _todo(verdict: Verdict) -> Iterator[str]:
    if verdict.places:
        yield "wrong_places"
    else:
        yield verdict.outcome.value
    if verdict.fit:
        yield from _of_fit(verdict.fit)
    if not verdict.kept:
        yield "not_kept"


def _of_fit(fit: Fit) -> Iterator[str]:
    if fit.checker < FEW_PIXELS:
        yield "few_pixels"
    if fit.contrast < ALIKE:
        yield "alike"


def _surely(glimpse: Glimpse, colour: Colour) -> int:
    """How many checkers of a colour are there without doubt."""
    return sum(_low(glimpse, place, colour) for place in BACKGAMMON)


def _low(glimpse: Glimpse, place: Place, colour: Colour) -> int:
    return glimpse.sightings.get(place, ANYTHING)[colour].low
