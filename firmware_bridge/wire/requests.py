"""The requests of the host to a board, each with the kind of its response."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from string import ascii_lowercase, ascii_uppercase
from typing import Annotated, ClassVar, Self, get_args

from firmware_bridge.pico.framing import CHECK, HEAD, MAX_LINE, PROTOCOL
from firmware_bridge.wire import board_messages
from firmware_bridge.wire.message import (
    NONE,
    FieldType,
    Malformed,
    Message,
    number,
    split_words,
    text,
)

LAMPS = range(1, 79)
TONE_HERTZ = range(20, 20_001)
LONGEST_TONE_MS = 10_000
NO_INK = "."
INK_LETTERS = ascii_lowercase + ascii_uppercase
"""The letters of the inks in a row, in their order."""
_BYTE = range(256)


def is_within_limit(body: bytes, longest: int = MAX_LINE) -> bool:
    """True if a line with this body is within the maximum length."""
    return HEAD + len(body) + CHECK <= longest


class RequestMessage(Message):
    """A request, which checks its fields when it is made."""

    __slots__ = ()
    response: ClassVar[type[board_messages.BoardMessage]] = board_messages.Confirmation
    """The kind of the response; a field that both have must be the same in both."""

    def __post_init__(self) -> None:
        self.check_fields()


@dataclass(frozen=True, slots=True)
class HelloRequest(RequestMessage):
    """Asks the board to identify itself; must be the first request."""

    verb: ClassVar[str] = "HELLO"
    response = board_messages.BoardInfo
    version: Annotated[int, number(range(1000))] = PROTOCOL
    """The version of the protocol."""


@dataclass(frozen=True, slots=True)
class Ping(RequestMessage):
    """Asks for a sign of life; the board sends the word back."""

    verb: ClassVar[str] = "PING"
    response = board_messages.Pong
    word: Annotated[str, board_messages.PING_WORD]


@dataclass(frozen=True, slots=True)
class ReadSensors(RequestMessage):
    """Asks for the state of all sensors."""

    verb: ClassVar[str] = "SNAP"
    response = board_messages.SensorStates


@dataclass(frozen=True, slots=True)
class ReadPresses(RequestMessage):
    """Asks for the press counts of all buttons."""

    verb: ClassVar[str] = "BTN"
    response = board_messages.PressCounts


@dataclass(frozen=True, slots=True)
class ReadDice(RequestMessage):
    """Asks for the state of a pair of dice."""

    verb: ClassVar[str] = "ROLL"
    response = board_messages.DiceReport
    pair: Annotated[int, board_messages.PAIR] = 0


@dataclass(frozen=True, slots=True)
class LampInk:
    """A colour of light and its blinking pattern."""

    red: int
    green: int
    blue: int
    eighths: int = 0xFF
    """The eighths of a second in which it is on, the first one in the highest bit."""

    def __post_init__(self) -> None:
        if not all(part in _BYTE for part in (self.red, self.green, self.blue, self.eighths)):
            raise Malformed(f"{self!r} has a part that is not 0 to 255")

    def __str__(self) -> str:
        return f"{self.red:02x}{self.green:02x}{self.blue:02x}{self.eighths:02x}"


_INKS = text(r"([0-9a-f]{8})+", "8 of 0-9a-f for each ink, or -")


def _parse_inks(word: str, _board: object) -> tuple[LampInk, ...]:
    parts = bytes.fromhex(_INKS.parse(word, None)) if word != NONE else b""
    return tuple([LampInk(*parts[start : start + 4]) for start in range(0, len(parts), 4)])


INKS = FieldType(_INKS.description, _parse_inks, lambda inks, _: "".join(map(str, inks)) or NONE)


@dataclass(frozen=True, slots=True)
class SetLamps(RequestMessage):
    """Sets all lamps: the inks, and a letter for each lamp."""

    verb: ClassVar[str] = "LED"
    inks: Annotated[tuple[LampInk, ...], INKS]
    row: Annotated[str, text(r"[.a-zA-Z]{1,78}", "1 to 78 of . a-z A-Z")]

    def __post_init__(self) -> None:
        if len(self.row) not in LAMPS or len(self.inks) > len(INK_LETTERS):
            raise Malformed(f"{len(self.row)} lamps with {len(self.inks)} inks is not a valid row")
        if not set(self.row) <= {NO_INK, *INK_LETTERS[: len(self.inks)]}:
            raise Malformed(f"the row '{self.row}' uses an undefined ink")
        if not is_within_limit(self.body):
            raise Malformed(f"{len(self.inks)} inks for {len(self.row)} lamps are too long a line")

    @classmethod
    def of(cls, lamps: Iterable[LampInk | None]) -> Self:
        """Creates the request from one ink or None for each lamp; Malformed if too many differ."""
        lit = tuple(lamps)
        inks = tuple(dict.fromkeys(ink for ink in lit if ink is not None))
        if len(inks) > len(INK_LETTERS):
            raise Malformed(f"{len(inks)} different inks are too many")
        letters = dict(zip((None, *inks), NO_INK + INK_LETTERS, strict=False))
        return cls(inks, "".join(letters[ink] for ink in lit))


@dataclass(frozen=True, slots=True)
class PlayTone(RequestMessage):
    """Plays a tone; zero frequency and zero duration are silence."""

    verb: ClassVar[str] = "BUZ"
    hertz: Annotated[int, number(range(TONE_HERTZ.stop))] = 0
    milliseconds: Annotated[int, number(range(LONGEST_TONE_MS + 1))] = 0

    def __post_init__(self) -> None:
        self.check_fields()
        is_silent = self.hertz == self.milliseconds == 0
        if not is_silent and (self.hertz not in TONE_HERTZ or not self.milliseconds):
            raise Malformed(f"{self.hertz} hertz for {self.milliseconds} ms is not a valid sound")


@dataclass(frozen=True, slots=True)
class ChangeSetting(RequestMessage):
    """Changes a setting until the board restarts."""

    verb: ClassVar[str] = "SET"
    key: Annotated[str, text(r"[a-z]{1,8}", "1 to 8 of a-z")]
    value: Annotated[str, text(r"[0-9a-z,.-]{1,32}", "1 to 32 of 0-9a-z , . -")]


@dataclass(frozen=True, slots=True)
class ReadRawValues(RequestMessage):
    """Asks for the measured values of eight sensors, for calibration."""

    verb: ClassVar[str] = "RAW"
    response = board_messages.RawValues
    bank: Annotated[int, board_messages.BANK]


@dataclass(frozen=True, slots=True)
class RestartBoard(RequestMessage):
    """Restarts the board."""

    verb: ClassVar[str] = "RESET"


Request = (
    HelloRequest
    | Ping
    | ReadSensors
    | ReadPresses
    | ReadDice
    | SetLamps
    | PlayTone
    | ChangeSetting
    | ReadRawValues
    | RestartBoard
)

_REQUESTS: Mapping[str, type[Request]] = {kind.verb: kind for kind in get_args(Request)}


def parse_request(body: bytes) -> Request:
    """Parses a request; Malformed if it is none."""
    verb = split_words(body)[0]
    if verb not in _REQUESTS:
        raise Malformed(f"unknown request {verb[:16]}")
    return _REQUESTS[verb].from_body(body)
