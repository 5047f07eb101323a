"""Journals made of examples, and a program that keeps one till somebody pulls the plug."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import count, cycle
from pathlib import Path

from engine.backgammon.players import ByPlayer, Player
from engine.backgammon.rulebook import TOURNAMENT
from hardware.checkers import BACKGAMMON, point
from hardware.observations import Observation
from hardware.sightings import MOST, of_any_colour
from referee.effects import Effect, Judged, Lit, Meaning
from referee.profiles import CLUB
from referee.settings import MatchSettings
from referee.verdicts import OnTheWay
from service.journal.journal import Journal
from service.journal.reading import JournalFile, KeptMatch, read_journal

SETTINGS = MatchSettings(ByPlayer("Zoë", "Bob"), TOURNAMENT, 7, Player.TWO, CLUB)
START_COUNTS = {1: 2, 6: 5, 8: 3, 12: 5, 13: 5, 17: 3, 19: 5, 24: 2}
DECISION: tuple[Effect, ...] = (
    Lit({point(6): Meaning.MOVABLE, point(8): Meaning.MOVABLE}),
    Judged(OnTheWay((point(6),), (point(3), point(5)), 1)),
)


def seen(number: int) -> Observation:
    """What reeds report as the game goes on, something else each time."""
    held = {**START_COUNTS, 1 + number % 24: number % 5, 1 + number * 7 % 24: 1 + number % 3}
    claims = {
        place: of_any_colour(held.get(at, 0), MOST if held.get(at, 0) == 5 else None)
        for at, place in enumerate(BACKGAMMON, 1)
    }
    return Observation("reeds", 1000 + number / 8, claims)


@dataclass(slots=True)
class WallClock:
    """A clock on the wall that shows a second more each time somebody looks."""

    looks: int = 0

    def __call__(self) -> datetime:
        self.looks += 1
        return datetime(2026, 1, 2, 20, 15, tzinfo=UTC) + timedelta(seconds=self.looks)


def journal_at(path: Path) -> Journal:
    """A journal whose times repeat themselves."""
    return Journal(path, made_by="kibitz test", wall_clock=WallClock())


async def fill(journal: Journal, matches: Iterable[int]) -> None:
    """Keep matches of so many signals, each signal by itself, decisions with the next."""
    for many in matches:
        journal.begin(SETTINGS)
        for number in range(many):
            journal.decide(await journal.keep(seen(number)), DECISION)
    await journal.written()


async def open_and_close(path: Path) -> Journal:
    """What a service finds when it begins; everything is closed again."""
    async with journal_at(path) as journal:
        return journal


def filled(path: Path, *matches: int) -> tuple[KeptMatch, ...]:
    """Make a journal of matches of so many signals, and read it."""

    async def make() -> None:
        async with journal_at(path) as journal:
            await fill(journal, matches)

    asyncio.run(make())
    return tuple(read_journal(path))


def last_numbers(path: Path) -> Sequence[int]:
    """The numbers of the signals of the last match; none if there is no match."""
    with JournalFile(path) as file:
        return [entry.number for entry in file.entries(file.last)] if file.last else []


async def write_for_ever(path: Path) -> None:
    """Keep signals till somebody pulls the plug, telling the number of each that is safe."""
    sizes = cycle((1, 1, 3, 7))
    async with Journal(path) as journal:
        if not journal.last:
            journal.begin(SETTINGS)
        for turn in count():
            numbers = [journal.add(seen(turn)) for _ in range(next(sizes))]
            await journal.written()
            sys.stdout.write(f"{numbers[-1]}\n")
            sys.stdout.flush()
            for number in numbers:
                journal.decide(number, DECISION)
            if turn % 50 == 49:
                await journal.tidy()


if __name__ == "__main__":
    asyncio.run(write_for_ever(Path(sys.argv[1])))
