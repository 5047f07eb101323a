"""systemd gets the notifications that it asks for, and no other system gets any."""

import asyncio
import errno
import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from service.cli.systemd_notify import ALIVE, READY, SystemdNotifier


@pytest.fixture
def listener(tmp_path: Path) -> Iterator[socket.socket]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.bind(str(tmp_path / "notify"))
        line.setblocking(False)
        yield line


def test_notification_arrives(listener: socket.socket) -> None:
    SystemdNotifier({"NOTIFY_SOCKET": listener.getsockname()}).notify(READY)
    assert listener.recv(100) == b"READY=1"


def test_abstract_socket_is_notified() -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.bind(f"\0kibitz-test-{os.getpid()}")
        SystemdNotifier({"NOTIFY_SOCKET": f"@kibitz-test-{os.getpid()}"}).notify(READY)

        assert line.recv(100) == b"READY=1"


@pytest.mark.parametrize("environment", [{}, {"NOTIFY_SOCKET": "nowhere/notify"}])
def test_notification_without_a_listener_is_ignored(environment: dict[str, str]) -> None:
    SystemdNotifier(environment).notify(READY)


def test_watchdog_is_notified_at_every_beat(listener: socket.socket) -> None:
    environment = {"NOTIFY_SOCKET": listener.getsockname(), "WATCHDOG_USEC": "2"}

    async def run() -> None:
        watchdog = asyncio.create_task(SystemdNotifier(environment).run_watchdog())
        loop = asyncio.get_running_loop()
        for _ in range(3):
            assert await loop.sock_recv(listener, 100) == ALIVE.encode()
        watchdog.cancel()
        await asyncio.wait({watchdog})

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
def test_watchdog_interval_is_half_of_what_systemd_allows(
    environment: dict[str, str], beat: float | None
) -> None:
    assert SystemdNotifier(environment).watchdog_interval == beat


def test_watchdog_is_not_notified_where_none_is_configured(listener: socket.socket) -> None:
    systemd = SystemdNotifier({"NOTIFY_SOCKET": listener.getsockname()})

    asyncio.run(systemd.run_watchdog())

    with pytest.raises(BlockingIOError):
        listener.recv(100)


def test_a_system_without_such_sockets_is_no_bug(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_more(*_arguments: object) -> None:
        raise OSError(errno.EMFILE, "Too many open files")

    monkeypatch.setattr(socket, "socket", no_more)

    SystemdNotifier({"NOTIFY_SOCKET": "nowhere/notify"}).notify(READY)
