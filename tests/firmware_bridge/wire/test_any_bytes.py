"""No bytes cause an exception or a false event, and the next good line is understood."""

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.wire import session_events
from firmware_bridge.wire.board_messages import DiceReport, PressCounts, SensorStates
from firmware_bridge.wire.requests import Ping, SetLamps
from firmware_bridge.wire.session import Session
from tests.rigs.wire import random_messages
from tests.rigs.wire.plain_board import PlainBoard, SimulatedWire, state_updates

HARMED = 100_000
"""Lines for each end, for each round of `make soak`; ten rounds are a million."""
USUAL = 10_000
BETWEEN = 40
"""After so many harmed lines something is said that must be understood."""
RATE = 0.004
"""The share of all bytes."""


@given(st.lists(random_messages.streams() | st.binary(max_size=300), max_size=6), st.booleans())
def test_no_bytes_are_more_than_an_event(pieces: list[bytes], is_ready: bool) -> None:  # noqa: FBT001 - drawn
    wire = SimulatedWire()
    if is_ready:
        wire.run(0.3)

    for piece in pieces:
        wire.now += 0.1
        wire.session.receive(piece, wire.now)
        wire.session.pass_time(wire.now)

    assert wire.session.stage in session_events.Stage


@given(st.integers(0, 2**32))
def test_after_harmed_lines_the_next_good_one_is_understood(seed: int) -> None:
    ends = Ends(Random(seed))  # noqa: S311 - chance, no secret

    assert ends.try_out(BETWEEN * 2) == 2


def test_no_harmed_line_is_believed() -> None:
    ends = Ends(Random(5))  # noqa: S311 - chance, no secret

    ends.try_out(USUAL)

    assert ends.false == 0


@pytest.mark.soak
def test_no_harmed_line_of_a_million_is_believed(
    soak_factor: int, capsys: pytest.CaptureFixture[str]
) -> None:
    ends = Ends(Random(soak_factor))  # noqa: S311 - chance, no secret

    understood = ends.try_out(HARMED * soak_factor)

    with capsys.disabled():
        print(f"\n{ends.tried} harmed lines at each end: {ends.false} false events,")  # noqa: T201 - asked for
        print(f"and {understood} good lines between them, each understood at once")  # noqa: T201 - asked for
    assert ends.false == 0


@dataclass
class Ends:
    """Both ends of a wire, and the number of false messages that one of them believed."""

    chance: Random
    false: int = 0
    tried: int = 0
    wire: SimulatedWire = field(default_factory=lambda: SimulatedWire(PlainBoard(dice=2)))

    def try_out(self, count: int) -> int:
        """Harm both ends with so many lines; how many good ones were understood between them."""
        self.wire.run(0.3)
        understood = 0
        lines = random_messages.random_good_lines(self.chance, 400)
        garbled = random_messages.random_garbled_lines(self.chance, lines, count)
        for number, line in enumerate(garbled, 1):
            self.tried += 1
            self.harm(line)
            if number % BETWEEN == 0:
                self.understand(number)
                understood += 1
        return understood

    def harm(self, line: bytes) -> None:
        """Neither end may take this for anything."""
        wire, board = self.wire, self.wire.board
        wire.now += 0.005
        heard = len(board.heard)
        events = wire.session.receive(line, wire.now)
        board.hear(line, wire.now)
        self.false += sum(
            not isinstance(event, session_events.NoiseReceived | session_events.ProgramCrashed)
            for event in events
        )
        self.false += len(board.heard) - heard
        self.false += len(board.take_output()) > 0
        last = events[-1] if events else None
        assert not isinstance(last, session_events.SessionFailed), last

    def understand(self, number: int) -> None:
        """Lets each end finish its line, and asserts that the next lines of both are understood."""
        wire, board = self.wire, self.wire.board
        wire.session.receive(b"\n", wire.now)
        board.hear(b"\n", wire.now)
        board.out.clear()
        board.heard.clear()
        board.put(number // BETWEEN % 128, number // BETWEEN // 128 % 2)
        word = f"{number}"
        events = wire.ask(Ping(word))
        assert f"PING {word}" in board.heard
        assert len(state_updates(events)) == 1
        assert sum(isinstance(event, session_events.ResponseReceived) for event in events) == 1


def corrupting(chance: Random, rate: float) -> Callable[[bytes], bytes]:
    """A wire on which so many of all bytes come to harm."""

    def mangle(data: bytes) -> bytes:
        out = bytearray()
        for byte in data:
            harm = chance.randrange(3) if chance.random() < rate else 3
            if harm == 0:
                out.append(chance.randrange(256))
            elif harm == 1:
                out += bytes([byte, chance.randrange(256)])
            elif harm == 3:
                out.append(byte)
        return bytes(out)

    return mangle


def play(wire: SimulatedWire, chance: Random, seconds: int) -> list[object]:
    """Random events on the board; returns its states, one after the other."""
    board = wire.board
    states: list[object] = []
    for _ in range(seconds * 2):
        match chance.randrange(4):
            case 0 | 1:
                board.put(chance.randrange(128), chance.randrange(2))
                states.append(SensorStates(board.generation, tuple(board.seen)))
            case 2:
                board.press(chance.randrange(4))
                states.append(PressCounts(tuple(board.presses)))
            case _:
                faces = f"{chance.randrange(1, 7)}{chance.randrange(1, 7)}"
                board.throw("S", faces)
                generation, _, _ = board.rolls[0]
                wire.session.ask(SetLamps((), "." * 26), wire.now)
                states.append((generation, faces))
        wire.run(0.5)
    wire.mangle = lambda data: data
    wire.run(3)
    return states


def rolls(told: list[object]) -> list[object]:
    """Dice as the board has noted them."""
    return [
        (each.generation, "".join(map(str, each.faces))) if isinstance(each, DiceReport) else each
        for each in told
    ]


@pytest.mark.parametrize("seed", range(4))
def test_noisy_line_loses_and_invents_nothing(seed: int) -> None:
    chance = Random(seed)  # noqa: S311 - chance, no secret
    wire = SimulatedWire(mangle=corrupting(chance, RATE))
    wire.run(2)
    assert session_events.BoardReady() in wire.events
    wire.events.clear()

    states = play(wire, chance, 60)

    told = rolls(state_updates(wire.events))
    assert wire.fault is None
    assert wire.session.noise.count > 5
    assert wire.board.bad > 0
    assert all(each in states for each in told)
    for kind in (SensorStates, PressCounts, tuple):
        of_kind = [each for each in told if isinstance(each, kind)]
        assert of_kind == [each for each in states if each in of_kind]
        assert of_kind[-1] == [each for each in states if isinstance(each, kind)][-1]


def test_recorded_stream_is_decoded_in_pieces_of_any_size() -> None:
    for size in (1, 64, 4096):
        assert random_messages.count_decoded_lines(random_messages.event_stream(200), size) == 200


def test_a_session_forgets_what_it_need_not_know() -> None:
    session = Session()
    session.start(0.0)
    events: list[session_events.SessionEvent] = []
    for second in range(200):
        events += session.receive(b"noise %d\n" % second * 20, second * 0.01)
        session.pass_time(second * 0.01)

    assert len(session.noise.lines) == 50
    assert not any(isinstance(event, session_events.StateUpdated) for event in events)
