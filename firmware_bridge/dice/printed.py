"""What printed lines tell of the dice: bytes and times in, states out."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from json import loads

from firmware_bridge.budget import Budget
from firmware_bridge.dice.pairing import Pair
from hardware.signals import DiceState

LONGEST = 80
"""Bytes of a line; nothing longer is ever a throw."""
SHOWN = 40
"""So much of a line is shown to people."""
QUIET = 1.0
"""Seconds, where nothing else is wanted."""
MOST_A_SECOND = 10
"""Lines that are read; dice have less to say."""
MOST_LINES = 400
MOST_BYTES = 16384
"""In a second; dice that print without pause at 9600 baud stay below, 115200 baud bring less."""
MOST_THROWS = 4
THROWN_IN = 2.0
"""Seconds for so many throws; no hands are faster for long."""
MOST_SENSELESS = 100
"""Lines without any throw, after which it is told that these are perhaps no dice."""
NONSENSE_EVERY = 10.0
"""Seconds between two complaints."""
MOST_REPEATS = 3
MOST_CHOICES = 2
"""Of the parts of a pattern; each makes a line take longer to be read."""

_LINE_ENDS = re.compile(rb"[\r\n]+")
_NUMBERS = re.compile(
    r"(?:[A-Za-z][A-Za-z0-9 _]{0,15}[:=]\s*)?(\d+(?:(?:\s*[,;/+-]\s*|\s+)\d+)*)", re.ASCII
)
_FACES = frozenset("123456")
BOTH = 2


@dataclass(frozen=True, slots=True)
class Nonsense:
    """A line of numbers that is no throw, or the newest of many lines that are none."""

    line: str
    lines: int = 1

    def __str__(self) -> str:
        cut = ascii(self.line if len(self.line) <= SHOWN else f"{self.line[:SHOWN]}...")
        if self.lines == 1:
            return f"printed {cut}, which is no throw"
        return f"printed {self.lines} lines and never a throw, such as {cut}"


class Flood(Exception):
    """More is printed than dice can have to say: what, to be said after their name."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """How a throw is printed: an expression with a group for each number, or one for both.

    It cannot take long on any line: no group may be repeated, and little else.
    """

    text: str

    def __post_init__(self) -> None:
        try:
            groups = re.compile(self.text, re.ASCII).groups
        except (re.error, OverflowError, RecursionError) as error:
            raise ValueError(f"no regular expression: {error}") from error
        if groups not in (1, 2):
            raise ValueError(f"one or two groups hold the numbers, not {groups}")
        if why := _slow(self.text):
            raise ValueError(why)

    def numbers(self, line: str) -> list[str] | None:
        """The numbers in a line; None if it is none that tells a throw."""
        if (found := re.search(self.text, line, re.ASCII)) is None:
            return None
        numbers = re.findall(r"[0-9]+", " ".join(filter(None, found.groups())))
        both = len(numbers) == found.re.groups == 1 and len(numbers[0]) == BOTH
        return list(numbers[0]) if both else numbers


class PrintedDice:
    """Follows what is printed, and tells each throw once.

    The same numbers again are the same throw, unless nothing was printed for the quiet time. What
    is printed before the quiet time is over for the first time tells how the dice were found.
    """

    def __init__(self, pattern: Pattern | None = None, quiet: float = QUIET) -> None:
        self._pattern = pattern
        self._quiet = quiet
        self.begin(0.0)

    def begin(self, now: float) -> None:
        """The line has been opened; what came before is forgotten."""
        self.noise = 0
        """Lines that told no throw."""
        self.pair: Pair | None = None
        """What was printed last."""
        self._opened, self._printed = now, now
        self._rest, self._first, self._overlong = b"", True, False
        self._complained: float | None = None
        self._second, self._lines = now, 0
        self._budget = Budget(MOST_LINES, MOST_BYTES)
        self._thrown: deque[float] = deque(maxlen=MOST_THROWS)
        self._senseless = 0
        """Lines since it was opened, as long as none was a throw."""

    def is_finding_out(self, now: float) -> bool:
        """Whether what is printed only tells how the dice were found."""
        return now < self._opened + self._quiet

    def hear(self, data: bytes, now: float) -> Iterator[Pair | Nonsense]:
        """What these bytes tell; Flood if they are too many, or tell of too many throws."""
        *lines, self._rest = _LINE_ENDS.split(self._rest + data)
        if (much := self._budget.spend(now, len(data), len(lines))) is not None:
            raise Flood(f"says far too much: {much} in a second")
        for line in lines:
            before = self.noise
            said = line.strip(b" \t\0")
            if self._overlong or len(line) > LONGEST or (said and self._is_too_much(now)):
                self.noise += 1
            elif said:
                yield from self._read(said, now)
            self._first = self._overlong = False
            if self.noise != before:
                yield from self._despair(line)
        if len(self._rest) > LONGEST:
            yield from self._despair(self._rest)
            self._overlong, self._rest = True, b""

    def _despair(self, line: bytes) -> Iterator[Nonsense]:
        """Another line made no sense; what is said if so many did, and none ever was a throw."""
        if self.pair is None:
            self._senseless += 1
            if self._senseless == MOST_SENSELESS:
                yield Nonsense(line.strip().decode("latin-1"), self._senseless)

    def _is_too_much(self, now: float) -> bool:
        """Whether more lines come than anyone has to read."""
        if now >= self._second + 1:
            self._second, self._lines = now, 0
        self._lines += 1
        return self._lines > MOST_A_SECOND

    def _read(self, line: bytes, now: float) -> Iterator[Pair | Nonsense]:
        text = line.decode("ascii", "replace")
        numbers = self._numbers(text) if line.isascii() else None
        if numbers is None or (self._is_torn(numbers) and self.is_finding_out(now)):
            self.noise += 1
        elif len(numbers) in (1, 2) and _FACES.issuperset(numbers):
            yield from self._throw(tuple(map(int, numbers)), now)
        else:
            self.noise += 1
            if self._complained is None or now >= self._complained + NONSENSE_EVERY:
                self._complained = now
                yield Nonsense(text)

    def _numbers(self, line: str) -> list[str] | None:
        """The numbers that a line shows as its throw, be they faces or not."""
        if self._pattern is not None:
            return self._pattern.numbers(line)
        if line.startswith(("{", "[")):
            return _of_json(line)
        found = _NUMBERS.fullmatch(line)
        return re.findall(r"[0-9]+", found[1]) if found else None

    def _is_torn(self, numbers: list[str]) -> bool:
        """Whether this is perhaps the end of a line that began before we listened."""
        return self._first and len(numbers) == 1

    def _throw(self, numbers: tuple[int, ...], now: float) -> Iterator[Pair]:
        settled = Pair(DiceState.SETTLED, numbers)
        known = self.pair == settled and now < self._printed + self._quiet
        self.pair, self._printed = settled, now
        if known:
            return
        if len(self._thrown) == MOST_THROWS and now < self._thrown[0] + THROWN_IN:
            raise Flood(f"tells of more than {MOST_THROWS} throws in {THROWN_IN:g} seconds")
        self._thrown.append(now)
        if not self.is_finding_out(now):
            yield Pair(DiceState.ROLLING)
        yield settled


def _of_json(line: str) -> list[str] | None:
    """The numbers of a list, or of an object's list `dice`."""
    try:
        told = loads(line)
    except (ValueError, RecursionError):
        return None
    dice = told.get("dice") if isinstance(told, dict) else told
    if not isinstance(dice, list):
        return None
    return [str(die) if type(die) is int else "?" for die in dice]


_PARTS = re.compile(
    r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|\(\?(?::|P<)|\(\?|[*+?]|\{\d*,?\d*\}|.", re.DOTALL
)


def _slow(text: str) -> str | None:
    """Why an expression may take longer than anyone waits; None if it cannot."""
    parts = _PARTS.findall(text)
    if "(?" in parts:
        return "of groups, only (...), (?:...) and (?P<name>...) are understood"
    repeats = choices = 0
    for before, part in zip([" ", *parts], parts, strict=False):
        repeated = part in ("*", "+") or (part[0] == "{" and len(part) > 1)
        if before == ")" and repeated:
            return "a group cannot be repeated"
        repeats += repeated
        choices += part in ("?", "|")
    if repeats > MOST_REPEATS:
        return f"at most {MOST_REPEATS} parts can be repeated"
    return f"at most {MOST_CHOICES} parts can be a choice" if choices > MOST_CHOICES else None
