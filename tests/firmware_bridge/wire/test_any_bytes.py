"""No bytes cause an exception or a false event, and the next valid line is understood."""

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

MANY = 100_000
"""Garbled lines for each end and each round of `make soak`; ten rounds are a million."""
USUAL = 10_000
BETWEEN = 40
"""The number of garbled lines between two valid ones."""
RATE = 0.004
"""The share of bytes that are corrupted."""


@given(st.lists(random_messages.streams() | st.binary(max_size=300), max_size=6), st.booleans())
def test_any_bytes_cause_events_and_no_exception(pieces: list[bytes], is_ready: bool) -> None:  # noqa: FBT001 - drawn
    wire = SimulatedWire()
    if is_ready:
        wire.run(0.3)

    for piece in pieces:
        wire.now += 0.1
        wire.session.receive(piece, wire.now)
        wire.session.pass_time(wire.now)

    assert wire.session.stage in session_events.Stage


@given(st.integers(0, 2**32))
def test_valid_line_after_garbled_ones_is_understood(seed: int) -> None:
    ends = Ends(Random(seed))  # noqa: S311 - chance, no secret
    assert ends.try_out(BETWEEN * 2) == 2


def test_no_garbled_line_is_accepted() -> None:
    ends = Ends(Random(5))  # noqa: S311 - chance, no secret

    ends.try_out(USUAL)

    assert ends.false == 0


@pytest.mark.soak
def test_no_garbled_line_of_a_million_is_accepted(
    soak_factor: int, capsys: pytest.CaptureFixture[str]
) -> None:
    ends = Ends(Random(soak_factor))  # noqa: S311 - chance, no secret

    understood = ends.try_out(MANY * soak_factor)

    with capsys.disabled():
        print(f"\n{ends.tried} garbled lines at each end: {ends.false} false events,")  # noqa: T201 - asked for
        print(f"and {understood} valid lines between them, each understood at once")  # noqa: T201 - asked for
    assert ends.false == 0


@dataclass
class Ends:
    """Both ends of a wire, and the number of false messages that one of them believed."""

    chance: Random
    false: int = 0
    tried: int = 0
    wire: SimulatedWire = field(default_factory=lambda: SimulatedWire(PlainBoard(dice=2)))

    def try_out(self, count: int) -> int:
        """Feeds both ends so many garbled lines; returns the number of valid ones between them."""
        self.wire.run(0.3)
        understood = 0
        lines = random_messages.random_good_lines(self.chance, 400)
        garbled = random_messages.random_garbled_lines(self.chance, lines, count)
        for number, line in enumerate(garbled, 1):
            self.tried += 1
            self.feed(line)
            if number % BETWEEN == 0:
                self.assert_understood(number)
                understood += 1
        return understood

    def feed(self, line: bytes) -> None:
        """Feeds a garbled line to both ends, and counts everything that they accept."""
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

    def assert_understood(self, number: int) -> None:
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
    """A function that replaces, doubles or drops this share of all bytes."""

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


def rolls(updates: list[object]) -> list[object]:
    """The updates, with dice reports as the board has recorded them."""
    return [
        (each.generation, "".join(map(str, each.faces))) if isinstance(each, DiceReport) else each
        for each in updates
    ]


@pytest.mark.parametrize("seed", range(4))
def test_noisy_line_loses_and_invents_nothing(seed: int) -> None:
    chance = Random(seed)  # noqa: S311 - chance, no secret
    wire = SimulatedWire(mangle=corrupting(chance, RATE))
    wire.run(2)
    assert session_events.BoardReady() in wire.events
    wire.events.clear()

    states = play(wire, chance, 60)

    updates = rolls(state_updates(wire.events))
    assert wire.fault is None
    assert wire.session.noise.count > 5
    assert wire.board.bad > 0
    assert all(each in states for each in updates)
    for kind in (SensorStates, PressCounts, tuple):
        of_kind = [each for each in updates if isinstance(each, kind)]
        assert of_kind == [each for each in states if each in of_kind]
        assert of_kind[-1] == [each for each in states if isinstance(each, kind)][-1]


def test_recorded_stream_is_decoded_in_pieces_of_any_size() -> None:
    for size in (1, 64, 4096):
        assert random_messages.count_decoded_lines(random_messages.event_stream(200), size) == 200


def test_session_stores_a_limited_number_of_noise_lines() -> None:
    session = Session()
    session.start(0.0)
    events: list[session_events.SessionEvent] = []
    for second in range(200):
        events += session.receive(b"noise %d\n" % second * 20, second * 0.01)
        session.pass_time(second * 0.01)

    assert len(session.noise.lines) == 50
    assert not any(isinstance(event, session_events.StateUpdated) for event in events)
