"""How much of the disk a journal takes, beside its signals and decisions as plain text."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.accounts import Account, Extent, Line
from benchmarks.evenings import BOARDS, Hands, Laid, records
from engine.backgammon.notation.record.record import Record
from hardware.signals import Signal
from referee.effects import Effect
from referee.settings import MatchSettings
from service.journal.journal import Journal

COLUMNS = ("turns", "signals", "bytes per turn", "bytes per signal", "text per signal", "/ text")
Match = tuple[int, int, int, int]
"""Turns, signals, bytes of the text in the file and bytes of the file."""


class Unhurried:
    """A journal that goes to the disk at the end of a game only: the same file, much sooner."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal

    def begin(self, settings: MatchSettings) -> int:
        return self._journal.begin(settings)

    def add(self, signal: Signal) -> int:
        return self._journal.add(signal)

    def decide(self, number: int, effects: Iterable[Effect]) -> None:
        self._journal.decide(number, effects)

    async def written(self) -> None:
        """It can wait."""

    async def tidy(self) -> None:
        await self._journal.tidy()


def kept(extent: Extent) -> Account:
    """Some of the matches at each board, with a journal of each."""
    chosen = records(extent.some)
    return Account(
        title="What a journal takes",
        about=f"{extent.some} matches, each in a file of its own, after the last checkpoint",
        columns=COLUMNS,
        lines=[_line(board, chosen, extent.most) for board in BOARDS],
    )


def _line(board: str, chosen: list[Record], most: int | None) -> Line:
    found = [
        asyncio.run(_match(record, board, Hands(seed, gestures=most)))
        for seed, record in enumerate(chosen)
    ]
    turns, signals, text, size = map(sum, zip(*found, strict=True))
    return Line(board, (turns, signals, size / turns, size / signals, text / signals, size / text))


async def _match(record: Record, board: str, hands: Hands) -> Match:
    with TemporaryDirectory(prefix="kibitz-bench-") as folder:
        path, laid = Path(folder) / "table.journal", Laid.out(record, board)
        async with Journal(path) as journal:
            table = laid.table(Unhurried(journal))
            async with table.open():
                score = await hands.play(record, laid, table)
        return score.turns, *_texts(path), _size(path)


def _size(path: Path) -> int:
    """With all that accompanies the file."""
    return sum(file.stat().st_size for file in path.parent.glob(f"{path.name}*"))


def _texts(path: Path) -> tuple[int, int]:
    """How many signals there are, and how long they and the decisions are as text."""
    query = "SELECT count(*), sum(length(signal) + length(coalesce(effects, ''))) FROM evening"
    with closing(sqlite3.connect(path)) as connection:
        signals, text = connection.execute(query).fetchone()
    return signals, text
