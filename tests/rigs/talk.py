"""A host that speaks the wire by hand: a board is proved by what docs/wire.md says alone."""

from __future__ import annotations

import time
from binascii import crc32
from collections.abc import Callable
from types import TracebackType
from typing import Self

import serial

PATIENCE = 10.0
"""Seconds after which nothing is hoped for any more."""
LATE = 0.3
"""Seconds after which an answer is asked for again."""


def line(number: int, body: str, mark: str = ">") -> bytes:
    """A line from the host, or with another mark."""
    text = f"{mark}{number:02X}{body}".encode("latin1")
    return b"%s*%08X\n" % (text, crc32(text))


def from_board(number: int, body: str) -> bytes:
    """A line from a board, or from dice."""
    return line(number, body, "<")


class Talk:
    """One opening of a port, and what a board told in the meantime."""

    def __init__(self, port: str) -> None:
        self.port = serial.Serial(port, timeout=0.02, exclusive=True)
        self.told: list[str] = []
        """Bodies of what was told unasked, in their order."""
        self.noise: list[bytes] = []
        self._answers: list[tuple[int, str]] = []
        self._rest = b""
        self._number = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.port.close()

    def ask(self, body: str, patience: float = PATIENCE) -> str:
        """The answer, asked for again and again."""
        self._number = self._number % 0xFF + 1
        ended = time.monotonic() + patience
        while time.monotonic() < ended:
            self.port.write(line(self._number, body))
            if (answer := self.answer_to(self._number, LATE)) is not None:
                self._answers.clear()
                return answer
        raise AssertionError(f"{body} was not answered; told: {self.told[-5:]}, {self.noise[-5:]}")

    def answer_to(self, number: int, patience: float = PATIENCE) -> str | None:
        """The next answer with this number; None if it is late."""
        ended = time.monotonic() + patience
        while time.monotonic() < ended:
            for place, (found, answer) in enumerate(self._answers):
                if found == number:
                    del self._answers[place]
                    return answer
            self.listen()
        return None

    def ask_until(self, body: str, such: Callable[[str], bool]) -> str:
        """The first answer that is such."""
        ended = time.monotonic() + PATIENCE
        while not such(answer := self.ask(body)):
            if time.monotonic() > ended:
                break
        else:
            return answer
        raise AssertionError(f"the answer to {body} did not change: {answer}")

    def hello(self) -> dict[str, str]:
        """Begin a talk: what the board says of itself."""
        ok, verb, *pairs = self.ask("HELLO 1").split(" ")
        assert (ok, verb) == ("OK", "HELLO")
        return dict(pair.split("=", 1) for pair in pairs)

    def hear(self, wanted: str | Callable[[str], bool], patience: float = PATIENCE) -> str:
        """The next thing told that begins like this, or is such; what came before is forgotten."""
        such = wanted if callable(wanted) else lambda told: told.startswith(wanted)
        ended = time.monotonic() + patience
        while time.monotonic() < ended:
            while self.told:
                if such(told := self.told.pop(0)):
                    return told
            self.listen()
        raise AssertionError(f"{wanted} was not told; noise: {self.noise[-5:]}")

    def listen(self, seconds: float = 0) -> None:
        """Take in what has come, for so long or until something has."""
        ended = time.monotonic() + seconds
        while True:
            self._take(self.port.read(max(1, self.port.in_waiting)))
            if time.monotonic() >= ended:
                return

    def send(self, data: bytes) -> None:
        """Whatever these bytes are."""
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
                self.told.append(text[3:].decode("ascii"))
