"""A board after docs/wire.md without hardware, its ports, a session, and a hurried clock."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from firmware_bridge.pico.framing import FROM_BOARD, FROM_HOST, UNASKED, Reader, encode
from firmware_bridge.port import PortFault, PortListener
from firmware_bridge.wire import session_events
from firmware_bridge.wire.requests import ChangeSetting, Request
from firmware_bridge.wire.session import Session
from hardware.devices import Clock
from hardware.drivers.clocks import SystemClock

ALONE = 3.0
"""Seconds without a request after which the board reports no changes."""
BEAT = 1.0
"""Seconds between two heartbeats."""
MEASURED = "0 1 22 333 4444 32768 65534 65535"


@dataclass
class PlainBoard:
    """Follows the document, and records all requests."""

    boot: str = "8a45a250"
    kind: str = "kibitz"
    cells: int = 128
    bits: int = 1
    lamps: int = 26
    buttons: int = 4
    dice: int = 1
    layout: str = "p5"
    longest: int = 320
    protocol: int = 1
    extra_fields: str = ""
    """Additional fields of its answer to HELLO."""
    false_answers: dict[str, str] = field(default_factory=dict)
    """False answers by verb; an empty one suppresses the answer."""
    heard: list[str] = field(default_factory=list)
    """Every valid request."""
    out: bytearray = field(default_factory=bytearray)

    def __post_init__(self) -> None:
        self.seen = [0] * self.cells
        self.generation = 0
        self.presses = [0] * self.buttons
        self.rolls = [(0, "E", "-")] * self.dice
        self.row = ""
        self.greeted = False
        self.reader = Reader(FROM_HOST)
        self.heard_at = self.beat_at = 0.0
        self.bad = 0
        self.now = 0.0

    # Inputs from tests.

    def put(self, cell: int, seen: int) -> None:
        self.seen[cell] = seen
        self.generation = (self.generation + 1) % 65536
        self.tell(self.state)

    def press(self, button: int) -> None:
        self.presses[button] = (self.presses[button] + 1) % 256
        self.tell("B " + " ".join(map(str, self.presses)))

    def throw(self, state: str, faces: str = "-", pair: int = 0) -> None:
        self.rolls[pair] = ((self.rolls[pair][0] + 1) % 65536, state, faces)
        self.tell(self.roll(pair))

    # Messages to the host.

    @property
    def state(self) -> str:
        packed = "".join(f"{seen:0{self.bits}b}" for seen in self.seen)
        packed += "0" * (-len(packed) % 4)
        digits = "".join(f"{int(packed[at : at + 4], 2):x}" for at in range(0, len(packed), 4))
        return f"S {self.generation} {digits}"

    def roll(self, pair: int) -> str:
        generation, state, faces = self.rolls[pair]
        return f"D {pair} {generation} {state} {faces}"

    @property
    def beat(self) -> str:
        presses = ",".join(map(str, self.presses)) or "-"
        rolls = ",".join(str(generation) for generation, _, _ in self.rolls) or "-"
        cells = self.generation if self.cells else "-"
        return (
            f"H boot={self.boot} up={int(self.now)} cells={cells} btn={presses} dice={rolls}"
            f" bad={self.bad} over=0 mem=150000"
        )

    @property
    def name(self) -> str:
        return (
            f"HELLO proto={self.protocol} fw=0.2.0 board={self.kind} uid=e6614103e7"
            f" boot={self.boot} cells={self.cells} bits={self.bits} leds={self.lamps}"
            f" btn={self.buttons} dice={self.dice} map={self.layout} max={self.longest} ma=400"
            f"{self.extra_fields}"
        )

    def say(self, number: int, body: str) -> None:
        self.out += encode(FROM_BOARD, number, body.encode())

    def tell(self, body: str) -> None:
        if self.greeted and self.now - self.heard_at < ALONE:
            self.say(UNASKED, body)

    def take_output(self) -> bytes:
        out = bytes(self.out)
        self.out.clear()
        return out

    # Requests of the host.

    def hear(self, data: bytes, now: float) -> None:
        self.now = now
        for line in self.reader.feed(data):
            if isinstance(line, bytes):
                self.bad += 1
            else:
                self.heard_at = now
                self.heard.append(line[1].decode())
                self.say_answer(*line)

    def pass_time(self, now: float) -> None:
        self.now = now
        if now >= self.beat_at:
            self.beat_at = now + BEAT
            self.say(UNASKED, self.beat)

    def say_answer(self, number: int, body: bytes) -> None:
        verb, *words = body.decode().split(" ")
        answer = self.false_answers.get(verb, self.answer(verb, words))
        if answer:
            self.say(number, answer)

    def answer(self, verb: str, words: list[str]) -> str:
        truths: dict[tuple[str, int], Callable[..., str]] = {
            ("HELLO", 1): self.greet,
            ("PING", 1): lambda word: f"OK PING {word}",
            ("SNAP", 0): lambda: f"OK {self.state}",
            ("BTN", 0): lambda: "OK B " + " ".join(map(str, self.presses)),
            ("ROLL", 1): self.rolled,
            ("RAW", 1): lambda bank: f"OK RAW {bank} {MEASURED}",
            ("LED", 2): self.shine,
            ("SET", 2): lambda _key, _value: "OK SET",
            ("BUZ", 2): lambda _hertz, _milliseconds: "OK BUZ",
            ("RESET", 0): lambda: "OK RESET",
        }
        if truth := truths.get((verb, len(words))):
            return truth(*words)
        return "ERR arg" if verb in [name for name, _ in truths] else "ERR verb"

    def greet(self, version: str) -> str:
        self.greeted |= version == str(self.protocol)
        return f"OK {self.name}" if version == str(self.protocol) else f"ERR proto {self.protocol}"

    def rolled(self, pair: str) -> str:
        return f"OK {self.roll(int(pair))}" if int(pair) < self.dice else "ERR arg"

    def shine(self, inks: str, row: str) -> str:
        letters = ".abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
        known = 0 if inks == "-" else len(inks) // 8
        if len(row) != self.lamps or any(letters.index(letter) > known for letter in row):
            return "ERR arg"
        self.row = row
        return "OK LED"


PORT_TICK = 0.2


class BoardPort:
    """A port with a board behind it that answers at once, and runs as long as the port is open."""

    def __init__(self, board: PlainBoard, clock: Clock, address: str = "/dev/ttyACM0") -> None:
        self.board = board
        self._clock = clock
        self._address = address
        self._listener: PortListener | None = None
        self._living: asyncio.Task[None] | None = None

    @property
    def address(self) -> str:
        return self._address

    async def open(self, listener: PortListener) -> None:
        self._listener = listener
        self._living = asyncio.create_task(self._live())

    def write(self, data: bytes) -> None:
        self.board.hear(data, self._clock.now())
        asyncio.get_running_loop().call_soon(self.say)

    async def close(self) -> None:
        self._listener = None
        if self._living is not None:
            self._living.cancel()

    def say(self) -> None:
        """Delivers the output of the board."""
        if self._listener is not None and (said := self.board.take_output()):
            self._listener.on_data(said)

    async def _live(self) -> None:
        while True:
            await self._clock.wait_until(self._clock.now() + PORT_TICK)
            self.board.pass_time(self._clock.now())
            self.say()


class FunctionPort:
    """A port with no board behind it: a function answers each write."""

    def __init__(self, answers: Callable[[bytes], bytes], address: str = "/dev/ttyACM0") -> None:
        self._answers = answers
        self._address = address
        self._listener: PortListener | None = None

    @property
    def address(self) -> str:
        return self._address

    async def open(self, listener: PortListener) -> None:
        self._listener = listener

    def write(self, data: bytes) -> None:
        if self._listener is not None and (said := self._answers(data)):
            asyncio.get_running_loop().call_soon(self._listener.on_data, said)

    async def close(self) -> None:
        self._listener = None


class ClosedPort(FunctionPort):
    """A port that cannot be opened."""

    def __init__(self, why: str, address: str = "/dev/ttyACM0") -> None:
        super().__init__(lambda _: b"", address)
        self._why = why

    async def open(self, listener: PortListener) -> None:
        del listener
        raise PortFault(self.address, self._why)


WIRE_STEP = 0.01
Mangle = Callable[[bytes], bytes]


def unchanged_bytes(data: bytes) -> bytes:
    return data


class SimulatedWire:
    """Both ends of the wire, and the events of the host."""

    def __init__(
        self,
        board: PlainBoard | None = None,
        settings: Sequence[ChangeSetting] = (),
        mangle: Mangle = unchanged_bytes,
        kinds: Sequence[str] = ("kibitz", "dice"),
    ) -> None:
        self.board = board or PlainBoard()
        self.session = Session(settings, kinds)
        self.events: list[session_events.SessionEvent] = []
        self.mangle = mangle
        self.now = 0.0
        self.is_cut = False
        self.session.start(self.now)

    def run(self, seconds: float) -> list[session_events.SessionEvent]:
        """Passes time and returns the events meanwhile."""
        before = len(self.events)
        until = self.now + seconds
        while self.now < until:
            self.step()
        return self.events[before:]

    def step(self) -> None:
        """Runs both ends once."""
        self.now += WIRE_STEP
        if said := self.session.to_send():
            self.board.hear(self.carried(said), self.now)
        self.board.pass_time(self.now)
        if heard := self.carried(self.board.take_output()):
            self.events += self.session.receive(heard, self.now)
        if self.now >= self.session.next_call:
            self.events += self.session.pass_time(self.now)

    def carried(self, data: bytes) -> bytes:
        return b"" if self.is_cut else self.mangle(data)

    def ask(self, *requests: Request) -> list[session_events.SessionEvent]:
        """Sends requests and returns the resulting events."""
        for request in requests:
            self.session.ask(request, self.now)
        return self.run(0.1)

    @property
    def fault(self) -> session_events.SessionFault | None:
        """The fault that ended the session, if any."""
        match self.events:
            case [*_, session_events.SessionFailed(fault)]:
                return fault
        return None


def ready_wire(board: PlainBoard | None = None) -> SimulatedWire:
    """A wire on which the greeting is complete."""
    wire = SimulatedWire(board)
    wire.run(0.3)
    assert wire.events[-1] == session_events.BoardReady()
    wire.board.heard.clear()
    return wire


def state_updates(events: Sequence[session_events.SessionEvent]) -> list[object]:
    """The state updates among these events."""
    return [event.update for event in events if isinstance(event, session_events.StateUpdated)]


class Hurried(SystemClock):
    """A clock that never waits: each sleep returns at once, and its time has passed."""

    def __init__(self) -> None:
        super().__init__()
        self._ahead = 0.0

    def now(self) -> float:
        return super().now() + self._ahead

    async def wait_until(self, at: float) -> None:
        await asyncio.sleep(0)
        self._ahead += max(0.0, at - self.now())
