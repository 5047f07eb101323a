"""A board after docs/wire.md that is nothing but words: the other end of an imaginary wire."""

from collections.abc import Callable
from dataclasses import dataclass, field

from firmware_bridge.pico.framing import FROM_BOARD, FROM_HOST, UNASKED, Reader, encode

ALONE = 3.0
BEAT = 1.0
MEASURED = "0 1 22 333 4444 32768 65534 65535"


@dataclass
class PlainBoard:
    """Does what the paper says, and keeps what it was told."""

    boot: str = "8a45a250"
    kind: str = "kibitz"
    cells: int = 128
    bits: int = 1
    lamps: int = 26
    buttons: int = 4
    dice: int = 1
    longest: int = 320
    protocol: int = 1
    telling: str = ""
    """What it adds to its answer to HELLO."""
    lies: dict[str, str] = field(default_factory=dict)
    """What it answers to a verb instead of the truth; nothing at all if that is empty."""
    heard: list[str] = field(default_factory=list)
    """Every good line."""
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

    # What happens to it.

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

    # What it says.

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
            f"HELLO proto={self.protocol} fw=0.1.0 board={self.kind} uid=e6614103e7"
            f" boot={self.boot} cells={self.cells} bits={self.bits} leds={self.lamps}"
            f" btn={self.buttons} dice={self.dice} map=p5 max={self.longest} ma=400{self.telling}"
        )

    def say(self, number: int, body: str) -> None:
        self.out += encode(FROM_BOARD, number, body.encode())

    def tell(self, body: str) -> None:
        if self.greeted and self.now - self.heard_at < ALONE:
            self.say(UNASKED, body)

    def said(self) -> bytes:
        out = bytes(self.out)
        self.out.clear()
        return out

    # What it hears.

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
        answer = self.lies.get(verb, self.answer(verb, words))
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
