"""Which program has a file or a port open, as far as the system tells."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from service.doctor.facts import Holder
from service.printing import printable

LONGEST_COMMAND = 80
MOST_NAMED = 3
"""Programs that are named at most."""
LISTENS = "0A"
"""How the system writes that a socket listens."""
PROCESS = re.compile(r"[0-9]+")


def holder_of_file(path: str, root: Path = Path("/")) -> Holder | None:
    """Who else has this file open, first of all who has locked it; None if nobody tells."""
    with suppress(OSError):
        place = Path(path).resolve()
        return _holder({str(place)}, root, _lockers(place, root))
    return None


def holder_of_port(port: int, root: Path = Path("/")) -> Holder | None:
    """Who else listens at this port; None if nobody tells."""
    return _holder({f"socket:[{inode}]" for inode in _sockets(port, root)}, root)


def command_of(process: Path) -> str:
    """How a program was started, on one line."""
    words = (process / "cmdline").read_bytes().replace(b"\0", b" ").decode("utf-8", "replace")
    return printable(words.strip(), LONGEST_COMMAND)


def is_running(name: str, root: Path = Path("/")) -> bool:
    """Whether there is a program of this name."""
    for process in _processes(root):
        with suppress(OSError):
            if (process / "comm").read_bytes().strip() == name.encode():
                return True
    return False


def _holder(targets: set[str], root: Path, lockers: frozenset[int] = frozenset()) -> Holder | None:
    """Who has this open, beside those who have it open as well; Kibitz comes last."""
    found = []
    for process in _processes(root) if targets else ():
        with suppress(OSError):
            links = [str(handle.readlink()) for handle in (process / "fd").iterdir()]
            if targets.intersection(links):
                found.append(Holder(int(process.name), command_of(process)))
    found.sort(key=lambda it: (it.process not in lockers, it.is_kibitz, it.process))
    return replace(found[0], others=tuple(found[1:MOST_NAMED])) if found else None


def _lockers(place: Path, root: Path) -> frozenset[int]:
    """The processes that have locked a file."""
    with suppress(OSError, ValueError, IndexError):
        status = place.stat()
        device = f"{os.major(status.st_dev):02x}:{os.minor(status.st_dev):02x}"
        locks = (root / "proc" / "locks").read_text("ascii").splitlines()
        words = [line.split() for line in locks]
        return frozenset(int(it[4]) for it in words if it[5] == f"{device}:{status.st_ino}")
    return frozenset()


def _processes(root: Path) -> Iterator[Path]:
    own = (root / "proc" / "self").resolve().name
    with suppress(OSError):
        for entry in sorted((root / "proc").iterdir()):
            if PROCESS.fullmatch(entry.name) and entry.name != own:
                yield entry


def _sockets(port: int, root: Path) -> Iterator[str]:
    """The inodes of the sockets that listen there."""
    for table in ("tcp", "tcp6"):
        with suppress(OSError):
            for line in (root / "proc" / "net" / table).read_text("ascii").splitlines()[1:]:
                words = line.split()
                if words[3] == LISTENS and int(words[1].rpartition(":")[2], 16) == port:
                    yield words[9]
