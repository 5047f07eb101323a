"""One talk with a board: bytes in, events out, and bytes to send; no port and no clock.

A talk goes through the stages of the table below, from left to right and never back.

It begins with HELLO. Until that is answered nobody knows whether there is a board at all, so
nothing else is asked and nothing that comes in is believed: it may be left over from a talk of
yesterday, or come from a modem. HELLO is asked again and again, as some boards start anew when
their port is opened, and a board whose program has ended is revived once. Then patience ends.

Once greeted the board gets its settings and is asked for everything it has. Answers and events
are told as they come, each state once. When the last of these questions is answered the talk is
ready, and whoever holds it knows all that the board knows.

From then on the board tells what changes. Its heartbeat shows what was lost on the way, which is
then asked for; and it hears from us at least once a second, so that it knows that we live.

Any fault ends the talk, and there is no way back: the port is opened anew, with a new talk that
knows nothing of this one. So whatever was wrong, what follows is a whole state again.
"""

from __future__ import annotations

import math
from collections.abc import Container, Mapping, Sequence
from enum import Enum
from types import MappingProxyType

from firmware_bridge.budget import Budget
from firmware_bridge.pico.framing import FROM_BOARD, PROTOCOL, UNASKED, Reader
from firmware_bridge.wire.answers import is_about, read_answer
from firmware_bridge.wire.asking import Asking, UnderWay
from firmware_bridge.wire.events import (
    Answered,
    Crashed,
    Event,
    Failed,
    Fault,
    FaultKind,
    Greeted,
    Ready,
    Refused,
    Told,
)
from firmware_bridge.wire.noise import Overheard, is_end
from firmware_bridge.wire.requests import Buttons, Hello, Ping, Request, Roll, Set, Snap, fits
from firmware_bridge.wire.standing import Standing
from firmware_bridge.wire.tellings import (
    BoardInfo,
    Cells,
    DiceTelling,
    Heartbeat,
    Presses,
    Reason,
    Refusal,
    Telling,
    read_unasked,
    told_version,
)
from firmware_bridge.wire.words import OK, Malformed, printable

ANSWER = 0.3
"""Seconds after which a request is asked again."""
TRIES = 8
"""So often a board that is heard may leave a request unanswered; at least this many."""
SILENCE = 2.5
"""Seconds without a good line after which a board is lost."""
GREETING = 3.0
"""Seconds for which HELLO is asked."""
IDLE = 1.0
"""Seconds after which the board hears from us again."""
REVIVE_AFTER = 1.0
"""Seconds without a good line after which a board that has stopped is revived."""
REVIVE = b"\r\x03\x03\x04"
"""End of the line, stop the program if there is one, and start again."""
FRESH = b"\r\n"
"""Whatever half a line came before HELLO ends here."""
STALL = 0.5
"""Who is called so many seconds too late has been asleep, and the board has not been silent."""
MOST_LINES = 1000
MOST_BYTES = 65536
"""In a second; a board that has been told all its lamps and moves all its dice needs a tenth."""


TOO_LONG = Refusal(Reason.ARGUMENT, "this is longer than the board takes")


class Stage(Enum):
    """How far a talk has come."""

    NEW = "not begun"
    GREETING = "asking who is there"
    ASKING = "asking for all that the board knows"
    READY = "hearing what changes"
    OVER = "over"


class Turn(Enum):
    """What brings a talk from one stage to another."""

    STARTED = "HELLO was sent"
    GREETED = "HELLO was answered by a board that we want"
    KNOWN = "everything was answered"
    FAILED = "something is wrong"


NEXT: Mapping[tuple[Stage, Turn], Stage] = MappingProxyType(
    {
        (Stage.NEW, Turn.STARTED): Stage.GREETING,
        (Stage.GREETING, Turn.GREETED): Stage.ASKING,
        (Stage.ASKING, Turn.KNOWN): Stage.READY,
        (Stage.GREETING, Turn.FAILED): Stage.OVER,
        (Stage.ASKING, Turn.FAILED): Stage.OVER,
        (Stage.READY, Turn.FAILED): Stage.OVER,
    }
)
_TALKING = (Stage.GREETING, Stage.ASKING, Stage.READY)


class Session:
    """One talk with a board, from HELLO on; a new opening begins a new one."""

    def __init__(
        self, settings: Sequence[Set] = (), kinds: Container[str] = ("kibitz", "dice")
    ) -> None:
        self.stage = Stage.NEW
        self.info: BoardInfo | None = None
        self.heartbeat: Heartbeat | None = None
        self.overheard = Overheard()
        self._settings = tuple(settings)
        self._kinds = kinds
        self._reader = Reader(FROM_BOARD)
        self._asking = Asking()
        self.standing = Standing()
        self._budget = Budget(MOST_LINES, MOST_BYTES)
        self._out = bytearray()
        self._unsent: list[Event] = []
        """What is to be told about requests that could not even be sent."""
        self._left = 0
        """Questions of the greeting that are not answered yet."""
        self._patient_since = self._sent = 0.0
        self._heard = -math.inf
        self._stopped: float | None = None
        """When the program of the board was heard to have ended."""
        self._is_revived = False

    def start(self, now: float) -> None:
        """Ask who is there."""
        self._turn(Turn.STARTED)
        self._patient_since = now
        self._out += FRESH
        self._send(Hello(), now, own=True)

    def ask(self, request: Request, now: float) -> None:
        """Ask this when its turn comes; a newer picture of light replaces one that still waits."""
        if self.stage is not Stage.OVER:
            self._asking.add(request)
            self._go_on(now)

    def to_send(self) -> bytes:
        """What must be written now, once."""
        out = bytes(self._out)
        self._out.clear()
        return out

    @property
    def next_call(self) -> float:
        """When `pass_time` wants to be called at the latest."""
        if self._unsent:
            return -math.inf
        if self.stage not in _TALKING:
            return math.inf
        asked = self._asking.under_way
        speak = self._sent + IDLE if asked is None else asked.sent + ANSWER
        if self.stage is not Stage.GREETING:
            return min(speak, self._heard + SILENCE)
        return min(speak, self._revive_at(), self._patient_since + GREETING)

    def receive(self, data: bytes, now: float) -> list[Event]:
        """What these bytes tell."""
        if self.stage not in _TALKING:
            return []
        lines = self._reader.feed(data)
        if (much := self._budget.spend(now, len(data), len(lines))) is not None:
            return self._fail(FaultKind.FLOODS, much)
        events = self._told_unsent()
        for line in lines:
            if self.stage is Stage.OVER:
                break
            if isinstance(line, bytes):
                events += self.overheard.hear(line)
            else:
                events += self._hear(*line, now)
        if self._stopped is None and (self.overheard.has_stopped or is_end(self._reader.rest)):
            self._stopped = now
        self._go_on(now)
        return events

    def pass_time(self, now: float) -> list[Event]:
        """What follows from silence."""
        events = self._told_unsent()
        if self.stage not in _TALKING:
            return events
        self._forgive(now - self.next_call)
        if self.stage is Stage.GREETING:
            events += self._wait_for_greeting(now)
        elif now >= self._heard + SILENCE:
            events += self._fail(FaultKind.SILENT, str(SILENCE))
        asked = self._asking.under_way
        if self.stage in _TALKING and asked is not None and now >= asked.sent + ANSWER:
            events += self._ask_again(asked, now)
        if self.stage in _TALKING and self._asking.is_idle and now >= self._sent + IDLE:
            self._asking.add(Ping(str(self._asking.count)), own=True)
        self._go_on(now)
        return events

    def _hear(self, number: int, body: bytes, now: float) -> list[Event]:
        """A good line."""
        self._heard = now
        try:
            if number != UNASKED:
                return self._hear_answer(number, body)
            if self.info is None:
                return []
            return self._hear_unasked(body, self.info)
        except Malformed as lie:
            return self._fail(FaultKind.LIES, str(lie))

    def _hear_answer(self, number: int, body: bytes) -> list[Event]:
        asked = self._asking.under_way
        if asked is None or asked.number != number:
            if self.info is None or self._asking.was_asked(number):
                return []
            raise Malformed(f"it answers request {number:02X}, which nobody made")
        if self.info is None:
            # What answers something else was asked in an earlier talk.
            return self._meet(body) if is_about(asked.request, body) else []
        telling = read_answer(asked.request, body, self.info)
        self._asking.finish()
        events = self._told(telling, surely=True)
        is_greeting = asked.own and self.stage is Stage.ASKING
        if isinstance(telling, Refusal):
            if is_greeting or not asked.own:
                events.append(Refused(asked.request, telling))
        elif not asked.own:
            events.append(Answered(asked.request, telling))
        return [*events, *self._count_greeting()] if is_greeting else events

    def _meet(self, body: bytes) -> list[Event]:
        """The answer to HELLO."""
        if body.startswith(OK.encode()):
            version = told_version(body[len(OK) + 1 :])
            if version != PROTOCOL:
                return self._fail(FaultKind.PROTOCOL, str(version))
        match read_answer(Hello(), body, None):
            case BoardInfo(kind=kind) if kind not in self._kinds:
                return self._fail(FaultKind.KIND, kind)
            case BoardInfo() as info:
                return self._greet(info)
            case Refusal(Reason.PROTOCOL, text) if text and str(PROTOCOL) not in text.split():
                return self._fail(FaultKind.PROTOCOL, printable(text.encode()))
        raise Malformed(f"it answers HELLO with '{printable(body)}'")

    def _greet(self, info: BoardInfo) -> list[Event]:
        self.info = info
        self._turn(Turn.GREETED)
        self._asking.finish()
        questions: list[Request] = [*self._settings]
        questions += [Snap()] if info.cells else []
        questions += [Buttons()] if info.buttons else []
        questions += map(Roll, range(info.dice))
        self._asking.put_first(questions)
        self._left = len(questions) + 1
        return [Greeted(info), *self._count_greeting()]

    def _count_greeting(self) -> list[Event]:
        """One question less; when none is left the talk is ready."""
        self._left -= 1
        if self._left:
            return []
        self._turn(Turn.KNOWN)
        return [Ready()]

    def _hear_unasked(self, body: bytes, info: BoardInfo) -> list[Event]:
        telling = read_unasked(body, info)
        if telling is None:
            return self.overheard.hear(body)
        return (
            self._beat(telling)
            if isinstance(telling, Heartbeat)
            else self._told(telling, surely=False)
        )

    def _beat(self, heartbeat: Heartbeat) -> list[Event]:
        """The board lives, and tells how far it has come."""
        if self.info is not None and heartbeat.boot != self.info.boot:
            return self._fail(FaultKind.RESTARTED)
        if self.standing.doubt is not None:
            return self._fail(FaultKind.LIES, self.standing.doubt)
        self.heartbeat = heartbeat
        if self.stage is not Stage.READY:
            return []
        self._asking.add_missing(self.standing.missed(heartbeat))
        return self._told(Presses(heartbeat.presses), surely=True) if heartbeat.presses else []

    def _told(self, telling: Telling, *, surely: bool) -> list[Event]:
        """A state, if it is new."""
        if not isinstance(telling, Cells | Presses | DiceTelling):
            return []
        return [Told(telling)] if self.standing.learns(telling, surely=surely) else []

    def _told_unsent(self) -> list[Event]:
        events, self._unsent = self._unsent, []
        return events

    def _wait_for_greeting(self, now: float) -> list[Event]:
        if now >= self._revive_at():
            self._is_revived = True
            self._out += REVIVE
            self._patient_since = self._sent = now
            if (asked := self._asking.under_way) is not None:
                asked.sent = now
            return [] if self.overheard.has_crashed else [Crashed("")]
        if now < self._patient_since + GREETING:
            return []
        if self._heard > -math.inf:
            return self._fail(FaultKind.DEAF, Hello.verb)
        if self.overheard.is_echo:
            return self._fail(FaultKind.ECHO)
        if self.overheard.almost:
            return self._fail(FaultKind.CHECK, self.overheard.almost)
        if said := self.overheard.says(self._reader.rest):
            return self._fail(FaultKind.NO_BOARD, said)
        return self._fail(FaultKind.SILENT, str(GREETING))

    def _revive_at(self) -> float:
        if self._stopped is None or self._is_revived or self._heard > -math.inf:
            return math.inf
        return max(self._patient_since + REVIVE_AFTER, self._stopped)

    def _ask_again(self, asked: UnderWay, now: float) -> list[Event]:
        """Repeat what was not answered; a board that is silent is not deaf for that."""
        if self.stage is not Stage.GREETING and asked.tries >= TRIES:
            if self._heard > asked.since:
                return self._fail(FaultKind.DEAF, asked.request.verb)
            asked.tries, asked.since = 0, now
        asked.tries += 1
        asked.sent = self._sent = now
        self._out += asked.line if self.stage is not Stage.GREETING else FRESH + asked.line
        return []

    def _go_on(self, now: float) -> None:
        """Ask what is next, once nothing is under way."""
        while self.stage in _TALKING and (turn := self._asking.take()) is not None:
            request, own = turn
            if self.info is not None and not fits(request.body, self.info.longest):
                self._unsent.append(Refused(request, TOO_LONG))
            else:
                self._send(request, now, own=own)

    def _send(self, request: Request, now: float, *, own: bool) -> None:
        self._out += self._asking.begin(request, now, own=own)
        self._sent = now

    def _forgive(self, late: float) -> None:
        """Whoever calls was asleep: that time does not count against the board."""
        if late > STALL:
            self._patient_since += late
            self._heard += late
            self._sent += late
            self._asking.sleep(late)

    def _fail(self, kind: FaultKind, what: str = "") -> list[Event]:
        self._turn(Turn.FAILED)
        self._out.clear()
        return [Failed(Fault(kind, what))]

    def _turn(self, turn: Turn) -> None:
        self.stage = NEXT[self.stage, turn]
