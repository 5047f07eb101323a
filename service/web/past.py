"""The matches of a table's journal: a list of them, and the story of each, as JSON."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from engine.backgammon.rulebook import RULEBOOKS
from hardware.checkers import Colour
from referee.seating import Seating
from referee.settings import MatchSettings
from referee.words import Language, Phrases
from service.journal.problems import JournalProblem
from service.journal.reading import JournalFile, MatchHead
from service.journal.salvaging import salvaged_journal
from service.plain import text_of
from service.tables.retelling import Retold, retold
from service.tables.sheets import MatchSheet
from service.web.messages.to_page import GameRecord
from service.web.parts.records import Writer
from service.web.tongues import phrases_in

MOST_STORIES = 8
"""So many are kept as texts; each may have a few hundred kilobytes."""


@dataclass(frozen=True, slots=True)
class PastMatch:
    """A match in the list."""

    number: int
    began: str
    """UTC."""
    names: Mapping[str, str]
    """Of the players `one` and `two`."""
    scores: Mapping[str, int]
    length: int
    winner: str | None
    """His name, if the match is over."""
    under_way: bool
    """Whether it is the one that is being played."""
    problem: str = ""
    """What could not be read of it."""


@dataclass(frozen=True, slots=True)
class Story:
    """All of a match."""

    number: int
    began: str
    names: Mapping[str, str]
    players: Mapping[Colour, str]
    settings: tuple[str, ...]
    """What was agreed on, in words."""
    games: tuple[GameRecord, ...]
    problems: tuple[str, ...] = ()
    """What could not be read of it."""


class Past:
    """What is kept of a table's matches, worked out in a thread, one question at a time."""

    def __init__(self, journal: Path, playing: Callable[[], int]) -> None:
        self._journal = journal
        self._playing = playing
        """The number of the match that is played now."""
        self._one_at_a_time = asyncio.Lock()
        self._finished: dict[int, Retold] = {}
        """How those ended that are over, without how they went."""
        self._stories: OrderedDict[tuple[int, Language], str] = OrderedDict()

    async def matches(self, language: Language) -> str:
        """The list of all matches, the newest first; JournalProblem if there is none to be had."""
        playing, phrases = self._playing(), phrases_in(language)
        async with self._one_at_a_time:
            return await asyncio.to_thread(self._list, playing, phrases)

    async def story(self, number: int, language: Language) -> str:
        """The story of a match; JournalProblem `no_such_match` if there is none."""
        playing = self._playing()
        async with self._one_at_a_time:
            known = self._stories.get((number, language))
            if known is None:
                known = await asyncio.to_thread(self._told, number, phrases_in(language))
                if number != playing:
                    self._keep(number, language, known)
            return known

    def _keep(self, number: int, language: Language, story: str) -> None:
        self._stories[number, language] = story
        if len(self._stories) > MOST_STORIES:
            self._stories.popitem(last=False)

    def _list(self, playing: int, phrases: Phrases) -> str:
        """In the thread: what there is to say of each match."""
        found = (self._found(head.number, playing) for head in reversed(_heads(self._journal)))
        listed = tuple(_listed(it, playing, phrases) for it in found if it)
        return text_of(listed, tuple[PastMatch, ...])

    def _found(self, number: int, playing: int) -> Retold | None:
        """A match, or None if nothing can be told of it; one that is over is asked for once."""
        if number in self._finished:
            return self._finished[number]
        try:
            found = retold(self._journal, number)
        except JournalProblem:
            return None
        if number != playing:
            ended = replace(found.sheet.match, before=None)
            found = self._finished[number] = replace(found, sheet=MatchSheet(ended))
        return found

    def _told(self, number: int, phrases: Phrases) -> str:
        """In the thread: the story of a match."""
        found = retold(self._journal, number)
        settings = found.settings
        writer, seating = Writer.of(settings, phrases), Seating(settings.light)
        story = Story(
            found.head.number,
            found.head.begun,
            _names(settings),
            {colour: settings.names[seating.player(colour)] for colour in Colour},
            tuple(_agreed(settings, phrases)),
            tuple(map(writer.game, found.sheet.games)),
            tuple(problem.told(phrases) for problem in found.problems),
        )
        return text_of(story, Story)


def _heads(path: Path) -> tuple[MatchHead, ...]:
    """All matches, as far as the journal is intact."""
    try:
        with JournalFile(path) as journal:
            if journal.heads_are_whole:
                return journal.matches
    except JournalProblem as problem:
        if problem.key != "damaged":
            raise
    return tuple(kept.head for kept in salvaged_journal(path).matches)


def _listed(found: Retold, playing: int, phrases: Phrases) -> PastMatch:
    match, names = found.sheet.match, found.settings.names
    return PastMatch(
        found.head.number,
        found.head.begun,
        _names(found.settings),
        {"one": match.score.one, "two": match.score.two},
        found.settings.length,
        names[match.winner] if match.winner else None,
        found.head.number == playing and not match.winner,
        " ".join(problem.told(phrases) for problem in found.problems),
    )


def _names(settings: MatchSettings) -> Mapping[str, str]:
    return {"one": settings.names.one, "two": settings.names.two}


def _agreed(settings: MatchSettings, phrases: Phrases) -> Iterator[str]:
    """What was agreed on, in words."""
    key = "page.past.match" if settings.length else "page.past.stakes"
    yield phrases.say(key, count=settings.length)
    turned = settings.rulebook != RULEBOOKS.get(settings.rulebook.name)
    yield phrases.say(
        "page.past.turned" if turned else "page.past.rules",
        rules=settings.rulebook.name,
        referee=settings.profile.name,
    )
