"""A serial port has one user at a time, and its faults are reported in words."""

import asyncio
import errno
import os
import queue
import re
import socket
import termios
import threading
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from serial import SerialException, SerialTimeoutException, serial_for_url
from serial.rfc2217 import PortManager

from firmware_bridge import serial_port
from firmware_bridge.port import PortFault
from firmware_bridge.serial_port import MAX_QUEUED, SerialPort
from tests.rigs.wire.pseudo_terminals import (
    PATIENCE,
    PortRecorder,
    SerialPlug,
    bytes_at_far_end,
    plugged_port,
)

Scene = Callable[[], Coroutine[None, None, None]]


@pytest.fixture
def plug(tmp_path: Path) -> Iterator[SerialPlug]:
    with plugged_port(tmp_path / "board") as plugged:
        yield plugged


class Scripted:
    """An open port that follows a script."""

    def __init__(self, says: bytes = b"", then: Exception | None = None) -> None:
        self.says = says
        self.then = then
        self.read_so_far = 0
        self.endless = False
        self.may_close = threading.Event()
        self.may_close.set()
        self.closed = threading.Event()
        self.full: Exception | None = None

    @property
    def in_waiting(self) -> int:
        return MAX_QUEUED if self.endless else len(self.says)

    def read(self, size: int = 1, /) -> bytes:
        if self.endless:
            self.read_so_far += size
            return bytes(size)
        data, self.says = self.says[:size], self.says[size:]
        if not data and self.then:
            raise self.then
        return data or self.wait()

    def wait(self) -> bytes:
        """Waits a moment in which no data comes in."""
        time.sleep(0.001)
        return b""

    def write(self, data: bytes, /) -> int:
        if self.full:
            raise self.full
        return len(data)

    def close(self) -> None:
        self.may_close.wait(PATIENCE)
        self.closed.set()


class Sender:
    """A fake of the connection to which a telnet server of pyserial writes."""

    def __init__(self, writer: asyncio.StreamWriter) -> None:
        self.write = writer.write


@asynccontextmanager
async def opened(port: SerialPort) -> AsyncIterator[tuple[SerialPort, PortRecorder]]:
    """The port while it is open, and its listener."""
    listener = PortRecorder()
    await port.open(listener)
    yield port, listener
    await port.close()


def scripted(wire: Scripted) -> SerialPort:
    return SerialPort("the port", opener=lambda *_: wire)


def raising(fault: Exception) -> SerialPort:
    def fail(*_: object) -> Scripted:
        raise fault

    return SerialPort("the port", opener=fail)


def slow_port(wire: Scripted, may_open: threading.Event) -> SerialPort:
    """A port that opens only once it may."""

    def wait(*_: object) -> Scripted:
        may_open.wait(PATIENCE)
        return wire

    return SerialPort("the port", opener=wait)


def write_until_refused(port: SerialPort) -> None:
    for _ in range(100_000):
        port.write(b"a line that nobody reads\n")


def run(scene: Scene) -> None:
    asyncio.run(scene())


async def test_bytes_pass_in_both_directions(plug: SerialPlug) -> None:
    async with opened(SerialPort(str(plug.path))) as (port, listener):
        plug.say(b"<00H\n")
        await listener.until(lambda: listener.heard == b"<00H\n")
        port.write(b">01HELLO 1\n")
        assert await bytes_at_far_end(plug, lambda heard: b"\n" in heard) == b">01HELLO 1\n"


async def test_every_byte_passes_unchanged_in_both_directions(plug: SerialPlug) -> None:
    every = bytes(range(256))
    async with opened(SerialPort(str(plug.path))) as (port, listener):
        plug.say(every)
        port.write(every)
        await listener.until(lambda: len(listener.heard) == 256)
        assert listener.heard == every
        assert await bytes_at_far_end(plug, lambda heard: len(heard) == 256) == every


async def test_bytes_from_before_the_opening_are_discarded(plug: SerialPlug) -> None:
    plug.say(b"an old greeting")
    async with opened(SerialPort(str(plug.path))) as (_, listener):
        plug.say(b"news")
        await listener.until(lambda: listener.heard)
        assert listener.heard == b"news"


async def test_second_opener_is_told_that_the_port_is_in_use(plug: SerialPlug) -> None:
    other = SerialPort(str(plug.path))
    async with opened(SerialPort(str(plug.path))):
        with pytest.raises(PortFault, match="is in use by another program, or by another Kibitz"):
            await other.open(PortRecorder())
    await other.open(PortRecorder())
    await other.close()


async def test_a_port_has_one_owner(plug: SerialPlug) -> None:
    async with opened(SerialPort(str(plug.path))) as (port, _):
        with pytest.raises(RuntimeError, match="is open already"):
            await port.open(PortRecorder())


async def test_a_port_is_closed_twice_and_opened_again(plug: SerialPlug) -> None:
    port = SerialPort(str(plug.path))
    await port.close()
    for _ in range(3):
        listener = PortRecorder()
        await port.open(listener)
        plug.say(b"here")
        await listener.until(lambda: listener.heard == b"here")  # noqa: B023 - it is waited for here
        await port.close()
        await port.close()
    with pytest.raises(RuntimeError, match="is not open"):
        port.write(b"anybody?")


async def test_a_port_that_vanishes_is_lost_after_its_last_words(plug: SerialPlug) -> None:
    async with opened(SerialPort(str(plug.path))) as (port, listener):
        plug.say(b"goodbye")
        await listener.until(lambda: listener.heard)
        plug.unplug()
        await listener.until(lambda: listener.lost)
        assert listener.lost == ["was unplugged"]
        assert listener.heard == b"goodbye"
        with pytest.raises(PortFault, match="was unplugged"):
            port.write(b"anybody?")


async def test_a_port_that_came_back_under_its_path_is_opened_again(plug: SerialPlug) -> None:
    port, listener = SerialPort(str(plug.path)), PortRecorder()
    for _ in range(3):
        listener = PortRecorder()
        await port.open(listener)
        plug.unplug()
        await listener.until(lambda: listener.lost)  # noqa: B023 - it is waited for here
        await port.close()
        with pytest.raises(PortFault, match="is not there"):
            await port.open(PortRecorder())
        plug.plug_in()


async def test_board_that_accepts_no_data_does_not_block_the_table(plug: SerialPlug) -> None:
    async with opened(SerialPort(str(plug.path))) as (port, _):
        started = time.monotonic()
        with pytest.raises(PortFault, match="does not accept data"):
            write_until_refused(port)
    assert time.monotonic() - started < PATIENCE


@pytest.mark.parametrize(
    ("where", "why"),
    [
        *(("nowhere", "is not there"), ("a file", "is not a serial port")),
        *(("a file/in it", "is not there"), ("a folder", "is not a serial port")),
        *(("a pipe", "is not a serial port"), ("a socket", "is not there"), ("", "is not there")),
        *(("a\0b", "cannot be opened"), ("/dev/null", "is not a serial port")),
    ],
)
async def test_path_that_is_no_serial_port_is_refused(tmp_path: Path, where: str, why: str) -> None:
    (tmp_path / "a file").write_text("words", encoding="utf-8")
    (tmp_path / "a folder").mkdir()
    os.mkfifo(tmp_path / "a pipe")
    address = tmp_path / "a socket"
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(address))
        port = SerialPort(str(tmp_path / where) if where else "")
        with pytest.raises(PortFault) as fault:
            await port.open(PortRecorder())
        assert fault.value.why.startswith(why)


@pytest.mark.parametrize(
    ("fault", "why"),
    [
        (SerialException(errno.EACCES, "no"), "may not be opened by this user"),
        (PermissionError(errno.EPERM, "no"), "may not be opened by this user"),
        (SerialException(errno.EBUSY, "no"), "is in use by another program"),
        (SerialException(errno.EAGAIN, "no"), "is in use by another program"),
        (OSError(errno.EIO, "no"), "does not work"),
        (termios.error(errno.EIO, "no"), "does not work"),
        (termios.error(errno.ENOTTY, "no"), "is not a serial port"),
        (OSError(errno.EMFILE, "no"), "cannot be opened (Too many open files)"),
        (SerialException("something else"), "cannot be opened (something else)"),
        (ValueError("Not a valid baudrate"), "cannot be opened (Not a valid baudrate)"),
        (socket.gaierror(-2, "no"), "has an unknown host name"),
        (ConnectionRefusedError(errno.ECONNREFUSED, "no"), "refuses the connection"),
        (OSError(errno.EHOSTUNREACH, "no"), "cannot be reached over the network"),
    ],
)
async def test_opening_error_is_reported_in_words(fault: Exception, why: str) -> None:
    with pytest.raises(PortFault) as found:
        await raising(fault).open(PortRecorder())
    assert str(found.value) == f"the port {found.value.why}"
    assert found.value.why.startswith(why)


@pytest.mark.parametrize(
    "fault",
    [
        SerialException("device reports readiness to read but returned no data"),
        OSError(errno.EIO, "gone"),
        termios.error(errno.EIO, "gone"),
    ],
)
async def test_broken_port_is_lost_once(fault: Exception) -> None:
    async with opened(scripted(Scripted(b"last words", fault))) as (_, listener):
        await listener.until(lambda: listener.lost)
        assert (listener.heard, listener.lost) == (b"last words", ["was unplugged"])


def test_bug_while_reading_is_raised_and_closes_the_port(monkeypatch: pytest.MonkeyPatch) -> None:
    bugs: queue.SimpleQueue[object] = queue.SimpleQueue()
    monkeypatch.setattr(threading, "excepthook", lambda error: bugs.put(error.exc_type))

    async def scene() -> None:
        wire, listener = Scripted(b"last words", ZeroDivisionError()), PortRecorder()
        port = scripted(wire)
        await port.open(listener)
        await listener.until(lambda: listener.lost)
        assert listener.lost == ["failed because of a bug in Kibitz; see the log"]
        await port.close()
        assert wire.closed.is_set()
        wire.then = None
        await port.open(listener)
        await port.close()

    run(scene)
    # The thread may end a moment after it has reported the loss of the port.
    assert bugs.get(timeout=60) is ZeroDivisionError
    assert bugs.empty()


async def test_bug_while_opening_is_raised_for_the_opener() -> None:
    port = raising(ZeroDivisionError())
    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            await port.open(PortRecorder())


@pytest.mark.parametrize("full", [SerialTimeoutException("full"), termios.error(errno.EIO, "gone")])
async def test_error_on_writing_is_a_fault_of_the_port(full: Exception) -> None:
    wire = Scripted()
    async with opened(scripted(wire)) as (port, _):
        wire.full = full
        with pytest.raises(PortFault):
            port.write(b"anything")


async def test_flood_waits_until_the_loop_has_read_the_queue() -> None:
    wire = Scripted()
    wire.endless = True
    async with opened(scripted(wire)) as (_, listener):
        await listener.until(lambda: len(listener.heard) > 50 * MAX_QUEUED)
        assert listener.most <= 2 * MAX_QUEUED
        assert wire.read_so_far <= len(listener.heard) + 3 * MAX_QUEUED
    assert wire.closed.is_set()


async def test_flood_does_not_starve_the_loop() -> None:
    wire = Scripted()
    wire.endless = True
    port, listener = scripted(wire), PortRecorder()
    await port.open(listener)
    for _ in range(100):
        await asyncio.sleep(0)
    await listener.until(lambda: listener.heard)
    await port.close()
    heard = len(listener.heard)
    for _ in range(100):
        await asyncio.sleep(0)
    assert len(listener.heard) == heard


async def test_a_port_that_hangs_on_opening_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serial_port, "OPEN_TIMEOUT", 0.05)
    monkeypatch.setattr(serial_port, "CLOSE_TIMEOUT", 0.05)
    wire, may_open = Scripted(), threading.Event()
    port = slow_port(wire, may_open)
    with pytest.raises(PortFault, match="does not open within 0"):
        await port.open(PortRecorder())
    with pytest.raises(PortFault, match="hangs: its last use has not ended yet"):
        await port.open(PortRecorder())
    may_open.set()
    assert await asyncio.to_thread(wire.closed.wait, PATIENCE)
    await port.close()


async def test_port_that_hangs_on_closing_blocks_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serial_port, "CLOSE_TIMEOUT", 0.05)
    wire = Scripted()
    wire.may_close.clear()
    port = scripted(wire)
    await port.open(PortRecorder())
    await port.close()
    assert not wire.closed.is_set()
    with pytest.raises(PortFault, match="hangs: its last use has not ended yet"):
        await port.open(PortRecorder())
    wire.may_close.set()
    await asyncio.to_thread(wire.closed.wait, PATIENCE)
    monkeypatch.setattr(serial_port, "CLOSE_TIMEOUT", PATIENCE)
    await port.open(PortRecorder())
    await port.close()


async def test_cancelled_opening_leaves_the_port_closed() -> None:
    wire, may_open = Scripted(), threading.Event()
    port = slow_port(wire, may_open)
    opening = asyncio.create_task(port.open(PortRecorder()))
    await asyncio.sleep(0)
    opening.cancel()
    await asyncio.wait({opening})
    assert opening.cancelled()
    may_open.set()
    assert await asyncio.to_thread(wire.closed.wait, PATIENCE)


def test_a_table_that_was_never_closed_leaves_no_port_open() -> None:
    wire = Scripted()
    wire.endless = True

    async def scene() -> None:
        await scripted(wire).open(PortRecorder())

    run(scene)
    assert wire.closed.wait(PATIENCE)


async def test_a_port_on_another_machine_is_reached_by_its_url() -> None:
    far: asyncio.Queue[asyncio.StreamWriter] = asyncio.Queue()

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        far.put_nowait(writer)
        writer.write(b"heard: " + await reader.readline())

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    url = f"socket://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    port, listener = SerialPort(url), PortRecorder()
    await port.open(listener)
    port.write(b"hello\n")
    await listener.until(lambda: listener.heard == b"heard: hello\n")
    (await far.get()).close()
    await listener.until(lambda: listener.lost)
    assert listener.lost == ["has closed the connection"]
    await port.close()
    server.close()
    await server.wait_closed()
    with pytest.raises(PortFault, match="refuses the connection"):
        await port.open(PortRecorder())


@pytest.mark.parametrize(
    "url",
    [
        *("socket://", "socket://127.0.0.1", "socket://127.0.0.1:99999"),
        *("socket://127.0.0.1:seven", "socket://127.0.0.1:7?pace=1"),
        *("socket://127.0.0.1:7?logging=loud", "socket://[::1", "socket://..:7"),
        *("rfc2217://127.0.0.1", "rfc2217://127.0.0.1:-1", "rfc2217://127.0.0.1:7?pace=1"),
        *("rfc2217://127.0.0.1:7?timeout=soon", "telephone://127.0.0.1:7"),
    ],
)
async def test_url_without_a_destination_is_refused(url: str) -> None:
    why = "is not the address of a port, such as [^']*"
    with pytest.raises(PortFault, match=f"^{re.escape(url)} {why}$"):
        await SerialPort(url).open(PortRecorder())


async def test_loop_port_receives_its_own_output() -> None:
    async with opened(SerialPort("loop://")) as (port, listener):
        port.write(b"echo")
        await listener.until(lambda: listener.heard == b"echo")


@pytest.mark.filterwarnings("ignore:set(Daemon|Name):DeprecationWarning")
async def test_a_port_behind_a_telnet_server_is_reached_by_its_url() -> None:
    with serial_for_url("loop://", timeout=0) as far:

        async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            manager = PortManager(far, Sender(writer))  # type: ignore[arg-type] # stubs err
            while data := await reader.read(1000):
                far.write(b"".join(manager.filter(data)))
                writer.write(b"".join(manager.escape(far.read(1000))))
            writer.close()

        server = await asyncio.start_server(serve, "127.0.0.1", 0)
        port = SerialPort(f"rfc2217://127.0.0.1:{server.sockets[0].getsockname()[1]}")
        listener = PortRecorder()
        await port.open(listener)
        port.write(b"hello\n")
        await listener.until(lambda: listener.heard == b"hello\n")
        await port.close()
        server.close()
        await server.wait_closed()
