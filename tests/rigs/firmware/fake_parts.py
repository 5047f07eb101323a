"""Fake parts for the board of the firmware under CPython, and a clock that tests advance."""

from dataclasses import dataclass, field

from firmware_bridge.pico.board import Board
from firmware_bridge.pico.chip import Identity
from firmware_bridge.pico.dice_line import DiceLine
from firmware_bridge.pico.framing import FROM_BOARD, FROM_HOST, Reader, encode

PIECE = 16
"""Bytes that one read returns."""
SETTLED = 20
"""Milliseconds after which a board trusts its sensors."""
BOOT = b"8a45a250"
PLACES = b"game=backgammon at=points:5,bar:4 lit=points,bar"


@dataclass
class StandingClock:
    """A clock that only tests advance."""

    at: int = 0

    def now(self) -> int:
        return self.at


@dataclass
class PlainLine:
    """Both directions of a line, as bytes."""

    to_board: bytearray = field(default_factory=bytearray)
    from_board: bytearray = field(default_factory=bytearray)
    is_read: bool = True
    """True while the host reads the output of the board."""

    def read(self) -> bytes:
        data = bytes(self.to_board[:PIECE])
        del self.to_board[:PIECE]
        return data

    def can_write(self) -> bool:
        return self.is_read

    def write(self, data: bytes) -> None:
        assert self.is_read, "nobody reads, and the board would wait"
        self.from_board += data


@dataclass
class PlainSensors:
    """Sensors with a settable state."""

    count: int = 128
    bits: int = 1
    every: int = 5
    measures: bool = False
    state: int = 0
    thresholds: tuple[int, int] | None = None

    def put(self, *sensors: int) -> None:
        """Closes these sensors, and no others; with light checkers where colours are sensed."""
        self.state = sum(1 << (self.count - 1 - sensor) * self.bits for sensor in sensors)

    def scan(self) -> int | None:
        return self.state

    def raw(self, bank: int) -> list[int] | None:
        return list(range(bank * 8, bank * 8 + 8)) if bank * 8 < self.count else None

    def set_thresholds(self, on: int, off: int) -> None:
        self.thresholds = (on, off)


@dataclass
class PlainStrip:
    """Lamps that record their pictures, in the order red, green, blue."""

    count: int = 26
    shown: list[bytes] = field(default_factory=list)

    def pixel(self, red: int, green: int, blue: int) -> bytes:
        return bytes((red, green, blue))

    def show(self, pixels: bytes) -> None:
        self.shown.append(pixels)

    @property
    def lamps(self) -> list[tuple[int, ...]]:
        """The current colours, lamp by lamp."""
        now = self.shown[-1]
        return [tuple(now[first : first + 3]) for first in range(0, len(now), 3)]


@dataclass
class PlainButtons:
    """Buttons with a settable state."""

    count: int = 4
    held: int = 0

    def read(self) -> int:
        return self.held


@dataclass
class PlainPiezo:
    """Records the current tone."""

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
        """Sends a message of the dice."""
        self.to_board += encode(FROM_BOARD, number, body)


@dataclass
class PlainChip:
    """Counts the restarts."""

    restarts: int = 0

    def memory(self) -> int:
        return 150_000

    def restart(self) -> None:
        self.restarts += 1


@dataclass
class BoardBench:
    """A board with fake parts, and its host."""

    board: Board
    line: PlainLine
    clock: StandingClock
    chip: PlainChip
    heard: list[tuple[int, bytes]] = field(default_factory=list)
    """All messages of the board."""
    reader: Reader = field(default_factory=lambda: Reader(FROM_BOARD))

    def run(self, milliseconds: int) -> list[tuple[int, bytes]]:
        """Passes time, a tick each millisecond; returns the messages meanwhile."""
        before = len(self.heard)
        for _ in range(milliseconds):
            self.clock.at += 1
            self.board.tick()
            self._listen()
        return self.heard[before:]

    def send(self, data: bytes) -> None:
        """Sends bytes, and lets the board read them without passing time."""
        self.line.to_board += data
        while self.line.to_board:
            self.board.tick()
            self._listen()

    def ask(self, request: bytes, number: int = 7) -> bytes:
        """Sends a request and returns the response."""
        before = len(self.heard)
        self.send(encode(FROM_HOST, number, request))
        self.board.tick()
        self._listen()
        (answer,) = [body for said, body in self.heard[before:] if said == number]
        return answer

    def unrequested(self, milliseconds: int) -> list[bytes]:
        """The unrequested messages meanwhile, without heartbeats."""
        return [body for number, body in self.run(milliseconds) if not number and body[:1] != b"H"]

    def beats(self, milliseconds: int) -> list[bytes]:
        """The heartbeats meanwhile."""
        return [body for number, body in self.run(milliseconds) if not number and body[:1] == b"H"]

    def _listen(self) -> None:
        for line in self.reader.feed(bytes(self.line.from_board)):
            assert isinstance(line, tuple), f"the board has said {line!r}"
            self.heard.append(line)
        self.line.from_board.clear()


def make_bench(
    kind: bytes = b"kibitz", milliamps: int = 400, boot: bytes = BOOT, **parts: object
) -> BoardBench:
    """A board with these parts and settled sensors."""
    line, clock, chip = PlainLine(), StandingClock(), PlainChip()
    identity = Identity(kind, b"e6614103e7", boot, b"p5", PLACES if kind == b"kibitz" else b"")
    board = Board(line, clock, identity, chip=chip, milliamps=milliamps, **parts)  # type: ignore[arg-type]  # whatever the test has
    made = BoardBench(board, line, clock, chip)
    made.run(SETTLED)
    return made


def greeted_bench(kind: bytes = b"kibitz", milliamps: int = 400, **parts: object) -> BoardBench:
    """The same after the host has said hello."""
    made = make_bench(kind, milliamps, BOOT, **parts)
    made.ask(b"HELLO 1", 1)
    return made


def whole_bench(**parts: object) -> BoardBench:
    """A greeted board with all parts: plain ones, unless others are given."""
    plain = {"sensors": PlainSensors(), "strip": PlainStrip(), "buttons": PlainButtons()}
    rest = {"piezo": PlainPiezo(), "dice": DiceLine(PlainUart(), 1)}
    return greeted_bench(b"kibitz", 400, **{**plain, **rest, **parts})


@dataclass
class PlainPin:
    """A pin with a level."""

    level: int = 0
    levels: list[int] = field(default_factory=list)
    """The levels to which it was driven."""

    def value(self, level: int | None = None, /) -> int:
        if level is not None:
            self.level = level
            self.levels.append(level)
        return self.level


@dataclass
class Chain:
    """Shift registers that load their contacts while their load pin is low."""

    load: PlainPin
    contacts: bytes = b"\xff" * 16

    def readinto(self, buffer: bytearray, write: int, /) -> None:
        assert self.load.levels[-2:] == [0, 1], "nothing was taken in"
        assert write == 0
        buffer[:] = self.contacts[: len(buffer)]


@dataclass
class Multiplexer:
    """Magnetic sensors, one of which is connected to a converter; without power it measures 0."""

    address: list[PlainPin] = field(default_factory=lambda: [PlainPin() for _ in range(7)])
    power: PlainPin = field(default_factory=PlainPin)
    values: list[int] = field(default_factory=lambda: [32768] * 128)

    def read_u16(self) -> int:
        chosen = sum(pin.level << bit for bit, pin in enumerate(self.address))
        return self.values[chosen] if self.power.level else 0
