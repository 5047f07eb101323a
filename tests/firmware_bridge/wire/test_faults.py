"""What can be wrong with a board, each with its name and a sentence that can be said of it."""

import math
from collections.abc import Callable

import pytest

from firmware_bridge.pico.framing import encode
from firmware_bridge.wire.events import Crashed, Event, Failed, Fault, FaultKind, Ready
from firmware_bridge.wire.requests import Ping
from firmware_bridge.wire.session import (
    ANSWER,
    GREETING,
    MOST_BYTES,
    MOST_LINES,
    REVIVE,
    REVIVE_AFTER,
    SILENCE,
    TRIES,
    Session,
    Stage,
)
from firmware_bridge.wire.tellings import Cells
from tests.rigs.imaginary_wire import ImaginaryWire, tellings
from tests.rigs.plain_board import PlainBoard

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


def ready(board: PlainBoard | None = None) -> ImaginaryWire:
    wire = ImaginaryWire(board)
    wire.run(0.3)
    assert wire.events[-1] == Ready()
    return wire


def greeted_by(answer: Answer, seconds: float = 2 * GREETING) -> tuple[list[Event], bytes]:
    """What a session makes of something that answers like this, and all it said to it."""
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


def end_of(events: list[Event]) -> str:
    """The sentence that is said in the end."""
    match events:
        case [*_, Failed(fault)]:
            return str(fault)
    raise AssertionError(f"the talk is not over: {events}")


def test_every_fault_is_a_sentence() -> None:
    for kind in FaultKind:
        assert "{" not in str(Fault(kind, "this"))


# Nothing, or nobody we know.


def test_a_port_with_nothing_behind_it_is_silent() -> None:
    events, said = greeted_by(lambda _: b"")

    assert end_of(events) == "has said nothing for 3.0 s"
    assert said.count(b">01HELLO 1*29CA55A5\n") == GREETING / ANSWER


def test_a_port_that_echoes_is_no_board() -> None:
    events, _ = greeted_by(lambda asked: asked.replace(b"\n", b"\r\n"))

    assert end_of(events) == "only sends back what it is sent"


@pytest.mark.parametrize("line", [b"<01OK HELLO proto=1*3f", b"say: <0aOK HELLO x=1*1234abcd\r"])
def test_lines_like_ours_with_a_wrong_check_are_told_as_such(line: bytes) -> None:
    events, _ = greeted_by(lambda asked: asked and line + b"\n")

    assert end_of(events).startswith("sends lines that look like ours, but their check is wrong")


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
def test_something_else_that_talks_is_no_board(answer: Answer, what: str) -> None:
    events, _ = greeted_by(answer)

    assert end_of(events).startswith(f'is no board that we know; it says "{what}')


def test_what_somebody_else_says_is_told_in_short_and_printable() -> None:
    events, _ = greeted_by(lambda asked: asked and b"\x1b[2J" + b"ja" * 5000 + b"\n")

    assert end_of(events).isprintable()
    assert len(end_of(events)) < 120


@pytest.mark.parametrize(
    ("board", "fault"),
    [
        (PlainBoard(protocol=7), Fault(FaultKind.PROTOCOL, "7")),
        (PlainBoard(lies={"HELLO": "OK HELLO proto=2 new=1"}), Fault(FaultKind.PROTOCOL, "2")),
        (PlainBoard(lies={"HELLO": "ERR proto 2 3"}), Fault(FaultKind.PROTOCOL, "2 3")),
        (PlainBoard(kind="kettle"), Fault(FaultKind.KIND, "kettle")),
    ],
)
def test_a_board_that_is_not_for_us_is_refused_by_name(board: PlainBoard, fault: Fault) -> None:
    wire = ImaginaryWire(board)
    wire.run(1)

    assert wire.fault == fault


def test_the_versions_are_named() -> None:
    fault = Fault(FaultKind.PROTOCOL, "7")

    assert str(fault) == "speaks version 7 of the wire; this Kibitz speaks version 1"


def test_only_the_kinds_that_are_wanted_are_taken() -> None:
    wire = ImaginaryWire(PlainBoard(), kinds=("dice",))
    wire.run(1)

    assert wire.fault == Fault(FaultKind.KIND, "kibitz")


# Silence.


def test_a_board_that_falls_silent_is_lost() -> None:
    wire = ready()
    wire.is_cut = True

    wire.run(SILENCE + 1.1)

    assert wire.fault == Fault(FaultKind.SILENT, "2.5")


def test_noise_is_as_good_as_silence() -> None:
    wire = ready()
    wire.mangle = lambda data: data.replace(b"*", b"+")

    wire.run(SILENCE + 1.1)

    assert wire.fault == Fault(FaultKind.SILENT, "2.5")


def test_a_board_that_falls_silent_for_less_is_not_lost() -> None:
    wire = ready()
    wire.is_cut = True
    wire.run(SILENCE - 1.1)
    wire.is_cut = False

    wire.run(10)

    assert wire.fault is None


def test_a_board_that_talks_and_does_not_answer_is_deaf() -> None:
    wire = ready()
    wire.board.lies["PING"] = ""

    events = wire.run(1.0 + ANSWER * TRIES * 2 + 0.5)

    assert wire.fault == Fault(FaultKind.DEAF, "PING")
    assert end_of(events) == "does not answer PING"


def test_a_board_that_beats_and_does_not_answer_hello_is_deaf() -> None:
    wire = ImaginaryWire(PlainBoard(lies={"HELLO": ""}))
    wire.run(GREETING + 0.1)

    assert wire.fault == Fault(FaultKind.DEAF, "HELLO")


# Lies.


@pytest.mark.parametrize(
    "lie",
    [
        *("", " cells=1", " proto=1"),
        "OK HELLO", "OK HELLO 1", "OK HELLO proto=", "OK HELLO proto=1", "OK HELLO proto=one",
        "ERR verb", "ERR arg", "ERR proto 1", "ERR proto", "ERR",
        LARGE,
    ],
)  # fmt: skip
def test_a_board_that_cannot_be_is_not_believed(lie: str) -> None:
    board = PlainBoard(telling=lie) if lie.startswith(" ") else PlainBoard(lies={"HELLO": lie})
    wire = ImaginaryWire(board)
    wire.run(GREETING + 0.1)

    assert wire.fault is not None
    assert wire.fault.kind is (FaultKind.LIES if lie else FaultKind.DEAF)


@pytest.mark.parametrize(
    ("told", "what"),
    [
        (b"S 1 ff", "2 digits do not tell of 128 sensors"),
        (b"S 1 " + b"f" * 33, "33 digits do not tell of 128 sensors"),
        (b"S 65536 " + b"0" * 32, "the generation is '65536'"),
        (b"B 1", "it tells of 1 buttons and has 4"),
        (b"B 1 2 3 256", "a count of presses is '256'"),
        (b"D 1 1 R -", "the pair of dice is '1'"),
        (b"D 0 1 Q -", "nobody knows what dice do that do 'Q'"),
        (b"D 0 1 S 70", "dice that do 'S' show '70'"),
        (b"H up=1", "it does not tell boot cells btn dice bad over mem"),
        (b"OK LED", "'OK LED' answers what nobody asked"),
        (b"  ", "'  ' is not made of words"),
    ],
)
def test_a_good_line_that_cannot_be_meant_is_a_lie(told: bytes, what: str) -> None:
    wire = ready()
    wire.board.out += encode(b"<", 0, told)

    assert end_of(wire.run(0.1)) == f"says what cannot be: {what}"


def test_an_answer_that_nobody_asked_for_is_a_lie() -> None:
    wire = ready()
    wire.board.say(0x77, "OK LED")

    assert end_of(wire.run(0.1)).endswith("it answers request 77, which nobody made")


def test_an_answer_to_something_else_is_a_lie() -> None:
    wire = ready()
    wire.board.lies["PING"] = "OK PING pong"

    assert end_of(wire.ask(Ping("a"))).endswith("it answers PING a with pong")


def test_a_board_that_does_not_count_its_generations_lies() -> None:
    wire = ready()
    wire.board.seen[0] = 1
    wire.board.tell(wire.board.state)

    assert tellings(wire.run(2)) == []
    assert wire.fault == Fault(FaultKind.LIES, "generation 0 of S is told in two ways")


def test_lamps_and_buttons_beyond_all_bounds_are_lies() -> None:
    for board in (PlainBoard(lamps=79), PlainBoard(buttons=9), PlainBoard(dice=3)):
        wire = ImaginaryWire(board)
        wire.run(0.1)
        assert wire.fault is not None
        assert wire.fault.kind is FaultKind.LIES


# Floods.


def test_a_board_that_says_far_too_many_lines_is_not_listened_to() -> None:
    wire = ready()
    line = encode(b"<", 0, wire.board.state.encode())

    events = wire.session.receive(line * (MOST_LINES + 1), wire.now)

    assert end_of(events) == f"says far too much: more than {MOST_LINES} lines in a second"


def test_a_port_that_pours_out_rubbish_is_not_listened_to() -> None:
    wire = ready()
    events: list[Event] = []
    while wire.session.stage is Stage.READY:
        wire.now += 0.001
        events += wire.session.receive(b"\x00" * 1000, wire.now)

    assert end_of(events) == f"says far too much: more than {MOST_BYTES} bytes in a second"


def test_what_piled_up_in_a_buffer_is_no_flood() -> None:
    wire = ready()
    line = encode(b"<", 0, wire.board.state.encode())

    events = wire.session.receive(line * (40960 // len(line)), wire.now)

    assert events == []


# Another start, and an end that nobody meant.


def test_a_board_that_has_started_again_begins_a_new_talk() -> None:
    wire = ready()
    wire.board.boot = "00000001"

    wire.run(1.1)

    assert wire.fault == Fault(FaultKind.RESTARTED)


def test_what_a_board_counts_after_another_start_is_not_taken_for_presses() -> None:
    board = PlainBoard()
    board.presses = [5, 0, 0, 0]
    wire = ready(board)
    board.presses = [0, 0, 0, 1]
    board.boot = "00000001"
    board.tell("B 0 0 0 1")

    assert tellings(wire.run(1.5)) == []
    assert wire.fault == Fault(FaultKind.RESTARTED)


def test_a_program_that_ends_is_told_with_its_last_words() -> None:
    wire = ready()
    wire.board.out += STOPPED
    events = wire.run(0.1)

    assert [event for event in events if isinstance(event, Crashed)] == [Crashed(LAST_WORDS)]
    assert REVIVE not in wire.session.to_send()


def test_a_traceback_that_goes_on_for_ever_is_told_in_short() -> None:
    wire = ready()
    lines = b"".join(b'  File "main.py", line %d, in x\r\n' % number for number in range(500))
    wire.board.out += STOPPED[:36] + lines

    crashes = [event for event in wire.run(0.1) if isinstance(event, Crashed)]

    assert len(crashes) == 1
    assert crashes[0].traceback.count("\n") < 50


class StoppedBoard:
    """MicroPython that waits for commands, until it is told to start again."""

    def __init__(self, prints: bytes = b"") -> None:
        self.prints = prints
        self.board: PlainBoard | None = None
        self.typed = b""

    def __call__(self, asked: bytes) -> bytes:
        if self.board is not None:
            self.board.hear(asked, 0.0)
            return self.board.said()
        said, self.prints = self.prints, b""
        self.typed += asked
        if self.typed.endswith(REVIVE):
            self.board = PlainBoard()
            return said + b"\r\nMPY: soft reboot\r\n"
        if b"\r" in asked:
            return said + asked.replace(b"\r\n", b"\r\n>>> ")
        return said


@pytest.mark.parametrize("prints", [b"", STOPPED])
def test_a_board_that_has_stopped_is_revived_once(prints: bytes) -> None:
    events, said = greeted_by(StoppedBoard(prints), seconds=2.4)

    assert [event for event in events if isinstance(event, Crashed)] == [
        Crashed(LAST_WORDS if prints else "")
    ]
    assert Ready() in events
    assert said.count(REVIVE) == 1
    assert said.index(REVIVE) >= 3 * len(b"\r\n>01HELLO 1*29CA55A5\n")


def test_a_board_that_cannot_be_revived_is_given_up() -> None:
    events, said = greeted_by(lambda asked: b"\r\n>>> " if asked else b"")

    assert said.count(REVIVE) == 1
    assert end_of(events).endswith('it says ">>>"')


def test_a_board_that_answers_is_never_stopped() -> None:
    wire = ImaginaryWire()
    wire.board.out += STOPPED
    wire.board.out += b"\r\n"
    wire.run(REVIVE_AFTER + GREETING)

    assert Ready() in wire.events
    assert wire.board.heard.count("HELLO 1") == 1


def test_what_is_typed_at_a_prompt_is_no_crash() -> None:
    typed = STOPPED.replace(b"main.py", b"<stdin>")
    events, _ = greeted_by(lambda asked: typed if asked else b"")

    assert [event for event in events if isinstance(event, Crashed)] == [Crashed("")]


# When it is over.


def test_after_a_fault_nothing_is_heard_or_said() -> None:
    wire = ready()
    wire.board.say(0, "S 1 zz")
    wire.run(0.1)
    session = wire.session
    assert session.stage is Stage.OVER

    session.ask(Ping("a"), wire.now)

    assert session.to_send() == b""
    assert session.receive(encode(b"<", 0, wire.board.state.encode()), wire.now) == []
    assert session.pass_time(wire.now + 99) == []
    assert session.next_call == math.inf


def test_what_stood_before_a_lie_was_told() -> None:
    wire = ready()
    wire.board.put(0, 1)
    wire.board.say(0, "B lies")

    events = wire.run(0.1)

    assert tellings(events) == [Cells(1, (1, *[0] * 127))]
    assert end_of(events)
