"""A conversation with a working board: its greeting, its changes, and requests in order."""

import math

import pytest

from firmware_bridge.pico.framing import FROM_BOARD, encode
from firmware_bridge.wire import board_messages as messages
from firmware_bridge.wire.requests import (
    ChangeSetting,
    LampInk,
    Ping,
    PlayTone,
    ReadRawValues,
    ReadSensors,
    RestartBoard,
    SetLamps,
)
from firmware_bridge.wire.session import (
    GREETING_TIMEOUT,
    KEEP_ALIVE,
    RESPONSE_TIMEOUT,
    SILENCE_TIMEOUT,
    TOO_LONG,
    Session,
)
from firmware_bridge.wire.session_events import (
    TRANSITIONS,
    BoardGreeted,
    BoardReady,
    NoiseReceived,
    RequestRefused,
    ResponseReceived,
    Stage,
    StateUpdated,
    Transition,
)
from firmware_bridge.wire.session_state import MAX_WAITING
from tests.rigs.wire.plain_board import PlainBoard, SimulatedWire, ready_wire, state_updates

DARK = SetLamps((), "." * 26)
RED = SetLamps((LampInk(255, 0, 0),), "a" + "." * 25)
GREEN = SetLamps((LampInk(0, 255, 0),), "a" + "." * 25)


def test_stages_are_passed_in_one_direction() -> None:
    order = list(Stage)

    steps = [(before, after) for (before, _), after in TRANSITIONS.items()]
    assert all(order.index(before) < order.index(after) for before, after in steps)
    assert {(stage, Transition.FAILED) for stage in order[1:-1]} <= set(TRANSITIONS)


def test_unstarted_session_does_nothing() -> None:
    session = Session()

    assert session.receive(encode(FROM_BOARD, 0, b"S 1 00"), 1.0) == []
    assert session.pass_time(5.0) == []
    assert session.to_send() == b""
    assert session.next_call == math.inf


def test_a_greeting_asks_for_everything_the_board_has() -> None:
    board = PlainBoard(dice=2)
    wire = SimulatedWire(board, [ChangeSetting("deb", "4"), ChangeSetting("beat", "500")])

    events = wire.run(0.3)

    assert board.heard[:3] == ["HELLO 1", "SET deb 4", "SET beat 500"]
    assert board.heard[3:] == ["SNAP", "BTN", "ROLL 0", "ROLL 1"]
    kinds = [type(event) for event in events]
    assert kinds == [BoardGreeted, *[StateUpdated] * 4, BoardReady]
    assert state_updates(events) == [
        messages.SensorStates(0, (0,) * 128),
        messages.PressCounts((0, 0, 0, 0)),
        messages.DiceReport(0, 0, messages.DiceActivity.UNREACHED),
        messages.DiceReport(1, 0, messages.DiceActivity.UNREACHED),
    ]


def test_board_without_parts_is_ready_at_once() -> None:
    wire = ready_wire(PlainBoard(kind="dice", cells=0, lamps=0, buttons=0, dice=0))

    assert [type(event) for event in wire.events] == [BoardGreeted, BoardReady]
    wire.run(10)
    assert wire.fault is None


def test_a_setting_that_is_refused_does_not_end_the_greeting() -> None:
    wire = SimulatedWire(PlainBoard(false_answers={"SET": "ERR arg"}), [ChangeSetting("deb", "4")])

    events = wire.run(0.3)

    refusal = messages.RequestRefusal(messages.RefusalReason.ARGUMENT)
    assert events[1] == RequestRefused(ChangeSetting("deb", "4"), refusal)
    assert events[-1] == BoardReady()


def test_sensors_that_do_not_work_do_not_end_the_greeting() -> None:
    wire = SimulatedWire(PlainBoard(false_answers={"SNAP": "ERR hw chain is open"}))

    events = wire.run(5)

    refusal = messages.RequestRefusal(messages.RefusalReason.HARDWARE, "chain is open")
    assert RequestRefused(ReadSensors(), refusal) in events
    assert BoardReady() in events
    assert wire.fault is None
    assert not any(isinstance(update, messages.SensorStates) for update in state_updates(events))


def test_change_is_reported_once(wire: SimulatedWire) -> None:
    wire.board.put(3, 1)
    wire.board.press(2)
    wire.board.throw("R")
    wire.board.throw("S", "31")
    wire.board.tell(wire.board.state)
    events = wire.run(5)

    assert events == [
        StateUpdated(messages.SensorStates(1, (0, 0, 0, 1, *[0] * 124))),
        StateUpdated(messages.PressCounts((0, 0, 1, 0))),
        StateUpdated(messages.DiceReport(0, 1, messages.DiceActivity.ROLLING)),
        StateUpdated(messages.DiceReport(0, 2, messages.DiceActivity.SETTLED, (3, 1))),
    ]


def test_same_numbers_thrown_again_are_reported_again(wire: SimulatedWire) -> None:
    wire.board.throw("S", "31")
    wire.board.throw("S", "31")

    assert state_updates(wire.run(5)) == [
        messages.DiceReport(0, 1, messages.DiceActivity.SETTLED, (3, 1)),
        messages.DiceReport(0, 2, messages.DiceActivity.SETTLED, (3, 1)),
    ]


def test_lost_change_is_reported_once_after_the_next_heartbeat(wire: SimulatedWire) -> None:
    wire.run(0.5)
    wire.board.put(3, 1)
    wire.board.put(4, 1)
    wire.board.press(0)
    wire.board.throw("S", "66")
    wire.board.take_output()

    events = wire.run(3)

    assert {type(event) for event in events} == {StateUpdated}
    assert sorted(state_updates(events), key=lambda update: type(update).__name__) == [
        messages.DiceReport(0, 1, messages.DiceActivity.SETTLED, (6, 6)),
        messages.PressCounts((1, 0, 0, 0)),
        messages.SensorStates(2, (0, 0, 0, 1, 1, *[0] * 123)),
    ]
    assert wire.board.heard.count("SNAP") == wire.board.heard.count("ROLL 0") == 1


def test_generations_begin_again_after_the_last_one() -> None:
    board = PlainBoard()
    board.generation = 65535
    wire = ready_wire(board)

    board.put(0, 1)

    assert state_updates(wire.run(2)) == [messages.SensorStates(0, (1, *[0] * 127))]


def test_requests_are_asked_one_after_the_other(wire: SimulatedWire) -> None:
    wire.session.ask(Ping("a"), wire.now)
    wire.session.ask(ReadRawValues(3), wire.now)
    wire.session.ask(PlayTone(880, 100), wire.now)

    first = wire.session.to_send()

    assert first.count(b"\n") == 1
    wire.board.hear(first, wire.now)
    values = messages.RawValues(3, (0, 1, 22, 333, 4444, 32768, 65534, 65535))
    assert wire.run(0.1) == [
        ResponseReceived(Ping("a"), messages.Pong("a")),
        ResponseReceived(ReadRawValues(3), values),
        ResponseReceived(PlayTone(880, 100), messages.Confirmation("BUZ")),
    ]
    assert wire.board.heard == ["PING a", "RAW 3", "BUZ 880 100"]


def test_request_made_during_the_greeting_is_sent_after_it() -> None:
    wire = SimulatedWire()
    wire.session.ask(DARK, wire.now)

    events = wire.run(0.3)

    assert events[-2:] == [BoardReady(), ResponseReceived(DARK, messages.Confirmation("LED"))]


def test_a_newer_picture_replaces_one_that_still_waits(wire: SimulatedWire) -> None:
    events = wire.ask(DARK, RED, Ping("a"), GREEN)

    answered = [event.request for event in events if isinstance(event, ResponseReceived)]
    assert answered == [DARK, GREEN, Ping("a")]
    assert wire.board.row == GREEN.row


def test_refusal_is_reported_with_its_request(wire: SimulatedWire) -> None:
    short = SetLamps((), ".")

    assert wire.ask(short) == [
        RequestRefused(short, messages.RequestRefusal(messages.RefusalReason.ARGUMENT))
    ]


def test_a_request_that_the_board_cannot_take_is_not_sent() -> None:
    board = PlainBoard(longest=64)
    wire = ready_wire(board)
    colours = SetLamps.of([LampInk(red, 0, 0) for red in range(26)])

    assert wire.ask(colours, DARK) == [
        RequestRefused(colours, TOO_LONG),
        ResponseReceived(DARK, messages.Confirmation("LED")),
    ]
    assert len(board.heard) == 1


def test_too_many_waiting_requests_raise_an_error(wire: SimulatedWire) -> None:
    for _ in range(MAX_WAITING + 1):
        wire.session.ask(RestartBoard(), wire.now)

    with pytest.raises(RuntimeError, match="wait"):
        wire.session.ask(RestartBoard(), wire.now)


def test_late_answer_is_asked_for_again_under_the_same_number(wire: SimulatedWire) -> None:
    wire.is_cut = True
    wire.session.ask(Ping("a"), wire.now)
    first = wire.session.to_send()
    wire.now += RESPONSE_TIMEOUT
    wire.session.pass_time(wire.now)

    assert wire.session.to_send() == first


def test_late_or_repeated_response_is_reported_once(wire: SimulatedWire) -> None:
    wire.session.ask(Ping("a"), wire.now)
    line = wire.session.to_send()
    wire.now += RESPONSE_TIMEOUT
    wire.session.pass_time(wire.now)
    wire.board.hear(line, wire.now)
    wire.board.hear(line, wire.now)

    assert wire.run(0.1) == [ResponseReceived(Ping("a"), messages.Pong("a"))]
    assert wire.ask(Ping("b")) == [ResponseReceived(Ping("b"), messages.Pong("b"))]
    assert wire.fault is None


def test_response_to_an_older_number_is_ignored(wire: SimulatedWire) -> None:
    wire.board.say(2, "OK SET")
    assert wire.run(0.2) == []


def test_numbers_begin_again_after_the_last_one(wire: SimulatedWire) -> None:
    events = [event for _ in range(600) for event in wire.ask(Ping("a"))]
    assert events == [ResponseReceived(Ping("a"), messages.Pong("a"))] * 600


def test_the_board_hears_from_us_at_least_once_a_second(wire: SimulatedWire) -> None:
    heard = []
    for _ in range(10):
        before = len(wire.board.heard)
        wire.run(KEEP_ALIVE + RESPONSE_TIMEOUT)
        heard += wire.board.heard[before:]

    assert len(heard) >= 10
    assert all(each.startswith("PING ") for each in heard)


def test_lines_before_the_greeting_are_ignored() -> None:
    wire = SimulatedWire()
    wire.is_cut = True
    stale = [b"S 7 ffff", b"B 9", b"OK LED", b"H nonsense", b"D 9 9 9 9"]
    data = b"".join(encode(FROM_BOARD, number, body) for number in (0, 1) for body in stale)

    assert wire.session.receive(data, 0.1) == []
    wire.is_cut = False
    assert BoardReady() in wire.run(1)


def test_a_board_that_is_slow_to_start_is_greeted_all_the_same() -> None:
    wire = SimulatedWire()
    wire.is_cut = True
    wire.run(GREETING_TIMEOUT - 0.5)
    wire.is_cut = False

    assert wire.run(0.5)[-1] == BoardReady()


def test_half_a_line_from_before_does_not_disturb_the_greeting() -> None:
    board = PlainBoard()
    board.hear(b">07LED ff00ff", 0.0)
    wire = SimulatedWire(board)

    wire.run(0.1)

    assert wire.events[-1] == BoardReady()


def test_noise_is_reported_recorded_and_otherwise_ignored(wire: SimulatedWire) -> None:
    for number in range(80):
        wire.board.out += b"kn\xffister %d\r\n" % number
    wire.board.put(0, 1)

    events = wire.run(0.1)

    texts = [event.text for event in events if isinstance(event, NoiseReceived)]
    assert texts == [f"kn\\xffister {number}" for number in range(80)]
    assert len(state_updates(events)) == 1
    overheard = wire.session.noise
    assert overheard.count == 80
    assert list(overheard.lines) == [f"kn\\xffister {number}" for number in range(30, 80)]


def test_event_of_a_later_version_is_noise(wire: SimulatedWire) -> None:
    wire.board.tell("T 21.5")
    assert wire.run(0.1) == [NoiseReceived("T 21.5")]


def test_echo_is_ignored_while_the_board_responds() -> None:
    wire = SimulatedWire()
    while wire.now < 5:
        wire.now += 0.01
        said = wire.session.to_send()
        wire.board.hear(said, wire.now)
        wire.board.pass_time(wire.now)
        wire.events += wire.session.receive(said + wire.board.take_output(), wire.now)
        if wire.session.next_call <= wire.now:
            wire.events += wire.session.pass_time(wire.now)

    assert wire.fault is None
    assert BoardReady() in wire.events


def test_late_call_does_not_count_as_silence_of_the_board(wire: SimulatedWire) -> None:
    wire.session.to_send()
    wire.now += 60

    assert wire.session.pass_time(wire.now) == []
    assert wire.run(SILENCE_TIMEOUT * 2) == []
    assert wire.session.stage is Stage.READY


def test_many_presses_at_once_are_reported_after_the_next_heartbeat(wire: SimulatedWire) -> None:
    wire.board.presses = [200, 0, 0, 0]
    wire.board.tell("B 200 0 0 0")

    assert state_updates(wire.run(0.05)) == []
    assert state_updates(wire.run(2)) == [messages.PressCounts((200, 0, 0, 0))]
