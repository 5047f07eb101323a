"""Requests waiting and in flight, their responses, and the last known state of a board."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TypeVar

from firmware_bridge.pico.framing import FROM_HOST, encode
from firmware_bridge.wire.board_messages import (
    BoardInfo,
    BoardMessage,
    BoardUpdate,
    DiceReport,
    Heartbeat,
    PressCounts,
    RequestRefusal,
    SensorStates,
)
from firmware_bridge.wire.message import ERR, OK, PRESS_MODULUS, Malformed, printable, split_words
from firmware_bridge.wire.requests import ReadDice, ReadSensors, Request, SetLamps

MAX_PLAUSIBLE_PRESSES = 16
"""Limit of plausible presses between two events; more suggest a restart of the board."""
WithGeneration = TypeVar("WithGeneration", SensorStates, DiceReport)
"""The states that carry a generation."""


class LastKnown:
    """The newest state of every part, during one session."""

    def __init__(self) -> None:
        self.sensors: SensorStates | None = None
        self.presses: PressCounts | None = None
        self.dice: dict[int, DiceReport] = {}
        self.contradiction: str | None = None
        """A contradiction that only a restart explains; the next heartbeat shows if there was
        one."""

    def update(self, state: BoardUpdate, *, is_certain: bool = False) -> bool:
        """Stores a state; returns True if it is new. `is_certain` accepts any number of presses.

        `is_certain` is for responses, and for heartbeats that name the board's present start.
        """
        match state:
            case SensorStates():
                known_cells, self.sensors = self.sensors, self._newer(self.sensors, state)
                return self.sensors is not known_cells
            case DiceReport():
                known_dice = self.dice.get(state.pair)
                self.dice[state.pair] = self._newer(known_dice, state)
                return self.dice[state.pair] is not known_dice
            case PressCounts():
                if state == self.presses or not (is_certain or self._is_likely(state)):
                    return False
                self.presses = state
                return True

    def missing_requests(self, heartbeat: Heartbeat) -> Iterator[Request]:
        """Yields requests for the states whose generation in the heartbeat was never received."""
        if heartbeat.cells != (self.sensors.generation if self.sensors else None):
            yield ReadSensors()
        for pair, generation in enumerate(heartbeat.dice):
            known = self.dice.get(pair)
            if known is None or known.generation != generation:
                yield ReadDice(pair)

    def _newer(self, known: WithGeneration | None, state: WithGeneration) -> WithGeneration:
        """The newer state; the known one if both are of the same generation."""
        if known is None or known.generation != state.generation:
            return state
        if known != state:
            generation = state.generation
            self.contradiction = f"generation {generation} of {state.verb} has two different states"
        return known

    def _is_likely(self, state: PressCounts) -> bool:
        if self.presses is None:
            return True
        pairs = zip(state.counts, self.presses.counts, strict=True)
        return all((new - old) % PRESS_MODULUS <= MAX_PLAUSIBLE_PRESSES for new, old in pairs)


MAX_NUMBER = 255
"""Requests are numbered from 1 to this, cyclically."""
MAX_WAITING = 64


@dataclass(slots=True)
class RequestInFlight:
    """The request in flight: sent, but not answered yet."""

    request: Request
    is_own: bool
    """True if the session itself made the request."""
    number: int
    line: bytes
    since: float
    """The time at which the counting of its tries began."""
    sent_at: float
    tries: int = 1


class RequestQueue:
    """The request in flight, the waiting requests, and the numbers already used."""

    def __init__(self) -> None:
        self.in_flight: RequestInFlight | None = None
        self._waiting: deque[tuple[Request, bool]] = deque()
        self.count = 0

    @property
    def is_idle(self) -> bool:
        return self.in_flight is None and not self._waiting

    def add(self, request: Request, *, own: bool = False) -> None:
        """Queues a request; a SetLamps replaces a waiting one. RuntimeError if it is full."""
        if isinstance(request, SetLamps):
            for place, (waiting, _) in enumerate(self._waiting):
                if isinstance(waiting, SetLamps):
                    self._waiting[place] = (request, own)
                    return
        if len(self._waiting) >= MAX_WAITING:
            raise RuntimeError(f"{MAX_WAITING} requests are already waiting for the board")
        self._waiting.append((request, own))

    def add_missing(self, requests: Iterable[Request]) -> None:
        """Queues requests of the session, except those that already wait."""
        for request in requests:
            if not any(waiting == request for waiting, _ in self._waiting):
                self.add(request, own=True)

    def put_first(self, requests: Iterable[Request]) -> None:
        """Queues requests of the session before all others."""
        self._waiting.extendleft((request, True) for request in reversed(list(requests)))

    def take(self) -> tuple[Request, bool] | None:
        """Takes the next request and whether the session made it; None if one is in flight."""
        if self.in_flight is not None or not self._waiting:
            return None
        return self._waiting.popleft()

    def begin(self, request: Request, now: float, *, own: bool) -> bytes:
        """Starts a request; returns its line."""
        number = self.count % MAX_NUMBER + 1
        self.count += 1
        line = encode(FROM_HOST, number, request.body)
        self.in_flight = RequestInFlight(request, own, number, line, since=now, sent_at=now)
        return line

    def finish(self) -> None:
        self.in_flight = None

    def was_sent(self, number: int) -> bool:
        """True if a request with this number has been sent."""
        return 0 < number <= min(self.count, MAX_NUMBER)

    def extend_deadlines(self, seconds: float) -> None:
        """Extends the deadlines by time in which the host was asleep."""
        if self.in_flight is not None:
            self.in_flight.since += seconds
            self.in_flight.sent_at += seconds


def encode_response(message: BoardMessage) -> bytes:
    """The body of a response."""
    return message.body if isinstance(message, RequestRefusal) else f"{OK} ".encode() + message.body


def may_answer(request: Request, body: bytes) -> bool:
    """True if this can be a response to the request, rather than to one of an earlier session."""
    words = body.split(b" ")
    return words[0] == ERR.encode() or words[:2] == [OK.encode(), _response_verb(request).encode()]


def parse_response(request: Request, body: bytes, info: BoardInfo | None) -> BoardMessage:
    """Parses the response to a request; Malformed if it does not fit.

    `info` is the board's identity; it is None only for the response to HELLO.
    """
    words = split_words(body)
    if words[0] == ERR:
        return RequestRefusal.from_body(body)
    if words[:2] == [OK, _response_verb(request)]:
        response = request.response.from_body(body[len(OK) + 1 :], info)
        if _common_fields_match(request, response):
            return response
    raise Malformed(f"it answers '{printable(request.body)}' with '{printable(body)}'")


def _response_verb(request: Request) -> str:
    return request.response.verb or request.verb


def _common_fields_match(request: Request, response: BoardMessage) -> bool:
    asked = {field.name for field in request.sent}
    common = [field.name for field in response.sent if field.name in asked]
    return all(getattr(request, name) == getattr(response, name) for name in common)
