"""The examples in docs/wire.md are parsed, whole, byte by byte and with a tail."""

from collections.abc import Iterable

import pytest

from firmware_bridge.board_description import described_lamps, described_sensors
from firmware_bridge.pico.framing import FROM_BOARD, FROM_HOST, Reader, encode, parse
from firmware_bridge.wire import requests
from firmware_bridge.wire.board_messages import (
    BoardInfo,
    BoardMessage,
    Confirmation,
    DiceActivity,
    DiceReport,
    Heartbeat,
    Pong,
    PressCounts,
    RawValues,
    RefusalReason,
    RequestRefusal,
    SensorStates,
    parse_event,
)
from firmware_bridge.wire.message import Malformed
from firmware_bridge.wire.session import Session
from firmware_bridge.wire.session_events import (
    BoardGreeted,
    BoardReady,
    ResponseReceived,
    SessionEvent,
    StateUpdated,
)
from firmware_bridge.wire.session_state import encode_response, may_answer, parse_response
from hardware.checkers import BACKGAMMON, CHECKERS, POINTS
from hardware.sensor_map import C64, P5
from tests.rigs.wire.document_examples import (
    WIRE_DOCUMENT,
    ExampleLine,
    example_conversation,
    invalid_examples,
    valid_examples,
)

GREEN, RED_BLINKING = requests.LampInk(0, 255, 0, 0x80), requests.LampInk(255, 0, 0, 0xF0)
SMALL = BoardInfo(
    firmware="2.0", kind="kibitz", uid="A1", boot="00000000",
    cells=3, bits=2, buttons=1, dice=2, longest=64,
)  # fmt: skip
REQUESTS: dict[bytes, requests.Request] = {
    b"HELLO 1": requests.HelloRequest(),
    b"PING Abc9": requests.Ping("Abc9"),
    b"SNAP": requests.ReadSensors(),
    b"BTN": requests.ReadPresses(),
    b"ROLL 1": requests.ReadDice(1),
    b"LED 00ff0080ff0000f0 a....b....................": requests.SetLamps(
        (GREEN, RED_BLINKING), "a....b...................."
    ),
    b"LED - ..........................": requests.SetLamps((), "." * 26),
    b"BUZ 0 0": requests.PlayTone(),
    b"BUZ 880 120": requests.PlayTone(880, 120),
    b"SET thr 6000,4200": requests.ChangeSetting("thr", "6000,4200"),
    b"RAW 15": requests.ReadRawValues(15),
    b"RESET": requests.RestartBoard(),
}
EVENTS: dict[bytes, BoardMessage] = {
    b"S 65535 6c": SensorStates(65535, (1, 2, 3), bits=2),
    b"S 0 00": SensorStates(0, (0, 0, 0), bits=2),
    b"B 255": PressCounts((255,)),
    b"D 1 0 E -": DiceReport(1, 0, DiceActivity.UNREACHED),
    b"D 0 17 S 5": DiceReport(0, 17, DiceActivity.SETTLED, (5,)),
    b"D 1 18 C -": DiceReport(1, 18, DiceActivity.COCKED),
    b"D 1 19 L -": DiceReport(1, 19, DiceActivity.LIFTED),
}
ANSWERS: dict[bytes, tuple[requests.Request, BoardMessage]] = {
    b"OK S 65535 6c": (requests.ReadSensors(), SensorStates(65535, (1, 2, 3), bits=2)),
    b"OK D 1 0 E -": (requests.ReadDice(1), DiceReport(1, 0, DiceActivity.UNREACHED)),
    b"OK PING Abc9": (requests.Ping("Abc9"), Pong("Abc9")),
    b"OK RAW 15 0 1 22 333 4444 32768 65534 65535": (
        requests.ReadRawValues(15),
        RawValues(15, (0, 1, 22, 333, 4444, 32768, 65534, 65535)),
    ),
    b"OK RESET": (requests.RestartBoard(), Confirmation("RESET")),
    b"OK LED": (requests.SetLamps((), "."), Confirmation("LED")),
    b"ERR hw sensors 8 to 15 do not answer": (
        requests.ReadSensors(),
        RequestRefusal(RefusalReason.HARDWARE, "sensors 8 to 15 do not answer"),
    ),
    b"ERR verb": (requests.RestartBoard(), RequestRefusal(RefusalReason.VERB)),
    b"ERR proto 1": (requests.HelloRequest(7), RequestRefusal(RefusalReason.PROTOCOL, "1")),
}


def named(line: ExampleLine) -> str:
    return line.text.decode()


@pytest.mark.parametrize("line", valid_examples(), ids=named)
def test_every_valid_line_is_parsed_as_the_document_says(line: ExampleLine) -> None:
    assert parse(line.mark, line.text) == (line.number, line.body)
    assert line.sent.endswith(encode(line.mark, line.number, line.body))


@pytest.mark.parametrize("line", valid_examples(), ids=named)
@pytest.mark.parametrize("tail", [b"", b"\n", b"\r\n", b"<00", b"noise\n"])
def test_line_is_read_alike_whole_bytewise_and_with_a_tail(line: ExampleLine, tail: bytes) -> None:
    whole, slow = Reader(line.mark), Reader(line.mark)

    read = whole.feed(line.sent + tail)

    assert read[0] == (line.number, line.body)
    assert fed(slow, line.sent + tail) == read
    assert slow.rest == whole.rest


@pytest.mark.parametrize("line", valid_examples(), ids=named)
def test_a_line_of_the_other_direction_is_noise(line: ExampleLine) -> None:
    other = FROM_BOARD if line.is_request else FROM_HOST
    assert Reader(other).feed(line.sent) == [line.text]


@pytest.mark.parametrize("text", invalid_examples())
@pytest.mark.parametrize("mark", [FROM_HOST, FROM_BOARD])
def test_noise_is_noise_at_both_ends(text: bytes, mark: bytes) -> None:
    assert Reader(mark).feed(text + b"\n") == [text]


@pytest.mark.parametrize("body", [line.body for line in valid_examples() if line.is_request])
def test_every_request_has_its_text(body: bytes) -> None:
    if body.startswith(b"JUMP") or body == b"LED 00ff00ff b.........................":
        with pytest.raises(Malformed):
            requests.parse_request(body)
        return

    request = requests.parse_request(body)

    assert request.body == body
    assert REQUESTS.get(body, request) == request


def test_every_kind_of_request_is_among_the_examples() -> None:
    assert REQUESTS.keys() <= {line.body for line in valid_examples()}
    assert {type(request) for request in REQUESTS.values()} == set(requests.Request.__args__)


@pytest.mark.parametrize("body", EVENTS)
def test_every_event_has_its_text(body: bytes) -> None:
    assert body in [line.body.removeprefix(b"OK ") for line in valid_examples()]
    assert parse_event(body, SMALL) == EVENTS[body]
    assert EVENTS[body].body == body


@pytest.mark.parametrize("body", ANSWERS)
def test_every_answer_has_its_text(body: bytes) -> None:
    request, response = ANSWERS[body]

    assert body in [line.body for line in valid_examples()]
    assert may_answer(request, body)
    assert parse_response(request, body, SMALL) == response
    assert encode_response(response) == body


def test_description_of_a_board_is_parsed() -> None:
    bodies = [line.body for line in valid_examples() if b"OK HELLO" in line.body]
    (body,) = [body for body in bodies if b"uid=A1" in body]

    assert parse_response(requests.HelloRequest(), body, None) == SMALL
    assert encode_response(SMALL).startswith(body)


def test_description_of_a_board_of_squares_is_parsed() -> None:
    (body,) = [line.body for line in valid_examples() if b"uid=A2" in line.body]
    (states,) = [line.body for line in valid_examples() if line.body.startswith(b"OK S 2 4")]

    info = parse_response(requests.HelloRequest(), body, None)

    assert isinstance(info, BoardInfo)
    assert encode_response(info) == body
    assert [*described_sensors(info, CHECKERS).spans] == [*C64.spans]
    assert described_lamps(info, CHECKERS).lamps == C64.lamps
    felt = parse_response(requests.ReadSensors(), states, info)
    assert felt == SensorStates(2, (1, *[0] * 62, 2), bits=2)


def test_board_with_only_dice_is_parsed() -> None:
    said, beat = [line for line in valid_examples() if b"boot=5eed0001" in line.body]
    dice = BoardInfo(firmware="0.3", kind="dice", uid="D7", boot="5eed0001", dice=1)

    assert parse_response(requests.HelloRequest(), said.body, None) == dice
    assert encode_response(dice).startswith(said.body)
    assert parse_event(beat.body, dice) == Heartbeat(boot="5eed0001", uptime=3, dice=(0,))
    assert WIRE_DOCUMENT.read_text(encoding="utf-8").count(f"\n{said.text.decode()}\n") == 2


def test_document_has_the_layout_and_the_lamps_of_the_code() -> None:
    document = WIRE_DOCUMENT.read_text(encoding="utf-8")

    for place, cells in P5.spans:
        if place in ("p1", "p2", "p24", *BACKGAMMON.groups["bar"]):
            assert f"{cells.start} to {cells.stop - 1} " in document
    assert [*P5.lamps] == [*POINTS, *BACKGAMMON.groups["bar"]]
    assert P5.lamp_counts == (26, 52, 78)


def test_unknown_heartbeat_fields_are_ignored() -> None:
    bodies = [line.body for line in valid_examples()]
    known, newer = [body for body in bodies if body.startswith(b"H boot=00000000")]
    beat = Heartbeat(
        boot="00000000",
        uptime=4294967295,
        cells=0,
        presses=(255,),
        dice=(17, 19),
        invalid_lines=3,
        dropped_bytes=120,
    )

    assert parse_event(known, SMALL) == beat
    assert beat.body == known
    assert b" warm=" in newer
    event = parse_event(newer, SMALL)
    assert isinstance(event, Heartbeat)
    assert event.uptime == 1


def fed(reader: Reader, data: bytes) -> list[object]:
    return [line for byte in data for line in reader.feed(bytes([byte]))]


def played(
    pieces: Iterable[ExampleLine | str], size: int
) -> tuple[list[SessionEvent], list[bytes]]:
    """The example conversation run through a session: its events and its requests."""
    session = Session([requests.ChangeSetting("deb", "4")])
    session.start(0.0)
    events, asked, now = [], [], 0.0
    for piece in pieces:
        now += 0.01
        if isinstance(piece, str):
            if piece.startswith("Nothing happens"):
                now += 1.0
                events += session.pass_time(now)
            continue
        if piece.is_request:
            request = requests.parse_request(piece.body)
            if isinstance(request, requests.SetLamps | requests.PlayTone):
                session.ask(request, now)
            asked.append(session.to_send())
            continue
        data = piece.sent
        for start in range(0, len(data), size):
            events += session.receive(data[start : start + size], now)
    return events, asked


@pytest.mark.parametrize("size", [1, 7, 1000])
def test_session_follows_the_conversation_of_the_document(size: int) -> None:
    pieces = example_conversation()
    end = pieces.index("What cannot be done.")

    events, asked = played(pieces[:end], size)

    lines = [piece for piece in pieces[:end] if isinstance(piece, ExampleLine)]
    sent = [line.sent for line in lines if line.is_request]
    assert asked == [b"\r\n" + sent[0], *sent[1:]]
    greeting = [BoardGreeted, *[StateUpdated] * 3, BoardReady]
    kinds = [type(event) for event in events]
    assert kinds == [*greeting, *[ResponseReceived] * 3, *[StateUpdated] * 6]
    updates = [event.update for event in events if isinstance(event, StateUpdated)]
    assert updates[1:3] == [
        PressCounts((0, 0, 0, 0)),
        DiceReport(0, 1, DiceActivity.SETTLED, (3, 1)),
    ]
    assert [each.generation for each in updates if isinstance(each, SensorStates)] == [0, 1, 2, 3]
    last = DiceReport(0, 3, DiceActivity.SETTLED, (6, 6)), SensorStates(3, (*[0] * 127, 1))
    assert tuple(updates[-2:]) == last


def test_each_impossible_request_has_its_refusal_reason() -> None:
    pieces = example_conversation()
    refused = pieces[pieces.index("What cannot be done.") :]

    lines = [line for line in refused if isinstance(line, ExampleLine) and not line.is_request]

    reasons = [RequestRefusal.from_body(line.body).reason for line in lines]
    arguments = [RefusalReason.ARGUMENT] * 4
    assert reasons == [RefusalReason.VERB, *arguments, RefusalReason.PROTOCOL]
