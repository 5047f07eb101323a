"""What the host asks of a board; each request has a text and is read back from it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from string import ascii_lowercase, ascii_uppercase
from typing import ClassVar, Self

from firmware_bridge.pico.framing import CHECK, HEAD, LONGEST, PROTOCOL
from firmware_bridge.wire.words import NONE, Malformed, arguments, name, number, words_of

PAIRS = range(2)
"""Pairs of dice that a board may have."""
BANKS = range(32)
"""Eight sensors each."""
LAMPS = range(1, 79)
PITCHES = range(20, 20_001)
LONGEST_SOUND = 10_000
DARK = "."
LETTERS = ascii_lowercase + ascii_uppercase
"""The inks of a row, in their order."""
_BYTE = range(256)
_WORD = re.compile(r"[0-9A-Za-z]{1,16}")
_KEY = re.compile(r"[a-z]{1,8}")
_VALUE = re.compile(r"[0-9a-z,.-]{1,32}")
_INK = re.compile(r"[0-9a-f]{8}")
_VERSIONS = range(1000)


def fits(body: bytes, longest: int = LONGEST) -> bool:
    """Whether a line with this body keeps to the longest one."""
    return HEAD + len(body) + CHECK <= longest


@dataclass(frozen=True, slots=True)
class Hello:
    """Who is there? It must come first."""

    verb: ClassVar[str] = "HELLO"
    protocol: int = PROTOCOL

    @property
    def body(self) -> bytes:
        return f"{self.verb} {self.protocol}".encode()

    @classmethod
    def from_body(cls, body: bytes) -> Self:
        (version,) = arguments(body, cls.verb, 1)
        return cls(number(version, _VERSIONS, "the version"))


@dataclass(frozen=True, slots=True)
class Ping:
    """Is anybody there? The word comes back."""

    verb: ClassVar[str] = "PING"
    word: str

    def __post_init__(self) -> None:
        name(self.word, _WORD, "the word")

    @property
    def body(self) -> bytes:
        return f"{self.verb} {self.word}".encode()

    @classmethod
    def from_body(cls, body: bytes) -> Self:
        return cls(*arguments(body, cls.verb, 1))


@dataclass(frozen=True, slots=True)
class Snap:
    """All sensors now."""

    verb: ClassVar[str] = "SNAP"

    @property
    def body(self) -> bytes:
        return self.verb.encode()

    @classmethod
    def from_body(cls, body: bytes) -> Self:
        arguments(body, cls.verb, 0)
        return cls()


@dataclass(frozen=True, slots=True)
class Buttons:
    """How often each button was pressed."""

    verb: ClassVar[str] = "BTN"

    @property
    def body(self) -> bytes:
        return self.verb.encode()

    @classmethod
    def from_body(cls, body: bytes) -> Self:
        arguments(body, cls.verb, 0)
        return cls()


@dataclass(frozen=True, slots=True)
class Roll:
    """What a pair of dice does and shows."""

    verb: ClassVar[str] = "ROLL"
    pair: int = 0

    def __post_init__(self) -> None:
        number(str(self.pair), PAIRS, "the pair")

    @property
    def body(self) -> bytes:
        return f"{self.verb} {self.pair}".encode()

    @classmethod
    def from_body(cls, body: bytes) -> Self:
        (pair,) = arguments(body, cls.verb, 1)
        return cls(number(pair, PAIRS, "the pair"))


@dataclass(frozen=True, slots=True)
class Ink:
    """A colour of light, and when it shines."""

    red: int
    green: int
    blue: int
    eighths: int = 0xFF
    """The eighths of a second in which it shines, the first one in the highest bit."""

    def __post_init__(self) -> None:
        if not all(part in _BYTE for part in (self.red, self.green, self.blue, self.eighths)):
            raise Malformed(f"{self!r} has a part that is not 0 to 255")

    def __str__(self) -> str:
        return f"{self.red:02x}{self.green:02x}{self.blue:02x}{self.eighths:02x}"

    @classmethod
    def from_text(cls, text: str) -> Self:
        return cls(*bytes.fromhex(name(text, _INK, "an ink")))


@dataclass(frozen=True, slots=True)
class Shine:
    """Shine like this from now on: the inks, and a letter for each lamp."""

    verb: ClassVar[str] = "LED"
    inks: tuple[Ink, ...]
    row: str

    def __post_init__(self) -> None:
        if len(self.row) not in LAMPS or len(self.inks) > len(LETTERS):
            raise Malformed(f"{len(self.row)} lamps and {len(self.inks)} inks are no row")
        if not set(self.row) <= {DARK, *LETTERS[: len(self.inks)]}:
            raise Malformed(f"the row '{self.row}' has an ink that is not there")
        if not fits(self.body):
            raise Malformed(f"{len(self.inks)} inks for {len(self.row)} lamps are too long a line")

    @property
    def body(self) -> bytes:
        return f"{self.verb} {''.join(map(str, self.inks)) or NONE} {self.row}".encode()

    @classmethod
    def from_body(cls, body: bytes) -> Self:
        inks, row = arguments(body, cls.verb, 2)
        each = [] if inks == NONE else [inks[start : start + 8] for start in range(0, len(inks), 8)]
        return cls(tuple(map(Ink.from_text, each)), row)

    @classmethod
    def of(cls, lamps: Iterable[Ink | None]) -> Self:
        """Each lamp with its own ink, or dark; Malformed if these are too many different ones."""
        lit = tuple(lamps)
        inks = tuple(dict.fromkeys(ink for ink in lit if ink is not None))
        if len(inks) > len(LETTERS):
            raise Malformed(f"{len(inks)} different inks are too many")
        letters: Mapping[Ink | None, str] = {None: DARK, **dict(zip(inks, LETTERS, strict=False))}
        return cls(inks, "".join(letters[ink] for ink in lit))


@dataclass(frozen=True, slots=True)
class Buzz:
    """Sound at this pitch for so long; nothing of both is silence."""

    verb: ClassVar[str] = "BUZ"
    hertz: int = 0
    milliseconds: int = 0

    def __post_init__(self) -> None:
        silent = self.hertz == self.milliseconds == 0
        if not silent and (self.hertz not in PITCHES or not 0 < self.milliseconds <= LONGEST_SOUND):
            raise Malformed(f"no sound has {self.hertz} hertz for {self.milliseconds} ms")

    @property
    def body(self) -> bytes:
        return f"{self.verb} {self.hertz} {self.milliseconds}".encode()

    @classmethod
    def from_body(cls, body: bytes) -> Self:
        hertz, milliseconds = arguments(body, cls.verb, 2)
        return cls(
            number(hertz, range(PITCHES.stop), "the pitch"),
            number(milliseconds, range(LONGEST_SOUND + 1), "the length of the sound"),
        )


@dataclass(frozen=True, slots=True)
class Set:
    """A setting, until the board starts again."""

    verb: ClassVar[str] = "SET"
    key: str
    value: str

    def __post_init__(self) -> None:
        name(self.key, _KEY, "the key")
        name(self.value, _VALUE, f"the value of {self.key}")

    @property
    def body(self) -> bytes:
        return f"{self.verb} {self.key} {self.value}".encode()

    @classmethod
    def from_body(cls, body: bytes) -> Self:
        return cls(*arguments(body, cls.verb, 2))


@dataclass(frozen=True, slots=True)
class Measure:
    """Eight sensors as they are measured, to calibrate them."""

    verb: ClassVar[str] = "RAW"
    bank: int

    def __post_init__(self) -> None:
        number(str(self.bank), BANKS, "the bank")

    @property
    def body(self) -> bytes:
        return f"{self.verb} {self.bank}".encode()

    @classmethod
    def from_body(cls, body: bytes) -> Self:
        (bank,) = arguments(body, cls.verb, 1)
        return cls(number(bank, BANKS, "the bank"))


@dataclass(frozen=True, slots=True)
class Reset:
    """Start again."""

    verb: ClassVar[str] = "RESET"

    @property
    def body(self) -> bytes:
        return self.verb.encode()

    @classmethod
    def from_body(cls, body: bytes) -> Self:
        arguments(body, cls.verb, 0)
        return cls()


Request = Hello | Ping | Snap | Buttons | Roll | Shine | Buzz | Set | Measure | Reset

_READERS: Mapping[str, Callable[[bytes], Request]] = {
    kind.verb: kind.from_body
    for kind in (Hello, Ping, Snap, Buttons, Roll, Shine, Buzz, Set, Measure, Reset)
}


def read_request(body: bytes) -> Request:
    """The request with this text; Malformed if it is none."""
    verb = words_of(body)[0]
    if verb not in _READERS:
        raise Malformed(f"nobody knows the request {verb[:16]}")
    return _READERS[verb](body)
