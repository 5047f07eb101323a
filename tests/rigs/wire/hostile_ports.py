"""Pseudo-terminals with anything but a good board behind them: modems, floods, liars, hangs."""

import os
import random
import selectors
import tty
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

from firmware_bridge.pico.framing import FROM_BOARD, UNASKED, encode
from tests.rigs.wire.plain_board import PlainBoard

CHUNK = 4096
NMEA = b"$GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,*47\r\n"
NOISE = random.Random(5).randbytes(CHUNK)  # noqa: S311 - the same each time
Behaviour = Callable[[bytes], bytes | None]
"""Answers the bytes read, or sends unasked for empty bytes; None unplugs."""


class FarEnd:
    """The far end of a serial port, in a thread."""

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
        """Unplugs the port; to be called once."""
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
        """Writes as much as is accepted, and returns the rest."""
        try:
            return out[os.write(self._far, out) :] if out else b""
        except BlockingIOError:
            return out


@contextmanager
def hostile_port(path: Path, behaviour: Behaviour, *, urges: bool = False) -> Iterator[FarEnd]:
    """A port with this behaviour; with `urges` it also sends unasked."""
    far = FarEnd(path, behaviour, urges=urges)
    try:
        yield far
    finally:
        far.end()


def echoes(heard: bytes) -> bytes:
    """Returns the bytes unchanged, as a bridged line does."""
    return heard


def modem(heard: bytes) -> bytes:
    """Echoes, and rejects every line, as a modem does."""
    return heard + b"\r\nERROR\r\n" * heard.count(b"\n")


def hangs(heard: bytes) -> bytes:
    """Sends half a line, and no more."""
    return b":00 H boot=8a45" if heard else b""


def nmea(_heard: bytes) -> bytes:
    """Sends satellite positions as fast as possible."""
    return NMEA


def noise(_heard: bytes) -> bytes:
    """Sends random bytes without end."""
    return NOISE


def beats(_heard: bytes) -> bytes:
    """Sends valid heartbeats of an ungreeted board without end."""
    beat = b"H boot=8a45a250 up=1 cells=0 btn=0,0,0,0 dice=- bad=0 over=0 mem=150000"
    return encode(FROM_BOARD, UNASKED, beat) * 20


def plain_board_behaviour(plain: PlainBoard, lines: int | None = None) -> Behaviour:
    """A board after docs/wire.md that unplugs after that many lines."""
    now = [0.0]

    def behave(heard: bytes) -> bytes | None:
        now[0] += 0.001
        plain.hear(heard, now[0])
        if lines is not None and len(plain.heard) >= lines:
            return None
        return plain.take_output()

    return behave
