"""The disk space of a journal, beside its signals and decisions as plain text."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.study_results import Account, Extent, ResultLine
from benchmarks.table_matches import BOARDS, Hands, MeasuredTable, records
from engine.backgammon.notation.record.record import Record
from hardware.signals import Signal
from referee.effects import Effect
from referee.match_settings import MatchSettings
from service.storage.journal import Journal

COLUMNS = ("turns", "signals", "bytes per turn", "bytes per signal", "text per signal", "/ text")
Match = tuple[int, int, int, int]
"""Turns, signals, bytes of the text in the file and bytes of the file."""


class UncommittedJournal:
    """A journal that is written at the end of a game only: the same file, much sooner."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal

    def begin(self, settings: MatchSettings) -> int:
        return self._journal.begin(settings)

    def add(self, signal: Signal) -> int:
        return self._journal.add(signal)

    def decide(self, number: int, effects: Iterable[Effect]) -> None:
        self._journal.decide(number, effects)

    async def wait_until_written(self) -> None:
        """Returns at once."""

    async def checkpoint(self) -> None:
        await self._journal.checkpoint()


def measure_journal_size(extent: Extent) -> Account:
    """Some of the matches at each board, with a journal of each."""
    chosen = records(extent.slow_matches)
    return Account(
        title="What a journal takes",
        about=f"{extent.slow_matches} matches, each in its own file, after the last checkpoint",
        columns=COLUMNS,
        lines=[_line(board, chosen, extent.max_gestures) for board in BOARDS],
    )


def _line(board: str, chosen: list[Record], most: int | None) -> ResultLine:
    found = [
        asyncio.run(_match(record, board, Hands(seed, gestures=most)))
        for seed, record in enumerate(chosen)
    ]
    turns, signals, text, size = map(sum, zip(*found, strict=True))
    return ResultLine(
        board, (turns, signals, size / turns, size / signals, text / signals, size / text)
    )


async def _match(record: Record, board: str, hands: Hands) -> Match:
    with TemporaryDirectory(prefix="kibitz-bench-") as folder:
        path, measured = Path(folder) / "table.journal", MeasuredTable.create(record, board)
        async with Journal(path) as journal:
            table = measured.table(UncommittedJournal(journal))
            async with table.open():
                score = await hands.play(record, measured, table)
        return score.turns, *_texts(path), _size(path)


def _size(path: Path) -> int:
    """The size of a file with those that belong to it."""
    return sum(file.stat().st_size for file in path.parent.glob(f"{path.name}*"))


def _texts(path: Path) -> tuple[int, int]:
    """The number of signals, and the length of them and of the decisions as text."""
    query = "SELECT count(*), sum(length(signal) + length(coalesce(effects, ''))) FROM evening"
    with closing(sqlite3.connect(path)) as connection:
        signals, text = connection.execute(query).fetchone()
    return signals, text
