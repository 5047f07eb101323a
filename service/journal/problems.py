"""What can stand in the way of keeping or reading a journal."""

from __future__ import annotations

import errno
import sqlite3
from pathlib import Path
from typing import Any

from referee.words import Language, Phrases, load_phrases

_KEYS = {
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_BUSY: "locked",
    sqlite3.SQLITE_LOCKED: "locked",
    sqlite3.SQLITE_READONLY: "read_only",
    sqlite3.SQLITE_PERM: "no_permission",
    sqlite3.SQLITE_CANTOPEN: "cannot_open",
    sqlite3.SQLITE_CORRUPT: "damaged",
    sqlite3.SQLITE_NOTADB: "no_journal",
}
_ERRNO_KEYS: dict[int | None, str] = {
    errno.EACCES: "no_permission",
    errno.EPERM: "no_permission",
    errno.EISDIR: "no_file",
    errno.ENOENT: "cannot_open",
    errno.ENOTDIR: "cannot_open",
    errno.ENOSPC: "full",
    errno.EDQUOT: "full",
    errno.EROFS: "read_only",
}
_PRIMARY = 0xFF
"""The part of an error code that tells its kind."""


class JournalProblem(Exception):
    """A journal that cannot be kept or read; says why, in words for people if asked."""

    def __init__(self, key: str, path: Path, **values: Any) -> None:
        super().__init__(key, path, values)
        self.key = key
        self.path = path
        self.values = values

    def __str__(self) -> str:
        """In English, for the log."""
        return self.told(load_phrases(Language.ENGLISH))

    def told(self, phrases: Phrases) -> str:
        """The same in words."""
        return phrases.say(f"journal.{self.key}", file=self.path, **self.values)


def sqlite_problem(error: sqlite3.Error, path: Path, otherwise: str = "failed") -> JournalProblem:
    """What an error of SQLite means to people; the key for those that mean nothing special."""
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & _PRIMARY
    key = _KEYS.get(code, otherwise)
    return JournalProblem(key, path, **({"problem": error} if key == "failed" else {}))


def system_problem(error: OSError, path: Path) -> JournalProblem:
    """What an error of the system means to people."""
    key = _ERRNO_KEYS.get(error.errno, "failed")
    return JournalProblem(key, path, **({"problem": error.strerror} if key == "failed" else {}))
