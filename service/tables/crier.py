"""Says aloud, line by line, what happens at a table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine.backgammon.game.course import apply
from engine.backgammon.game.events import Event
from engine.backgammon.game.match import Match
from engine.backgammon.notation.play.play_text import write_play
from engine.backgammon.players import Player
from referee.announcing import tell_notice
from referee.captions import tell_choice
from referee.effects import Effect, Happened, Lit, NextMatch, Notice, What
from referee.recounting import tell_event
from referee.words import Phrases
from service.tables.table import Table

OBJECTIONS = frozenset(
    {
        What.SET_UP_FIRST,
        What.ONE_DIE_EACH,
        What.COCKED,
        What.NOT_YOUR_THROW,
        What.THROW_STANDS,
        What.EARLY_THROW_VOID,
        What.EARLY_THROW_CHOICE,
        What.ILLEGAL,
        What.ILLEGAL_STANDS,
        What.ILLEGAL_CHOICE,
        What.DISTURBED,
        What.UNREADABLE,
        What.HIDDEN,
        What.SWITCH_SILENT,
        What.SWITCH_CLOSED,
        What.DEVICE_LOST,
        What.TROUBLED,
        What.REFUSED,
        What.NO_SENSE,
        What.NOT_CHOSEN,
        What.DEVICES_DISAGREE,
        What.HINTS_LOCKED,
    }
)
"""What is told because something is not as it should be."""
BY_ITSELF = {What.NO_PLAY: "verdict.no_play", What.NOT_CHOSEN: "run.moves_otherwise"}
"""What is said instead where nobody's hands are needed, by the keys of phrases."""

WhoActs = Callable[[], Player | None]
"""Who throws and moves by itself just now, if anybody does."""


@dataclass(frozen=True, slots=True)
class Saying:
    """Something that is to be said, in whichever language."""

    words: Callable[[Phrases], Sequence[str]]
    """Its sentences; none where it speaks for itself."""
    alarm: bool = False
    """Whether it objects to something."""
    notice: Notice | None = None
    """What the referee has told, if it is that."""

    def covers(self, earlier: Saying) -> bool:
        """Whether it tells all that one before it told, and more: of devices, all that are lost."""
        now, before = self.notice, earlier.notice
        if not (now and before and now.what is before.what):
            return False
        if now.what is What.DEVICE_LOST:
            return set(before.devices) <= set(now.devices)
        return now.what is What.DEVICE_BACK and not now.devices


class Sayings:
    """What there is to say about the effects at a table, one after the other."""

    def __init__(self, table: Table, by_itself: WhoActs = lambda: None) -> None:
        self._table = table
        self._by_itself = by_itself
        self._before = table.before
        self._match = table.state.match
        self._chosen = table.state.chosen

    def of(self, effect: Effect) -> Saying | None:
        """What there is to say about an effect, just when it is told."""
        match effect:
            case Happened(event):
                return self._event(event)
            case Notice():
                return self._concerning_hands(effect) or self._notice(effect)
            case Lit():
                return self._choice()
            case NextMatch():
                return Saying(lambda phrases: [phrases.say("run.new_match")])
        return None

    def _notice(self, notice: Notice) -> Saying:
        settings = self._table.state.settings
        alarm = notice.what in OBJECTIONS
        return Saying(lambda phrases: [tell_notice(notice, settings, phrases)], alarm, notice)

    def _concerning_hands(self, notice: Notice) -> Saying | None:
        """What asks people to do something that the computer does by itself, said otherwise."""
        settings, player = self._table.state.settings, self._by_itself()
        key = BY_ITSELF.get(notice.what)
        if not (key and player and notice.colour is settings.seating.colour(player)):
            return None
        name, alarm = settings.names[player], notice.what in OBJECTIONS
        return Saying(lambda phrases: [phrases.say(key, player=name)], alarm)

    def _choice(self) -> Saying | None:
        """What is moved for a player without hands, once it has chosen."""
        state = self._table.state
        chosen, self._chosen = self._chosen, state.chosen
        line = state.plays.lines.get(state.chosen) if state.plays and state.chosen else None
        if line is None or state.chosen == chosen:
            return None
        play, player = write_play(line), state.settings.names[state.turn]
        own = state.turn is self._by_itself()
        return Saying(lambda phrases: [tell_choice(player, play, phrases, by_itself=own)])

    def _event(self, event: Event) -> Saying | None:
        if self._before is not self._table.before:
            self._before = self._table.before
            self._match = self._before.match
        before, after = self._match, apply(self._match, event)
        if not isinstance(after, Match):
            return None
        self._match = after
        names = self._table.state.settings.names
        return Saying(lambda phrases: tell_event(before, event, after, names, phrases))


class Crier:
    """A listener of a table who says everything in words."""

    def __init__(
        self,
        table: Table,
        phrases: Phrases,
        say: Callable[[str], None],
        by_itself: WhoActs = lambda: None,
    ) -> None:
        self._sayings = Sayings(table, by_itself)
        self._phrases = phrases
        self._say = say

    def __call__(self, effect: Effect) -> None:
        """Say what there is to say about an effect."""
        saying = self._sayings.of(effect)
        for what in saying.words(self._phrases) if saying else ():
            self._say(what)
