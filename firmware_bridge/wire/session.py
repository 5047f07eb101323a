"""One session with a board: bytes in, events out, and bytes to send; no port and no clock.

A session goes through the stages in the order of `TRANSITIONS` and never back.

It begins with HELLO. Until that is answered it is unknown whether there is a board at all, so no
other request is sent and all input is ignored: it may be left over from an earlier session, or come
from a modem. HELLO is repeated, as some boards restart when their port is opened, and a board whose
program has ended is restarted once. After a timeout the session fails.

The greeted board gets its settings and is asked for the state of all its parts. Responses and
events are passed on as they arrive, each state once. When the last of these requests is answered
the session is ready, and its owner knows the complete state of the board.

From then on the board reports changes. Its heartbeat reveals lost events, which are then requested;
and the host sends a line at least once a second, as a sign of life.

Any fault ends the session for good: the port is opened again, with a new session that knows nothing
of this one. So after any fault a complete state follows.
"""

from __future__ import annotations

import math
from collections.abc import Container, Sequence

from firmware_bridge.pico.framing import FROM_BOARD, MAX_LINE, PROTOCOL, UNASKED, Reader
from firmware_bridge.wire import requests, session_state
from firmware_bridge.wire.board_messages import (
    BoardInfo,
    BoardMessage,
    BoardUpdate,
    Heartbeat,
    PressCounts,
    RefusalReason,
    RequestRefusal,
    parse_event,
    parse_protocol_version,
)
from firmware_bridge.wire.line_noise import NoiseLog, RateLimit, shows_program_end
from firmware_bridge.wire.message import OK, Malformed, printable
from firmware_bridge.wire.session_events import (
    ACTIVE_STAGES,
    TRANSITIONS,
    BoardGreeted,
    BoardReady,
    ProgramCrashed,
    RequestRefused,
    ResponseReceived,
    SessionEvent,
    SessionFailed,
    SessionFault,
    SessionFaultKind,
    Stage,
    StateUpdated,
    Transition,
)

RESPONSE_TIMEOUT = 0.3
"""Seconds after which a request is sent again."""
MIN_TRIES = 8
"""Minimum number of tries before a board that sends other lines fails for not answering."""
SILENCE_TIMEOUT = 2.5
"""Seconds without a valid line after which a board is lost."""
GREETING_TIMEOUT = 3.0
"""Seconds for which HELLO is repeated."""
KEEP_ALIVE = 1.0
"""Maximum seconds between two lines to the board."""
RESTART_AFTER = 1.0
"""Seconds without a valid line after which a stopped board is restarted."""
RESTART_BYTES = b"\r\x03\x03\x04"
"""Ends the line, interrupts a running program, and restarts MicroPython."""
LINE_BREAK = b"\r\n"
"""Terminates a partial line that was sent before HELLO."""
ASLEEP_AFTER = 0.5
"""Seconds of delay after which the host was asleep, and the silence does not count."""
MAX_LINES_PER_SECOND = 1000
"""Lines in one second that end the session; a busy board sends a tenth of it."""
MAX_BYTES_PER_SECOND = 65536
"""Bytes in one second that end the session; a busy board sends a tenth of it."""
TOO_LONG = RequestRefusal(RefusalReason.ARGUMENT, "the request is longer than the board accepts")


class Session:
    """The state of one session with a board; each opening of the port begins a new one."""

    def __init__(
        self,
        settings: Sequence[requests.ChangeSetting] = (),
        kinds: Container[str] = ("kibitz", "dice"),
    ) -> None:
        self.stage = Stage.NEW
        self.info: BoardInfo | None = None
        self.heartbeat: Heartbeat | None = None
        self.noise = NoiseLog()
        self._settings = tuple(settings)
        self._kinds = kinds
        self._reader = Reader(FROM_BOARD)
        self._requests = session_state.RequestQueue()
        self.last_known = session_state.LastKnown()
        self._budget = RateLimit(MAX_LINES_PER_SECOND, MAX_BYTES_PER_SECOND)
        self._out = bytearray()
        self._unsent: list[SessionEvent] = []
        """The refusals of requests that were too long to be sent."""
        self._unanswered = 0
        """Number of requests of the greeting that are not answered yet."""
        self._waiting_since = self._last_sent_at = 0.0
        self._last_line_at = -math.inf
        self._stopped_at: float | None = None
        """The time at which the program of the board was seen to have ended."""
        self._is_restarted = False

    def start(self, now: float) -> None:
        """Begins the session with HELLO."""
        self._advance(Transition.STARTED)
        self._waiting_since = now
        self._out += LINE_BREAK
        self._send(requests.HelloRequest(), now, own=True)

    def ask(self, request: requests.Request, now: float) -> None:
        """Queues a request; a SetLamps replaces one that still waits."""
        if self.stage is not Stage.OVER:
            self._requests.add(request)
            self._send_next(now)

    def to_send(self) -> bytes:
        """Returns the bytes to write now, and forgets them."""
        out = bytes(self._out)
        self._out.clear()
        return out

    @property
    def next_call(self) -> float:
        """The latest time for the next call of `pass_time`."""
        if self._unsent:
            return -math.inf
        if self.stage not in ACTIVE_STAGES:
            return math.inf
        current = self._requests.in_flight
        next_line = self._last_sent_at + KEEP_ALIVE
        if current is not None:
            next_line = current.sent_at + RESPONSE_TIMEOUT
        if self.stage is not Stage.GREETING:
            return min(next_line, self._last_line_at + SILENCE_TIMEOUT)
        return min(next_line, self._restart_at(), self._waiting_since + GREETING_TIMEOUT)

    def receive(self, data: bytes, now: float) -> list[SessionEvent]:
        """Handles received bytes; returns the events."""
        if self.stage not in ACTIVE_STAGES:
            return []
        lines = self._reader.feed(data)
        if (limit := self._budget.count(now, len(data), len(lines))) is not None:
            return self._fail(SessionFaultKind.FLOOD, limit)
        events = self._take_unsent()
        for line in lines:
            if self.stage is Stage.OVER:
                break
            if isinstance(line, bytes):
                events += self.noise.add(line)
            else:
                events += self._handle_line(*line, now)
        if self._stopped_at is None and (
            self.noise.has_stopped or shows_program_end(self._reader.rest)
        ):
            self._stopped_at = now
        self._send_next(now)
        return events

    def pass_time(self, now: float) -> list[SessionEvent]:
        """Handles the passing of time; returns the events."""
        events = self._take_unsent()
        if self.stage not in ACTIVE_STAGES:
            return events
        self._extend_deadlines(now - self.next_call)
        if self.stage is Stage.GREETING:
            events += self._wait_for_greeting(now)
        elif now >= self._last_line_at + SILENCE_TIMEOUT:
            events += self._fail(SessionFaultKind.SILENT, str(SILENCE_TIMEOUT))
        if self.stage is Stage.OVER:
            return events
        current = self._requests.in_flight
        if current is not None and now >= current.sent_at + RESPONSE_TIMEOUT:
            events += self._send_again(current, now)
        elif self._requests.is_idle and now >= self._last_sent_at + KEEP_ALIVE:
            self._requests.add(requests.Ping(str(self._requests.count)), own=True)
        self._send_next(now)
        return events

    def _handle_line(self, number: int, body: bytes, now: float) -> list[SessionEvent]:
        """Handles a valid line."""
        self._last_line_at = now
        try:
            if number != UNASKED:
                return self._handle_response(number, body)
            if self.info is None:
                return []
            return self._handle_event(body, self.info)
        except Malformed as error:
            return self._fail(SessionFaultKind.INVALID, str(error))

    def _handle_response(self, number: int, body: bytes) -> list[SessionEvent]:
        current = self._requests.in_flight
        if current is None or current.number != number:
            if self.info is None or self._requests.was_sent(number):
                return []
            raise Malformed(f"it answers request {number:02X}, which was never sent")
        if self.info is None:
            # A response to another request belongs to an earlier session.
            is_ours = session_state.may_answer(current.request, body)
            return self._handle_hello(body) if is_ours else []
        response = session_state.parse_response(current.request, body, self.info)
        self._requests.finish()
        events = self._state_events(response, is_certain=True)
        is_greeting = current.is_own and self.stage is Stage.ASKING
        if isinstance(response, RequestRefusal):
            if is_greeting or not current.is_own:
                events.append(RequestRefused(current.request, response))
        elif not current.is_own:
            events.append(ResponseReceived(current.request, response))
        return [*events, *self._count_greeting()] if is_greeting else events

    def _handle_hello(self, body: bytes) -> list[SessionEvent]:
        """Handles the response to HELLO."""
        if body.startswith(OK.encode()):
            version = parse_protocol_version(body[len(OK) + 1 :])
            if version != PROTOCOL:
                return self._fail(SessionFaultKind.PROTOCOL, str(version))
        match session_state.parse_response(requests.HelloRequest(), body, None):
            case BoardInfo(kind=kind) if kind not in self._kinds:
                return self._fail(SessionFaultKind.KIND, kind)
            case BoardInfo() as info:
                return self._greet(info)
            case RequestRefusal(RefusalReason.PROTOCOL, text) if (
                text and str(PROTOCOL) not in text.split()
            ):
                return self._fail(SessionFaultKind.PROTOCOL, printable(text.encode()))
        raise Malformed(f"it answers HELLO with '{printable(body)}'")

    def _greet(self, info: BoardInfo) -> list[SessionEvent]:
        self.info = info
        self._advance(Transition.GREETED)
        self._requests.finish()
        questions: list[requests.Request] = [*self._settings]
        questions += [requests.ReadSensors()] if info.cells else []
        questions += [requests.ReadPresses()] if info.buttons else []
        questions += map(requests.ReadDice, range(info.dice))
        self._requests.put_first(questions)
        self._unanswered = len(questions) + 1
        return [BoardGreeted(info), *self._count_greeting()]

    def _count_greeting(self) -> list[SessionEvent]:
        """Counts one response of the greeting; the last one makes the session ready."""
        self._unanswered -= 1
        if self._unanswered:
            return []
        self._advance(Transition.KNOWN)
        return [BoardReady()]

    def _handle_event(self, body: bytes, info: BoardInfo) -> list[SessionEvent]:
        event = parse_event(body, info)
        if event is None:
            return self.noise.add(body)
        if isinstance(event, Heartbeat):
            return self._handle_heartbeat(event)
        return self._state_events(event, is_certain=False)

    def _handle_heartbeat(self, heartbeat: Heartbeat) -> list[SessionEvent]:
        """Handles a heartbeat."""
        if self.info is not None and heartbeat.boot != self.info.boot:
            return self._fail(SessionFaultKind.RESTARTED)
        if self.last_known.contradiction is not None:
            return self._fail(SessionFaultKind.INVALID, self.last_known.contradiction)
        self.heartbeat = heartbeat
        if self.stage is not Stage.READY:
            return []
        self._requests.add_missing(self.last_known.missing_requests(heartbeat))
        counts = heartbeat.presses
        return self._state_events(PressCounts(counts), is_certain=True) if counts else []

    def _state_events(self, state: BoardMessage, *, is_certain: bool) -> list[SessionEvent]:
        """The event of a state, if that is new."""
        if not isinstance(state, BoardUpdate):
            return []
        return [StateUpdated(state)] if self.last_known.update(state, is_certain=is_certain) else []

    def _take_unsent(self) -> list[SessionEvent]:
        events, self._unsent = self._unsent, []
        return events

    def _wait_for_greeting(self, now: float) -> list[SessionEvent]:
        if now >= self._restart_at():
            self._is_restarted = True
            self._out += RESTART_BYTES
            self._waiting_since = self._last_sent_at = now
            if (current := self._requests.in_flight) is not None:
                current.sent_at = now
            return [] if self.noise.has_crashed else [ProgramCrashed("")]
        if now < self._waiting_since + GREETING_TIMEOUT:
            return []
        if self._last_line_at > -math.inf:
            return self._fail(SessionFaultKind.NO_RESPONSE, requests.HelloRequest.verb)
        if self.noise.is_echo:
            return self._fail(SessionFaultKind.ECHO)
        if self.noise.wrong_checksum:
            return self._fail(SessionFaultKind.CHECKSUM, self.noise.wrong_checksum)
        if quote := self.noise.quote(self._reader.rest):
            return self._fail(SessionFaultKind.NO_BOARD, quote)
        return self._fail(SessionFaultKind.SILENT, str(GREETING_TIMEOUT))

    def _restart_at(self) -> float:
        if self._stopped_at is None or self._is_restarted or self._last_line_at > -math.inf:
            return math.inf
        return max(self._waiting_since + RESTART_AFTER, self._stopped_at)

    def _send_again(self, current: session_state.RequestInFlight, now: float) -> list[SessionEvent]:
        """Sends a request again; only a board that sends other lines fails after too many tries."""
        if self.stage is not Stage.GREETING and current.tries >= MIN_TRIES:
            if self._last_line_at > current.since:
                return self._fail(SessionFaultKind.NO_RESPONSE, current.request.verb)
            current.tries, current.since = 0, now
        current.tries += 1
        current.sent_at = self._last_sent_at = now
        self._out += current.line if self.stage is not Stage.GREETING else LINE_BREAK + current.line
        return []

    def _send_next(self, now: float) -> None:
        """Sends the next requests, as long as none is in flight."""
        while self.stage in ACTIVE_STAGES and (waiting := self._requests.take()) is not None:
            request, own = waiting
            longest = self.info.longest if self.info is not None else MAX_LINE
            if requests.is_within_limit(request.body, longest):
                self._send(request, now, own=own)
            else:
                self._unsent.append(RequestRefused(request, TOO_LONG))

    def _send(self, request: requests.Request, now: float, *, own: bool) -> None:
        self._out += self._requests.begin(request, now, own=own)
        self._last_sent_at = now

    def _extend_deadlines(self, late: float) -> None:
        """Extends all deadlines if the caller was asleep; that time is not the board's fault."""
        if late > ASLEEP_AFTER:
            self._waiting_since += late
            self._last_line_at += late
            self._last_sent_at += late
            self._requests.extend_deadlines(late)

    def _fail(self, kind: SessionFaultKind, detail: str = "") -> list[SessionEvent]:
        self._advance(Transition.FAILED)
        self._out.clear()
        return [SessionFailed(SessionFault(kind, detail))]

    def _advance(self, transition: Transition) -> None:
        self.stage = TRANSITIONS[self.stage, transition]
