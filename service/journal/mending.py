"""Making a journal ready to be written: a new one, one that is whole, or what is left of one."""

from __future__ import annotations

import os
import shutil
import sqlite3
import stat
from collections.abc import Iterable, Iterator
from contextlib import closing
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from service.journal.pages import (
    APPLICATION_ID,
    MARK,
    PAGE,
    TABLES,
    VERSION,
    Row,
    ask,
    beside,
    connect,
    lay_out,
)
from service.journal.problems import JournalProblem, sqlite_problem, system_problem
from service.journal.reading import JournalFile, MatchHead

_SIDE_FILES = ("-wal", "-shm")
_ID = slice(68, 72)
_VERSION = slice(60, 64)
_FIXED = {
    0: b"SQLite format 3\0",
    16: PAGE.to_bytes(2, "big"),
    18: bytes((2, 2, 0, 64, 32, 32)),
    44: (4).to_bytes(4, "big"),
    56: (1).to_bytes(4, "big"),
    60: VERSION.to_bytes(4, "big"),
    68: APPLICATION_ID.to_bytes(4, "big"),
}
"""What stands where in the first bytes of every journal."""


def make_ready(path: Path) -> JournalProblem | None:
    """See that the file is a whole journal; tells what had to be mended, if anything had to be."""
    try:
        return _made_ready(path)
    except OSError as error:
        raise system_problem(error, path) from error
    except sqlite3.Error as error:
        raise sqlite_problem(error, path) from error


def _made_ready(path: Path) -> JournalProblem | None:
    if path.exists():
        _refuse_what_cannot_be_written(path)
    if beside(path, ".mended").exists():
        _put_in_place(path)
    if _is_new(path):
        _build(path, ())
        _put_in_place(path)
        return None
    if path.exists() and _is_whole(path):
        return None
    return _mended(path)


def _refuse_what_cannot_be_written(path: Path) -> None:
    if not path.is_file():
        raise JournalProblem("no_file", path)
    if not os.access(path, os.R_OK, effective_ids=True):
        raise JournalProblem("no_permission", path)
    if not os.access(path, os.W_OK, effective_ids=True):
        raise JournalProblem("read_only", path)


def _is_new(path: Path) -> bool:
    """Whether there is nothing yet, or an empty file."""
    return not any(_size(file) for file in (path, beside(path, "-wal")))


def _size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0


def _is_whole(path: Path) -> bool:
    """Whether nothing is damaged; JournalProblem if the file is not ours to mend."""
    try:
        with JournalFile(path) as journal:
            whole = _holds_together(journal) and _last_match_is_whole(journal)
    except JournalProblem as problem:
        ours = problem.key == "damaged" or (problem.key == "no_journal" and was_ours(path))
        if not ours:
            raise
        return False
    return whole and _begins_as_it_should(path)


def _begins_as_it_should(path: Path) -> bool:
    """Whether the first bytes are those of a journal; by some of them it could only be read."""
    first = _first_page(path)
    return all(first.startswith(content, at) for at, content in _FIXED.items())


def _first_page(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(PAGE)


def was_ours(path: Path) -> bool:
    """Whether a file that cannot be read once was a journal that we know."""
    first = _first_page(path)
    known = int.from_bytes(first[_VERSION], "big") <= VERSION
    marked = first[_ID] == _FIXED[_ID.start] or MARK in first
    return not first or (known and marked)


def _holds_together(journal: JournalFile) -> bool:
    """Whether SQLite finds its own structure in order, with our tables and no others."""
    try:
        found = list(ask(journal.connection, "PRAGMA integrity_check(1)"))
        tables = set(ask(journal.connection, "SELECT name, sql FROM sqlite_schema"))
    except sqlite3.Error:
        return False
    expected = {(name.encode(), statement.encode()) for name, statement in TABLES.items()}
    return found == [(b"ok",)] and tables == expected


def _last_match_is_whole(journal: JournalFile) -> bool:
    """Whether all heads and every row of the last match are intact, and nothing comes after."""
    if not journal.heads_are_whole:
        return False
    last, number = journal.last, 0
    try:
        if last:
            number = last.first - 1
            for row in journal.signal_rows(last):
                number = int(row.values[0])
                if isinstance(journal.decision_row(number), JournalProblem):
                    return False
        return not _has_rows_after(journal, number)
    except (JournalProblem, sqlite3.Error):
        return False


def _has_rows_after(journal: JournalFile, number: int) -> bool:
    """Whether there are rows that belong to no match."""
    query = """
        SELECT number FROM signal WHERE number > ?
        UNION ALL SELECT number FROM decision WHERE number > ? LIMIT 1"""
    return any(ask(journal.connection, query, number, number))


def _mended(path: Path) -> JournalProblem:
    """Keep what is intact, with a copy of all there was beside it."""
    copy = _copy_aside(path)
    with TemporaryDirectory() as folder:
        rows = list(_intact_rows(copy_to_mend(copy, Path(folder))))
    _build(path, rows)
    _put_in_place(path)
    kept = {table: sum(row.table == table for row in rows) for table in TABLES}
    return JournalProblem(
        "mended", path, copy=copy.name, matches=kept["match"], count=kept["signal"]
    )


def copy_to_mend(path: Path, folder: Path) -> Path:
    """A copy in a folder, as readable as a journal can be made whose file is damaged."""
    scratch = folder / path.name
    for ending in ("", "-wal"):
        if beside(path, ending).exists():
            shutil.copyfile(beside(path, ending), beside(scratch, ending))
    _restore_first_bytes(scratch)
    return scratch


def _copy_aside(path: Path) -> Path:
    """A copy of the files under the first free name, on the disk for good."""
    copies = (beside(path, f".damaged-{number}") for number in count(1))
    copy = next(copy for copy in copies if not any(map(os.path.lexists, _files_of(copy))))
    for source, target in zip(_files_of(path), _files_of(copy), strict=True):
        if source.exists():
            _copy_new(source, target)
    _sync(path.parent)
    return copy


def _files_of(path: Path) -> tuple[Path, Path]:
    """What a journal consists of: what was written last, and the rest."""
    return beside(path, "-wal"), path


def _copy_new(source: Path, target: Path) -> None:
    """Copy a file, for the same people, to where there is nothing; a link there is not followed."""
    new = os.fdopen(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb")
    with new, source.open("rb") as old:
        shutil.copyfileobj(old, new)
        os.fchmod(new.fileno(), stat.S_IMODE(os.fstat(old.fileno()).st_mode))
        new.flush()
        os.fsync(new.fileno())


def _restore_first_bytes(path: Path) -> None:
    """Put right what is the same in every journal, and how long the file says it is."""
    if not path.exists():
        return
    with path.open("r+b") as file:
        first = file.read(PAGE)
        if len(first) < PAGE:
            return
        length = (path.stat().st_size // PAGE).to_bytes(4, "big")
        for at, content in {**_FIXED, 28: length, 92: first[24:28]}.items():
            file.seek(at)
            file.write(content)


def _intact_rows(path: Path) -> Iterator[Row]:
    """Every match whose head is intact, and its signals till it breaks off."""
    try:
        with JournalFile(path) as journal:
            for head in journal.matches:
                yield head.row
                yield from _intact_rows_of(journal, head)
    except JournalProblem:
        return


def _intact_rows_of(journal: JournalFile, head: MatchHead) -> Iterator[Row]:
    try:
        for row in journal.signal_rows(head):
            yield row
            decision = journal.decision_row(int(row.values[0]))
            if isinstance(decision, Row):
                yield decision
    except JournalProblem:
        return


def _build(path: Path, rows: Iterable[Row]) -> None:
    """Write a journal of these rows beside the path, ready to be put in its place."""
    making = beside(path, ".making")
    for ending in ("", "-wal", "-shm", "-journal"):
        beside(making, ending).unlink(missing_ok=True)
    # What was for few people is not for more of them while it is made.
    making.touch(stat.S_IMODE(path.stat().st_mode) if path.exists() else 0o666, exist_ok=False)
    with closing(connect(making, "mode=rw")) as connection:
        connection.execute(f"PRAGMA page_size = {PAGE}")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("BEGIN IMMEDIATE")
        lay_out(connection)
        for row in rows:
            row.insert(connection)
        connection.execute("COMMIT")
        connection.execute("PRAGMA journal_mode = WAL")
    if path.exists():
        shutil.copymode(path, making)
    making.replace(beside(path, ".mended"))
    _sync(path.parent)


def _put_in_place(path: Path) -> None:
    """Let the journal that was built take the place of the other; safe to be done again."""
    for ending in _SIDE_FILES:
        beside(path, ending).unlink(missing_ok=True)
    beside(path, ".mended").replace(path)
    _sync(path.parent)


def _sync(path: Path) -> None:
    """See that a file, or the names in a folder, are on the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
