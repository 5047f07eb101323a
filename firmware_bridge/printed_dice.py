"""Dice that print their numbers on a serial line."""

from __future__ import annotations

import asyncio
import re
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from json import loads

from firmware_bridge.dice_pair import DicePair
from firmware_bridge.port import Port
from firmware_bridge.wire.line_noise import RateLimit
from hardware.checkers import Colour
from hardware.devices import Clock, DeviceFault
from hardware.driver_base import SignalDevice
from hardware.signals import DiceReading, DiceState, GarbledData

MAX_LINE = 80
"""Maximum length of a line in bytes; longer lines are never throws."""
MAX_QUOTE = 40
"""Maximum length of a line that is shown to people."""
QUIET = 1.0
"""The default quiet time in seconds."""
MAX_PARSED_LINES = 10
"""Maximum number of lines per second that are interpreted; dice print fewer."""
MAX_LINES_PER_SECOND = 400
MAX_BYTES_PER_SECOND = 16384
"""Limits per second: continuous printing at 9600 baud stays below them, at 115200 it does not."""
MAX_THROWS = 4
THROWS_SECONDS = 2.0
"""Seconds in which `MAX_THROWS` throws are plausible; nobody throws faster for long."""
MAX_SENSELESS = 100
"""Number of lines without any throw after which it is reported that these may not be dice."""
NONSENSE_EVERY = 10.0
"""Minimum seconds between two reports of nonsense."""
MAX_REPEATS = 3
MAX_CHOICES = 2
"""Limits of a pattern; each repetition and each choice makes matching slower."""

_LINE_ENDS = re.compile(rb"[\r\n]+")
_NUMBERS = re.compile(
    r"(?:[A-Za-z][A-Za-z0-9 _]{0,15}[:=]\s*)?(\d+(?:(?:\s*[,;/+-]\s*|\s+)\d+)*)", re.ASCII
)
_FACES = frozenset("123456")
DIGITS_OF_BOTH = 2


@dataclass(frozen=True, slots=True)
class GarbledLine:
    """A line of numbers that is not a throw, or the newest of many lines without one."""

    line: str
    lines: int = 1

    def __str__(self) -> str:
        cut = ascii(self.line if len(self.line) <= MAX_QUOTE else f"{self.line[:MAX_QUOTE]}...")
        if self.lines == 1:
            return f"printed {cut}, which is not a throw"
        return f"printed {self.lines} lines without a throw, such as {cut}"


class TooMuchOutput(Exception):
    """The dice print more than possible; the text is a predicate of the dice."""


@dataclass(frozen=True, slots=True)
class ThrowPattern:
    """A pattern of a throw: an expression with a group for each number, or one for both.

    Matching is fast on any line: groups may not be repeated, and few other parts may be.
    """

    text: str

    def __post_init__(self) -> None:
        try:
            groups = re.compile(self.text, re.ASCII).groups
        except (re.error, OverflowError, RecursionError) as error:
            raise ValueError(f"not a regular expression: {error}") from error
        if groups not in (1, 2):
            raise ValueError(f"the numbers need one or two groups, not {groups}")
        if why := _slow_reason(self.text):
            raise ValueError(why)

    def numbers(self, line: str) -> list[str] | None:
        """The numbers in a line; None if it does not match."""
        if (found := re.search(self.text, line, re.ASCII)) is None:
            return None
        numbers = re.findall(r"[0-9]+", " ".join(filter(None, found.groups())))
        both = len(numbers) == found.re.groups == 1 and len(numbers[0]) == DIGITS_OF_BOTH
        return list(numbers[0]) if both else numbers


class ThrowParser:
    """Interprets printed lines, and reports each throw once.

    The same numbers again are the same throw, unless nothing was printed for the quiet time. The
    lines of the first quiet time show how the dice were found.
    """

    def __init__(self, pattern: ThrowPattern | None = None, quiet: float = QUIET) -> None:
        self._pattern = pattern
        self._quiet = quiet
        self.begin(0.0)

    def begin(self, now: float) -> None:
        """Begins a new opening of the port and forgets all earlier lines."""
        self.noise = 0
        """Number of lines without a throw."""
        self.pair: DicePair | None = None
        """The state that was printed last."""
        self._opened, self._printed_at = now, now
        self._rest, self._first, self._overlong = b"", True, False
        self._complained_at: float | None = None
        self._second, self._lines = now, 0
        self._budget = RateLimit(MAX_LINES_PER_SECOND, MAX_BYTES_PER_SECOND)
        self._throw_times: deque[float] = deque(maxlen=MAX_THROWS)
        self._senseless = 0
        """Number of lines since the opening, as long as none was a throw."""

    def is_initial(self, now: float) -> bool:
        """True while lines show only how the dice were found."""
        return now < self._opened + self._quiet

    def feed(self, data: bytes, now: float) -> Iterator[DicePair | GarbledLine]:
        """Yields the throws and the nonsense in these bytes; TooMuchOutput if they are too many."""
        *lines, self._rest = _LINE_ENDS.split(self._rest + data)
        if (much := self._budget.count(now, len(data), len(lines))) is not None:
            raise TooMuchOutput(f"sends too much data: {much} in one second")
        for line in lines:
            before = self.noise
            said = line.strip(b" \t\0")
            if self._overlong or len(line) > MAX_LINE or (said and self._is_too_much(now)):
                self.noise += 1
            elif said:
                yield from self._read(said, now)
            self._first = self._overlong = False
            if self.noise != before:
                yield from self._count_senseless(line)
        if len(self._rest) > MAX_LINE:
            yield from self._count_senseless(self._rest)
            self._overlong, self._rest = True, b""

    def _count_senseless(self, line: bytes) -> Iterator[GarbledLine]:
        """Counts a senseless line; yields a report if there have only been such lines."""
        if self.pair is None:
            self._senseless += 1
            if self._senseless == MAX_SENSELESS:
                yield GarbledLine(line.strip().decode("latin-1"), self._senseless)

    def _is_too_much(self, now: float) -> bool:
        """Counts a line; True if there are too many in this second."""
        if now >= self._second + 1:
            self._second, self._lines = now, 0
        self._lines += 1
        return self._lines > MAX_PARSED_LINES

    def _read(self, line: bytes, now: float) -> Iterator[DicePair | GarbledLine]:
        text = line.decode("ascii", "replace")
        numbers = self._numbers(text) if line.isascii() else None
        if numbers is None or (self._is_torn(numbers) and self.is_initial(now)):
            self.noise += 1
        elif len(numbers) in (1, 2) and _FACES.issuperset(numbers):
            yield from self._throw(tuple(map(int, numbers)), now)
        else:
            self.noise += 1
            if self._complained_at is None or now >= self._complained_at + NONSENSE_EVERY:
                self._complained_at = now
                yield GarbledLine(text)

    def _numbers(self, line: str) -> list[str] | None:
        """The numbers in a line that may be a throw, valid faces or not; None if there are none."""
        if self._pattern is not None:
            return self._pattern.numbers(line)
        if line.startswith(("{", "[")):
            return _json_numbers(line)
        found = _NUMBERS.fullmatch(line)
        return re.findall(r"[0-9]+", found[1]) if found else None

    def _is_torn(self, numbers: list[str]) -> bool:
        """True if this may be the end of a line that began before the port was opened."""
        return self._first and len(numbers) == 1

    def _throw(self, numbers: tuple[int, ...], now: float) -> Iterator[DicePair]:
        settled = DicePair(DiceState.SETTLED, numbers)
        known = self.pair == settled and now < self._printed_at + self._quiet
        self.pair, self._printed_at = settled, now
        if known:
            return
        if len(self._throw_times) == MAX_THROWS and now < self._throw_times[0] + THROWS_SECONDS:
            most = f"{MAX_THROWS} throws in {THROWS_SECONDS:g} seconds"
            raise TooMuchOutput(f"reports more than {most}")
        self._throw_times.append(now)
        if not self.is_initial(now):
            yield DicePair(DiceState.ROLLING)
        yield settled


def _json_numbers(line: str) -> list[str] | None:
    """The numbers of a JSON list, or of the list `dice` of a JSON object."""
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


def _slow_reason(text: str) -> str | None:
    """The reason why an expression may be slow to match; None if it is fast."""
    parts = _PARTS.findall(text)
    if "(?" in parts:
        return "only the groups (...), (?:...) and (?P<name>...) are allowed"
    repeats = choices = 0
    for before, part in zip([" ", *parts], parts, strict=False):
        repeated = part in ("*", "+") or (part[0] == "{" and len(part) > 1)
        if before == ")" and repeated:
            return "a group may not be repeated"
        repeats += repeated
        choices += part in ("?", "|")
    if repeats > MAX_REPEATS:
        return f"at most {MAX_REPEATS} parts may be repeated"
    return f"at most {MAX_CHOICES} parts may be choices" if choices > MAX_CHOICES else None


CALM_SECONDS = 2 * THROWS_SECONDS
"""Seconds that dice which sent too much must be calm before they are used again."""


class LineDice(SignalDevice):
    """A pair of dice behind a port; cocked or lifted dice are never reported."""

    def __init__(
        self,
        name: str,
        clock: Clock,
        port: Port,
        printed: ThrowParser | None = None,
        colour: Colour | None = None,
    ) -> None:
        super().__init__(name, clock)
        self._port = port
        self._printed = printed or ThrowParser()
        self._colour = colour
        self._lost_port: str | None = None
        self._must_calm_down = False
        """True if the dice sent too much at the last opening, and must prove calm first."""
        self._ended = asyncio.Event()

    @property
    def reported_states(self) -> frozenset[DiceState]:
        return frozenset({DiceState.ROLLING, DiceState.SETTLED})

    @property
    def noise_count(self) -> int:
        """Number of lines without a throw since the opening."""
        return self._printed.noise

    def on_data(self, data: bytes) -> None:
        if self._lost_port is not None:
            return
        now = self._clock.now()
        try:
            for said in self._printed.feed(data, now):
                self._tell(said, now)
        except TooMuchOutput as flood:
            self._must_calm_down = True
            self.on_lost(str(flood))

    def on_lost(self, why: str) -> None:
        """Handles the loss of the port."""
        self._lost_port = why
        self._ended.set()
        if self._open:
            self._mark_lost(why)

    async def _connect(self) -> None:
        self._printed.begin(self._clock.now())
        self._lost_port, self._ended = None, asyncio.Event()
        try:
            await self._port.open(self)
        except DeviceFault as fault:
            raise DeviceFault(f"{self.name}: {fault}") from fault
        if self._must_calm_down:
            await self._wait_for_calm()
        await self._refuse_if_gone()

    async def _wait_for_calm(self) -> None:
        """Waits until the dice send too much again, or have been calm for a while."""
        calm = asyncio.ensure_future(self._clock.wait_until(self._clock.now() + CALM_SECONDS))
        ended = asyncio.ensure_future(self._ended.wait())
        try:
            await asyncio.wait({calm, ended}, return_when=asyncio.FIRST_COMPLETED)
        except BaseException:
            await self._port.close()
            raise
        finally:
            calm.cancel()
            ended.cancel()
        self._must_calm_down = self._lost_port is not None

    async def _disconnect(self) -> None:
        await self._port.close()

    async def _refuse_if_gone(self) -> None:
        if self._lost_port is not None:
            await self._port.close()
            raise DeviceFault(f"{self.name} {self._lost_port}")

    def _tell(self, said: DicePair | GarbledLine, now: float) -> None:
        if isinstance(said, GarbledLine):
            self._report(GarbledData(self.name, now, str(said)))
        else:
            self._report(self._reading(said, standing=self._printed.is_initial(now)))

    def _initial_signal(self) -> DiceReading | None:
        pair = self._printed.pair
        return None if pair is None else self._reading(pair, standing=True)

    def _reading(self, pair: DicePair, *, standing: bool) -> DiceReading:
        now = self._clock.now()
        return DiceReading(self.name, now, pair.state, pair.numbers, self._colour, standing)
