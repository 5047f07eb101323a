"""Journals of examples and of released versions, and a program that writes one."""

import asyncio
import sqlite3
import sys
import tarfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import count, cycle
from pathlib import Path

from engine.backgammon.rulebook import TOURNAMENT
from engine.players import ByPlayer, Player
from hardware.checkers import BACKGAMMON, point
from hardware.observations import MAX_CHECKERS, Observation, of_any_colour
from hardware.signals import Signal
from referee.effects import Effect, LampMeaning, ReportVerdict, ShowLamps
from referee.match_settings import CLUB_PROFILE, MatchSettings
from referee.verdicts import OnTheWay
from service.storage.journal import Journal, NullJournal
from service.storage.journal_reader import JournalFile, StoredMatch, read_journal
from tests.rigs.environment.checkout import ROOT

ARCHIVES = sorted((ROOT / "tests" / "data").glob("journals-*.tar.xz"))
"""One archive for each version that changed the format; never to be changed or deleted."""


def unpack(archive: Path, folder: Path) -> Path:
    """Extracts an archive into a folder named after it below this one."""
    into = folder / archive.name.removesuffix(".tar.xz")
    with tarfile.open(archive) as packed:
        # Debian 12's Python 3.11.2 has no filters yet.
        packed.extraction_filter = getattr(tarfile, "data_filter", lambda member, _path: member)
        for member in packed:
            packed.extract(member, into)
    return into


def truncate_match(journal: Path, signals: int) -> None:
    """Deletes the rest of a journal of one match after that many signals."""
    with sqlite3.connect(journal) as connection:
        connection.execute("DELETE FROM signal WHERE number > ?", (signals,))
        connection.execute("DELETE FROM decision WHERE number > ?", (signals,))
    connection.close()


@dataclass
class RecordingJournal(NullJournal):
    operations: list[str] = field(default_factory=list)
    signals: list[Signal] = field(default_factory=list)
    matches: list[MatchSettings] = field(default_factory=list)
    slow: bool = False

    def __post_init__(self) -> None:
        super().__init__()

    def begin(self, settings: MatchSettings) -> int:
        self.operations.append("begin")
        self.matches.append(settings)
        return super().begin(settings)

    def add(self, signal: Signal) -> int:
        self.operations.append("add")
        self.signals.append(signal)
        return super().add(signal)

    def decide(self, number: int, effects: Iterable[Effect]) -> None:
        self.operations.append("decide")
        super().decide(number, effects)

    async def wait_until_written(self) -> None:
        if self.slow:
            for _ in range(30):
                await asyncio.sleep(0)
        self.operations.append("written")

    async def checkpoint(self) -> None:
        self.operations.append("checkpoint")


SETTINGS = MatchSettings(ByPlayer("Zoë", "Bob"), TOURNAMENT, 7, Player.TWO, CLUB_PROFILE)
START_COUNTS = {1: 2, 6: 5, 8: 3, 12: 5, 13: 5, 17: 3, 19: 5, 24: 2}
DECISION: tuple[Effect, ...] = (
    ShowLamps({point(6): LampMeaning.MOVABLE, point(8): LampMeaning.MOVABLE}),
    ReportVerdict(OnTheWay((point(6),), (point(3), point(5)), 1)),
)


def reed_observation(number: int) -> Observation:
    """An observation of reed switches, a different one for each number."""
    held = {**START_COUNTS, 1 + number % 24: number % 5, 1 + number * 7 % 24: 1 + number % 3}
    claims = {
        place: of_any_colour(held.get(at, 0), MAX_CHECKERS if held.get(at, 0) == 5 else None)
        for at, place in enumerate(BACKGAMMON.places, 1)
    }
    return Observation("reeds", 1000 + number / 8, claims)


@dataclass(slots=True)
class WallClock:
    """A wall clock that advances by a second each time it is read."""

    looks: int = 0

    def __call__(self) -> datetime:
        self.looks += 1
        return datetime(2026, 1, 2, 20, 15, tzinfo=UTC) + timedelta(seconds=self.looks)


def repeatable_journal(path: Path) -> Journal:
    return Journal(path, made_by="kibitz test", wall_clock=WallClock())


async def fill_journal(journal: Journal, matches: Iterable[int]) -> None:
    """Stores matches of that many signals each, with the decisions written late."""
    for many in matches:
        journal.begin(SETTINGS)
        for number in range(many):
            journal.decide(await journal.store(reed_observation(number)), DECISION)
    await journal.wait_until_written()


async def open_and_close(path: Path) -> Journal:
    async with repeatable_journal(path) as journal:
        return journal


def filled_journal(path: Path, *matches: int) -> tuple[StoredMatch, ...]:
    """Creates a journal of matches of that many signals each, and reads it."""

    async def make() -> None:
        async with repeatable_journal(path) as journal:
            await fill_journal(journal, matches)

    asyncio.run(make())
    return tuple(read_journal(path))


def last_numbers(path: Path) -> Sequence[int]:
    """The numbers of the signals of the last match; empty without a match."""
    with JournalFile(path) as file:
        return [entry.number for entry in file.entries(file.last)] if file.last else []


async def write_until_killed(path: Path) -> None:
    """Stores signals until the process is killed, printing the number of each that is safe."""
    sizes = cycle((1, 1, 3, 7))
    async with Journal(path) as journal:
        if not journal.last:
            journal.begin(SETTINGS)
        for turn in count():
            numbers = [journal.add(reed_observation(turn)) for _ in range(next(sizes))]
            await journal.wait_until_written()
            sys.stdout.write(f"{numbers[-1]}\n")
            sys.stdout.flush()
            for number in numbers:
                journal.decide(number, DECISION)
            if turn % 50 == 49:
                await journal.checkpoint()


if __name__ == "__main__":
    asyncio.run(write_until_killed(Path(sys.argv[1])))
