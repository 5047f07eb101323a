"""Parts for the board of the firmware under CPython, and a clock that stands until it is moved."""

from __future__ import annotations

from dataclasses import dataclass, field

from firmware_bridge.pico.board import Board
from firmware_bridge.pico.framing import FROM_BOARD, FROM_HOST, Reader, encode
from firmware_bridge.pico.identity import Identity

PIECE = 16
"""Bytes that a line gives at once."""
SETTLED = 20
"""Milliseconds after which a board believes its sensors."""
BOOT = b"8a45a250"


@dataclass
class StandingClock:
    """Time that goes by only in tests."""

    at: int = 0

    def now(self) -> int:
        return self.at


@dataclass
class PlainLine:
    """Both directions of a line, as bytes."""

    to_board: bytearray = field(default_factory=bytearray)
    from_board: bytearray = field(default_factory=bytearray)
    is_read: bool = True
    """Whether the host takes what the board says."""

    def read(self) -> bytes:
        data = bytes(self.to_board[:PIECE])
        del self.to_board[:PIECE]
        return data

    def writable(self) -> bool:
        return self.is_read

    def write(self, data: bytes) -> None:
        assert self.is_read, "nobody reads, and the board would wait"
        self.from_board += data


@dataclass
class PlainSwitches:
    """Sensors that are what one sets them to."""

    cells: int = 128
    bits: int = 1
    every: int = 5
    measures: bool = False
    state: int = 0
    thresholds: tuple[int, int] | None = None

    def put(self, *cells: int) -> None:
        """Checkers on these, and nowhere else; light ones where colours are seen."""
        self.state = sum(1 << (self.cells - 1 - cell) * self.bits for cell in cells)

    def scan(self) -> int | None:
        return self.state

    def raw(self, bank: int) -> list[int] | None:
        return list(range(bank * 8, bank * 8 + 8)) if bank * 8 < self.cells else None

    def set_thresholds(self, on: int, off: int) -> None:
        self.thresholds = (on, off)


@dataclass
class PlainStrip:
    """Lamps that remember what they showed, in the order red, green, blue."""

    count: int = 26
    shown: list[bytes] = field(default_factory=list)

    def pixel(self, red: int, green: int, blue: int) -> bytes:
        return bytes((red, green, blue))

    def show(self, pixels: bytes) -> None:
        self.shown.append(pixels)

    @property
    def lamps(self) -> list[tuple[int, ...]]:
        """What shines now, lamp by lamp."""
        now = self.shown[-1]
        return [tuple(now[first : first + 3]) for first in range(0, len(now), 3)]


@dataclass
class PlainKeys:
    """Buttons that one holds down."""

    count: int = 4
    held: int = 0

    def read(self) -> int:
        return self.held


@dataclass
class PlainPiezo:
    """Remembers what was to be heard."""

    hertz: int = 0

    def sound(self, hertz: int) -> None:
        self.hertz = hertz


@dataclass
class PlainUart:
    """A second line, with dice at its end."""

    to_board: bytearray = field(default_factory=bytearray)
    from_board: bytearray = field(default_factory=bytearray)

    def any(self) -> int:
        return len(self.to_board)

    def read(self, size: int) -> bytes | None:
        data = bytes(self.to_board[:size])
        del self.to_board[:size]
        return data or None

    def write(self, data: bytes) -> int | None:
        self.from_board += data
        return len(data)

    def say(self, body: bytes, number: int = 0) -> None:
        """What dice say."""
        self.to_board += encode(FROM_BOARD, number, body)


@dataclass
class PlainChip:
    """Remembers how often it was to start again."""

    restarts: int = 0

    def memory(self) -> int:
        return 150_000

    def restart(self) -> None:
        self.restarts += 1


@dataclass
class Bench:
    """A board on a bench, and whoever talks to it."""

    board: Board
    line: PlainLine
    clock: StandingClock
    chip: PlainChip
    heard: list[tuple[int, bytes]] = field(default_factory=list)
    """Everything the board has said."""
    reader: Reader = field(default_factory=lambda: Reader(FROM_BOARD))

    def run(self, milliseconds: int) -> list[tuple[int, bytes]]:
        """Let time go by, a step each millisecond; what the board says meanwhile."""
        before = len(self.heard)
        for _ in range(milliseconds):
            self.clock.at += 1
            self.board.step()
            self._listen()
        return self.heard[before:]

    def send(self, data: bytes) -> None:
        """Send bytes, and let the board read them without any time going by."""
        self.line.to_board += data
        while self.line.to_board:
            self.board.step()
            self._listen()

    def ask(self, request: bytes, number: int = 7) -> bytes:
        """Ask, and give the answer."""
        before = len(self.heard)
        self.send(encode(FROM_HOST, number, request))
        self.board.step()
        self._listen()
        (answer,) = [body for said, body in self.heard[before:] if said == number]
        return answer

    def told(self, milliseconds: int) -> list[bytes]:
        """What it tells unasked meanwhile, but for heartbeats."""
        return [body for number, body in self.run(milliseconds) if not number and body[:1] != b"H"]

    def beats(self, milliseconds: int) -> list[bytes]:
        """The heartbeats meanwhile."""
        return [body for number, body in self.run(milliseconds) if not number and body[:1] == b"H"]

    def _listen(self) -> None:
        for line in self.reader.feed(bytes(self.line.from_board)):
            assert isinstance(line, tuple), f"the board has said {line!r}"
            self.heard.append(line)
        self.line.from_board.clear()


def bench(
    kind: bytes = b"kibitz", milliamps: int = 400, boot: bytes = BOOT, **parts: object
) -> Bench:
    """A board with these parts, which has looked at its sensors."""
    line, clock, chip = PlainLine(), StandingClock(), PlainChip()
    identity = Identity(kind, b"e6614103e7", boot, b"p5")
    board = Board(line, clock, identity, chip=chip, milliamps=milliamps, **parts)  # type: ignore[arg-type]  # whatever the test has
    made = Bench(board, line, clock, chip)
    made.run(SETTLED)
    return made


def greeted(kind: bytes = b"kibitz", milliamps: int = 400, **parts: object) -> Bench:
    """The same after the host has said hello."""
    made = bench(kind, milliamps, BOOT, **parts)
    made.ask(b"HELLO 1", 1)
    return made


@dataclass
class PlainPin:
    """A pin with a level."""

    level: int = 0
    was: list[int] = field(default_factory=list)
    """What it was driven to."""

    def value(self, level: int | None = None, /) -> int:
        if level is not None:
            self.level = level
            self.was.append(level)
        return self.level


@dataclass
class Chain:
    """Shift registers that take in their contacts while their load pin is low."""

    load: PlainPin
    contacts: bytes = b"\xff" * 16

    def readinto(self, buffer: bytearray, write: int, /) -> None:
        assert self.load.was[-2:] == [0, 1], "nothing was taken in"
        assert write == 0
        buffer[:] = self.contacts[: len(buffer)]


@dataclass
class Multiplexer:
    """Magnetic sensors, of which one is put through to a converter; without power they give 0."""

    address: list[PlainPin] = field(default_factory=lambda: [PlainPin() for _ in range(7)])
    power: PlainPin = field(default_factory=PlainPin)
    values: list[int] = field(default_factory=lambda: [32768] * 128)

    def read_u16(self) -> int:
        chosen = sum(pin.level << bit for bit, pin in enumerate(self.address))
        return self.values[chosen] if self.power.level else 0
