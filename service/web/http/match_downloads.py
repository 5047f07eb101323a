"""The downloads of past matches: files of one match, and copies of the whole journal."""

from __future__ import annotations

import re
import sqlite3
import tempfile
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from service.records.match_files import ExportFormat, export_match
from service.storage.journal_reader import JournalFile
from service.storage.journal_repair import salvage_match
from service.storage.journal_tables import JournalProblem, sqlite_problem

EXPORTS: Mapping[str, tuple[ExportFormat, str]] = {
    "mat": (ExportFormat.MAT, "text/plain; charset=utf-8"),
    "sgf": (ExportFormat.SGF, "application/x-go-sgf"),
    "txt": (ExportFormat.TEXT, "text/plain; charset=utf-8"),
    "ids": (ExportFormat.IDS, "text/plain; charset=utf-8"),
}
"""The formats and media types of files of one match, by suffix."""
JOURNAL = "journal"
"""The suffix of a copy of the whole journal."""
JOURNAL_TYPE = "application/vnd.sqlite3"
DOWNLOAD_KINDS = (*EXPORTS, JOURNAL)
"""The suffixes of all downloads."""
TEMPORARY_FILES = Path("/var/tmp") if Path("/var/tmp").is_dir() else None  # noqa: S108 - a folder of mode 0700 is made in it
"""The folder for copies: one on the disk, as `/tmp` may be in memory; None for the usual one."""
_UNSAFE = re.compile(r"[^A-Za-z0-9_-]")


@dataclass(frozen=True, slots=True)
class Download:
    """A file to download; its name is safe on every operating system."""

    name: str
    media_type: str
    content: bytes


def export_download(journal: Path, number: int, kind: str) -> Download:
    """A match of a journal as a file; raises JournalProblem `no_such_match` if it is unknown."""
    export_format, media_type = EXPORTS[kind]
    (stored,) = salvage_match(journal, number).matches
    text = export_match(stored, export_format).text
    return Download(f"{_safe_name(journal)}-{number}.{kind}", media_type, text.encode("utf-8"))


def journal_name(journal: Path) -> str:
    """The file name of a copy of a journal."""
    return f"{_safe_name(journal)}.{JOURNAL}"


def copy_journal(journal: Path, number: int) -> BinaryIO:
    """A consistent copy of a journal as one SQLite file, even while the service goes on writing it.

    The copy has no name any more and goes when it is closed: a season of matches is too much for
    the memory of a small machine. Raises JournalProblem if the journal has no match of this number.
    """
    with tempfile.TemporaryDirectory(prefix="kibitz-", dir=TEMPORARY_FILES) as folder:
        path = Path(folder, "copy")
        try:
            with JournalFile(journal) as file, closing(sqlite3.connect(path)) as copy:
                file.match(number)
                copy.execute("PRAGMA synchronous = OFF")
                file.connection.backup(copy)
        except JournalProblem as problem:
            if problem.key == "no_such_match":
                raise
            # A damaged journal is served as it is: it is needed for finding the fault.
            return journal.open("rb")
        except sqlite3.Error as error:
            raise sqlite_problem(error, journal, otherwise="damaged") from error
        return path.open("rb")


def _safe_name(journal: Path) -> str:
    return _UNSAFE.sub("_", journal.stem)
