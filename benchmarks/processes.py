"""Real processes observed from outside: `kibitz run`, and bare interpreters beside it."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SERVICE = ("-m", "service", "run")
"""The arguments of Python for `kibitz run`, with all defaults."""
PATIENCE = 60
"""Seconds until a process must have reported that it is ready, and until it must have stopped."""
PROC = Path("/proc")
READY, BEAT = b"READY=1", b"WATCHDOG=1"
TELL = (
    "import os, socket;"
    "line = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM);"
    "line.sendto(b'READY=1', os.environ['NOTIFY_SOCKET']);"
    "line.close();"
)
"""The statements with which a bare interpreter reports that it is ready."""


@dataclass(frozen=True, slots=True)
class Usage:
    """The resources that all threads of a process have used so far."""

    wakeups: int
    """Number of times that one of them has gone to sleep again."""
    pushed: int
    """Number of times that one of them was preempted."""
    milliseconds: float
    """Processor time."""

    def __sub__(self, earlier: Usage) -> Usage:
        return Usage(
            self.wakeups - earlier.wakeups,
            self.pushed - earlier.pushed,
            self.milliseconds - earlier.milliseconds,
        )


class WatchedProcess:
    """A process that runs, and the socket on which it reports its state."""

    def __init__(self, process: subprocess.Popen[bytes], line: socket.socket) -> None:
        self._process = process
        self._line = line

    def wait(self, what: bytes) -> None:
        """Returns once the process has reported this; raises TimeoutError if it does not."""
        while self._line.recv(100) != what:
            pass

    def beats(self) -> int:
        """The number of heartbeats since the last call."""
        heard = 0
        self._line.settimeout(0)
        try:
            while True:
                heard += self._line.recv(100) == BEAT
        except BlockingIOError:
            return heard
        finally:
            self._line.settimeout(PATIENCE)

    @property
    def megabytes(self) -> float:
        """The private memory at the moment.

        The pages of files that it maps are left out: they are the system's cache, which grows with
        the memory that is free, and is given back where there is none.
        """
        return self._memory("RssAnon") + self._memory("RssShmem")

    @property
    def most_megabytes(self) -> float:
        """The same at its peak; files are mapped at the start, and count as they do now."""
        return self._memory("VmHWM") - self._memory("RssFile")

    @property
    def usage(self) -> Usage:
        tasks = [*(PROC / str(self._process.pid) / "task").iterdir()]
        states = [self._status(self._process.pid, int(task.name)) for task in tasks]
        spent = [int((task / "schedstat").read_text().split()[0]) for task in tasks]
        return Usage(
            sum(int(state["voluntary_ctxt_switches"]) for state in states),
            sum(int(state["nonvoluntary_ctxt_switches"]) for state in states),
            sum(spent) / 1e6,
        )

    @property
    def threads(self) -> int:
        return int(self._status(self._process.pid)["Threads"])

    def _memory(self, what: str) -> float:
        return int(self._status(self._process.pid)[what].split()[0]) / 1024

    def _status(self, process: int, task: int | None = None) -> dict[str, str]:
        where = PROC / str(process) / "task" / str(task or process) / "status"
        lines = where.read_text(encoding="utf-8").splitlines()
        return {name: value.strip() for name, _, value in (line.partition(":") for line in lines)}


def can_be_watched() -> bool:
    """True if this system reports the resources that processes use."""
    return (PROC / "self" / "schedstat").exists()


@contextmanager
def watch_process(
    folder: Path, arguments: Sequence[str], watchdog: float = 0
) -> Iterator[WatchedProcess]:
    """A Python process at home in a folder, until it is stopped."""
    address = folder / "notify"
    address.unlink(missing_ok=True)
    environment = {
        **{name: value for name, value in os.environ.items() if name.startswith(("LANG", "LC_"))},
        "PYTHONPATH": str(ROOT),
        "HOME": str(folder),
        "NOTIFY_SOCKET": str(address),
    }
    if watchdog:
        environment["WATCHDOG_USEC"] = f"{watchdog * 1e6:.0f}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.bind(str(address))
        line.settimeout(PATIENCE)
        process = subprocess.Popen(  # noqa: S603 - our own program
            [sys.executable, *arguments], cwd=folder, env=environment, stdout=subprocess.DEVNULL
        )
        try:
            yield WatchedProcess(process, line)
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(PATIENCE)
