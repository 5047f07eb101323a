"""Invalid lines and their diagnosis (echoes, crashes), and a limit for too many lines."""

from __future__ import annotations

import re
from collections import deque

from firmware_bridge.pico.framing import FROM_HOST, parse
from firmware_bridge.wire.message import printable
from firmware_bridge.wire.session_events import NoiseReceived, ProgramCrashed, SessionEvent

KEPT_LINES = 50
"""Number of the newest invalid lines that are kept."""
MAX_LINE_LENGTH = 160
"""Characters of a kept line; longer ones are cut."""
MAX_TRACEBACK_LINES = 40
"""Maximum number of lines of a traceback."""
PROMPT = b">>> "
"""The prompt of MicroPython: the program of the board has ended."""
TRACEBACK = b"Traceback (most recent call last)"
WRONG_CHECKSUM = re.compile(rb"<[0-9A-Fa-f]{2}[ -~]+\*[0-9A-Fa-f]{1,8}\r?")
"""A line of the wire but for its checksum."""
TYPED_INPUT = 'File "<stdin>"'
"""Marks a traceback of input that we typed at the prompt, not of the program."""


class NoiseLog:
    """Collects invalid lines and draws conclusions from them."""

    def __init__(self) -> None:
        self.lines: deque[str] = deque(maxlen=KEPT_LINES)
        self.count = 0
        self.has_stopped = False
        """True once the program of the board has shown that it ended."""
        self.has_crashed = False
        """True once its traceback has been reported."""
        self.wrong_checksum = ""
        """The newest line with a wrong checksum."""
        self._echoes = 0
        self._foreign_text = ""
        self._trace: list[str] = []

    def add(self, line: bytes) -> list[SessionEvent]:
        """Stores an invalid line; returns the events that follow from it."""
        text = printable(line, MAX_LINE_LENGTH)
        self.count += 1
        self.lines.append(text)
        if is_echo(line):
            self._echoes += 1
        else:
            self._foreign_text = text
        if WRONG_CHECKSUM.fullmatch(line[max(line.rfind(b"<"), 0) :]):
            self.wrong_checksum = printable(line)
        self.has_stopped |= shows_program_end(line)
        return [NoiseReceived(text), *self._crash_events(line, text)]

    def quote(self, rest: bytes) -> str:
        """A short quote of the other device; empty if there is only our own echo."""
        text = self._foreign_text.strip()
        if not text and rest and not is_echo(rest):
            text = printable(rest).strip()
        return printable(text.encode("ascii", "replace"))

    @property
    def is_echo(self) -> bool:
        """True if only our own lines came back."""
        return self._echoes > 0 and not self._foreign_text

    def _crash_events(self, line: bytes, text: str) -> list[SessionEvent]:
        """The event of a crash, once its traceback is complete."""
        start = line.find(TRACEBACK)
        if start >= 0:
            self._trace = [printable(line[start:], MAX_LINE_LENGTH)]
        elif self._trace:
            self._trace.append(text)
            if not text.startswith(" ") or len(self._trace) >= MAX_TRACEBACK_LINES:
                trace, self._trace = self._trace, []
                if not any(TYPED_INPUT in words for words in trace):
                    self.has_crashed = True
                    return [ProgramCrashed("\n".join(trace))]
        return []


def is_echo(line: bytes) -> bool:
    """True if this is a line of the host."""
    return parse(FROM_HOST, line.rstrip()) is not None


def shows_program_end(line: bytes) -> bool:
    """True if this shows that the program of a board has ended."""
    return PROMPT in line or TRACEBACK in line


class RateLimit:
    """The bytes and lines received in the present second."""

    def __init__(self, most_lines: int, most_bytes: int) -> None:
        self._most_lines = most_lines
        self._most_bytes = most_bytes
        self._since = float("-inf")
        self._lines = 0
        self._bytes = 0

    def count(self, now: float, size: int, lines: int) -> str | None:
        """Counts received data; returns the exceeded limit as a fixed phrase, or None."""
        if now - self._since >= 1:
            self._since, self._lines, self._bytes = now, 0, 0
        self._lines += lines
        self._bytes += size
        if self._bytes > self._most_bytes:
            return f"more than {self._most_bytes} bytes"
        return f"more than {self._most_lines} lines" if self._lines > self._most_lines else None
