"""Says aloud, line by line, what happens at a table."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engine.backgammon.game.course import apply
from engine.backgammon.game.events import Event
from engine.backgammon.game.match import Match
from engine.backgammon.notation.play.play_text import write_play
from referee.announcing import tell_notice
from referee.effects import Effect, Happened, Lit, NextMatch, Notice
from referee.recounting import tell_event
from referee.words import Phrases
from service.tables.table import Table


class Crier:
    """A listener of a table who says everything in words."""

    def __init__(self, table: Table, phrases: Phrases, say: Callable[[str], None]) -> None:
        self._table = table
        self._phrases = phrases
        self._say = say
        self._before = table.before
        self._match = table.state.match
        self._chosen = table.state.chosen

    def __call__(self, effect: Effect) -> None:
        """Say what there is to say about an effect."""
        for what in self._words(effect):
            self._say(self._phrases.say("run.said", table=self._table.name, what=what))

    def _words(self, effect: Effect) -> Iterator[str]:
        match effect:
            case Happened(event):
                yield from self._event(event)
            case Notice():
                yield tell_notice(effect, self._table.state.settings, self._phrases)
            case Lit():
                yield from self._choice()
            case NextMatch():
                yield self._phrases.say("run.new_match")

    def _choice(self) -> Iterator[str]:
        """What people are to move for a player without hands, once it has chosen."""
        state = self._table.state
        chosen, self._chosen = self._chosen, state.chosen
        line = state.plays.lines.get(state.chosen) if state.plays and state.chosen else None
        if line and state.chosen != chosen:
            name = state.settings.names[state.turn]
            yield self._phrases.say("verdict.to_move_for", play=write_play(line), player=name)

    def _event(self, event: Event) -> list[str]:
        if self._before is not self._table.before:
            self._before = self._table.before
            self._match = self._before.match
        before, after = self._match, apply(self._match, event)
        if not isinstance(after, Match):
            return []
        self._match = after
        names = self._table.state.settings.names
        return tell_event(before, event, after, names, self._phrases)
