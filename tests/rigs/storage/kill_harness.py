"""Kills the service at a table repeatedly while hands play, and checks the journal."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from random import Random

from engine.backgammon.dice import Dice
from engine.backgammon.game.events import EndTurn, Event, Play, Throw
from engine.backgammon.notation.record.mat import read_mat
from engine.backgammon.notation.record.record import Record
from service.records.stored_matches import record_of_match
from service.storage.journal_reader import StoredMatch, read_match
from service.storage.journal_tables import JournalProblem
from service.storage.stored_format import FORMAT
from service.table.table_runtime import journal_path
from simulation import gestures
from simulation.gestures import PlayMade
from tests.rigs.environment.checkout import ROOT
from tests.rigs.storage.killed_service import RECORD, TABLE, noted_touches, recordable_events

Process = subprocess.Popen[str]


class Moment(Enum):
    """The activity of the service during which it is killed."""

    STARTING = "starting"
    """Python and its modules are probably still being loaded."""
    OPENING = "opening"
    """The journal is created or read, the match is resumed, or the devices are opened."""
    PLAYING = "playing"
    """Signals are stored and judged, turns end."""
    CHECKPOINT = "checkpoint"
    """A game is over, and the journal is compacted."""


LATEST = {
    Moment.STARTING: 0.35,
    Moment.OPENING: 0.08,
    Moment.PLAYING: 0.03,
    Moment.CHECKPOINT: 0.015,
}
"""The latest delay (s) of the kill after the moment."""
MOST_EVENTS = 8
"""The largest number of events before a kill while playing."""


@dataclass(slots=True)
class KilledMatch:
    """One match, and all runs of its service."""

    folder: Path
    chance: Random
    own_dice: bool = False
    acknowledged: list[Event] = field(default_factory=list)
    """The events that the service has acknowledged."""
    signals: int = 0
    """The number of signals in the journal at the last check."""
    kills: dict[Moment, int] = field(default_factory=lambda: dict.fromkeys(Moment, 0))
    over: bool = False

    @classmethod
    def of(cls, text: str, folder: Path, chance: Random, *, own_dice: bool = False) -> KilledMatch:
        """A service that plays the match of this record."""
        folder.mkdir(parents=True, exist_ok=True)
        (folder / RECORD).write_text(text, encoding="utf-8")
        return cls(folder, chance, own_dice)

    @property
    def count(self) -> int:
        return sum(self.kills.values())

    @property
    def record(self) -> Record:
        return read_mat((self.folder / RECORD).read_text(encoding="utf-8")).record

    @property
    def journal(self) -> Path:
        return journal_path(self.folder, TABLE)

    @property
    def stored_match(self) -> StoredMatch | None:
        """The match in the journal; None before it exists."""
        try:
            return read_match(self.journal, 1)
        except JournalProblem:
            assert not self.acknowledged
            return None

    def kill(self, moment: Moment) -> None:
        """Runs the service, and kills it at that moment or when the match is over."""
        with self._running_service() as process:
            if self._waits_for(moment, process):
                with suppress(subprocess.TimeoutExpired):
                    process.wait(self.chance.uniform(0, LATEST[moment]))
                self.kills[moment] += 1
                process.kill()

    def finish(self) -> None:
        if self.over:
            return
        with self._running_service() as process:
            self._hear_all(process)
            process.wait()
        assert process.returncode == 0
        assert self.over

    @contextmanager
    def playing(self) -> Iterator[Process]:
        """The service while it plays the match; on exit the match is over."""
        with self._running_service() as process:
            self._waits_for(Moment.PLAYING, process)
            yield process
            self._hear_all(process)

    def check_journal(self) -> None:
        """Asserts that the journal has all acknowledged events, and only what hands have done."""
        if (stored := self.stored_match) is None:
            return
        happened = record_of_match(stored).record.events
        in_record = recordable_events(happened)
        noted = noted_touches(self.folder)
        assert stored.problem is None
        assert [entry.number for entry in stored.entries] == list(range(1, 1 + len(stored.entries)))
        assert len(stored.entries) >= self.signals
        assert list(happened[: len(self.acknowledged)]) == self.acknowledged
        assert turns(happened[len(self.acknowledged) :]) <= 1
        assert in_record == list(self.record.events[: len(in_record)])
        plays = [event for event in happened if isinstance(event, Play)]
        throws = [event.dice for event in happened if isinstance(event, Throw)]
        assert is_within(plays, [it.play for it in noted if isinstance(it, PlayMade)])
        assert is_within(throws, pairs_thrown(noted))
        self.acknowledged = list(happened)
        self.signals = len(stored.entries)

    @contextmanager
    def _running_service(self) -> Iterator[Process]:
        program = [sys.executable, "-m", "tests.rigs.storage.killed_service"]
        dice = "2" if self.own_dice else "1"
        command = [*program, str(self.folder), dice, str(self.chance.randrange(2**32))]
        pipe = subprocess.PIPE
        with subprocess.Popen(command, cwd=ROOT, stdout=pipe, stderr=pipe, text=True) as process:
            try:
                yield process
            finally:
                process.kill()
            self._hear_all(process)
            problems = process.stderr.read() if process.stderr else ""
            assert not problems, problems

    def _waits_for(self, moment: Moment, process: Process) -> bool:
        """Waits for the moment; False if the match was over before."""
        if moment is Moment.STARTING:
            return True
        wanted = "event" if moment is Moment.PLAYING else moment.value
        many = self.chance.randint(1, MOST_EVENTS) if moment is Moment.PLAYING else 1
        for line in process.stdout or ():
            self._hear(line)
            many -= line.startswith(wanted)
            if not many:
                return True
        return False

    def _hear_all(self, process: Process) -> None:
        for line in process.stdout or ():
            self._hear(line)

    def _hear(self, line: str) -> None:
        what, _, rest = line.partition(" ")
        assert line.endswith("\n")
        assert what != "complaint", line
        if what == "event":
            number, _, text = rest.partition(" ")
            # An event in flight at the kill may have been stored without being acknowledged.
            assert int(number) == len(self.acknowledged), line
            self.acknowledged.append(FORMAT.decode(text, Event))
        self.over |= line == "over\n"


def turns(happened: Iterable[Event]) -> int:
    return sum(isinstance(event, EndTurn) for event in happened)


def pairs_thrown(noted: Iterable[object]) -> list[Dice]:
    """The throws of the hands, without single dice."""
    thrown = (it.numbers for it in noted if isinstance(it, gestures.SettleDice))
    return [Dice(*numbers) for numbers in thrown if len(numbers) > 1]


def is_within(some: Sequence[object], all_of_them: Iterable[object]) -> bool:
    """True if the first values appear among the others, in the same order."""
    left = iter(all_of_them)
    return all(one in left for one in some)
