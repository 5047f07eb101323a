"""A kept match judged again, signal by signal: to go on with it, or to compare."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from engine.backgammon.game.course import apply
from engine.backgammon.game.events import Event
from engine.backgammon.game.match import Match
from referee.effects import Effect, Happened
from referee.settings import MatchSettings
from referee.state import State
from referee.step import step
from service.journal.journal import Effects, Journal
from service.journal.problems import JournalProblem
from service.journal.reading import Entry, JournalFile, KeptMatch, read_match

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Rejudged:
    """A kept signal, and what comes of it by the rules of this program."""

    entry: Entry
    before: State
    after: State
    effects: Effects = ()
    failure: Exception | None = None
    """Why it could not be judged; then it changes nothing."""


@dataclass(frozen=True, slots=True)
class Happening:
    """Something that has happened in a match, and what became of the match by it."""

    before: Match
    event: Event
    after: Match


@dataclass(frozen=True, slots=True)
class Left:
    """A match that was begun and is not over, and its number in the journal."""

    number: int
    state: State


@dataclass(frozen=True, slots=True)
class Carried:
    """A match that goes on behind others, in which nothing was played."""

    number: int
    signals: tuple[Rejudged, ...]


@dataclass(frozen=True, slots=True)
class Resumption:
    """Where a table goes on."""

    state: State | None = None
    """None: with a new match."""
    at: float = 0.0
    """The time after which its clock goes on."""
    problems: tuple[JournalProblem, ...] = ()
    """What could not be read of the journal."""
    decisions: tuple[tuple[int, Effects], ...] = ()
    """Those that are missing in the journal, each with the number of its signal."""
    left: Left | None = None
    """The match that was being played, where another is to be played now."""
    carried: Carried | None = None
    """The match to be kept once more, for another has begun after it."""
    happened: tuple[Happening, ...] = ()
    """All that has happened in the match that goes on, in order; where the match before one is
    not the match after the last, a position was set up between them."""


def rejudged(kept: KeptMatch) -> Iterator[Rejudged]:
    """Every signal of a match, judged as if it had just come.

    One that cannot be judged is left out: it ended the service that kept it, and would end every
    one after that.
    """
    state = State.of(kept.settings)
    for entry in kept.entries:
        try:
            result = step(state, entry.signal)
        except Exception as failure:  # noqa: BLE001 - whatever was wrong with it, the match goes on
            yield Rejudged(entry, state, state, failure=failure)
            continue
        yield Rejudged(entry, state, result.state, result.effects)
        state = result.state


def happenings(before: Match, effects: Iterable[Effect]) -> Iterator[Happening]:
    """What of these effects of one signal has happened in a match."""
    for effect in effects:
        if isinstance(effect, Happened):
            after = apply(before, effect.event)
            if not isinstance(after, Match):
                # A position is being set up, and the event belongs to what was wanted by it.
                return
            yield Happening(before, effect.event, after)
            before = after


async def resume(journal: Journal, settings: MatchSettings, *, anew: bool = False) -> Resumption:
    """Where an open journal leaves off; decisions that are missing in it are handed over to it.

    A match goes on as long as it is not over and the same is still to be played, unless a new one
    is wanted. If nothing was played in those after it, it is kept once more behind them, and goes
    on there. Other tables go on meanwhile.
    """
    resumption = await journal.aside(lambda: _read(journal, settings, anew=anew))
    for number, effects in resumption.decisions:
        journal.decide(number, effects)
    if resumption.carried and resumption.state:
        _carry(journal, resumption.state.settings, resumption.carried)
    return resumption


def _carry(journal: Journal, settings: MatchSettings, carried: Carried) -> None:
    """Keep a match once more, as the last one, with what is decided on its signals now."""
    journal.begin(settings)
    for again in carried.signals:
        number = journal.add(again.entry.signal)
        if not again.failure:
            journal.decide(number, again.effects)


def same_match(one: MatchSettings, two: MatchSettings) -> bool:
    """Whether the same people play the same game; how it is refereed may differ."""
    return replace(one, profile=two.profile) == two


def _read(journal: Journal, settings: MatchSettings, *, anew: bool) -> Resumption:
    """In a thread: where the journal leaves off."""
    mended = (journal.mended,) if journal.mended else ()
    if journal.last is None:
        return Resumption(problems=mended)
    try:
        kept = read_match(journal.path, journal.last.number)
    except JournalProblem as problem:
        return Resumption(problems=(*mended, problem))
    at = max((entry.signal.at for entry in kept.entries), default=0.0)
    if kept.problem:
        return Resumption(None, at, (*mended, kept.problem))
    if anew:
        return Resumption(None, at, mended)
    if not same_match(kept.settings, settings):
        return replace(_behind(journal.path, settings), at=at, problems=mended)
    state, missing, happened = _folded(kept, journal.path)
    if state.match.winner:
        return Resumption(None, at, mended, missing)
    return Resumption(state, at, mended, missing, happened=happened)


def _behind(path: Path, settings: MatchSettings) -> Resumption:
    """What is to be done about the last match in which anything was played."""
    with JournalFile(path) as journal:
        for head in reversed(journal.matches):
            try:
                kept = journal.kept(head)
            except JournalProblem:
                break
            signals = tuple(rejudged(kept))
            state = signals[-1].after if signals else State.of(kept.settings)
            if kept.problem or state.match.winner:
                break
            fits = same_match(kept.settings, settings)
            if state.match != kept.settings.match():
                carried, left = Carried(head.number, signals), Left(head.number, state)
                if not fits:
                    return Resumption(left=left)
                happened = tuple(one for again in signals for one in _happened(again))
                return Resumption(state, carried=carried, happened=happened)
            if fits:
                break
    return Resumption()


def _folded(
    kept: KeptMatch, path: Path
) -> tuple[State, tuple[tuple[int, Effects], ...], tuple[Happening, ...]]:
    """What is known after all these signals, the decisions that were not kept, and what happened.

    What is known in between is let go at once: there may be much of it.
    """
    state, missing, happened = State.of(kept.settings), [], list[Happening]()
    for again in rejudged(kept):
        state = again.after
        happened += _happened(again)
        if again.failure:
            log.error(
                "%s: signal %d is left out, it cannot be judged",
                path,
                again.entry.number,
                exc_info=again.failure,
            )
        elif again.entry.decision is None:
            missing.append((again.entry.number, again.effects))
    return state, tuple(missing), tuple(happened)


def _happened(again: Rejudged) -> Iterator[Happening]:
    return happenings(again.before.match, again.effects)
