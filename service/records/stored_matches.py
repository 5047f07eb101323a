"""A match of a journal as a match record and as a score sheet, from its stored decisions."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from engine.backgammon.game.events import Event
from engine.backgammon.notation.record.record import Record, Restart, ResumedPosition
from engine.backgammon.players import ByPlayer
from hardware.signals import PositionSetUp
from referee.effects import RecordEvent
from referee.match_settings import MatchSettings
from referee.verdicts import Illegal
from service.records.objections import OBJECTIONS
from service.records.score_sheet import MatchSheet
from service.storage.codec import DecodingError
from service.storage.journal import Effects
from service.storage.journal_reader import JournalFile, MatchHead, StoredMatch
from service.storage.journal_repair import salvage_match
from service.storage.journal_replay import ReplayedSignal, replay_match
from service.storage.journal_tables import JournalProblem, JournalRow
from service.storage.stored_decisions import can_have_event, decode_decision, stored_events
from service.storage.stored_format import FORMAT
from service.words.printable_text import printable


@dataclass(frozen=True, slots=True)
class RestoredRecord:
    """A match record, and its games that no match file of other programs can express."""

    record: Record

    @property
    def games_with_set_up(self) -> tuple[int, ...]:
        """The numbers of the games in which a position was set up by hand."""
        numbers = (restart.number for restart in self.record.restarts if restart.set_up)
        return tuple(dict.fromkeys(numbers))


def record_of_match(stored: StoredMatch) -> RestoredRecord:
    """The record of a match by its stored decisions; signals without one are judged now."""
    writer = _Writer(stored)
    for replayed in replay_match(stored, as_recorded=True):
        writer.add(replayed)
    return writer.finish()


class _Writer:
    """Builds a record signal by signal."""

    def __init__(self, stored: StoredMatch) -> None:
        self.settings = stored.settings
        self.events: list[Event] = []
        self.restarts: list[Restart] = []

    def add(self, replayed: ReplayedSignal) -> None:
        """Adds the events of a signal, after which a game may go on from another position."""
        self.events += _stored_events(replayed)
        match, wanted = replayed.after.match, replayed.before.set_up_request
        # A position that waits to be set up is dropped when the match is won.
        if wanted and not replayed.after.set_up_request and not match.winner:
            set_up = ResumedPosition(match.game.position, match.game.turn, match.game.cube)
            after = len(self.events)
            self.restarts.append(Restart(after, match.number, match.score, match.crawford, set_up))

    def finish(self) -> RestoredRecord:
        settings = self.settings
        rulebook = settings.match().rulebook
        names = ByPlayer(*map(printable, settings.names))
        record = Record(names, rulebook, settings.length, tuple(self.events), tuple(self.restarts))
        return RestoredRecord(record)


def _stored_events(replayed: ReplayedSignal) -> tuple[Event, ...]:
    """The stored events of a signal; those of judging it now if its decision cannot be read."""
    judged = tuple(effect.event for effect in replayed.effects if isinstance(effect, RecordEvent))
    if replayed.entry.decision is None:
        return judged
    try:
        return tuple(stored_events(replayed.entry.decision))
    except DecodingError:
        return judged


@dataclass(frozen=True, slots=True)
class RestoredSheet:
    """The score sheet of a match of a journal, as far as it is intact."""

    head: MatchHead
    settings: MatchSettings
    sheet: MatchSheet
    problems: tuple[JournalProblem, ...] = ()
    """The damage found in the journal."""


def sheet_of_match(path: Path, number: int | None = None) -> RestoredSheet:
    """The score sheet of the match of this number, or of the last match.

    JournalProblem if there is no such match, or nothing of it can be read.
    """
    try:
        with JournalFile(path) as journal:
            head = journal.match(number)
            if sheet := _sheet_by_decisions(journal, head):
                return RestoredSheet(head, journal.settings(head), sheet)
    except JournalProblem as problem:
        if problem.key in ("no_match", "no_such_match"):
            raise
    salvaged = salvage_match(path, number)
    (stored,) = salvaged.matches
    problems = tuple(filter(None, (salvaged.problem, stored.problem)))
    return RestoredSheet(stored.head, stored.settings, sheet_by_replay(stored), problems)


def sheet_by_replay(stored: StoredMatch) -> MatchSheet:
    """The sheet of a match, by judging all its signals again."""
    match = stored.settings.match()
    sheet = MatchSheet(match, stored.settings)
    for replayed in replay_match(stored, as_recorded=True):
        _add_effects(sheet, replayed.effects)
        match = replayed.after.match
    sheet.update_match(match)
    return sheet


def _sheet_by_decisions(journal: JournalFile, head: MatchHead) -> MatchSheet | None:
    """The sheet by the stored decisions; None if they are incomplete."""
    settings = journal.settings(head)
    sheet = MatchSheet(settings.match(), settings)
    for row in journal.signal_rows(head):
        number, _, _, text = row.values
        decision = journal.decision_row(int(number))
        if not isinstance(decision, JournalRow) or FORMAT.can_contain(str(text), PositionSetUp):
            return None
        effects = str(decision.values[1])
        if _is_on_sheet(effects) and not _add_decision(sheet, effects):
            return None
    return sheet


def _add_decision(sheet: MatchSheet, decision: str) -> bool:
    """Adds a stored decision to the sheet; False if it cannot be read from there."""
    try:
        effects = decode_decision(decision, sheet.match)
    except DecodingError:
        return False
    _add_effects(sheet, effects)
    return True


def _add_effects(sheet: MatchSheet, effects: Effects) -> None:
    for effect in effects:
        sheet.add_effect(effect)


def _is_on_sheet(decision: str) -> bool:
    """True if a stored decision may contain anything for a sheet; does not decode it."""
    kinds = (*OBJECTIONS, Illegal)
    return can_have_event(decision) or any(FORMAT.can_contain(decision, it) for it in kinds)
