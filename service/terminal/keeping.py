"""Keeping a match in a file: never over another, and never half written."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

from engine.backgammon.game.events import Event
from engine.backgammon.game.match import Match
from engine.backgammon.notation.record.mat import write_mat
from engine.backgammon.notation.record.record import Record
from engine.backgammon.notation.record.script import RULEBOOK, Tag
from engine.backgammon.notation.record.transcript import script_of
from engine.backgammon.players import ByPlayer
from referee.words import Phrases


@dataclass(slots=True)
class MatchFile:
    """The file a match is kept in, written anew after every turn."""

    path: Path
    names: ByPlayer[str]
    start: Match
    text: str = field(default="", init=False)
    problem: OSError | None = field(default=None, init=False)

    def keep(self, events: tuple[Event, ...]) -> None:
        """Write the match so far; a file that cannot be written is told about at the end."""
        record = Record(self.names, self.start.rulebook, self.start.length, events)
        self.text = write_mat(script_of(record, [Tag(RULEBOOK, self.start.rulebook.name)]))
        try:
            write_whole(self.path, self.text)
        except OSError as problem:
            self.problem = problem
        else:
            self.problem = None

    def farewell(self, phrases: Phrases) -> str:
        """Where the match is; or all of it, if it could not be written."""
        if not self.problem:
            return phrases.say("game.saved", file=self.path)
        said = phrases.say("game.not_saved", file=self.path, problem=self.problem.strerror)
        return f"{said}\n{self.text}"


def claim(path: Path) -> None:
    """Make the file, empty, so that nobody else does; OSError if it is there or cannot be."""
    path.open("x").close()


@contextmanager
def claimed(claiming: Callable[[], Path]) -> Iterator[Path]:
    """A file that is claimed, and taken away at the end if nothing was written into it."""
    path = claiming()
    try:
        yield path
    finally:
        with suppress(OSError):
            if not path.stat().st_size:
                path.unlink()


def claim_one_like(wanted: Path) -> Path:
    """Claim the path or, if it is taken, the first numbered one that is free."""
    for candidate in _numbered(wanted):
        try:
            claim(candidate)
        except FileExistsError:
            continue
        return candidate
    raise FileExistsError(str(wanted))


def write_new(path: Path, text: str) -> None:
    """Write a file that is not there yet; OSError if it is or cannot be, and nothing is left."""
    claim(path)
    try:
        write_whole(path, text)
    except BaseException:
        path.unlink(missing_ok=True)
        raise


def write_whole(path: Path, text: str) -> None:
    """Put a text in place of a file at once: after a power cut it is the old one or the new."""
    handle, beside = tempfile.mkstemp(dir=path.parent, prefix=f".{path.stem}-", suffix=".new")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        if path.exists():
            shutil.copymode(path, beside)
        Path(beside).replace(path)
    except BaseException:
        Path(beside).unlink(missing_ok=True)
        raise


def _numbered(path: Path) -> Iterator[Path]:
    yield path
    yield from (path.with_stem(f"{path.stem}-{number}") for number in count(2))
