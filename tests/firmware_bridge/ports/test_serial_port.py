"""A serial port is one of us at a time, and whatever it does is said in words."""

import asyncio
import errno
import os
import queue
import re
import socket
import termios
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path

import pytest
from serial import SerialException, SerialTimeoutException, serial_for_url
from serial.rfc2217 import PortManager

from firmware_bridge.ports import serial_port
from firmware_bridge.ports.port import PortFault
from firmware_bridge.ports.reader import AHEAD
from firmware_bridge.ports.serial_port import SerialPort
from tests.rigs.plugs import PATIENCE, Listener, Plug, heard_by, plugged

Scene = Callable[[], Coroutine[None, None, None]]


@pytest.fixture
def plug(tmp_path: Path) -> Iterator[Plug]:
    with plugged(tmp_path / "board") as it:
        yield it


class Scripted:
    """An open port that does as it is told."""

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
        return AHEAD if self.endless else len(self.says)

    def read(self, size: int = 1, /) -> bytes:
        if self.endless:
            self.read_so_far += size
            return bytes(size)
        data, self.says = self.says[:size], self.says[size:]
        if not data and self.then:
            raise self.then
        return data or self.wait()

    def wait(self) -> bytes:
        """Nothing comes in for a while."""
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
    """Where a telnet server of pyserial writes to."""

    def __init__(self, writer: asyncio.StreamWriter) -> None:
        self.write = writer.write


def scripted(wire: Scripted) -> SerialPort:
    return SerialPort("the port", opener=lambda *_: wire)


def raising(fault: Exception) -> SerialPort:
    def fail(*_: object) -> Scripted:
        raise fault

    return SerialPort("the port", opener=fail)


def talk_on(port: SerialPort) -> None:
    for _ in range(100_000):
        port.write(b"a line that nobody reads\n")


def run(scene: Scene) -> None:
    asyncio.run(scene())


def test_what_either_end_says_is_heard_at_the_other(plug: Plug) -> None:
    async def scene() -> None:
        port, ear = SerialPort(str(plug.path)), Listener()
        await port.open(ear)
        plug.say(b"<00H\n")
        await ear.until(lambda: ear.heard == b"<00H\n")
        port.write(b">01HELLO 1\n")
        assert await heard_by(plug, lambda heard: b"\n" in heard) == b">01HELLO 1\n"
        await port.close()

    run(scene)


def test_every_byte_passes_unchanged_in_both_directions(plug: Plug) -> None:
    async def scene() -> None:
        port, ear, every = SerialPort(str(plug.path)), Listener(), bytes(range(256))
        await port.open(ear)
        plug.say(every)
        port.write(every)
        await ear.until(lambda: len(ear.heard) == 256)
        assert ear.heard == every
        assert await heard_by(plug, lambda heard: len(heard) == 256) == every
        await port.close()

    run(scene)


def test_what_was_said_before_the_opening_is_forgotten(plug: Plug) -> None:
    async def scene() -> None:
        port, ear = SerialPort(str(plug.path)), Listener()
        plug.say(b"an old greeting")
        await port.open(ear)
        plug.say(b"news")
        await ear.until(lambda: ear.heard)
        assert ear.heard == b"news"
        await port.close()

    run(scene)


def test_a_second_one_of_us_is_told_that_the_port_is_in_use(plug: Plug) -> None:
    async def scene() -> None:
        port, other = SerialPort(str(plug.path)), SerialPort(str(plug.path))
        await port.open(Listener())
        with pytest.raises(PortFault, match="is in use by another program, or by another Kibitz"):
            await other.open(Listener())
        await port.close()
        await other.open(Listener())
        await other.close()

    run(scene)


def test_a_port_has_one_owner(plug: Plug) -> None:
    async def scene() -> None:
        port = SerialPort(str(plug.path))
        await port.open(Listener())
        with pytest.raises(RuntimeError, match="is open already"):
            await port.open(Listener())
        await port.close()

    run(scene)


def test_a_port_is_closed_twice_and_opened_again(plug: Plug) -> None:
    async def scene() -> None:
        port = SerialPort(str(plug.path))
        await port.close()
        for _ in range(3):
            ear = Listener()
            await port.open(ear)
            plug.say(b"here")
            await ear.until(lambda: ear.heard == b"here")  # noqa: B023 - it is waited for here
            await port.close()
            await port.close()
        with pytest.raises(RuntimeError, match="is not open"):
            port.write(b"anybody?")

    run(scene)


def test_a_port_that_vanishes_is_lost_after_its_last_words(plug: Plug) -> None:
    async def scene() -> None:
        port, ear = SerialPort(str(plug.path)), Listener()
        await port.open(ear)
        plug.say(b"goodbye")
        await ear.until(lambda: ear.heard)
        plug.unplug()
        await ear.until(lambda: ear.lost)
        assert ear.lost == ["was unplugged"]
        assert ear.heard == b"goodbye"
        with pytest.raises(PortFault, match="was unplugged"):
            port.write(b"anybody?")
        await port.close()

    run(scene)


def test_a_port_that_came_back_under_its_path_is_opened_again(plug: Plug) -> None:
    async def scene() -> None:
        port, ear = SerialPort(str(plug.path)), Listener()
        for _ in range(3):
            ear = Listener()
            await port.open(ear)
            plug.unplug()
            await ear.until(lambda: ear.lost)  # noqa: B023 - it is waited for here
            await port.close()
            with pytest.raises(PortFault, match="is not there"):
                await port.open(Listener())
            plug.plug_in()

    run(scene)


def test_a_board_that_takes_nothing_does_not_hold_up_the_table(plug: Plug) -> None:
    async def scene() -> None:
        port = SerialPort(str(plug.path))
        await port.open(Listener())
        started = time.monotonic()
        with pytest.raises(PortFault, match="does not take what it is told"):
            talk_on(port)
        await port.close()
        assert time.monotonic() - started < PATIENCE

    run(scene)


@pytest.mark.parametrize(
    ("where", "why"),
    [
        ("nowhere", "is not there"),
        ("a file", "is not a serial port"),
        ("a file/in it", "is not there"),
        ("a folder", "is not a serial port"),
        ("a pipe", "is not a serial port"),
        ("a socket", "is not there"),
        ("", "is not there"),
        ("a\0b", "cannot be opened"),
        ("/dev/null", "is not a serial port"),
    ],
)
def test_what_is_no_serial_port_is_called_so(tmp_path: Path, where: str, why: str) -> None:
    (tmp_path / "a file").write_text("words", encoding="utf-8")
    (tmp_path / "a folder").mkdir()
    os.mkfifo(tmp_path / "a pipe")
    address = tmp_path / "a socket"

    async def scene() -> None:
        with socket.socket(socket.AF_UNIX) as listener:
            listener.bind(str(address))
            port = SerialPort(str(tmp_path / where) if where else "")
            with pytest.raises(PortFault) as fault:
                await port.open(Listener())
            assert fault.value.why.startswith(why)

    run(scene)


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
        (socket.gaierror(-2, "no"), "has a name that the network does not know"),
        (ConnectionRefusedError(errno.ECONNREFUSED, "no"), "refuses the connection"),
        (OSError(errno.EHOSTUNREACH, "no"), "cannot be reached over the network"),
    ],
)
def test_whatever_keeps_a_port_shut_is_said_in_words(fault: Exception, why: str) -> None:
    async def scene() -> None:
        with pytest.raises(PortFault) as found:
            await raising(fault).open(Listener())
        assert str(found.value) == f"the port {found.value.why}"
        assert found.value.why.startswith(why)

    run(scene)


@pytest.mark.parametrize(
    "fault",
    [
        SerialException("device reports readiness to read but returned no data"),
        OSError(errno.EIO, "gone"),
        termios.error(errno.EIO, "gone"),
    ],
)
def test_however_a_port_breaks_it_is_lost_once(fault: Exception) -> None:
    async def scene() -> None:
        port, ear = scripted(Scripted(b"last words", fault)), Listener()
        await port.open(ear)
        await ear.until(lambda: ear.lost)
        assert (ear.heard, ear.lost) == (b"last words", ["was unplugged"])
        await port.close()

    run(scene)


def test_a_bug_while_reading_is_loud_and_lets_go_of_the_port(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    bugs: queue.SimpleQueue[object] = queue.SimpleQueue()
    monkeypatch.setattr(threading, "excepthook", lambda told: bugs.put(told.exc_type))

    async def scene() -> None:
        wire, ear = Scripted(b"last words", ZeroDivisionError()), Listener()
        port = scripted(wire)
        await port.open(ear)
        await ear.until(lambda: ear.lost)
        assert ear.lost == ["has met with a bug of Kibitz; the log tells more"]
        await port.close()
        assert wire.closed.is_set()
        wire.then = None
        await port.open(ear)
        await port.close()

    run(scene)
    # The thread may end a moment after it has told that the port is lost.
    assert bugs.get(timeout=60) is ZeroDivisionError
    assert bugs.empty()


def test_a_bug_while_opening_stops_whoever_opens() -> None:
    async def scene() -> None:
        port = raising(ZeroDivisionError())
        for _ in range(2):
            with pytest.raises(ZeroDivisionError):
                await port.open(Listener())

    run(scene)


@pytest.mark.parametrize("full", [SerialTimeoutException("full"), termios.error(errno.EIO, "gone")])
def test_a_line_that_takes_nothing_more_is_a_fault_of_the_port(full: Exception) -> None:
    async def scene() -> None:
        wire = Scripted()
        port = scripted(wire)
        await port.open(Listener())
        wire.full = full
        with pytest.raises(PortFault):
            port.write(b"anything")
        await port.close()

    run(scene)


def test_a_flood_waits_until_the_loop_has_taken_what_there_is() -> None:
    async def scene() -> None:
        wire, ear = Scripted(), Listener()
        wire.endless = True
        port = scripted(wire)
        await port.open(ear)
        await ear.until(lambda: len(ear.heard) > 50 * AHEAD)
        assert ear.most <= 2 * AHEAD
        assert wire.read_so_far <= len(ear.heard) + 3 * AHEAD
        await port.close()
        assert wire.closed.is_set()

    run(scene)


def test_a_flood_leaves_room_for_everybody_else() -> None:
    async def scene() -> None:
        wire = Scripted()
        wire.endless = True
        port, ear = scripted(wire), Listener()
        await port.open(ear)
        for _ in range(100):
            await asyncio.sleep(0)
        await ear.until(lambda: ear.heard)
        await port.close()
        heard = len(ear.heard)
        for _ in range(100):
            await asyncio.sleep(0)
        assert len(ear.heard) == heard

    run(scene)


def test_a_port_that_hangs_on_opening_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serial_port, "OPENING", 0.05)
    monkeypatch.setattr(serial_port, "CLOSING", 0.05)
    wire, may_open = Scripted(), threading.Event()

    def hang(*_: object) -> Scripted:
        may_open.wait(PATIENCE)
        return wire

    async def scene() -> None:
        port = SerialPort("the port", opener=hang)
        with pytest.raises(PortFault, match="does not open within 0"):
            await port.open(Listener())
        with pytest.raises(PortFault, match="hangs, and has not let go since it was used last"):
            await port.open(Listener())
        may_open.set()
        assert await asyncio.to_thread(wire.closed.wait, PATIENCE)
        await port.close()

    run(scene)


def test_a_port_that_hangs_on_closing_does_not_hold_up_the_table(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(serial_port, "CLOSING", 0.05)
    wire = Scripted()
    wire.may_close.clear()

    async def scene() -> None:
        port = scripted(wire)
        await port.open(Listener())
        await port.close()
        assert not wire.closed.is_set()
        with pytest.raises(PortFault, match="hangs, and has not let go since it was used last"):
            await port.open(Listener())
        wire.may_close.set()
        await asyncio.to_thread(wire.closed.wait, PATIENCE)
        monkeypatch.setattr(serial_port, "CLOSING", PATIENCE)
        await port.open(Listener())
        await port.close()

    run(scene)


def test_who_no_longer_wants_a_port_that_opens_does_not_get_it() -> None:
    wire, may_open = Scripted(), threading.Event()

    def slowly(*_: object) -> Scripted:
        may_open.wait(PATIENCE)
        return wire

    async def scene() -> None:
        port = SerialPort("the port", opener=slowly)
        opening = asyncio.create_task(port.open(Listener()))
        await asyncio.sleep(0)
        opening.cancel()
        await asyncio.wait({opening})
        assert opening.cancelled()
        may_open.set()
        assert await asyncio.to_thread(wire.closed.wait, PATIENCE)

    run(scene)


def test_a_table_that_was_never_closed_leaves_no_port_open() -> None:
    wire = Scripted()
    wire.endless = True

    async def scene() -> None:
        await scripted(wire).open(Listener())

    run(scene)
    assert wire.closed.wait(PATIENCE)


def test_a_port_on_another_machine_is_reached_by_its_url() -> None:
    async def scene() -> None:
        far: asyncio.Queue[asyncio.StreamWriter] = asyncio.Queue()

        async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            far.put_nowait(writer)
            writer.write(b"heard: " + await reader.readline())

        server = await asyncio.start_server(answer, "127.0.0.1", 0)
        url = f"socket://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        port, ear = SerialPort(url), Listener()
        await port.open(ear)
        port.write(b"hello\n")
        await ear.until(lambda: ear.heard == b"heard: hello\n")
        (await far.get()).close()
        await ear.until(lambda: ear.lost)
        assert ear.lost == ["has closed the connection"]
        await port.close()
        server.close()
        await server.wait_closed()
        with pytest.raises(PortFault, match="refuses the connection"):
            await port.open(Listener())

    run(scene)


@pytest.mark.parametrize(
    "url",
    [
        "socket://",
        "socket://127.0.0.1",
        "socket://127.0.0.1:99999",
        "socket://127.0.0.1:seven",
        "socket://127.0.0.1:7?pace=1",
        "socket://127.0.0.1:7?logging=loud",
        "socket://[::1",
        "socket://..:7",
        "rfc2217://127.0.0.1",
        "rfc2217://127.0.0.1:-1",
        "rfc2217://127.0.0.1:7?pace=1",
        "rfc2217://127.0.0.1:7?timeout=soon",
        "telephone://127.0.0.1:7",
    ],
)
def test_a_url_without_a_place_to_go_to_is_called_so(url: str) -> None:
    async def scene() -> None:
        with pytest.raises(
            PortFault, match=f"^{re.escape(url)} is no address of a port, as [^']*$"
        ):
            await SerialPort(url).open(Listener())

    run(scene)


def test_a_port_that_talks_to_itself_hears_what_it_says() -> None:
    async def scene() -> None:
        port, ear = SerialPort("loop://"), Listener()
        await port.open(ear)
        port.write(b"echo")
        await ear.until(lambda: ear.heard == b"echo")
        await port.close()

    run(scene)


@pytest.mark.filterwarnings("ignore:set(Daemon|Name):DeprecationWarning")
def test_a_port_behind_a_telnet_server_is_reached_by_its_url() -> None:
    async def scene() -> None:
        with serial_for_url("loop://", timeout=0) as far:

            async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
                manager = PortManager(far, Sender(writer))  # type: ignore[arg-type] # stubs err
                while data := await reader.read(1000):
                    far.write(b"".join(manager.filter(data)))
                    writer.write(b"".join(manager.escape(far.read(1000))))
                writer.close()

            server = await asyncio.start_server(serve, "127.0.0.1", 0)
            port = SerialPort(f"rfc2217://127.0.0.1:{server.sockets[0].getsockname()[1]}")
            ear = Listener()
            await port.open(ear)
            port.write(b"hello\n")
            await ear.until(lambda: ear.heard == b"hello\n")
            await port.close()
            server.close()
            await server.wait_closed()

    run(scene)
