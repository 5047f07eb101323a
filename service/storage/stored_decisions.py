"""The stored decisions of a journal, and the events in them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.backgammon.game.course import apply
from engine.backgammon.game.events import Event
from engine.backgammon.game.match import Match
from referee.effects import Effect, RecordEvent
from service.storage.codec import DecodingError, UnknownName
from service.storage.journal import Effects, effects_text
from service.storage.stored_format import FORMAT


def decode_decision(text: str, match: Match) -> Effects:
    """The effects of a stored decision on a signal; `match` is the match before that signal.

    Works out the match before and after each event, which are not stored. DecodingError if the
    text is no decision, or if an event is not allowed in the match.
    """
    return tuple(_with_matches(_decode(text), match))


def stored_effects(text: str) -> Effects:
    """The effects of a stored decision, events without their matches; DecodingError if none."""
    return _decode(text)


def stored_events(text: str) -> Iterator[Event]:
    """The events of a stored decision; DecodingError if the text is no decision."""
    return (effect.event for effect in _decode(text) if isinstance(effect, RecordEvent))


def normalized_decision(text: str | None) -> str | None:
    """The text of a stored decision as it would be written now; unchanged if it cannot be read."""
    try:
        return effects_text(_decode(text)) if text else text
    except DecodingError:
        return text


def is_of_newer_program(text: str | None) -> bool:
    """True if a stored decision has a name that this program does not know."""
    try:
        _decode(text or "[]")
    except UnknownName:
        return True
    except DecodingError:
        return False
    return False


def can_have_event(text: str) -> bool:
    """True if a stored decision may contain an event; does not decode it."""
    return FORMAT.can_contain(text, RecordEvent)


def _decode(text: str) -> Effects:
    effects: Effects = FORMAT.decode(text, Effects)
    return effects


def _with_matches(effects: Effects, match: Match) -> Iterator[Effect]:
    for effect in effects:
        if not isinstance(effect, RecordEvent):
            yield effect
            continue
        after = apply(match, effect.event)
        if not isinstance(after, Match):
            raise DecodingError("", "an event that the match allows", effect.event)
        yield replace(effect, before=match, after=after)
        match = after
