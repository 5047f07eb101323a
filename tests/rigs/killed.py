"""Kills the service at a table again and again while hands play, and compares what is left."""

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
from service.journal.problems import JournalProblem
from service.journal.reading import KeptMatch, read_match
from service.plain import value_of
from service.simulation import gestures
from service.simulation.marks import Played
from service.tables.recorded import recorded
from service.tables.running import journal_of
from tests.rigs.house import ROOT
from tests.rigs.victim import RECORD, TABLE, noted_in, told

Process = subprocess.Popen[str]


class Moment(Enum):
    """What the service is in the midst of when it is killed."""

    STARTING = "starting"
    """Python and the modules are still being loaded, as likely as not."""
    OPENING = "opening"
    """The journal is made or read, the match is resumed, or the devices are opened."""
    PLAYING = "playing"
    """Signals are kept and judged, turns end."""
    TIDYING = "tidying"
    """A game is over, and the journal is put in order."""


LATEST = {
    Moment.STARTING: 0.35,
    Moment.OPENING: 0.08,
    Moment.PLAYING: 0.03,
    Moment.TIDYING: 0.015,
}
"""Seconds after the moment has come."""
MOST_EVENTS = 8
"""As many happen at most before it is killed while playing."""


@dataclass(slots=True)
class Kills:
    """One match, and all the lives of its service."""

    folder: Path
    chance: Random
    own_dice: bool = False
    lives: int = 0
    acknowledged: list[Event] = field(default_factory=list)
    """What the service has said has happened."""
    signals: int = 0
    """How many were in the journal when it was last looked at."""
    at: dict[Moment, int] = field(default_factory=lambda: dict.fromkeys(Moment, 0))
    over: bool = False

    @classmethod
    def of(cls, text: str, folder: Path, chance: Random, *, own_dice: bool = False) -> Kills:
        """A service that is to play a match, of which this is the record."""
        folder.mkdir(parents=True, exist_ok=True)
        (folder / RECORD).write_text(text, encoding="utf-8")
        return cls(folder, chance, own_dice)

    @property
    def count(self) -> int:
        """How often it was killed."""
        return sum(self.at.values())

    @property
    def record(self) -> Record:
        return read_mat((self.folder / RECORD).read_text(encoding="utf-8")).record

    @property
    def journal(self) -> Path:
        return journal_of(self.folder, TABLE)

    @property
    def kept(self) -> KeptMatch | None:
        """The match in the journal; None as long as there is none."""
        try:
            return read_match(self.journal, 1)
        except JournalProblem:
            assert not self.acknowledged
            return None

    def kill(self, moment: Moment) -> None:
        """Let the service run, and kill it at that moment or when the match is over."""
        with self._living() as process:
            if self._waits_for(moment, process):
                with suppress(subprocess.TimeoutExpired):
                    process.wait(self.chance.uniform(0, LATEST[moment]))
                self.at[moment] += 1
                process.kill()

    def finish(self) -> None:
        """Let the service run till the match is over, if it is not."""
        if self.over:
            return
        with self._living() as process:
            for line in process.stdout or ():
                self._hear(line)
            process.wait()
        assert process.returncode == 0
        assert self.over

    @contextmanager
    def playing(self) -> Iterator[Process]:
        """The service while it plays the match, and afterwards the match is over."""
        with self._living() as process:
            self._waits_for(Moment.PLAYING, process)
            yield process
            for line in process.stdout or ():
                self._hear(line)

    def look(self) -> None:
        """See that the journal has what was acknowledged, and nothing that hands have not done."""
        if (kept := self.kept) is None:
            return
        happened = recorded(kept).record.events
        in_record = told(happened)
        noted = noted_in(self.folder)
        assert kept.problem is None
        assert [entry.number for entry in kept.entries] == list(range(1, 1 + len(kept.entries)))
        assert len(kept.entries) >= self.signals
        assert list(happened[: len(self.acknowledged)]) == self.acknowledged
        assert turns(happened[len(self.acknowledged) :]) <= 1
        assert in_record == list(self.record.events[: len(in_record)])
        assert is_within(plays_of(happened), [it.play for it in noted if isinstance(it, Played)])
        assert is_within(throws_of(happened), pairs_thrown(noted))
        self.acknowledged = list(happened)
        self.signals = len(kept.entries)

    @contextmanager
    def _living(self) -> Iterator[Process]:
        self.lives += 1
        dice = "2" if self.own_dice else "1"
        seed = str(self.chance.randrange(2**32))
        command = [sys.executable, "-m", "tests.rigs.victim", str(self.folder), dice, seed]
        with subprocess.Popen(
            command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        ) as process:
            try:
                yield process
            finally:
                process.kill()
            self._hear_rest(process)

    def _waits_for(self, moment: Moment, process: Process) -> bool:
        """Whether the moment has come before the match was over."""
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

    def _hear_rest(self, process: Process) -> None:
        for line in process.stdout or ():
            self._hear(line)
        problems = process.stderr.read() if process.stderr else ""
        assert not problems, problems

    def _hear(self, line: str) -> None:
        what, _, rest = line.partition(" ")
        assert line.endswith("\n")
        assert what != "complaint", line
        if what == "event":
            number, _, text = rest.partition(" ")
            # What was in flight when it was killed may have been kept without being told.
            assert int(number) == len(self.acknowledged), line
            self.acknowledged.append(value_of(text, Event))
        self.over |= line == "over\n"


def turns(happened: Iterable[Event]) -> int:
    """How many turns were completed."""
    return sum(isinstance(event, EndTurn) for event in happened)


def plays_of(happened: Iterable[Event]) -> list[Play]:
    return [event for event in happened if isinstance(event, Play)]


def throws_of(happened: Iterable[Event]) -> list[Dice]:
    return [event.dice for event in happened if isinstance(event, Throw)]


def pairs_thrown(noted: Iterable[object]) -> list[Dice]:
    """What hands have thrown, but for single dice."""
    thrown = (it.numbers for it in noted if isinstance(it, gestures.Throw))
    return [Dice(*numbers) for numbers in thrown if len(numbers) > 1]


def is_within(some: Sequence[object], all_of_them: Iterable[object]) -> bool:
    """Whether these are among the others, in the same order."""
    left = iter(all_of_them)
    return all(one in left for one in some)
