"""What comes in that is no line: kept for whoever looks for the fault, and what it gives away."""

from __future__ import annotations

import re
from collections import deque

from firmware_bridge.pico.framing import FROM_HOST, parse
from firmware_bridge.wire.events import Crashed, Event, Noise
from firmware_bridge.wire.words import printable

MOST_KEPT = 50
LONGEST_KEPT = 160
MOST_TRACED = 40
"""Lines of a traceback."""
PROMPT = b">>> "
"""MicroPython waits for commands: the program of the board has ended."""
TRACEBACK = b"Traceback (most recent call last)"
ALMOST = re.compile(rb"<[0-9A-Fa-f]{2}[ -~]+\*[0-9A-Fa-f]{1,8}\r?")
"""What would be a line, if its check were right."""
TYPED = 'File "<stdin>"'
"""A traceback of what was typed at the prompt, by us, and not of the program."""


class Overheard:
    """Lines that were none, the newest ones."""

    def __init__(self) -> None:
        self.kept: deque[str] = deque(maxlen=MOST_KEPT)
        self.count = 0
        self.has_stopped = False
        """Whether the program of the board was heard to end."""
        self.has_crashed = False
        """Whether its last words were told."""
        self.almost = ""
        """The newest of those that would be a line, if their check were right."""
        self._echoes = 0
        self._said = ""
        self._trace: list[str] = []

    def hear(self, line: bytes) -> list[Event]:
        """What this line gives away."""
        text = printable(line, LONGEST_KEPT)
        self.count += 1
        self.kept.append(text)
        if is_echo(line):
            self._echoes += 1
        else:
            self._said = text
        if ALMOST.fullmatch(line[max(line.rfind(b"<"), 0) :]):
            self.almost = printable(line)
        self.has_stopped |= is_end(line)
        return [Noise(text), *self._traced(line, text)]

    def says(self, rest: bytes) -> str:
        """What somebody says who is no board, in short; nothing if it is only our own words."""
        text = self._said.strip()
        if not text and rest and not is_echo(rest):
            text = printable(rest).strip()
        return printable(text.encode("ascii", "replace"))

    @property
    def is_echo(self) -> bool:
        """Whether all that came back was our own."""
        return self._echoes > 0 and not self._said

    def _traced(self, line: bytes, text: str) -> list[Event]:
        """The last words of a program, once they are whole."""
        start = line.find(TRACEBACK)
        if start >= 0:
            self._trace = [printable(line[start:], LONGEST_KEPT)]
        elif self._trace:
            self._trace.append(text)
            if not text.startswith(" ") or len(self._trace) >= MOST_TRACED:
                trace, self._trace = self._trace, []
                if not any(TYPED in words for words in trace):
                    self.has_crashed = True
                    return [Crashed("\n".join(trace))]
        return []


def is_echo(line: bytes) -> bool:
    """Whether this is a line of ours."""
    return parse(FROM_HOST, line.rstrip()) is not None


def is_end(line: bytes) -> bool:
    """Whether this shows that the program of a board has ended."""
    return PROMPT in line or TRACEBACK in line
