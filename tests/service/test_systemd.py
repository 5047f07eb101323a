"""systemd is told what it wants to know, and nobody else is bothered."""

import asyncio
import errno
import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from service.systemd import ALIVE, READY, Systemd


@pytest.fixture
def listener(tmp_path: Path) -> Iterator[socket.socket]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.bind(str(tmp_path / "notify"))
        line.setblocking(False)
        yield line


def test_what_is_said_arrives(listener: socket.socket) -> None:
    Systemd({"NOTIFY_SOCKET": listener.getsockname()}).tell(READY)

    assert listener.recv(100) == b"READY=1"


def test_a_name_that_is_no_file_is_understood() -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.bind(f"\0kibitz-test-{os.getpid()}")
        Systemd({"NOTIFY_SOCKET": f"@kibitz-test-{os.getpid()}"}).tell(READY)

        assert line.recv(100) == b"READY=1"


@pytest.mark.parametrize("environment", [{}, {"NOTIFY_SOCKET": "nowhere/notify"}])
def test_where_nobody_listens_nothing_is_lost(environment: dict[str, str]) -> None:
    Systemd(environment).tell(READY)


def test_it_hears_that_all_is_well_at_every_beat(listener: socket.socket) -> None:
    environment = {"NOTIFY_SOCKET": listener.getsockname(), "WATCHDOG_USEC": "2"}

    async def run() -> None:
        telling = asyncio.create_task(Systemd(environment).keep_telling())
        loop = asyncio.get_running_loop()
        for _ in range(3):
            assert await loop.sock_recv(listener, 100) == ALIVE.encode()
        telling.cancel()
        await asyncio.wait({telling})

    asyncio.run(run())


@pytest.mark.parametrize(
    ("environment", "beat"),
    [
        ({}, None),
        ({"WATCHDOG_USEC": "30000000"}, 15.0),
        ({"WATCHDOG_USEC": "30000000", "WATCHDOG_PID": str(os.getpid())}, 15.0),
        ({"WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "1"}, None),
        ({"WATCHDOG_USEC": "0"}, None),
        ({"WATCHDOG_USEC": "soon"}, None),
    ],
)
def test_the_beat_is_half_of_its_patience(environment: dict[str, str], beat: float | None) -> None:
    assert Systemd(environment).beat == beat


def test_nothing_is_told_over_and_over_where_no_watchdog_is(listener: socket.socket) -> None:
    systemd = Systemd({"NOTIFY_SOCKET": listener.getsockname()})

    asyncio.run(systemd.keep_telling())

    with pytest.raises(BlockingIOError):
        listener.recv(100)


def test_a_system_without_such_sockets_is_no_bug(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_more(*_arguments: object) -> None:
        raise OSError(errno.EMFILE, "Too many open files")

    monkeypatch.setattr(socket, "socket", no_more)

    Systemd({"NOTIFY_SOCKET": "nowhere/notify"}).tell(READY)
