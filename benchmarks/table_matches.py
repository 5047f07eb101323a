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
from hardware.drivers.clocks import SimulatedClock
from hardware.signals import Signal
from referee.match_settings import MatchSettings
from referee.state import State
from service.config.service_settings import BOARDS_BY_SENSOR, TableSettings
from service.simulated_match.simulated_people import SimulatedPeople
from service.simulated_match.umpire import RefereeScore
from service.storage.journal import JournalWriter, NullJournal
from service.table.device_factory import DeviceSet, create_devices
from service.table.refereed_table import RefereedTable
from simulation.habits import PEOPLE, Temperament
from simulation.performance import PerformanceOptions, perform

MATCHES = Path(__file__).resolve().parents[1] / "tests" / "data" / "matches.tar.xz"
BOARDS = ("slots", "hall", "counts")
"""The boards that are measured, the default first."""


def records(most: int) -> list[Record]:
    """The first of the fifty recorded matches."""
    return [read_mat(text).record for text in _texts()[:most]]


@cache
def _texts() -> tuple[str, ...]:
    """The texts of all matches, in the order of their index."""
    with tarfile.open(MATCHES) as archive:
        files = {
            Path(member.name).name: file.read().decode()
            for member in archive
            if (file := archive.extractfile(member))
        }
    return tuple(files[json.loads(row)["file"]] for row in files["index.jsonl"].splitlines())


@dataclass(frozen=True, slots=True)
class MeasuredTable:
    """A table in simulated time, with devices that are not open yet."""

    settings: TableSettings
    clock: SimulatedClock
    devices: DeviceSet

    @classmethod
    def create(cls, record: Record, board: str) -> MeasuredTable:
        """Creates a table at which this match can be played."""
        names = (record.names.one, record.names.two)
        sensor = BOARDS_BY_SENSOR[board]
        settings = TableSettings(
            names=names, rules=record.rulebook, length=record.length, board=sensor
        )
        clock = SimulatedClock()
        return cls(
            settings, clock, create_devices(settings, clock, State.of(settings.match_settings))
        )

    def table(self, journal: JournalWriter | None = None) -> RefereedTable:
        """Creates the table with its referee."""
        return RefereedTable(
            self.settings.name, self.settings.match_settings, self.devices, self.clock, journal
        )


@dataclass(frozen=True, slots=True)
class Hands:
    """Hands that play at a table."""

    seed: int
    errors: float = 0.0
    gestures: int | None = None
    """Number of gestures after which they stop; None for the whole match."""

    async def play(
        self,
        record: Record,
        measured: MeasuredTable,
        table: RefereedTable,
        shown: Callable[[], None] = lambda: None,
    ) -> RefereeScore:
        """Plays the match at an open table, and returns the score of the referee."""
        people = SimulatedPeople(table, measured.devices, measured.clock)
        people.on_redraw = shown
        options = PerformanceOptions(
            measured.settings.match_settings.seating.light, errors=self.errors, spares=True
        )
        temper = Temperament(PEOPLE, Random(self.seed))  # noqa: S311 - hands, not secrets
        await people.perform(islice(perform(record, options, temper), self.gestures))
        return people.umpire.score


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """The signals that the referee of a table received in the course of a match."""

    settings: MatchSettings
    signals: tuple[Signal, ...]
    score: RefereeScore


class SignalRecorder(NullJournal):
    """A journal that collects the signals in memory."""

    def __init__(self) -> None:
        super().__init__()
        self.signals: list[Signal] = []

    def add(self, signal: Signal) -> int:
        self.signals.append(signal)
        return super().add(signal)


async def play_match(record: Record, board: str, hands: Hands) -> PlayedMatch:
    """Plays a match at a table of the service."""
    measured, recorder = MeasuredTable.create(record, board), SignalRecorder()
    async with (table := measured.table(recorder)).open():
        score = await hands.play(record, measured, table)
    return PlayedMatch(measured.settings.match_settings, tuple(recorder.signals), score)


@cache
def play_matches(
    board: str, matches: int, gestures: int | None, errors: float = 0.0
) -> tuple[PlayedMatch, ...]:
    """The first of the matches, each played once, by hands of its own."""
    return tuple(
        asyncio.run(play_match(record, board, Hands(seed, errors, gestures)))
        for seed, record in enumerate(records(matches))
    )
