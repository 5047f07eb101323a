"""Replays a stored match, and finds out where to resume."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from referee.effects import RecordEvent
from referee.match_settings import MatchSettings
from referee.state import State
from referee.step import state_with_match, step
from service.storage.codec import DecodingError
from service.storage.journal import Effects, Journal
from service.storage.journal_reader import JournalFile, SignalEntry, StoredMatch, read_match
from service.storage.journal_tables import JournalProblem
from service.storage.stored_decisions import can_have_event, decode_decision

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ReplayedSignal:
    """A stored signal, and the result of judging it with this program."""

    entry: SignalEntry
    before: State
    after: State
    effects: Effects = ()
    failure: Exception | None = None
    """The exception if it could not be judged; then it changes nothing."""


@dataclass(frozen=True, slots=True)
class UnfinishedMatch:
    """An unfinished match that is not resumed, and its number in the journal."""

    number: int
    state: State


@dataclass(frozen=True, slots=True)
class MovedMatch:
    """A match to resume although others follow it in the journal, in which nothing was played."""

    number: int
    signals: tuple[ReplayedSignal, ...]


@dataclass(frozen=True, slots=True)
class Resumption:
    """The state from which a table resumes."""

    state: State | None = None
    """None: a new match begins."""
    clock_start: float = 0.0
    """The latest time in the last match; the clock continues after it."""
    problems: tuple[JournalProblem, ...] = ()
    """Damage found in the journal."""
    decisions: tuple[tuple[int, Effects], ...] = ()
    """Decisions that are missing in the journal, each with the number of its signal."""
    unfinished: UnfinishedMatch | None = None
    """The match that was being played, if a different one is configured now."""
    moved: MovedMatch | None = None
    """The resumed match, to be appended again because others begin after it in the journal."""


def replay_match(stored: StoredMatch, *, as_recorded: bool = False) -> Iterator[ReplayedSignal]:
    """Judges every signal of a match as if it had just arrived.

    A signal that cannot be judged changes nothing: it ended the service that stored it, and would
    end every later one. With `as_recorded` the events of the stored decisions happen: a match that
    has been played stays as it was, although this program would judge it otherwise.
    """
    state = State.of(stored.settings)
    for entry in stored.entries:
        try:
            result = step(state, entry.signal)
        except Exception as failure:  # noqa: BLE001 - whatever went wrong, the match continues
            yield ReplayedSignal(entry, state, state, failure=failure)
            continue
        replayed = ReplayedSignal(entry, state, result.state, result.effects)
        if as_recorded:
            replayed = _with_recorded_events(replayed)
        yield replayed
        state = replayed.after


def _with_recorded_events(judged: ReplayedSignal) -> ReplayedSignal:
    """The signal with the events of its stored decision, if this program judges it otherwise."""
    decision = judged.entry.decision
    now = tuple(effect for effect in judged.effects if isinstance(effect, RecordEvent))
    if decision is None or not (now or can_have_event(decision)):
        return judged
    try:
        stored = decode_decision(decision, judged.before.match)
    except DecodingError:
        return judged
    then = tuple(effect for effect in stored if isinstance(effect, RecordEvent))
    if then == now:
        return judged
    match = then[-1].after if then else judged.before.match
    others = (effect for effect in judged.effects if not isinstance(effect, RecordEvent))
    return replace(judged, after=state_with_match(judged.after, match), effects=(*then, *others))


ReplayListener = Callable[[int, ReplayedSignal], None]
"""Called with the number of the match that is resumed, and with each of its signals in order."""


def _ignore(_match: int, _replayed: ReplayedSignal) -> None:
    pass


async def resume(
    journal: Journal,
    settings: MatchSettings,
    *,
    anew: bool = False,
    listener: ReplayListener = _ignore,
) -> Resumption:
    """Reads the state from which an open journal resumes; adds decisions that are missing in it.

    A match is resumed if it is not over and its settings are still the same, unless `anew` asks
    for a new one. If nothing was played in the matches after it, it is appended again behind them
    and resumed there. Raises JournalProblem if a newer program wrote the last match.
    The journal is read in a thread, so other tables are not delayed; `listener` is called there.
    """
    resumption = await journal.run_in_thread(
        lambda: _read_resumption(journal, settings, listener, anew=anew)
    )
    for number, effects in resumption.decisions:
        journal.decide(number, effects)
    state = resumption.state and _at_table_of(resumption.state, settings)
    if resumption.moved and state:
        _append_again(journal, state.settings, resumption.moved)
    return replace(resumption, state=state)


def _at_table_of(state: State, settings: MatchSettings) -> State:
    """The state of a match at a table with these settings, which may begin games otherwise."""
    begins = replace(state.settings, next_on_request=settings.next_on_request)
    return replace(state, settings=begins)


def _append_again(journal: Journal, settings: MatchSettings, moved: MovedMatch) -> None:
    """Appends a match again as the last one, with the decisions of judging its signals now."""
    journal.begin(settings)
    for replayed in moved.signals:
        number = journal.add(replayed.entry.signal)
        if not replayed.failure:
            journal.decide(number, replayed.effects)


def is_same_match(one: MatchSettings, two: MatchSettings) -> bool:
    """True if players, length and rules are the same; the referee's profile may differ."""
    return replace(one, profile=two.profile) == two


def _read_resumption(
    journal: Journal, settings: MatchSettings, listener: ReplayListener, *, anew: bool
) -> Resumption:
    """The resumption from a journal; runs in a thread."""
    damage = (journal.repaired_damage,) if journal.repaired_damage else ()
    if journal.last is None:
        return Resumption(problems=damage)
    try:
        stored = read_match(journal.path, journal.last.number)
    except JournalProblem as problem:
        _refuse_newer(journal, problem, anew=anew)
        return Resumption(problems=(*damage, problem))
    latest = max((entry.signal.at for entry in stored.entries), default=0.0)
    if stored.problem:
        _refuse_newer(journal, stored.problem, anew=anew)
        return Resumption(None, latest, (*damage, stored.problem))
    if anew:
        return Resumption(None, latest, damage)
    if not is_same_match(stored.settings, settings):
        earlier = _resume_earlier(journal.path, settings, listener)
        return replace(earlier, clock_start=latest, problems=damage)
    state, missing = _replay_to_end(stored, journal.path, listener)
    if state.match.winner:
        return Resumption(None, latest, damage, missing)
    return Resumption(state, latest, damage, missing)


def _refuse_newer(journal: Journal, problem: JournalProblem, *, anew: bool) -> None:
    """Raises JournalProblem if a newer program wrote the last match, which it can still resume."""
    if problem.is_of_newer_program and journal.last and not anew:
        raise JournalProblem("newer_last_match", journal.path, match=journal.last.number)


def _resume_earlier(path: Path, settings: MatchSettings, listener: ReplayListener) -> Resumption:
    """The resumption of the last match in which anything was played."""
    with JournalFile(path) as journal:
        for head in reversed(journal.matches):
            try:
                stored = journal.stored_match(head)
            except JournalProblem:
                break
            signals = tuple(replay_match(stored, as_recorded=True))
            state = signals[-1].after if signals else State.of(stored.settings)
            if stored.problem or state.match.winner:
                break
            fits = is_same_match(stored.settings, settings)
            if state.match != stored.settings.match():
                if not fits:
                    return Resumption(unfinished=UnfinishedMatch(head.number, state))
                # It is appended again behind the others, and from then on has the next number.
                for replayed in signals:
                    listener(journal.matches[-1].number + 1, replayed)
                return Resumption(state, moved=MovedMatch(head.number, signals))
            if fits:
                break
    return Resumption()


def _replay_to_end(
    stored: StoredMatch, path: Path, listener: ReplayListener
) -> tuple[State, tuple[tuple[int, Effects], ...]]:
    """The final state of a match, and its missing decisions.

    The states in between are not held: there may be many.
    """
    state, missing = State.of(stored.settings), list[tuple[int, Effects]]()
    for replayed in replay_match(stored, as_recorded=True):
        state = replayed.after
        listener(stored.head.number, replayed)
        if replayed.failure:
            message = "%s: signal %d is ignored, it cannot be judged"
            log.error(message, path, replayed.entry.number, exc_info=replayed.failure)
        elif replayed.entry.decision is None:
            missing.append((replayed.entry.number, replayed.effects))
    return state, tuple(missing)
