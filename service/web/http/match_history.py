"""Past matches of a journal as JSON."""

from __future__ import annotations

import asyncio
import json
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from engine.backgammon.rulebook import RULEBOOKS
from hardware.checkers import Colour
from referee.match_settings import MatchSettings
from referee.seating import Seating
from referee.state import State
from service.records.match_account import account_of
from service.records.score_sheet import MatchSheet
from service.records.stored_matches import RestoredSheet, sheet_of_match
from service.storage.journal_reader import JournalFile, MatchHead
from service.storage.journal_repair import salvage_journal, salvage_match
from service.storage.journal_tables import JournalProblem
from service.web.messages.feed_messages import MatchShown
from service.web.messages.to_page import MESSAGES, GameRecord
from service.web.parts.game_part import RowWriter
from service.words.phrases import Language, Phrases, phrases_in

MAX_ACCOUNT_LINES = 5000
"""The number of lines of an account; the page shows them all at once."""
MAX_CACHED_TEXTS = 8
"""The number of cached records and accounts; each may have a few hundred kilobytes."""
MatchJson = Callable[[int, Phrases], str]
"""Returns the JSON of the match of this number."""


@dataclass(frozen=True, slots=True)
class PastMatch:
    """An entry in the list of matches."""

    number: int
    began: str
    """The start time in UTC."""
    names: Mapping[str, str]
    """The names of the players `one` and `two`."""
    scores: Mapping[str, int]
    length: int
    winner: str | None
    """The name of the winner, if the match is over."""
    under_way: bool
    """True for the match that is being played."""
    problem: str = ""
    """Damage in the journal that affects this match, in words."""


@dataclass(frozen=True, slots=True)
class MatchPage:
    """Some matches of the list, the newest first, without those that cannot be read.

    Matches that were left before their first throw are not listed either.
    """

    matches: tuple[MatchShown, ...]
    before: int | None
    """The number below which the next page begins; None on the last one."""


@dataclass(frozen=True, slots=True)
class PastMatchRecord:
    """The full record of a match."""

    number: int
    began: str
    names: Mapping[str, str]
    players: Mapping[Colour, str]
    settings: tuple[str, ...]
    """The settings of the match in words."""
    games: tuple[GameRecord, ...]
    problems: tuple[str, ...] = ()
    """Damage in the journal that affects this match, in words."""


@dataclass(frozen=True, slots=True)
class RunningMatch:
    """The match that is being played at a moment."""

    number: int
    state: State | None = None
    """Its state; None if it has to be read from the journal like any other."""


class MatchHistory:
    """Reads the past matches of a table in a worker thread, one request at a time."""

    def __init__(self, journal: Path, playing: Callable[[], RunningMatch]) -> None:
        self._journal = journal
        self._playing = playing
        """Returns the match that is being played."""
        self._one_at_a_time = asyncio.Lock()
        self._finished: dict[int, RestoredSheet] = {}
        """The results of finished matches, without their turns."""
        self._cache: OrderedDict[tuple[str, int, Language], str] = OrderedDict()

    async def matches(self, language: Language) -> str:
        """Returns the list of the matches, newest first; raises JournalProblem if unreadable."""
        playing, phrases = self._playing(), phrases_in(language)
        async with self._one_at_a_time:
            return await asyncio.to_thread(self._list_json, playing, phrases)

    async def newest(self, language: Language, before: int | None, limit: int) -> MatchPage:
        """Returns the newest matches with a number below `before`; JournalProblem if unreadable."""
        playing, phrases = self._playing(), phrases_in(language)
        async with self._one_at_a_time:
            return await asyncio.to_thread(self._newest, playing, phrases, before, limit)

    async def match(self, number: int, language: Language) -> str:
        """Returns the record of a match; raises JournalProblem `no_such_match` if unknown."""
        return await self._cached_json(self._match_json, number, language)

    async def account(self, number: int, language: Language) -> str:
        """Returns the lines of the referee's account of a match, the last ones of a very long one.

        Raises JournalProblem `no_such_match` if unknown.
        """
        return await self._cached_json(self._account_json, number, language)

    async def _cached_json(self, make: MatchJson, number: int, language: Language) -> str:
        """The JSON of a match; cached if a later one is being played."""
        key, playing = (make.__name__, number, language), self._playing().number
        async with self._one_at_a_time:
            cached = self._cache.get(key)
            if cached is None:
                cached = await asyncio.to_thread(make, number, phrases_in(language))
                # A match that began meanwhile has a number above `playing`.
                if number < playing:
                    self._keep(key, cached)
            return cached

    def _account_json(self, number: int, phrases: Phrases) -> str:
        """The account as JSON. Runs in the worker thread."""
        (stored,) = salvage_match(self._journal, number).matches
        lines = deque(account_of(stored, phrases), maxlen=MAX_ACCOUNT_LINES)
        return json.dumps(list(lines), ensure_ascii=False)

    def _keep(self, key: tuple[str, int, Language], text: str) -> None:
        self._cache[key] = text
        if len(self._cache) > MAX_CACHED_TEXTS:
            self._cache.popitem(last=False)

    def _list_json(self, playing: RunningMatch, phrases: Phrases) -> str:
        """The list as JSON. Runs in the worker thread."""
        heads = reversed(_match_heads(self._journal))
        found = (self._restored_match(head, playing) for head in heads)
        worth = (it for it in found if it and _is_worth_listing(it, playing))
        listed = tuple(_list_entry(it, playing, phrases) for it in worth)
        return MESSAGES.encode(listed, tuple[PastMatch, ...])

    def _newest(
        self, playing: RunningMatch, phrases: Phrases, before: int | None, limit: int
    ) -> MatchPage:
        """Reads no more matches than are listed. Runs in the worker thread."""
        heads = reversed(_match_heads(self._journal))
        below = [head for head in heads if before is None or head.number < before]
        found = (self._restored_match(head, playing) for head in below[:limit])
        worth = (it for it in found if it and _is_worth_listing(it, playing))
        listed = tuple(_match_shown(it, playing, phrases) for it in worth)
        return MatchPage(listed, below[limit - 1].number if len(below) > limit else None)

    def _restored_match(self, head: MatchHead, playing: RunningMatch) -> RestoredSheet | None:
        """A match, or None if it cannot be read; those before the one that is played are cached."""
        number, state = head.number, playing.state
        if state and number == playing.number:
            # It changes with every signal, and to read all of a long match takes seconds.
            return RestoredSheet(head, state.settings, MatchSheet(state.match))
        if number in self._finished:
            return self._finished[number]
        try:
            found = sheet_of_match(self._journal, number)
        except JournalProblem:
            return None
        if number < playing.number:
            ended = replace(found.sheet.match, before=None)
            found = self._finished[number] = replace(found, sheet=MatchSheet(ended))
        return found

    def _match_json(self, number: int, phrases: Phrases) -> str:
        """The record of a match as JSON. Runs in the worker thread."""
        found = sheet_of_match(self._journal, number)
        settings = found.settings
        writer, seating = RowWriter(settings, phrases), Seating(settings.light)
        record = PastMatchRecord(
            found.head.number,
            found.head.begun,
            _names(settings),
            {colour: settings.names[seating.player(colour)] for colour in Colour},
            tuple(_settings_in_words(settings, phrases)),
            tuple(map(writer.game, found.sheet.games)),
            tuple(problem.in_words(phrases) for problem in found.problems),
        )
        return MESSAGES.encode(record, PastMatchRecord)


def _match_heads(path: Path) -> tuple[MatchHead, ...]:
    """The headers of all matches that can be read or salvaged from the journal."""
    try:
        with JournalFile(path) as journal:
            if journal.heads_are_whole:
                return journal.matches
    except JournalProblem as problem:
        if problem.key != "damaged":
            raise
    return tuple(stored.head for stored in salvage_journal(path).matches)


def _is_worth_listing(found: RestoredSheet, playing: RunningMatch) -> bool:
    """False for a match that was left before its first throw, as when the players got names."""
    is_unplayed = found.sheet.match == found.settings.match() and not found.problems
    return found.head.number == playing.number or not is_unplayed


def _list_entry(found: RestoredSheet, playing: RunningMatch, phrases: Phrases) -> PastMatch:
    match, names = found.sheet.match, found.settings.names
    return PastMatch(
        found.head.number,
        found.head.begun,
        _names(found.settings),
        {"one": match.score.one, "two": match.score.two},
        found.settings.length,
        names[match.winner] if match.winner else None,
        found.head.number == playing.number and not match.winner,
        _problems(found, phrases),
    )


def _match_shown(found: RestoredSheet, playing: RunningMatch, phrases: Phrases) -> MatchShown:
    match, names, seating = found.sheet.match, found.settings.names, found.settings.seating
    return MatchShown(
        found.head.number,
        found.head.begun,
        {colour: names[seating.player(colour)] for colour in Colour},
        {colour: match.score[seating.player(colour)] for colour in Colour},
        found.settings.length,
        seating.colour(match.winner) if match.winner else None,
        found.head.number == playing.number and not match.winner,
        _problems(found, phrases),
    )


def _problems(found: RestoredSheet, phrases: Phrases) -> str:
    return " ".join(problem.in_words(phrases) for problem in found.problems)


def _names(settings: MatchSettings) -> Mapping[str, str]:
    return {"one": settings.names.one, "two": settings.names.two}


def _settings_in_words(settings: MatchSettings, phrases: Phrases) -> Iterator[str]:
    key = "page.past.match" if settings.length else "page.past.stakes"
    yield phrases.say(key, count=settings.length)
    is_changed = settings.rulebook != RULEBOOKS.get(settings.rulebook.name)
    yield phrases.say(
        "page.past.changed_rules" if is_changed else "page.past.rules",
        rules=settings.rulebook.name,
        referee=settings.profile.name,
    )
