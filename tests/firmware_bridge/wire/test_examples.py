"""The examples in docs/wire.md are understood, whole, byte by byte and with a tail."""

from collections.abc import Iterable

import pytest

from firmware_bridge.pico.framing import FROM_BOARD, FROM_HOST, Reader, encode, parse
from firmware_bridge.wire.answers import answer, is_about, read_answer
from firmware_bridge.wire.events import Answered, Event, Greeted, Ready, Told
from firmware_bridge.wire.requests import (
    Buttons,
    Buzz,
    Hello,
    Ink,
    Measure,
    Ping,
    Request,
    Reset,
    Roll,
    Set,
    Shine,
    Snap,
    read_request,
)
from firmware_bridge.wire.session import Session
from firmware_bridge.wire.tellings import (
    BoardInfo,
    Cells,
    DiceTelling,
    Doing,
    Done,
    Heartbeat,
    Pong,
    Presses,
    Raw,
    Reason,
    Refusal,
    Telling,
    read_unasked,
)
from firmware_bridge.wire.words import Malformed
from hardware.cells import BARS, CELL_MAPS, LIT, lamp_counts
from hardware.checkers import POINTS
from tests.rigs.wire_examples import PAPER, Line, lines, noise, talk

GREEN, RED_BLINKING = Ink(0, 255, 0, 0x80), Ink(255, 0, 0, 0xF0)
SMALL = BoardInfo(
    firmware="2.0", kind="kibitz", uid="A1", boot="00000000",
    cells=3, bits=2, buttons=1, dice=2, longest=64,
)  # fmt: skip
REQUESTS: dict[bytes, Request] = {
    b"HELLO 1": Hello(),
    b"PING Abc9": Ping("Abc9"),
    b"SNAP": Snap(),
    b"BTN": Buttons(),
    b"ROLL 1": Roll(1),
    b"LED 00ff0080ff0000f0 a....b....................": Shine(
        (GREEN, RED_BLINKING), "a....b...................."
    ),
    b"LED - ..........................": Shine((), "." * 26),
    b"BUZ 0 0": Buzz(),
    b"BUZ 880 120": Buzz(880, 120),
    b"SET thr 6000,4200": Set("thr", "6000,4200"),
    b"RAW 15": Measure(15),
    b"RESET": Reset(),
}
TOLD: dict[bytes, Telling] = {
    b"S 65535 6c": Cells(65535, (1, 2, 3), bits=2),
    b"S 0 00": Cells(0, (0, 0, 0), bits=2),
    b"B 255": Presses((255,)),
    b"D 1 0 E -": DiceTelling(1, 0, Doing.UNREACHED),
    b"D 0 17 S 5": DiceTelling(0, 17, Doing.SETTLED, (5,)),
    b"D 1 18 C -": DiceTelling(1, 18, Doing.COCKED),
    b"D 1 19 L -": DiceTelling(1, 19, Doing.LIFTED),
}
ANSWERS: dict[bytes, tuple[Request, Telling]] = {
    b"OK S 65535 6c": (Snap(), Cells(65535, (1, 2, 3), bits=2)),
    b"OK D 1 0 E -": (Roll(1), DiceTelling(1, 0, Doing.UNREACHED)),
    b"OK PING Abc9": (Ping("Abc9"), Pong("Abc9")),
    b"OK RAW 15 0 1 22 333 4444 32768 65534 65535": (
        Measure(15),
        Raw(15, (0, 1, 22, 333, 4444, 32768, 65534, 65535)),
    ),
    b"OK RESET": (Reset(), Done("RESET")),
    b"OK LED": (Shine((), "."), Done("LED")),
    b"ERR hw sensors 8 to 15 do not answer": (
        Snap(),
        Refusal(Reason.HARDWARE, "sensors 8 to 15 do not answer"),
    ),
    b"ERR verb": (Reset(), Refusal(Reason.VERB)),
    b"ERR proto 1": (Hello(7), Refusal(Reason.PROTOCOL, "1")),
}


def named(line: Line) -> str:
    return line.text.decode()


@pytest.mark.parametrize("line", lines(), ids=named)
def test_every_good_line_is_read_as_the_paper_means_it(line: Line) -> None:
    assert parse(line.mark, line.text) == (line.number, line.body)
    assert line.sent.endswith(encode(line.mark, line.number, line.body))


@pytest.mark.parametrize("line", lines(), ids=named)
@pytest.mark.parametrize("tail", [b"", b"\n", b"\r\n", b"<00", b"noise\n"])
def test_a_line_is_read_alike_whole_and_byte_by_byte_and_with_a_tail(
    line: Line, tail: bytes
) -> None:
    whole, slow = Reader(line.mark), Reader(line.mark)

    read = whole.feed(line.sent + tail)

    assert read[0] == (line.number, line.body)
    assert fed(slow, line.sent + tail) == read
    assert slow.rest == whole.rest


@pytest.mark.parametrize("line", lines(), ids=named)
def test_a_line_of_the_other_direction_is_noise(line: Line) -> None:
    other = FROM_BOARD if line.is_request else FROM_HOST

    assert Reader(other).feed(line.sent) == [line.text]


@pytest.mark.parametrize("text", noise())
@pytest.mark.parametrize("mark", [FROM_HOST, FROM_BOARD])
def test_noise_is_noise_at_both_ends(text: bytes, mark: bytes) -> None:
    assert Reader(mark).feed(text + b"\n") == [text]


@pytest.mark.parametrize("body", [line.body for line in lines() if line.is_request])
def test_every_request_has_its_text(body: bytes) -> None:
    if body.startswith(b"JUMP") or body == b"LED 00ff00ff b.........................":
        with pytest.raises(Malformed):
            read_request(body)
        return

    request = read_request(body)

    assert request.body == body
    assert REQUESTS.get(body, request) == request


def test_every_kind_of_request_is_among_the_examples() -> None:
    assert REQUESTS.keys() <= {line.body for line in lines()}
    assert {type(request) for request in REQUESTS.values()} == set(Request.__args__)


@pytest.mark.parametrize("body", TOLD)
def test_every_event_has_its_text(body: bytes) -> None:
    assert body in [line.body.removeprefix(b"OK ") for line in lines()]
    assert read_unasked(body, SMALL) == TOLD[body]
    assert TOLD[body].body == body


@pytest.mark.parametrize("body", ANSWERS)
def test_every_answer_has_its_text(body: bytes) -> None:
    request, telling = ANSWERS[body]

    assert body in [line.body for line in lines()]
    assert is_about(request, body)
    assert read_answer(request, body, SMALL) == telling
    assert answer(telling) == body


def test_a_board_says_what_it_is() -> None:
    (body,) = [line.body for line in lines() if b"OK HELLO" in line.body and b"uid=A1" in line.body]

    assert read_answer(Hello(), body, None) == SMALL
    assert answer(SMALL) == body


def test_dice_on_a_line_of_their_own_have_nothing_else() -> None:
    said, beat = [line for line in lines() if b"boot=5eed0001" in line.body]
    dice = BoardInfo(firmware="0.3", kind="dice", uid="D7", boot="5eed0001", dice=1)

    assert read_answer(Hello(), said.body, None) == dice
    assert answer(dice) == said.body
    assert read_unasked(beat.body, dice) == Heartbeat(boot="5eed0001", up=3, dice=(0,))
    assert PAPER.read_text(encoding="utf-8").count(f"\n{said.text.decode()}\n") == 2


def test_the_paper_tells_the_layout_and_the_lamps_as_they_are() -> None:
    paper = PAPER.read_text(encoding="utf-8")

    assert CELL_MAPS.keys() == {"p5"}
    for place, cells in CELL_MAPS["p5"].spans:
        if place in ("p1", "p2", "p24", *BARS):
            assert f"{cells.start} to {cells.stop - 1} | " in paper
    assert [*LIT] == [*POINTS, *BARS]
    assert lamp_counts() == (26, 52, 78)


def test_what_a_heartbeat_tells_beyond_our_time_is_passed_over() -> None:
    known, newer = [line.body for line in lines() if line.body.startswith(b"H boot=00000000")]
    beat = Heartbeat(
        boot="00000000", up=4294967295, cells=0, presses=(255,), dice=(17, 19), bad=3, over=120
    )

    assert read_unasked(known, SMALL) == beat
    assert beat.body == known
    assert b" warm=" in newer
    told = read_unasked(newer, SMALL)
    assert isinstance(told, Heartbeat)
    assert told.up == 1


def fed(reader: Reader, data: bytes) -> list[object]:
    return [line for byte in data for line in reader.feed(bytes([byte]))]


def played(pieces: Iterable[Line | str], size: int) -> tuple[list[Event], list[bytes]]:
    """The talk of the paper as a session goes through it; what it tells, and what it asks."""
    session = Session([Set("deb", "4")])
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
            request = read_request(piece.body)
            if isinstance(request, Shine | Buzz):
                session.ask(request, now)
            asked.append(session.to_send())
            continue
        data = piece.sent
        for start in range(0, len(data), size):
            events += session.receive(data[start : start + size], now)
    return events, asked


@pytest.mark.parametrize("size", [1, 7, 1000])
def test_the_talk_of_the_paper_is_the_talk_of_a_session(size: int) -> None:
    pieces = talk()
    end = pieces.index("What cannot be done.")

    events, asked = played(pieces[:end], size)

    requests = [each.sent for each in pieces[:end] if isinstance(each, Line) and each.is_request]
    assert asked == [b"\r\n" + requests[0], *requests[1:]]
    assert [type(event) for event in events] == [
        *(Greeted, Told, Told, Told, Ready),
        *(Answered, Answered, Answered),
        *(Told, Told, Told, Told, Told, Told),
    ]
    told = [event.telling for event in events if isinstance(event, Told)]
    assert told[1:3] == [Presses((0, 0, 0, 0)), DiceTelling(0, 1, Doing.SETTLED, (3, 1))]
    assert [each.generation for each in told if isinstance(each, Cells)] == [0, 1, 2, 3]
    assert told[-2:] == [
        DiceTelling(0, 3, Doing.SETTLED, (6, 6)),
        Cells(3, (*[0] * 127, 1)),
    ]


def test_what_cannot_be_done_has_its_reason() -> None:
    pieces = talk()
    undone = pieces[pieces.index("What cannot be done.") :]

    refusals = [line.body for line in undone if isinstance(line, Line) and not line.is_request]

    assert [Refusal.from_body(body).reason for body in refusals] == [
        *(Reason.VERB, Reason.ARGUMENT, Reason.ARGUMENT, Reason.ARGUMENT, Reason.ARGUMENT),
        Reason.PROTOCOL,
    ]
