"""What happened in a kept match, as a record that can be written down and played through."""

from __future__ import annotations

from dataclasses import dataclass

from engine.backgammon.game.events import Event, NextGame
from engine.backgammon.game.match import Match
from engine.backgammon.notation.record.record import Record, Restart
from engine.backgammon.players import ByPlayer
from referee.effects import Happened
from referee.state import State
from service.journal.journal import Effects
from service.journal.reading import KeptMatch
from service.plain import NotPlain, value_of
from service.printing import printable
from service.tables.resuming import Rejudged, rejudged


@dataclass(frozen=True, slots=True)
class Recorded:
    """A record, and what it leaves out."""

    record: Record
    set_up: tuple[int, ...] = ()
    """The games in which a position was set up by hand; each ends there in the record."""


def recorded(kept: KeptMatch) -> Recorded:
    """The events of a match as they were decided; where no decision was kept, as they are now."""
    writer = _Writer(kept)
    for again in rejudged(kept):
        writer.follow(again)
    return writer.finish()


class _Writer:
    """What has been written down so far."""

    def __init__(self, kept: KeptMatch) -> None:
        self.settings = kept.settings
        self.events: list[Event] = []
        self.restarts: list[Restart] = []
        self.set_up: list[int] = []
        self.skipping = False
        """Whether the game goes on from a position that no record of ours can begin with."""

    def follow(self, again: Rejudged) -> None:
        if again.before.wanted and not again.after.wanted:
            self.set_up.append(again.after.match.number)
            self.skipping = True
        for effect in _decided(again):
            if isinstance(effect, Happened):
                self._write(effect.event, again.after)

    def finish(self) -> Recorded:
        settings = self.settings
        rulebook = settings.match().rulebook
        names = ByPlayer(*map(printable, settings.names))
        record = Record(names, rulebook, settings.length, tuple(self.events), tuple(self.restarts))
        return Recorded(record, tuple(dict.fromkeys(self.set_up)))

    def _write(self, event: Event, after: State) -> None:
        if not self.skipping:
            self.events.append(event)
        elif isinstance(event, NextGame):
            self.skipping = False
            self.restarts.append(_restart(len(self.events), after.match))


def _restart(after: int, match: Match) -> Restart:
    return Restart(after, match.number, match.score, match.crawford)


def _decided(again: Rejudged) -> Effects:
    """What was decided then; what would be now, if nothing legible was kept."""
    if again.entry.decision is None:
        return again.effects
    try:
        effects: Effects = value_of(again.entry.decision, Effects)
    except NotPlain:
        return again.effects
    return effects
