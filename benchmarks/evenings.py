"""Recorded matches played by hands at a table of the service, on simulated time."""

from __future__ import annotations

import asyncio
import json
import tarfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random

from engine.backgammon.notation.record.mat import read_mat
from engine.backgammon.notation.record.record import Record
from hardware.drivers.simulated.clock import SimulatedClock
from hardware.signals import Signal
from referee.settings import MatchSettings
from referee.state import State
from service.config.settings import Table as Agreed
from service.simulation.habits import PEOPLE, Temper
from service.simulation.performing import Evening, perform
from service.simulation.sensors import FELT_BY
from service.simulation.sitting import Sitting
from service.simulation.umpire import Score
from service.tables.devices import Attached, attach
from service.tables.table import Table
from service.tables.unkept import Keeping, Unkept

MATCHES = Path(__file__).resolve().parents[1] / "tests" / "data" / "matches.tar.xz"
BOARDS = ("slots", "hall", "counts")
"""The boards that are measured, the default first."""


def records(most: int) -> list[Record]:
    """So many of the fifty recorded matches."""
    return [read_mat(text).record for text in _texts()[:most]]


@cache
def _texts() -> tuple[str, ...]:
    """As they were written down, in the order of their index."""
    with tarfile.open(MATCHES) as archive:
        files = {
            Path(member.name).name: file.read().decode()
            for member in archive
            if (file := archive.extractfile(member))
        }
    return tuple(files[json.loads(row)["file"]] for row in files["index.jsonl"].splitlines())


@dataclass(frozen=True, slots=True)
class Laid:
    """A table in simulated time, with devices that are not open yet."""

    agreed: Agreed
    clock: SimulatedClock
    devices: Attached

    @classmethod
    def out(cls, record: Record, board: str) -> Laid:
        """One to play this match at."""
        names = (record.names.one, record.names.two)
        sensor = FELT_BY[board]
        agreed = Agreed(names=names, rules=record.rulebook, length=record.length, board=sensor)
        clock = SimulatedClock()
        return cls(agreed, clock, attach(agreed, clock, State.of(agreed.match)))

    def table(self, journal: Keeping | None = None) -> Table:
        """Its referee."""
        return Table(self.agreed.name, self.agreed.match, self.devices, self.clock, journal)


@dataclass(frozen=True, slots=True)
class Hands:
    """How hands play at a table."""

    seed: int
    errors: float = 0.0
    gestures: int | None = None
    """They stop after so many; None: when the match is over."""

    async def play(
        self,
        record: Record,
        laid: Laid,
        table: Table,
        shown: Callable[[], None] = lambda: None,
    ) -> Score:
        """Play the match at an open table, and tell how the referee did."""
        sitting = Sitting(table, laid.devices, laid.clock)
        sitting.shown = shown
        evening = Evening(laid.agreed.match.seating, errors=self.errors, spares=True)
        temper = Temper(PEOPLE, Random(self.seed))  # noqa: S311 - hands, not secrets
        await sitting.perform(islice(perform(record, evening, temper), self.gestures))
        return sitting.umpire.score


@dataclass(frozen=True, slots=True)
class Played:
    """What the referee of a table was told in the course of a match."""

    settings: MatchSettings
    signals: tuple[Signal, ...]
    score: Score


class Ear(Unkept):
    """A journal that remembers the signals."""

    def __init__(self) -> None:
        super().__init__()
        self.heard: list[Signal] = []

    def add(self, signal: Signal) -> int:
        self.heard.append(signal)
        return super().add(signal)


async def evening(record: Record, board: str, hands: Hands) -> Played:
    """Play a match at a table of the service."""
    laid, ear = Laid.out(record, board), Ear()
    async with (table := laid.table(ear)).open():
        score = await hands.play(record, laid, table)
    return Played(laid.agreed.match, tuple(ear.heard), score)


@cache
def evenings(
    board: str, matches: int, gestures: int | None, errors: float = 0.0
) -> tuple[Played, ...]:
    """So many of the matches, each played once, by the hands of somebody else."""
    return tuple(
        asyncio.run(evening(record, board, Hands(seed, errors, gestures)))
        for seed, record in enumerate(records(matches))
    )
