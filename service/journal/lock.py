"""Who writes a journal: one program at a time."""

from __future__ import annotations

import fcntl
import os
import stat
from pathlib import Path

from service.journal.pages import beside, real
from service.journal.problems import JournalProblem, system_problem

_AS_IT_IS = os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK


class Claim:
    """A claim on a journal by a file beside it; the system drops it when the program ends."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._beside = path
        self._handle: int | None = None

    def take(self) -> None:
        """Make the claim; JournalProblem if somebody else has made it."""
        self._beside = beside(real(self.path), ".lock")
        while self._handle is None:
            self._handle = self._locked(self._opened())
        os.ftruncate(self._handle, 0)
        os.pwrite(self._handle, f"{os.getpid()}\n".encode(), 0)

    def drop(self) -> None:
        """Give the claim up; doing so twice is fine."""
        if self._handle is not None:
            self._beside.unlink(missing_ok=True)
            os.close(self._handle)
            self._handle = None

    def _opened(self) -> int:
        """The file beside, as it is; JournalProblem if it is a link, or no file."""
        try:
            handle = os.open(self._beside, _AS_IT_IS, 0o644)
        except OSError as error:
            raise system_problem(error, self.path) from error
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            os.close(handle)
            raise JournalProblem("failed", self.path, problem=f"{self._beside.name} is no file")
        return handle

    def _locked(self, handle: int) -> int | None:
        """The handle with the lock; None if the file was taken away meanwhile."""
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            holder = os.pread(handle, 20, 0).decode(errors="replace").strip()
            os.close(handle)
            if isinstance(error, BlockingIOError):
                raise JournalProblem("in_use", self.path, process=holder or "?") from error
            raise system_problem(error, self.path) from error
        if self._is_there(handle):
            return handle
        os.close(handle)
        return None

    def _is_there(self, handle: int) -> bool:
        try:
            return os.path.samestat(os.fstat(handle), self._beside.lstat())
        except FileNotFoundError:
            return False
