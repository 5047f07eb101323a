"""A session and a board joined by a wire that is only imagined, with a time of its own."""

from collections.abc import Callable, Sequence

from firmware_bridge.wire.events import Event, Failed, Fault, Told
from firmware_bridge.wire.requests import Request, Set
from firmware_bridge.wire.session import Session
from tests.rigs.plain_board import PlainBoard

STEP = 0.01
Mangle = Callable[[bytes], bytes]


def unharmed(data: bytes) -> bytes:
    return data


class ImaginaryWire:
    """Both ends, and what the host was told."""

    def __init__(
        self,
        board: PlainBoard | None = None,
        settings: Sequence[Set] = (),
        mangle: Mangle = unharmed,
        kinds: Sequence[str] = ("kibitz", "dice"),
    ) -> None:
        self.board = board or PlainBoard()
        self.session = Session(settings, kinds)
        self.events: list[Event] = []
        self.mangle = mangle
        self.now = 0.0
        self.is_cut = False
        self.session.start(self.now)

    def run(self, seconds: float) -> list[Event]:
        """Let time go by; what has happened meanwhile."""
        before = len(self.events)
        until = self.now + seconds
        while self.now < until:
            self.step()
        return self.events[before:]

    def step(self) -> None:
        """One turn of both ends."""
        self.now += STEP
        if said := self.session.to_send():
            self.board.hear(self.carried(said), self.now)
        self.board.pass_time(self.now)
        if heard := self.carried(self.board.said()):
            self.events += self.session.receive(heard, self.now)
        if self.now >= self.session.next_call:
            self.events += self.session.pass_time(self.now)

    def carried(self, data: bytes) -> bytes:
        return b"" if self.is_cut else self.mangle(data)

    def ask(self, *requests: Request) -> list[Event]:
        """What comes of these requests."""
        for request in requests:
            self.session.ask(request, self.now)
        return self.run(0.1)

    @property
    def fault(self) -> Fault | None:
        """Why the talk is over."""
        match self.events:
            case [*_, Failed(fault)]:
                return fault
        return None


def tellings(events: Sequence[Event]) -> list[object]:
    """What was told, without the rest."""
    return [event.telling for event in events if isinstance(event, Told)]
