"""Checks, repairs and salvages journals."""

from __future__ import annotations

import os
import shutil
import sqlite3
import stat
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from service.storage.atomic_files import sync_folder
from service.storage.journal_reader import JournalFile, MatchHead, StoredMatch
from service.storage.journal_tables import (
    APPLICATION_ID,
    MARK,
    PAGE,
    TABLES,
    VERSION,
    JournalProblem,
    JournalRow,
    connect,
    create_tables,
    query_rows,
    real_path,
    sibling_file,
    sqlite_problem,
    system_problem,
)

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
"""Offsets and values in the first bytes of every journal that can also be written."""


def prepare_journal(path: Path) -> JournalProblem | None:
    """Makes the file a whole journal; returns the damage that was repaired, if any."""
    try:
        return _prepare(path)
    except OSError as error:
        raise system_problem(error, path) from error
    except sqlite3.Error as error:
        raise sqlite_problem(error, path) from error


def _prepare(path: Path) -> JournalProblem | None:
    if path.exists():
        _check_writable(path)
    if sibling_file(path, ".mended").exists():
        _put_in_place(path)
    if _is_new(path):
        _build(path, ())
        _put_in_place(path)
        return None
    if path.exists() and _is_whole(path):
        return None
    return _repair(path)


def _check_writable(path: Path) -> None:
    if not path.is_file():
        raise JournalProblem("no_file", path)
    if not os.access(path, os.R_OK, effective_ids=True):
        raise JournalProblem("no_permission", path)
    if not os.access(path, os.W_OK, effective_ids=True):
        raise JournalProblem("read_only", path)


def _is_new(path: Path) -> bool:
    """True if there is no file yet, or an empty one."""
    return not any(file.exists() and file.stat().st_size for file in _files_of(path))


def _is_whole(path: Path) -> bool:
    """True if nothing is damaged; JournalProblem if the file is not a journal of ours."""
    try:
        with JournalFile(path) as journal:
            whole = _has_sound_structure(journal) and _last_match_is_whole(journal)
    except JournalProblem as problem:
        ours = problem.key == "damaged" or (problem.key == "no_journal" and is_kibitz_journal(path))
        if not ours:
            raise
        return False
    first = _first_page(path)
    fixed = all(first.startswith(content, at) for at, content in _FIXED.items())
    return whole and fixed and _has_sound_free_pages(first)


def _has_sound_free_pages(first: bytes) -> bool:
    """True if the number of free pages can be right: SQLite does not check it without a list."""
    pages, trunk, free = (int.from_bytes(first[at : at + 4], "big") for at in (28, 32, 36))
    return bool(trunk) == bool(free) and free < max(pages, 1)


def _first_page(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(PAGE)


def is_kibitz_journal(path: Path) -> bool:
    """True if an unreadable file was once a journal of a known version."""
    first = _first_page(path)
    known = int.from_bytes(first[_VERSION], "big") <= VERSION
    marked = first[_ID] == _FIXED[_ID.start] or MARK in first
    return not first or (known and marked)


def _has_sound_structure(journal: JournalFile) -> bool:
    """True if SQLite finds its structure in order, with our tables and no others."""
    try:
        found = list(query_rows(journal.connection, "PRAGMA integrity_check(1)"))
        tables = set(query_rows(journal.connection, "SELECT name, sql FROM sqlite_schema"))
    except sqlite3.Error:
        return False
    expected = {(name.encode(), statement.encode()) for name, statement in TABLES.items()}
    return found == [(b"ok",)] and tables == expected


def _last_match_is_whole(journal: JournalFile) -> bool:
    """True if all heads and every row of the last match are intact, and no row follows."""
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
    """True if there are rows that belong to no match."""
    query = """
        SELECT number FROM signal WHERE number > ?
        UNION ALL SELECT number FROM decision WHERE number > ? LIMIT 1"""
    return any(query_rows(journal.connection, query, number, number))


def _repair(path: Path) -> JournalProblem:
    """Keeps the intact rows, and a copy of the damaged files beside them."""
    copy = _copy_aside(path)
    with TemporaryDirectory() as folder:
        rows = list(_intact_rows(copy_to_repair(copy, Path(folder))))
    _build(path, rows)
    _put_in_place(path)
    counts = {table: sum(row.table == table for row in rows) for table in TABLES}
    matches, count = counts["match"], counts["signal"]
    return JournalProblem("mended", path, copy=copy.name, matches=matches, count=count)


def copy_to_repair(path: Path, folder: Path) -> Path:
    """Copies a damaged journal into a folder and makes it as readable as possible."""
    scratch = folder / path.name
    for ending in ("", "-wal"):
        if sibling_file(path, ending).exists():
            shutil.copyfile(sibling_file(path, ending), sibling_file(scratch, ending))
    _restore_first_bytes(scratch)
    return scratch


def _copy_aside(path: Path) -> Path:
    """Copies the files to the first free name and syncs them to the disk."""
    copies = (sibling_file(path, f".damaged-{number}") for number in count(1))
    copy = next(copy for copy in copies if not any(map(os.path.lexists, _files_of(copy))))
    for source, target in zip(_files_of(path), _files_of(copy), strict=True):
        if source.exists():
            _copy_new(source, target)
    sync_folder(path.parent)
    return copy


def _files_of(path: Path) -> tuple[Path, Path]:
    """The files of a journal: the write-ahead log and the main file."""
    return sibling_file(path, "-wal"), path


def _copy_new(source: Path, target: Path) -> None:
    """Copies a file with its permissions to a new path; a link there is not followed."""
    new = os.fdopen(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb")
    with new, source.open("rb") as old:
        shutil.copyfileobj(old, new)
        os.fchmod(new.fileno(), stat.S_IMODE(os.fstat(old.fileno()).st_mode))
        new.flush()
        os.fsync(new.fileno())


def _restore_first_bytes(path: Path) -> None:
    """Restores the header bytes that every journal has, and the length in the header."""
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


def _intact_rows(path: Path) -> Iterator[JournalRow]:
    """The rows of every match with an intact head, up to the first damaged signal."""
    try:
        with JournalFile(path) as journal:
            for head in journal.matches:
                yield head.row
                yield from _intact_rows_of(journal, head)
    except JournalProblem:
        return


def _intact_rows_of(journal: JournalFile, head: MatchHead) -> Iterator[JournalRow]:
    try:
        for row in journal.signal_rows(head):
            yield row
            decision = journal.decision_row(int(row.values[0]))
            if isinstance(decision, JournalRow):
                yield decision
    except JournalProblem:
        return


def _build(path: Path, rows: Iterable[JournalRow]) -> None:
    """Writes a journal of these rows beside the path, ready to replace it."""
    new = sibling_file(path, ".making")
    for ending in ("", "-wal", "-shm", "-journal"):
        sibling_file(new, ending).unlink(missing_ok=True)
    # What was for few people is not for more of them while it is made.
    new.touch(stat.S_IMODE(path.stat().st_mode) if path.exists() else 0o666, exist_ok=False)
    with closing(connect(new, "mode=rw")) as connection:
        connection.execute(f"PRAGMA page_size = {PAGE}")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("BEGIN IMMEDIATE")
        create_tables(connection)
        for row in rows:
            row.insert(connection)
        connection.execute("COMMIT")
        connection.execute("PRAGMA journal_mode = WAL")
    if path.exists():
        shutil.copymode(path, new)
    new.replace(sibling_file(path, ".mended"))
    sync_folder(path.parent)


def _put_in_place(path: Path) -> None:
    """Replaces a journal by the one that was built; repeating it is harmless."""
    for ending in ("-wal", "-shm"):
        sibling_file(path, ending).unlink(missing_ok=True)
    sibling_file(path, ".mended").replace(path)
    sync_folder(path.parent)


@dataclass(frozen=True, slots=True)
class SalvagedJournal:
    """The matches that could be read from a journal, and the problem with the rest."""

    matches: tuple[StoredMatch, ...]
    problem: JournalProblem | None = None
    """The damage of the file itself, if even its list of matches was not whole."""
    unreadable: tuple[JournalProblem, ...] = ()
    """The problems of matches that are left out, as this program cannot read their settings."""


JournalReader = Callable[[JournalFile], SalvagedJournal]


def salvage_match(path: Path, number: int | None = None) -> SalvagedJournal:
    """Reads the match of this number, or the last one, as far as it is intact."""
    return _salvage(
        path, lambda journal: SalvagedJournal((journal.stored_match(journal.match(number)),))
    )


def salvage_journal(path: Path) -> SalvagedJournal:
    """Reads every match of a journal, each as far as it is intact."""
    return _salvage(path, _readable_matches)


def _readable_matches(journal: JournalFile) -> SalvagedJournal:
    matches, unreadable = list[StoredMatch](), list[JournalProblem]()
    for head in journal.matches:
        try:
            matches.append(journal.stored_match(head))
        except JournalProblem as problem:
            if problem.key not in ("match_newer", "match_not_understood"):
                raise
            unreadable.append(problem)
    if unreadable and not matches:
        raise unreadable[0]
    return SalvagedJournal(tuple(matches), unreadable=tuple(unreadable))


def _salvage(path: Path, read: JournalReader) -> SalvagedJournal:
    try:
        with JournalFile(path) as journal:
            found = read(journal)
            damage = None if journal.heads_are_whole else _loss(journal, path)
            return replace(found, problem=damage)
    except JournalProblem as problem:
        if not _is_salvageable(problem, path):
            raise
        return _salvage_from_copy(path, read, problem)


def _salvage_from_copy(path: Path, read: JournalReader, damage: JournalProblem) -> SalvagedJournal:
    """Salvages a copy; its problems name the journal and not the copy."""
    with TemporaryDirectory() as folder:
        try:
            with JournalFile(copy_to_repair(real_path(path), Path(folder))) as journal:
                if not journal.matches:
                    raise damage
                problem = _loss(journal, path)
                found = read(journal)
        except OSError as error:
            raise system_problem(error, path) from error
        except JournalProblem as error:
            if error.key == damage.key:
                raise damage from error
            raise _problem_of(path, error) from error
    matches = tuple(_with_path(path, match) for match in found.matches)
    return SalvagedJournal(
        matches, problem, tuple(_problem_of(path, it) for it in found.unreadable)
    )


def _is_salvageable(problem: JournalProblem, path: Path) -> bool:
    """True if the file is a journal of ours and damaged, and there is no other problem."""
    if problem.key == "no_journal":
        return path.stat().st_size > 0 and is_kibitz_journal(path)
    return problem.key == "damaged"


def _loss(journal: JournalFile, path: Path) -> JournalProblem:
    """Counts the matches and signals that could be read."""
    count = 0
    for head in journal.matches:
        with suppress(JournalProblem):
            for _ in journal.signal_rows(head):
                count += 1
    return JournalProblem("salvaged", path, matches=len(journal.matches), count=count)


def _with_path(path: Path, match: StoredMatch) -> StoredMatch:
    return replace(match, problem=_problem_of(path, match.problem)) if match.problem else match


def _problem_of(path: Path, problem: JournalProblem) -> JournalProblem:
    return JournalProblem(problem.key, path, **problem.values)
