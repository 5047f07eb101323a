"""The responses and events of a board."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from itertools import chain
from typing import Annotated, ClassVar, get_args

from firmware_bridge.pico.framing import GENERATION_MODULUS, MAX_LINE, PROTOCOL
from firmware_bridge.wire.message import (
    ERR,
    FREE_TEXT,
    NONE,
    OK,
    PRESS_MODULUS,
    BoardParts,
    FieldType,
    KeyedMessage,
    Malformed,
    Message,
    choice,
    number,
    number_words,
    numbers,
    optional,
    or_none,
    printable,
    split_words,
    text,
)

MIN_LINE_LIMIT = 64
"""Minimum length in bytes of the lines that every board accepts."""
MAX_PAIRS = 2
"""Maximum number of pairs of dice of a board."""
GENERATION = number(range(GENERATION_MODULUS))
PRESS_COUNT = number(range(PRESS_MODULUS))
PAIR = number(range(MAX_PAIRS))
BANK = number(range(32))
"""The number of a bank, which is eight sensors."""
PING_WORD = text(r"[0-9A-Za-z]{1,16}", "1 to 16 letters and digits")
BOOT_ID = text(r"[0-9a-f]{8}", "8 of 0-9a-f")
NAME = text(r"[0-9A-Za-z._+-]{1,32}", "1 to 32 letters, digits and . _ + -")
OLD_GAME = "backgammon"
"""The game of a board that does not name one, as no board did before firmware 0.2."""
GAME = optional(text(r"[a-z]{1,16}", "1 to 16 of a-z"), OLD_GAME)
PLACE_RUNS = optional(or_none(text(r"[0-9a-z.,:-]{2,64}", "2 to 64 of 0-9a-z . , : -")), NONE)
"""Places in their order, in short; a board before firmware 0.2 does not tell them."""
BOARD_KIND = text(r"[0-9a-z]{1,16}", "1 to 16 of 0-9a-z")
UID = text(r"[0-9A-Za-z]{1,32}", "1 to 32 letters and digits")
VERB = text(r"[A-Z]{1,8}", "1 to 8 of A-Z")
TOTAL = number(range(2**32))


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardInfo(KeyedMessage):
    """The identity and the parts of a board: its response to HELLO."""

    verb: ClassVar[str] = "HELLO"
    protocol: Annotated[int, "proto", number(range(PROTOCOL, PROTOCOL + 1))] = PROTOCOL
    """Version of the wire."""
    firmware: Annotated[str, "fw", NAME]
    """Version of the firmware."""
    kind: Annotated[str, "board", BOARD_KIND]
    """Kind of board: `kibitz` is ours, `dice` is a pair of dice on a line of its own."""
    uid: Annotated[str, UID]
    """Name of this board, which never changes."""
    boot: Annotated[str, BOOT_ID]
    """Name of this start of the board; another one each time it starts."""
    cells: Annotated[int, number(range(257))] = 0
    """Number of sensors."""
    bits: Annotated[int, number(range(1, 3))] = 1
    """Bits of each sensor: 1 (open or closed) or 2 (colour)."""
    lamps: Annotated[int, "leds", number(range(79))] = 0
    """Number of lamps."""
    buttons: Annotated[int, "btn", number(range(9))] = 0
    """Number of buttons."""
    dice: Annotated[int, number(range(MAX_PAIRS + 1))] = 0
    """Number of pairs of dice."""
    layout: Annotated[str | None, "map", or_none(NAME)] = None
    """Name of the layout, for people."""
    longest: Annotated[int, "max", number(range(MIN_LINE_LIMIT, MAX_LINE + 1))] = MAX_LINE
    """Maximum length in bytes of a line that the board accepts, without its end."""
    milliamps: Annotated[int, "ma", number(range(100_000))] = 0
    """Maximum current of the lamps in milliamperes, which the board keeps to."""
    game: Annotated[str, GAME] = OLD_GAME
    """Game whose board this is: `backgammon` or `checkers`; if missing, `backgammon`."""
    sensor_places: Annotated[str | None, "at", PLACE_RUNS] = None
    """Places above the sensors, in their order; if missing, those of the layout's name."""
    lamp_places: Annotated[str | None, "lit", PLACE_RUNS] = None
    """Places of the lamps, in the order of the strip; if missing, the usual ones."""


@dataclass(frozen=True, slots=True)
class _ProtocolVersion(KeyedMessage):
    """The part of a response to HELLO that every version of the protocol has."""

    verb: ClassVar[str] = BoardInfo.verb
    protocol: Annotated[int, "proto", number(range(256))]


def parse_protocol_version(body: bytes) -> int:
    """The protocol version in a response to HELLO, whatever else that version contains."""
    return _ProtocolVersion.from_body(body).protocol


_STATES_OF_DIGIT: Mapping[int, Mapping[str, tuple[int, ...]]] = {
    1: {f"{digit:x}": tuple(digit >> bit & 1 for bit in (3, 2, 1, 0)) for digit in range(16)},
    2: {f"{digit:x}": (digit >> 2, digit & 3) for digit in range(16)},
}
"""The states of the sensors in a hexadecimal digit, for each number of bits of a sensor."""


def _parse_sensors(word: str, board: BoardParts | None) -> tuple[int, ...]:
    if board is None:
        raise Malformed("the board has not identified itself")
    states_of = _STATES_OF_DIGIT[board.bits]
    if len(word) * 4 != board.cells * board.bits + -board.cells * board.bits % 4:
        raise Malformed(f"{len(word)} digits do not encode {board.cells} sensors")
    if not states_of.keys() >= set(word):
        raise ValueError(word)
    states = tuple(chain.from_iterable([states_of[digit] for digit in word]))
    if any(states[board.cells :]):
        raise Malformed(f"'{word}' encodes more than {board.cells} sensors")
    return states[: board.cells]


def _format_sensors(states: Iterable[int], message: SensorStates) -> str:
    packed = "".join([f"{state:0{message.bits}b}" for state in states])
    packed += "0" * (-len(packed) % 4)
    return f"{int(packed, 2):0{len(packed) // 4}x}"


PACKED_SENSORS = FieldType("digits 0-9a-f", _parse_sensors, _format_sensors)
"""All sensors in hexadecimal digits, the first one in the highest bits, filled up with zeros."""


@dataclass(frozen=True, slots=True)
class SensorStates(Message):
    """The debounced state of all sensors."""

    verb: ClassVar[str] = "S"
    generation: Annotated[int, GENERATION]
    cells: Annotated[tuple[int, ...], PACKED_SENSORS]
    """With one bit, 1 is a checker; with two, 1 is light, 2 dark, and 3 unknown."""
    bits: int = 1


@dataclass(frozen=True, slots=True)
class PressCounts(Message):
    """The presses of each button since the start of the board, modulo 256."""

    verb: ClassVar[str] = "B"
    counts: Annotated[tuple[int, ...], number_words(PRESS_COUNT)]

    def check_board(self, board: BoardParts) -> None:
        if not self.counts or len(self.counts) != board.buttons:
            raise Malformed(f"it reports {len(self.counts)} buttons but has {board.buttons}")


class DiceActivity(Enum):
    """The state of a pair of dice."""

    ROLLING = "R"
    """The dice are rolling."""
    SETTLED = "S"
    """The dice lie still and flat."""
    COCKED = "C"
    """A die does not lie flat, so the throw does not count."""
    LIFTED = "L"
    """The dice are in a hand or in the cup."""
    UNREACHED = "E"
    """The dice cannot be reached, so their state is unknown."""


_FACES = text(r"[1-6]{1,2}", "1 or 2 digits 1-6, or -")
FACES = FieldType(
    _FACES.description,
    lambda word, _: () if word == NONE else tuple(map(int, _FACES.parse(word, None))),
    lambda faces, _: "".join(map(str, faces)) or NONE,
)


@dataclass(frozen=True, slots=True)
class DiceReport(Message):
    """The state of a pair of dice, with its faces once it has settled."""

    verb: ClassVar[str] = "D"
    pair: Annotated[int, PAIR]
    generation: Annotated[int, GENERATION]
    state: Annotated[DiceActivity, choice(DiceActivity)]
    faces: Annotated[tuple[int, ...], FACES] = ()

    def check_board(self, board: BoardParts) -> None:
        if self.pair >= board.dice:
            raise Malformed(f"it reports pair {self.pair} of dice but has {board.dice}")
        if (self.state is DiceActivity.SETTLED) != bool(self.faces):
            shown = "".join(map(str, self.faces)) or NONE
            raise Malformed(f"dice in state '{self.state.value}' show '{shown}'")


@dataclass(frozen=True, slots=True)
class Heartbeat(KeyedMessage):
    """A sign of life with the newest generations, so that lost events are detected."""

    verb: ClassVar[str] = "H"
    boot: Annotated[str, BOOT_ID]
    """As in HELLO."""
    uptime: Annotated[int, "up", TOTAL]
    """Seconds since the start."""
    cells: Annotated[int | None, or_none(GENERATION)] = None
    """The newest generation of the sensors."""
    presses: Annotated[tuple[int, ...], "btn", numbers(PRESS_COUNT)] = ()
    """The press counts, as in `B`."""
    dice: Annotated[tuple[int, ...], numbers(GENERATION)] = ()
    """The newest generation of each pair of dice."""
    invalid_lines: Annotated[int, "bad", TOTAL] = 0
    """Lines that were noise."""
    dropped_bytes: Annotated[int, "over", TOTAL] = 0
    """Bytes that were lost because the line was full."""
    memory: Annotated[int, "mem", TOTAL] = 0
    """Free memory in bytes."""

    def check_board(self, board: BoardParts) -> None:
        parts = (int(self.cells is not None), len(self.presses), len(self.dice))
        # After a restart the parts of the board are unknown, so any are valid.
        if self.boot == board.boot and parts != (min(board.cells, 1), board.buttons, board.dice):
            raise Malformed("its heartbeat lists parts that the board does not have")


@dataclass(frozen=True, slots=True)
class Pong(Message):
    """The response to PING, with the same word."""

    verb: ClassVar[str] = "PING"
    word: Annotated[str, PING_WORD]


@dataclass(frozen=True, slots=True)
class RawValues(Message):
    """The measured values of eight sensors."""

    verb: ClassVar[str] = "RAW"
    bank: Annotated[int, BANK]
    values: Annotated[tuple[int, ...], number_words(number(range(65536)), count=8)]


@dataclass(frozen=True, slots=True)
class Confirmation(Message):
    """The confirmation of a request that returns no data."""

    request: Annotated[str, VERB]
    """The verb of the request."""


class RefusalReason(Enum):
    """The reason of a refusal."""

    VERB = "verb"
    """The board does not know this request."""
    ARGUMENT = "arg"
    """An argument is wrong or missing."""
    PROTOCOL = "proto"
    """The board does not speak this version of the protocol; the text lists those it speaks."""
    HARDWARE = "hw"
    """The part is missing or does not work; the text says what is wrong."""


@dataclass(frozen=True, slots=True)
class RequestRefusal(Message):
    """The refusal of a request."""

    verb: ClassVar[str] = ERR
    reason: Annotated[RefusalReason, choice(RefusalReason)]
    text: Annotated[str, FREE_TEXT] = ""
    """The supported protocol versions, or a description of the defect."""

    def __str__(self) -> str:
        return f"{self.reason.value} {self.text}".strip()


BoardUpdate = SensorStates | PressCounts | DiceReport
"""A state of a part of a board."""
BoardEvent = BoardUpdate | Heartbeat
BoardMessage = BoardEvent | BoardInfo | Pong | RawValues | Confirmation | RequestRefusal

_EVENTS: Mapping[str, type[BoardEvent]] = {kind.verb: kind for kind in get_args(BoardEvent)}


def parse_event(body: bytes, info: BoardInfo) -> BoardEvent | None:
    """Parses an event; None if it is of an unknown, newer kind."""
    verb = split_words(body)[0]
    if verb in (OK, ERR):
        raise Malformed(f"'{printable(body)}' is a response without a request")
    kind = _EVENTS.get(verb)
    return kind.from_body(body, info) if kind is not None else None
