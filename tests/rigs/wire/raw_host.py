"""A host that speaks the wire protocol after docs/wire.md, independently of our own code."""

import time
from binascii import crc32
from collections.abc import Callable
from typing import Self

import serial

PATIENCE = 10.0
"""Seconds after which a wait fails."""
LATE = 0.3
"""Seconds after which a request is repeated."""


def wire_line(number: int, body: str, mark: str = ">") -> bytes:
    """A line from the host, or with another mark."""
    text = f"{mark}{number:02X}{body}".encode("latin1")
    return b"%s*%08X\n" % (text, crc32(text))


def from_board(number: int, body: str) -> bytes:
    """A line from a board, or from dice."""
    return wire_line(number, body, "<")


class RawHost:
    """One opening of a port, with the messages of the board meanwhile."""

    def __init__(self, port: str) -> None:
        self.port = serial.Serial(port, timeout=0.02, exclusive=True)
        self.unrequested: list[str] = []
        """Bodies of the unrequested messages, in order."""
        self.noise: list[bytes] = []
        self._answers: list[tuple[int, str]] = []
        self._rest = b""
        self._number = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.port.close()

    def ask(self, body: str, patience: float = PATIENCE) -> str:
        """The response to a request, which is repeated until it is answered."""
        self._number = self._number % 0xFF + 1
        ended = time.monotonic() + patience
        while time.monotonic() < ended:
            self.port.write(wire_line(self._number, body))
            if (answer := self.answer_to(self._number, LATE)) is not None:
                self._answers.clear()
                return answer
        heard = f"{self.unrequested[-5:]}, {self.noise[-5:]}"
        raise AssertionError(f"{body} was not answered; heard: {heard}")

    def answer_to(self, number: int, patience: float = PATIENCE) -> str | None:
        """The next response with this number; None if it is late."""
        ended = time.monotonic() + patience
        while time.monotonic() < ended:
            for place, (found, answer) in enumerate(self._answers):
                if found == number:
                    del self._answers[place]
                    return answer
            self.listen()
        return None

    def ask_until(self, body: str, such: Callable[[str], bool]) -> str:
        """The first response that fulfils a condition."""
        ended = time.monotonic() + PATIENCE
        while not such(answer := self.ask(body)):
            if time.monotonic() > ended:
                break
        else:
            return answer
        raise AssertionError(f"the answer to {body} did not change: {answer}")

    def hello(self) -> dict[str, str]:
        """Greets the board and returns its fields."""
        ok, verb, *pairs = self.ask("HELLO 1").split(" ")
        # A repeated HELLO that is handled later would discard the changes until then.
        self.ask("PING greeted")
        assert (ok, verb) == ("OK", "HELLO")
        return dict(pair.split("=", 1) for pair in pairs)

    def hear(self, wanted: str | Callable[[str], bool], patience: float = PATIENCE) -> str:
        """The next message with this beginning or condition; earlier ones are discarded."""
        such = wanted if callable(wanted) else lambda body: body.startswith(wanted)
        ended = time.monotonic() + patience
        while time.monotonic() < ended:
            while self.unrequested:
                if such(body := self.unrequested.pop(0)):
                    return body
            self.listen()
        raise AssertionError(f"{wanted} was not received; noise: {self.noise[-5:]}")

    def listen(self, seconds: float = 0) -> None:
        """Reads the available bytes, for that long or until some arrive."""
        ended = time.monotonic() + seconds
        while True:
            self._take(self.port.read(max(1, self.port.in_waiting)))
            if time.monotonic() >= ended:
                return

    def send(self, data: bytes) -> None:
        """Sends any bytes."""
        self.port.write(data)

    def _take(self, data: bytes) -> None:
        *lines, self._rest = (self._rest + data).split(b"\n")
        for raw in lines:
            text, mark, check = raw.rpartition(b"*")
            if not (mark and text[:1] == b"<" and check == b"%08X" % crc32(text)):
                self.noise.append(raw)
            elif number := int(text[1:3], 16):
                self._answers.append((number, text[3:].decode("ascii")))
            else:
                self.unrequested.append(text[3:].decode("ascii"))
