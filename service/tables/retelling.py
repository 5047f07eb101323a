"""What happened in a kept match, as its score sheet: quickly, where its decisions tell it all."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from referee.effects import Happened
from referee.settings import MatchSettings
from service.journal.journal import Effects
from service.journal.pages import Row
from service.journal.problems import JournalProblem
from service.journal.reading import JournalFile, KeptMatch, MatchHead
from service.journal.salvaging import salvaged_match
from service.plain import NotPlain, value_of
from service.tables.resuming import happenings, rejudged
from service.tables.sheets import MatchSheet

_HAPPENED, _SET_UP = f'"is":"{Happened.__name__}"', '"is":"SetUpWanted"'


@dataclass(frozen=True, slots=True)
class Retold:
    """A match of a journal, as far as it is intact."""

    head: MatchHead
    settings: MatchSettings
    sheet: MatchSheet
    problems: tuple[JournalProblem, ...] = ()
    """What could not be read."""


def retold(path: Path, number: int | None = None) -> Retold:
    """The match of this number, or the last one; JournalProblem if nothing can be told of it."""
    try:
        with JournalFile(path) as journal:
            head = journal.match(number)
            if sheet := _by_decisions(journal, head):
                return Retold(head, journal.settings(head), sheet)
    except JournalProblem as problem:
        if problem.key in ("no_match", "no_such_match"):
            raise
    salvaged = salvaged_match(path, number)
    (kept,) = salvaged.matches
    problems = tuple(filter(None, (salvaged.problem, kept.problem)))
    return Retold(kept.head, kept.settings, judged_again(kept), problems)


def judged_again(kept: KeptMatch) -> MatchSheet:
    """The sheet of a match whose signals are judged one by one, as they are now."""
    match = kept.settings.match()
    sheet = MatchSheet(match)
    for again in rejudged(kept):
        for happened in happenings(again.before.match, again.effects):
            sheet.follow(happened)
        match = again.after.match
    sheet.meet(match)
    return sheet


def _by_decisions(journal: JournalFile, head: MatchHead) -> MatchSheet | None:
    """The sheet by what was decided; None where that does not tell all."""
    sheet = MatchSheet(journal.settings(head).match())
    for row in journal.signal_rows(head):
        number, _, _, text = row.values
        decision = journal.decision_row(int(number))
        if not isinstance(decision, Row) or _SET_UP in str(text):
            return None
        if _HAPPENED in str(decision.values[1]) and not _followed(sheet, str(decision.values[1])):
            return None
    return sheet


def _followed(sheet: MatchSheet, decision: str) -> bool:
    """Whether all that happened by a decision could be written down."""
    try:
        effects: Effects = value_of(decision, Effects)
    except NotPlain:
        return False
    happened = [*happenings(sheet.match, effects)]
    for one in happened:
        sheet.follow(one)
    return len(happened) == sum(isinstance(effect, Happened) for effect in effects)
