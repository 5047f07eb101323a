"""What a board tells, asked or not; each telling has a text and is read back from it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import ClassVar, Self

from firmware_bridge.pico.framing import LONGEST, PROTOCOL
from firmware_bridge.wire.requests import BANKS, PAIRS, Ping
from firmware_bridge.wire.words import (
    ERR,
    NAME,
    NONE,
    OK,
    PRESS_TURN,
    TURN,
    Malformed,
    arguments,
    keyed,
    listed,
    name,
    number,
    numbers,
    printable,
    words_of,
)

SHORTEST = 64
"""A board takes lines of at least so many bytes."""
_GENERATIONS = range(TURN)
_COUNTS = range(PRESS_TURN)
_VALUES = range(65536)
_MANY = range(2**32)
_BANK = 8
_HEX = re.compile(r"[0-9a-f]+")
_BOOT = re.compile(r"[0-9a-f]{8}")
_UID = re.compile(r"[0-9A-Za-z]{1,32}")
_KIND = re.compile(r"[0-9a-z]{1,16}")
_VERB = re.compile(r"[A-Z]{1,8}")
_FACES = re.compile(r"[1-6]{1,2}")


@dataclass(frozen=True, slots=True)
class BoardInfo:
    """What a board is and has, as it answers HELLO."""

    verb: ClassVar[str] = "HELLO"
    firmware: str
    kind: str
    uid: str
    boot: str
    cells: int = 0
    bits: int = 1
    lamps: int = 0
    buttons: int = 0
    dice: int = 0
    """How many pairs."""
    layout: str | None = None
    longest: int = LONGEST
    """Bytes of the longest line it takes, without its end."""
    milliamperes: int = 0
    protocol: int = PROTOCOL

    @property
    def body(self) -> bytes:
        return (
            f"{self.verb} proto={self.protocol} fw={self.firmware} board={self.kind}"
            f" uid={self.uid} boot={self.boot} cells={self.cells} bits={self.bits}"
            f" leds={self.lamps} btn={self.buttons} dice={self.dice} map={self.layout or NONE}"
            f" max={self.longest} ma={self.milliamperes}"
        ).encode()

    @classmethod
    def from_body(cls, body: bytes) -> Self:
        told = keyed(arguments(body, cls.verb), _HELLO_KEYS)
        layout = name(told["map"], NAME, "map")
        return cls(
            protocol=number(told["proto"], range(PROTOCOL, PROTOCOL + 1), "proto"),
            firmware=name(told["fw"], NAME, "fw"),
            kind=name(told["board"], _KIND, "board"),
            uid=name(told["uid"], _UID, "uid"),
            boot=name(told["boot"], _BOOT, "boot"),
            cells=number(told["cells"], range(257), "cells"),
            bits=number(told["bits"], range(1, 3), "bits"),
            lamps=number(told["leds"], range(79), "leds"),
            buttons=number(told["btn"], range(9), "btn"),
            dice=number(told["dice"], range(len(PAIRS) + 1), "dice"),
            layout=None if layout == NONE else layout,
            longest=number(told["max"], range(SHORTEST, LONGEST + 1), "max"),
            milliamperes=number(told["ma"], range(100_000), "ma"),
        )


_HELLO_KEYS = (
    *("proto", "fw", "board", "uid", "boot", "cells", "bits", "leds", "btn", "dice"),
    *("map", "max", "ma"),
)


def told_version(body: bytes) -> int:
    """The version of the wire that an answer to HELLO is of, whatever else that version tells."""
    told = keyed(arguments(body, BoardInfo.verb), ("proto",))
    return number(told["proto"], _COUNTS, "proto")


@dataclass(frozen=True, slots=True)
class Cells:
    """All sensors at once, after debouncing."""

    verb: ClassVar[str] = "S"
    generation: int
    cells: tuple[int, ...]
    """With one bit 1 is a checker; with two 1 is light, 2 dark, and 3 cannot be told."""
    bits: int = 1

    @property
    def body(self) -> bytes:
        packed = "".join(f"{cell:0{self.bits}b}" for cell in self.cells)
        packed += "0" * (-len(packed) % 4)
        return f"{self.verb} {self.generation} {int(packed, 2):0{len(packed) // 4}x}".encode()

    @classmethod
    def from_body(cls, body: bytes, info: BoardInfo) -> Self:
        generation, digits = arguments(body, cls.verb, 2)
        size = info.cells * info.bits
        spare = -size % 4
        if not _HEX.fullmatch(digits) or len(digits) * 4 != size + spare:
            raise Malformed(f"{len(digits)} digits do not tell of {info.cells} sensors")
        value = int(digits, 16)
        if value % (1 << spare):
            raise Malformed(f"'{digits}' tells of more sensors than the {info.cells} there are")
        value >>= spare
        mask = (1 << info.bits) - 1
        cells = (value >> shift & mask for shift in range(size - info.bits, -1, -info.bits))
        return cls(number(generation, _GENERATIONS, "the generation"), tuple(cells), info.bits)


@dataclass(frozen=True, slots=True)
class Presses:
    """How often each button was pressed since the board started, modulo 256."""

    verb: ClassVar[str] = "B"
    counts: tuple[int, ...]

    @property
    def body(self) -> bytes:
        return " ".join((self.verb, *map(str, self.counts))).encode()

    @classmethod
    def from_body(cls, body: bytes, info: BoardInfo) -> Self:
        counts = arguments(body, cls.verb)
        if not counts or len(counts) != info.buttons:
            raise Malformed(f"it tells of {len(counts)} buttons and has {info.buttons}")
        return cls(tuple(number(count, _COUNTS, "a count of presses") for count in counts))


class Doing(Enum):
    """What a pair of dice does."""

    ROLLING = "R"
    SETTLED = "S"
    COCKED = "C"
    LIFTED = "L"
    UNREACHED = "E"
    """Nobody knows: the dice cannot be reached."""


@dataclass(frozen=True, slots=True)
class DiceTelling:
    """What a pair of dice does, and shows when it has settled."""

    verb: ClassVar[str] = "D"
    pair: int
    generation: int
    state: Doing
    faces: tuple[int, ...] = ()

    @property
    def body(self) -> bytes:
        faces = "".join(map(str, self.faces)) or NONE
        return (f"{self.verb} {self.pair} {self.generation} {self.state.value} {faces}").encode()

    @classmethod
    def from_body(cls, body: bytes, info: BoardInfo) -> Self:
        pair, generation, state, faces = arguments(body, cls.verb, 4)
        if state not in _DOINGS:
            raise Malformed(f"nobody knows what dice do that do '{printable(state.encode())}'")
        settled = _DOINGS[state] is Doing.SETTLED
        if not (_FACES.fullmatch(faces) if settled else faces == NONE):
            raise Malformed(f"dice that do '{state}' show '{printable(faces.encode())}'")
        return cls(
            number(pair, range(info.dice), "the pair of dice"),
            number(generation, _GENERATIONS, "the generation"),
            _DOINGS[state],
            tuple(map(int, faces)) if settled else (),
        )


_DOINGS: Mapping[str, Doing] = {doing.value: doing for doing in Doing}


@dataclass(frozen=True, slots=True)
class Heartbeat:
    """That the board lives, and the newest generations, so that what was lost is missed."""

    verb: ClassVar[str] = "H"
    boot: str
    up: int
    cells: int | None = None
    presses: tuple[int, ...] = ()
    dice: tuple[int, ...] = ()
    """The newest generation of each pair."""
    bad: int = 0
    over: int = 0
    memory: int = 0

    @property
    def body(self) -> bytes:
        cells = NONE if self.cells is None else self.cells
        return (
            f"{self.verb} boot={self.boot} up={self.up} cells={cells} btn={listed(self.presses)}"
            f" dice={listed(self.dice)} bad={self.bad} over={self.over} mem={self.memory}"
        ).encode()

    @classmethod
    def from_body(cls, body: bytes, info: BoardInfo) -> Self:
        told = keyed(arguments(body, cls.verb), _HEARTBEAT_KEYS)
        cells = numbers(told["cells"], _GENERATIONS, "cells")
        presses = numbers(told["btn"], _COUNTS, "btn")
        dice = numbers(told["dice"], _GENERATIONS, "dice")
        boot = name(told["boot"], _BOOT, "boot")
        shape = (len(cells), len(presses), len(dice))
        # Of another start nothing is known, so its heartbeat may have whatever shape it likes.
        if boot == info.boot and shape != (min(info.cells, 1), info.buttons, info.dice):
            raise Malformed("its heartbeat tells of parts that it does not have")
        return cls(
            boot=boot,
            up=number(told["up"], _MANY, "up"),
            cells=cells[0] if cells else None,
            presses=presses,
            dice=dice,
            bad=number(told["bad"], _MANY, "bad"),
            over=number(told["over"], _MANY, "over"),
            memory=number(told["mem"], _MANY, "mem"),
        )


_HEARTBEAT_KEYS = ("boot", "up", "cells", "btn", "dice", "bad", "over", "mem")


@dataclass(frozen=True, slots=True)
class Pong:
    """The word of a PING, come back."""

    verb: ClassVar[str] = "PING"
    word: str

    @property
    def body(self) -> bytes:
        return f"{self.verb} {self.word}".encode()

    @classmethod
    def from_body(cls, body: bytes) -> Self:
        return cls(Ping.from_body(body).word)


@dataclass(frozen=True, slots=True)
class Raw:
    """Eight sensors as they are measured."""

    verb: ClassVar[str] = "RAW"
    bank: int
    values: tuple[int, ...]

    @property
    def body(self) -> bytes:
        return " ".join((self.verb, str(self.bank), *map(str, self.values))).encode()

    @classmethod
    def from_body(cls, body: bytes) -> Self:
        bank, *values = arguments(body, cls.verb, 1 + _BANK)
        measured = tuple(number(value, _VALUES, "what a sensor measures") for value in values)
        return cls(number(bank, BANKS, "the bank"), measured)


@dataclass(frozen=True, slots=True)
class Done:
    """What was asked has been done."""

    verb: str

    @property
    def body(self) -> bytes:
        return self.verb.encode()

    @classmethod
    def from_body(cls, body: bytes) -> Self:
        words = words_of(body)
        if len(words) != 1:
            raise Malformed(f"'{printable(body)}' is more than that something was done")
        return cls(name(words[0], _VERB, "what was done"))


class Reason(Enum):
    """Why something cannot be done."""

    VERB = "verb"
    """Nobody there knows this request."""
    ARGUMENT = "arg"
    PROTOCOL = "proto"
    HARDWARE = "hw"


@dataclass(frozen=True, slots=True)
class Refusal:
    """What was asked cannot be done."""

    verb: ClassVar[str] = ERR
    reason: Reason
    text: str = ""
    """The versions it speaks, or what is wrong with the part."""

    def __str__(self) -> str:
        return f"{self.reason.value} {self.text}".strip()

    @property
    def body(self) -> bytes:
        return f"{self.verb} {self}".encode()

    @classmethod
    def from_body(cls, body: bytes) -> Self:
        reason, *text = arguments(body, cls.verb) or [""]
        if reason not in _REASONS:
            raise Malformed(f"'{printable(body)}' is no reason")
        return cls(_REASONS[reason], " ".join(text))


_REASONS: Mapping[str, Reason] = {reason.value: reason for reason in Reason}

Telling = BoardInfo | Cells | Presses | DiceTelling | Heartbeat | Pong | Raw | Done | Refusal

_UNASKED: Mapping[str, Callable[[bytes, BoardInfo], Telling]] = {
    kind.verb: kind.from_body for kind in (Cells, Presses, DiceTelling, Heartbeat)
}


def read_unasked(body: bytes, info: BoardInfo) -> Telling | None:
    """What a board tells of its own accord; None if it is of a kind that came after this one."""
    verb = words_of(body)[0]
    if verb in (OK, ERR):
        raise Malformed(f"'{printable(body)}' answers what nobody asked")
    reader = _UNASKED.get(verb)
    return reader(body, info) if reader is not None else None
