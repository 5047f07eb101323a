"""The feed of one table: its newest events with their numbers, and its state, as JSON texts."""

from __future__ import annotations

import secrets
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from datetime import UTC, datetime

from engine.backgammon.game.match import Phase
from engine.backgammon.illegal_plays.play_reasons import Reason
from engine.backgammon.players import Player
from referee.effects import Effect, RecordEvent, ShowLamps, StartNextMatch
from referee.notices import Notice
from referee.questions import QuestionKind
from service.table.announcements import Announcement, Announcements
from service.table.live_score_sheet import LiveScoreSheet
from service.table.table_runtime import TableRuntime
from service.table.timers import CoalescedCall
from service.web.feed.event_messages import (
    EventStamp,
    MakeEvent,
    choice_event,
    match_event,
    new_match_event,
    notice_event,
    result_event,
    verdict_event,
)
from service.web.feed.table_snapshot import TableMoment, table_shown, verdict_kind, verdict_reasons
from service.web.messages.feed_messages import FEED, EventId, FeedMessage, VerdictKind
from service.web.parts.table_parts import TableParts
from service.words.phrases import Language, available_languages, phrases_for_viewer

MAX_STORED_EVENTS = 500
"""The number of events that a program which comes back finds; about half an hour of play."""
VerdictKey = tuple[VerdictKind, tuple[Reason, ...], QuestionKind | None, Phase, Player]
"""The verdict, its reasons, the open question, and the act that is awaited of a player."""


@dataclass(slots=True)
class StoredEvent:
    """An event, with its text in every language once they are written."""

    stamp: EventStamp
    make: MakeEvent | None
    kind: str = ""
    """The tag of its message."""
    texts: dict[Language, str] = field(default_factory=dict)

    def write(self) -> None:
        """Writes the texts, and lets go of the states that they were written from."""
        if self.make is None:
            return
        for language in available_languages():
            message = self.make(self.stamp, phrases_for_viewer(language, may_act=False))
            self.kind = FEED.tags[type(message)]
            self.texts[language] = FEED.encode(message, FeedMessage)
        self.make = None


@dataclass(slots=True)
class _StoredState:
    version: object
    number: int
    text: str


def utc_now() -> str:
    """The time in UTC, with milliseconds."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


class TableFeed:
    """A listener that numbers and stores the events of a table, in constant time per effect."""

    def __init__(
        self,
        runtime: TableRuntime,
        score_sheet: LiveScoreSheet,
        parts: TableParts,
        now: Callable[[], str] = utc_now,
    ) -> None:
        self._runtime = runtime
        self._table = runtime.table
        self._score_sheet = score_sheet
        self._parts = parts
        self._now = now
        self._announcements = Announcements(self._table, lambda: self._automatic_player)
        self._events: deque[StoredEvent] = deque(maxlen=MAX_STORED_EVENTS)
        self._verdict: VerdictKey | None = None
        self._states: dict[Language, _StoredState] = {}
        self._run = secrets.token_hex(8)
        # The texts are written when the lamps have been set, which people wait for.
        self._write_soon = CoalescedCall(self._write_texts)
        self.count = 0
        """The number of the newest event."""

    @property
    def name(self) -> str:
        return self._table.name

    def __call__(self, effect: Effect) -> None:
        """Stores the events of an effect, if it has any."""
        announcement = self._announcements.announce(effect)
        state = self._table.state
        match effect:
            case RecordEvent():
                self._add_match_events(effect, announcement)
            case StartNextMatch():
                self._add(new_match_event(state.match, announcement))
            case ShowLamps() if announcement:
                self._add(choice_event(state.colour, announcement))
            case _ if isinstance(effect, Notice):
                self._add(notice_event(effect, state.colour, announcement))
        self._note_verdict()

    def event_id(self, number: int) -> EventId:
        """The identifier of an event, by which a program continues after it."""
        return EventId(f"{self._run}.{number}")

    def number_of(self, event: str) -> int | None:
        """The number of an event by its identifier; None if it is of another run or unknown."""
        run, _, number = event.partition(".")
        is_known = run == self._run and number.isascii() and number.isdigit()
        if not is_known or len(number) > len(str(self.count)):
            return None
        return int(number) if int(number) <= self.count else None

    def events_after(self, number: int) -> Iterator[StoredEvent]:
        """Yields the stored events after this one, the oldest first."""
        self._write_texts()
        for event in tuple(self._events):
            if event.stamp.number > number:
                yield event

    def missed_after(self, number: int) -> int:
        """The number of events after this one that are no longer stored."""
        oldest = self._events[0].stamp.number if self._events else self.count + 1
        return max(oldest - number - 1, 0)

    def state_text(self, language: Language) -> str:
        """The whole state as JSON; the same object as before if nothing has changed."""
        version, known = self._parts.version, self._states.get(language)
        if known and known.version is version and known.number == self.count:
            return known.text
        text = self._write_state(language)
        if known and known.text == text:
            text = known.text
        self._states[language] = _StoredState(version, self.count, text)
        return text

    def subscribe(self, changed: Callable[[], None]) -> AbstractContextManager[None]:
        """Calls `changed` whenever there may be something new, while this is open."""
        return self._table.subscribe(changed)

    def _write_state(self, language: Language) -> str:
        sheet = self._score_sheet
        moment = TableMoment(
            self.name,
            bool(self._table.simulated_devices),
            self.event_id(self.count),
            sheet.match_number,
            sheet.sheet.games[-1],
            self._parts.moment(),
        )
        shown = table_shown(moment, phrases_for_viewer(language, may_act=False))
        return FEED.encode(shown, FeedMessage)

    def _add_match_events(self, effect: RecordEvent, announcement: Announcement | None) -> None:
        settings = self._table.state.settings
        self._add(match_event(effect, settings, announcement))
        # Not the number of the score sheet, which must not be asked between two effects of a step.
        ended = result_event(effect.after, settings, self._runtime.journal.match)
        if ended and effect.before.game.result is None:
            self._add(ended)

    def _note_verdict(self) -> None:
        state = self._table.state
        question = state.question.kind if state.question else None
        awaited = (state.match.game.phase, state.match.to_act)
        verdict = (verdict_kind(state), verdict_reasons(state), question, *awaited)
        if verdict != self._verdict:
            self._verdict = verdict
            self._add(verdict_event(state, self._automatic_player))

    @property
    def _automatic_player(self) -> Player | None:
        return self._runtime.computer_hands.player

    def _add(self, make: MakeEvent) -> None:
        self.count += 1
        self._events.append(
            StoredEvent(EventStamp(self.event_id(self.count), self.count, self._now()), make)
        )
        self._write_soon()

    def _write_texts(self) -> None:
        for event in reversed(self._events):
            if event.make is None:
                break
            event.write()
