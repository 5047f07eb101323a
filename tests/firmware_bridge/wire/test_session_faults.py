"""Every fault of a board has a kind, and a sentence for people."""

import math
from collections.abc import Callable

import pytest

from firmware_bridge.pico.framing import encode
from firmware_bridge.wire.board_messages import SensorStates
from firmware_bridge.wire.requests import Ping
from firmware_bridge.wire.session import (
    GREETING_TIMEOUT,
    MAX_BYTES_PER_SECOND,
    MAX_LINES_PER_SECOND,
    MIN_TRIES,
    RESPONSE_TIMEOUT,
    RESTART_AFTER,
    RESTART_BYTES,
    SILENCE_TIMEOUT,
    Session,
)
from firmware_bridge.wire.session_events import (
    BoardReady,
    ProgramCrashed,
    SessionEvent,
    SessionFailed,
    SessionFault,
    SessionFaultKind,
    Stage,
)
from tests.rigs.wire.plain_board import PlainBoard, SimulatedWire, ready_wire, state_updates

STOPPED = (
    b"Traceback (most recent call last):\r\n"
    b'  File "main.py", line 9, in <module>\r\n'
    b'  File "board.py", line 31, in step\r\n'
    b"ValueError: no such lamp\r\n"
    b'MicroPython v1.25.0; Raspberry Pi Pico\r\nType "help()" for more information.\r\n>>> '
)
LAST_WORDS = "\n".join(STOPPED.decode().split("\r\n")[:4])
LARGE = f"OK {PlainBoard().name.replace('cells=128', 'cells=9999')}"
Answer = Callable[[bytes], bytes]
Talk = tuple[list[SessionEvent], bytes]


def greeted_by(answer: Answer, seconds: float = 2 * GREETING_TIMEOUT) -> Talk:
    """The events of a session with something that answers like this, and all bytes sent to it."""
    session, now, events, said = Session(), 0.0, [], b""
    session.start(now)
    while now < seconds:
        now += 0.01
        asked = session.to_send()
        said += asked
        events += session.receive(answer(asked), now)
        if session.next_call <= now:
            events += session.pass_time(now)
    return events, said


def greeting(answer: str) -> PlainBoard:
    """A board that answers HELLO like this."""
    return PlainBoard(false_answers={"HELLO": answer})


def end_of(events: list[SessionEvent]) -> str:
    """The sentence of the fault that ended the session."""
    match events:
        case [*_, SessionFailed(fault)]:
            return str(fault)
    raise AssertionError(f"the session is not over: {events}")


def crashes(events: list[SessionEvent]) -> list[str]:
    """The tracebacks of reported crashes."""
    return [event.traceback for event in events if isinstance(event, ProgramCrashed)]


def test_every_fault_is_a_sentence() -> None:
    for kind in SessionFaultKind:
        assert "{" not in str(SessionFault(kind, "this"))


# No device, or not a known board.


def test_a_port_with_nothing_behind_it_is_silent() -> None:
    events, said = greeted_by(lambda _: b"")

    assert end_of(events) == "has said nothing for 3.0 s"
    assert said.count(b">01HELLO 1*29CA55A5\n") == GREETING_TIMEOUT / RESPONSE_TIMEOUT


def test_a_port_that_echoes_is_no_board() -> None:
    events, _ = greeted_by(lambda asked: asked.replace(b"\n", b"\r\n"))
    assert end_of(events) == "only sends back what it is sent"


@pytest.mark.parametrize("line", [b"<01OK HELLO proto=1*3f", b"say: <0aOK HELLO x=1*1234abcd\r"])
def test_lines_with_a_wrong_checksum_are_reported_as_such(line: bytes) -> None:
    events, _ = greeted_by(lambda asked: asked and line + b"\n")
    assert end_of(events).startswith("sends lines with wrong checksums")


@pytest.mark.parametrize(
    ("answer", "what"),
    [
        (lambda asked: asked + b"\r\nERROR\r\n" if asked else b"", "ERROR"),
        (lambda asked: asked and b"$GPGGA,120000,4807.038,N\r\n", "$GPGGA,120000,4807.038,N"),
        (lambda asked: asked and b'{"type": "status"}\n', '{"type": "status"}'),
        (lambda asked: asked and b"\x00\xff\x80\x01", "\\x00\\xff\\x80\\x01"),
        (lambda asked: asked and b"login: ", "login:"),
    ],
)
def test_other_talking_device_is_not_a_board(answer: Answer, what: str) -> None:
    events, _ = greeted_by(answer)
    assert end_of(events).startswith(f'is not a known board; it sent "{what}')


def test_foreign_output_is_reported_shortened_and_printable() -> None:
    events, _ = greeted_by(lambda asked: asked and b"\x1b[2J" + b"ja" * 5000 + b"\n")

    assert end_of(events).isprintable()
    assert len(end_of(events)) < 120


@pytest.mark.parametrize(
    ("board", "fault"),
    [
        (PlainBoard(protocol=7), SessionFault(SessionFaultKind.PROTOCOL, "7")),
        (greeting("OK HELLO proto=2 new=1"), SessionFault(SessionFaultKind.PROTOCOL, "2")),
        (greeting("ERR proto 2 3"), SessionFault(SessionFaultKind.PROTOCOL, "2 3")),
        (PlainBoard(kind="kettle"), SessionFault(SessionFaultKind.KIND, "kettle")),
    ],
)
def test_board_that_is_not_for_us_is_refused(board: PlainBoard, fault: SessionFault) -> None:
    wire = SimulatedWire(board)
    wire.run(1)

    assert wire.fault == fault


def test_both_versions_are_named() -> None:
    fault = SessionFault(SessionFaultKind.PROTOCOL, "7")
    assert str(fault) == "uses version 7 of the protocol; this Kibitz uses version 1"


def test_board_of_an_unwanted_kind_is_refused() -> None:
    wire = SimulatedWire(PlainBoard(), kinds=("dice",))
    wire.run(1)

    assert wire.fault == SessionFault(SessionFaultKind.KIND, "kibitz")


# Silence.


@pytest.mark.parametrize("left", [b"", b"noise"])
def test_board_that_is_silent_or_only_noisy_is_lost(wire: SimulatedWire, left: bytes) -> None:
    wire.mangle = lambda data: data.replace(b"*", b"+") if left else b""

    wire.run(SILENCE_TIMEOUT + 1.1)

    assert wire.fault == SessionFault(SessionFaultKind.SILENT, "2.5")


def test_a_board_that_falls_silent_for_less_is_not_lost(wire: SimulatedWire) -> None:
    wire.is_cut = True
    wire.run(SILENCE_TIMEOUT - 1.1)
    wire.is_cut = False

    wire.run(10)

    assert wire.fault is None


def test_board_that_sends_but_does_not_respond_is_a_fault(wire: SimulatedWire) -> None:
    wire.board.false_answers["PING"] = ""

    events = wire.run(1.0 + RESPONSE_TIMEOUT * MIN_TRIES * 2 + 0.5)

    assert wire.fault == SessionFault(SessionFaultKind.NO_RESPONSE, "PING")
    assert end_of(events) == "does not answer PING"


def test_board_that_does_not_respond_to_hello_is_a_fault() -> None:
    wire = SimulatedWire(greeting(""))
    wire.run(GREETING_TIMEOUT + 0.1)

    assert wire.fault == SessionFault(SessionFaultKind.NO_RESPONSE, "HELLO")


# Invalid messages.


@pytest.mark.parametrize(
    "answer",
    [
        *("", " cells=1", " proto=1"),
        "OK HELLO", "OK HELLO 1", "OK HELLO proto=", "OK HELLO proto=1", "OK HELLO proto=one",
        "ERR verb", "ERR arg", "ERR proto 1", "ERR proto", "ERR",
        LARGE
    ]
)  # fmt: skip
def test_impossible_answer_to_hello_is_a_fault(answer: str) -> None:
    is_field = answer.startswith(" ")
    wire = SimulatedWire(PlainBoard(extra_fields=answer) if is_field else greeting(answer))
    wire.run(GREETING_TIMEOUT + 0.1)

    assert wire.fault is not None
    assert wire.fault.kind is (SessionFaultKind.INVALID if answer else SessionFaultKind.NO_RESPONSE)


@pytest.mark.parametrize(
    ("body", "what"),
    [
        (b"S 1 ff", "2 digits do not encode 128 sensors"),
        (b"S 1 " + b"f" * 33, "33 digits do not encode 128 sensors"),
        (b"S 65536 " + b"0" * 32, "generation is '65536', not 0 to 65535"),
        (b"B 1", "it reports 1 buttons but has 4"),
        (b"B 1 2 3 256", "counts is '1 2 3 256', not numbers 0 to 255"),
        (b"D 1 1 R -", "it reports pair 1 of dice but has 1"),
        (b"D 0 1 Q -", "state is 'Q', not R, S, C, L, E"),
        (b"D 0 1 S 70", "faces is '70', not 1 or 2 digits 1-6, or -"),
        (b"D 0 1 S -", "dice in state 'S' show '-'"),
        (b"H up=1", "it lacks boot cells btn dice bad over mem"),
        (b"OK LED", "'OK LED' is a response without a request"),
        (b"  ", "'  ' does not consist of words"),
    ],
)
def test_impossible_message_is_a_fault(wire: SimulatedWire, body: bytes, what: str) -> None:
    wire.board.out += encode(b"<", 0, body)
    assert end_of(wire.run(0.1)) == f"sent an invalid message: {what}"


def test_unrequested_response_is_a_protocol_fault(wire: SimulatedWire) -> None:
    wire.board.say(0x77, "OK LED")
    assert end_of(wire.run(0.1)).endswith("it answers request 77, which was never sent")


def test_response_to_another_request_is_a_fault(wire: SimulatedWire) -> None:
    wire.board.false_answers["PING"] = "OK PING pong"
    assert end_of(wire.ask(Ping("a"))).endswith("it answers 'PING a' with 'OK PING pong'")


def test_two_states_of_one_generation_are_a_fault(wire: SimulatedWire) -> None:
    wire.board.seen[0] = 1
    wire.board.tell(wire.board.state)

    assert state_updates(wire.run(2)) == []
    what = "generation 0 of S has two different states"
    assert wire.fault == SessionFault(SessionFaultKind.INVALID, what)


def test_numbers_of_parts_out_of_range_are_a_fault() -> None:
    for board in (PlainBoard(lamps=79), PlainBoard(buttons=9), PlainBoard(dice=3)):
        wire = SimulatedWire(board)
        wire.run(0.1)
        assert wire.fault is not None
        assert wire.fault.kind is SessionFaultKind.INVALID


# Floods.


def test_board_that_sends_too_many_lines_is_a_flood(wire: SimulatedWire) -> None:
    line = encode(b"<", 0, wire.board.state.encode())

    events = wire.session.receive(line * (MAX_LINES_PER_SECOND + 1), wire.now)

    most = f"{MAX_LINES_PER_SECOND} lines"
    assert end_of(events) == f"sends too much data: more than {most} in one second"


def test_port_that_sends_too_many_bytes_is_a_flood(wire: SimulatedWire) -> None:
    events: list[SessionEvent] = []
    while wire.session.stage is Stage.READY:
        wire.now += 0.001
        events += wire.session.receive(b"\x00" * 1000, wire.now)

    most = f"{MAX_BYTES_PER_SECOND} bytes"
    assert end_of(events) == f"sends too much data: more than {most} in one second"


def test_backlog_in_a_buffer_is_no_flood(wire: SimulatedWire) -> None:
    line = encode(b"<", 0, wire.board.state.encode())

    events = wire.session.receive(line * (40960 // len(line)), wire.now)

    assert events == []


# Restarts and crashes.


def test_restarted_board_ends_the_session(wire: SimulatedWire) -> None:
    wire.board.boot = "00000001"

    wire.run(1.1)

    assert wire.fault == SessionFault(SessionFaultKind.RESTARTED)


def test_press_counts_after_a_restart_are_not_presses() -> None:
    board = PlainBoard()
    board.presses = [5, 0, 0, 0]
    wire = ready_wire(board)
    board.presses = [0, 0, 0, 1]
    board.boot = "00000001"
    board.tell("B 0 0 0 1")

    assert state_updates(wire.run(1.5)) == []
    assert wire.fault == SessionFault(SessionFaultKind.RESTARTED)


def test_ended_program_is_reported_with_its_last_words(wire: SimulatedWire) -> None:
    wire.board.out += STOPPED
    events = wire.run(0.1)

    assert crashes(events) == [LAST_WORDS]
    assert RESTART_BYTES not in wire.session.to_send()


def test_endless_traceback_is_reported_shortened(wire: SimulatedWire) -> None:
    lines = b"".join(b'  File "main.py", line %d, in x\r\n' % number for number in range(500))
    wire.board.out += STOPPED[:36] + lines

    (traceback,) = crashes(wire.run(0.1))

    assert traceback.count("\n") < 50


class StoppedBoard:
    """MicroPython that waits for commands until it is restarted."""

    def __init__(self, prints: bytes = b"") -> None:
        self.prints = prints
        self.board: PlainBoard | None = None
        self.typed = b""

    def __call__(self, asked: bytes) -> bytes:
        if self.board is not None:
            self.board.hear(asked, 0.0)
            return self.board.take_output()
        said, self.prints = self.prints, b""
        self.typed += asked
        if self.typed.endswith(RESTART_BYTES):
            self.board = PlainBoard()
            return said + b"\r\nMPY: soft reboot\r\n"
        if b"\r" in asked:
            return said + asked.replace(b"\r\n", b"\r\n>>> ")
        return said


@pytest.mark.parametrize("prints", [b"", STOPPED])
def test_a_board_that_has_stopped_is_revived_once(prints: bytes) -> None:
    events, said = greeted_by(StoppedBoard(prints), seconds=2.4)

    assert crashes(events) == [LAST_WORDS if prints else ""]
    assert BoardReady() in events
    assert said.count(RESTART_BYTES) == 1
    assert said.index(RESTART_BYTES) >= 3 * len(b"\r\n>01HELLO 1*29CA55A5\n")


def test_a_board_that_cannot_be_revived_is_given_up() -> None:
    events, said = greeted_by(lambda asked: b"\r\n>>> " if asked else b"")

    assert said.count(RESTART_BYTES) == 1
    assert end_of(events).endswith('it sent ">>>"')


def test_a_board_that_answers_is_never_stopped() -> None:
    wire = SimulatedWire()
    wire.board.out += STOPPED
    wire.board.out += b"\r\n"
    wire.run(RESTART_AFTER + GREETING_TIMEOUT)

    assert BoardReady() in wire.events
    assert wire.board.heard.count("HELLO 1") == 1


def test_traceback_typed_at_a_prompt_is_no_crash() -> None:
    typed = STOPPED.replace(b"main.py", b"<stdin>")
    events, _ = greeted_by(lambda asked: typed if asked else b"")

    assert crashes(events) == [""]


# After a fault.


def test_faulted_session_neither_reads_nor_writes(wire: SimulatedWire) -> None:
    wire.board.say(0, "S 1 zz")
    wire.run(0.1)
    session = wire.session
    assert session.stage is Stage.OVER

    session.ask(Ping("a"), wire.now)

    assert session.to_send() == b""
    assert session.receive(encode(b"<", 0, wire.board.state.encode()), wire.now) == []
    assert session.pass_time(wire.now + 99) == []
    assert session.next_call == math.inf


def test_state_sent_before_an_invalid_line_is_reported(wire: SimulatedWire) -> None:
    wire.board.put(0, 1)
    wire.board.say(0, "B lies")

    events = wire.run(0.1)

    assert state_updates(events) == [SensorStates(1, (1, *[0] * 127))]
    assert end_of(events)
