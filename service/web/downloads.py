"""What can be downloaded of a match: its record in every format, and the journal itself."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from service.formats import Format, written
from service.journal.problems import JournalProblem, sqlite_problem
from service.journal.reading import JournalFile
from service.journal.salvaging import salvaged_match

KINDS: Mapping[str, tuple[Format | None, str]] = {
    "mat": (Format.MAT, "text/plain; charset=utf-8"),
    "sgf": (Format.SGF, "application/x-go-sgf"),
    "txt": (Format.TEXT, "text/plain; charset=utf-8"),
    "ids": (Format.IDS, "text/plain; charset=utf-8"),
    "journal": (None, "application/vnd.sqlite3"),
}
"""The kinds of files by how their names end, with their formats and media types."""
_UNSAFE = re.compile(r"[^A-Za-z0-9_-]")


@dataclass(frozen=True, slots=True)
class Download:
    """A file, with a name that is safe everywhere."""

    name: str
    media_type: str
    content: bytes


async def download(journal: Path, number: int, kind: str) -> Download:
    """A match of a journal as a file of this kind; KeyError if there is no such kind.

    JournalProblem `no_such_match` if there is no such match. A journal is given whole, all its
    matches with it, as it is at this moment, while it goes on being written.
    """
    form, media_type = KINDS[kind]
    table = _UNSAFE.sub("_", journal.stem)
    if form is None:
        content = await asyncio.to_thread(_copied, journal, number)
        return Download(f"{table}.{kind}", media_type, content)
    text = await asyncio.to_thread(_written, journal, number, form)
    return Download(f"{table}-{number}.{kind}", media_type, text.encode("utf-8"))


def _written(journal: Path, number: int, form: Format) -> str:
    (kept,) = salvaged_match(journal, number).matches
    return written(kept, form).text


def _copied(journal: Path, number: int) -> bytes:
    """The journal as one file, if it has this match."""
    try:
        # In memory, for a power cut would leave a copy on the disk behind.
        with JournalFile(journal) as file, closing(sqlite3.connect(":memory:")) as copy:
            file.match(number)
            file.connection.backup(copy)
            return copy.serialize()
    except JournalProblem as problem:
        if problem.key == "no_such_match":
            raise
        # Damaged as it may be, it is just what somebody needs who looks for a fault.
        return journal.read_bytes()
    except sqlite3.Error as error:
        raise sqlite_problem(error, journal, otherwise="damaged") from error
