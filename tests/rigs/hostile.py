"""Ports behind which is anything but a good board: modems, floods, liars, and things that hang."""

from __future__ import annotations

import os
import random
import selectors
import tty
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

from firmware_bridge.pico.framing import FROM_BOARD, UNASKED, encode
from tests.rigs.plain_board import PlainBoard

CHUNK = 4096
NMEA = b"$GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,*47\r\n"
NOISE = random.Random(5).randbytes(CHUNK)  # noqa: S311 - the same each time
Behaviour = Callable[[bytes], bytes | None]
"""What it says to what it hears, and to nothing when it may go on; None: it goes."""


class Far:
    """The far end of a serial port, in a thread of its own."""

    def __init__(self, path: Path, behaviour: Behaviour, *, urges: bool) -> None:
        self._behaviour = behaviour
        self._urges = urges
        self._far, near = os.openpty()
        tty.setraw(near)
        os.set_blocking(self._far, False)
        path.unlink(missing_ok=True)
        path.symlink_to(os.ttyname(near))
        self._path = path
        self._near = near
        self._woken, self._waker = os.pipe()
        self._thread = Thread(target=self._run, name="hostile port", daemon=True)
        self._thread.start()

    def end(self) -> None:
        """It is unplugged. Once."""
        os.close(self._waker)
        self._thread.join()
        os.close(self._woken)

    def _run(self) -> None:
        out = b""
        with selectors.DefaultSelector() as poll:
            poll.register(self._woken, selectors.EVENT_READ)
            urge = selectors.EVENT_WRITE if self._urges else 0
            poll.register(self._far, selectors.EVENT_READ | urge)
            while self._woken not in [key.fd for key, _ in poll.select()]:
                heard = self._hear()
                said = self._behaviour(heard) if heard or not out else b""
                if said is None:
                    break
                out = self._say(out + said)
                wanted = selectors.EVENT_WRITE if out else urge
                poll.modify(self._far, selectors.EVENT_READ | wanted)
        self._path.unlink(missing_ok=True)
        os.close(self._far)
        os.close(self._near)

    def _hear(self) -> bytes:
        try:
            return os.read(self._far, CHUNK)
        except BlockingIOError:
            return b""

    def _say(self, out: bytes) -> bytes:
        """Say as much as is taken; what is left."""
        try:
            return out[os.write(self._far, out) :] if out else b""
        except BlockingIOError:
            return out


@contextmanager
def hostile(path: Path, behaviour: Behaviour, *, urges: bool = False) -> Iterator[Far]:
    """A port with this behind it, which `urges` if it also speaks without being spoken to."""
    far = Far(path, behaviour, urges=urges)
    try:
        yield far
    finally:
        far.end()


def echoes(heard: bytes) -> bytes:
    """A bridged line."""
    return heard


def modem(heard: bytes) -> bytes:
    """Echoes, and understands nothing that does not begin with AT."""
    return heard + b"\r\nERROR\r\n" * heard.count(b"\n")


def hangs(heard: bytes) -> bytes:
    """Half a line, and no more."""
    return b":00 H boot=8a45" if heard else b""


def nmea(_heard: bytes) -> bytes:
    """A receiver of satellites, faster than any."""
    return NMEA


def noise(_heard: bytes) -> bytes:
    """Random bytes for ever."""
    return NOISE


def beats(_heard: bytes) -> bytes:
    """Good lines of a board that nobody has greeted, without end."""
    beat = b"H boot=8a45a250 up=1 cells=0 btn=0,0,0,0 dice=- bad=0 over=0 mem=150000"
    return encode(FROM_BOARD, UNASKED, beat) * 20


def board(plain: PlainBoard, lines: int | None = None) -> Behaviour:
    """A board as the paper says; after so many lines that it heard, it goes."""
    now = [0.0]

    def behave(heard: bytes) -> bytes | None:
        now[0] += 0.001
        plain.hear(heard, now[0])
        if lines is not None and len(plain.heard) >= lines:
            return None
        return plain.said()

    return behave
