"""A whole match as events, which can be played through again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.backgammon.game.course import apply
from engine.backgammon.game.events import Event
from engine.backgammon.game.match import Crawford, Match
from engine.backgammon.game.refusals import Refusal
from engine.backgammon.players import ByPlayer
from engine.backgammon.rulebook import Rulebook


@dataclass(frozen=True, slots=True)
class Restart:
    """A game that does not begin where the one before it left off."""

    after: int
    """How many events of the record come before it."""
    number: int
    score: ByPlayer[int]
    crawford: Crawford


@dataclass(frozen=True, slots=True)
class Scene:
    """One event of a match, with the match before and after it."""

    before: Match
    event: Event
    after: Match


@dataclass(frozen=True, slots=True)
class Record:
    """A match to a number of points, or play for stakes (length 0), from its first event on."""

    names: ByPlayer[str]
    rulebook: Rulebook
    length: int
    events: tuple[Event, ...]
    restarts: tuple[Restart, ...] = ()
    """Where a written record has a gap, or does not begin at the beginning; none in one of ours."""

    @property
    def start(self) -> Match:
        """The match before its first event."""
        return self._anew.get(0) or Match(self.rulebook, self.length)

    @property
    def final(self) -> Match:
        """The match after its last event."""
        match = self.start
        for scene in self.scenes():
            match = scene.after
        return match

    def scenes(self) -> Iterator[Scene]:
        """Every event with what it did; ValueError where the rulebook does not allow one."""
        match = self.start
        anew = self._anew
        for index, event in enumerate(self.events):
            match = anew.get(index, match)
            after = apply(match, event)
            if isinstance(after, Refusal):
                raise ValueError(f"event {index + 1}, {event}, is refused: {after}")  # noqa: TRY004
            yield Scene(match, event, after)
            match = after

    @property
    def _anew(self) -> dict[int, Match]:
        """The match where it does not go on from before, by the number of events before that."""
        return {
            restart.after: Match(
                self.rulebook, self.length, restart.score, restart.number, restart.crawford
            )
            for restart in self.restarts
        }
