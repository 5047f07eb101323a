"""A talk with a board that is well: greeted, told everything once, and asked in order."""

import math

import pytest

from firmware_bridge.pico.framing import FROM_BOARD, encode
from firmware_bridge.wire.asking import MOST_WAITING
from firmware_bridge.wire.events import (
    Answered,
    Greeted,
    Noise,
    Ready,
    Refused,
    Told,
)
from firmware_bridge.wire.requests import (
    Buzz,
    Ink,
    Measure,
    Ping,
    Reset,
    Set,
    Shine,
    Snap,
)
from firmware_bridge.wire.session import (
    ANSWER,
    GREETING,
    IDLE,
    NEXT,
    SILENCE,
    TOO_LONG,
    Session,
    Stage,
    Turn,
)
from firmware_bridge.wire.tellings import (
    Cells,
    DiceTelling,
    Doing,
    Done,
    Pong,
    Presses,
    Raw,
    Reason,
    Refusal,
)
from tests.rigs.imaginary_wire import ImaginaryWire, tellings
from tests.rigs.plain_board import PlainBoard

DARK = Shine((), "." * 26)
RED = Shine((Ink(255, 0, 0),), "a" + "." * 25)
GREEN = Shine((Ink(0, 255, 0),), "a" + "." * 25)


def ready(board: PlainBoard | None = None) -> ImaginaryWire:
    """A wire on which everything has been said."""
    wire = ImaginaryWire(board)
    wire.run(0.3)
    assert wire.events[-1] == Ready()
    wire.board.heard.clear()
    return wire


def test_stages_are_passed_in_one_direction() -> None:
    order = list(Stage)

    assert all(order.index(before) < order.index(after) for (before, _), after in NEXT.items())
    assert {(stage, Turn.FAILED) for stage in order[1:-1]} <= set(NEXT)


def test_nothing_happens_before_the_start() -> None:
    session = Session()

    assert session.receive(encode(FROM_BOARD, 0, b"S 1 00"), 1.0) == []
    assert session.pass_time(5.0) == []
    assert session.to_send() == b""
    assert session.next_call == math.inf


def test_a_greeting_asks_for_everything_the_board_has() -> None:
    board = PlainBoard(dice=2)
    wire = ImaginaryWire(board, [Set("deb", "4"), Set("beat", "500")])

    events = wire.run(0.3)

    assert board.heard == [
        *("HELLO 1", "SET deb 4", "SET beat 500", "SNAP", "BTN", "ROLL 0", "ROLL 1"),
    ]
    assert [type(event) for event in events] == [Greeted, Told, Told, Told, Told, Ready]
    assert tellings(events) == [
        Cells(0, (0,) * 128),
        Presses((0, 0, 0, 0)),
        DiceTelling(0, 0, Doing.UNREACHED),
        DiceTelling(1, 0, Doing.UNREACHED),
    ]


def test_a_board_that_has_nothing_is_ready_at_once() -> None:
    wire = ready(PlainBoard(kind="dice", cells=0, lamps=0, buttons=0, dice=0))

    assert [type(event) for event in wire.events] == [Greeted, Ready]
    wire.run(10)
    assert wire.fault is None


def test_a_setting_that_is_refused_does_not_end_the_greeting() -> None:
    wire = ImaginaryWire(PlainBoard(lies={"SET": "ERR arg"}), [Set("deb", "4")])

    events = wire.run(0.3)

    assert events[1] == Refused(Set("deb", "4"), Refusal(Reason.ARGUMENT))
    assert events[-1] == Ready()


def test_sensors_that_do_not_work_do_not_end_the_greeting() -> None:
    wire = ImaginaryWire(PlainBoard(lies={"SNAP": "ERR hw chain is open"}))

    events = wire.run(5)

    assert Refused(Snap(), Refusal(Reason.HARDWARE, "chain is open")) in events
    assert Ready() in events
    assert wire.fault is None
    assert not any(isinstance(told, Cells) for told in tellings(events))


def test_what_changes_is_told_once() -> None:
    wire = ready()

    wire.board.put(3, 1)
    wire.board.press(2)
    wire.board.throw("R")
    wire.board.throw("S", "31")
    wire.board.tell(wire.board.state)
    events = wire.run(5)

    assert events == [
        Told(Cells(1, (0, 0, 0, 1, *[0] * 124))),
        Told(Presses((0, 0, 1, 0))),
        Told(DiceTelling(0, 1, Doing.ROLLING)),
        Told(DiceTelling(0, 2, Doing.SETTLED, (3, 1))),
    ]


def test_the_same_numbers_thrown_again_are_told_again() -> None:
    wire = ready()
    wire.board.throw("S", "31")
    wire.board.throw("S", "31")

    assert tellings(wire.run(5)) == [
        DiceTelling(0, 1, Doing.SETTLED, (3, 1)),
        DiceTelling(0, 2, Doing.SETTLED, (3, 1)),
    ]


def test_what_was_lost_is_told_once_after_the_next_heartbeat() -> None:
    wire = ready()
    wire.run(0.5)
    wire.board.put(3, 1)
    wire.board.put(4, 1)
    wire.board.press(0)
    wire.board.throw("S", "66")
    wire.board.said()

    events = wire.run(3)

    assert {type(event) for event in events} == {Told}
    assert sorted(tellings(events), key=lambda told: type(told).__name__) == [
        Cells(2, (0, 0, 0, 1, 1, *[0] * 123)),
        DiceTelling(0, 1, Doing.SETTLED, (6, 6)),
        Presses((1, 0, 0, 0)),
    ]
    assert wire.board.heard.count("SNAP") == wire.board.heard.count("ROLL 0") == 1


def test_generations_begin_again_after_the_last_one() -> None:
    board = PlainBoard()
    board.generation = 65535
    wire = ready(board)

    board.put(0, 1)

    assert tellings(wire.run(2)) == [Cells(0, (1, *[0] * 127))]


def test_requests_are_asked_one_after_the_other() -> None:
    wire = ready()
    wire.session.ask(Ping("a"), wire.now)
    wire.session.ask(Measure(3), wire.now)
    wire.session.ask(Buzz(880, 100), wire.now)

    first = wire.session.to_send()

    assert first.count(b"\n") == 1
    wire.board.hear(first, wire.now)
    assert wire.run(0.1) == [
        Answered(Ping("a"), Pong("a")),
        Answered(Measure(3), Raw(3, (0, 1, 22, 333, 4444, 32768, 65534, 65535))),
        Answered(Buzz(880, 100), Done("BUZ")),
    ]
    assert wire.board.heard == ["PING a", "RAW 3", "BUZ 880 100"]


def test_what_is_asked_during_the_greeting_is_asked_after_it() -> None:
    wire = ImaginaryWire()
    wire.session.ask(DARK, wire.now)

    events = wire.run(0.3)

    assert events[-2:] == [Ready(), Answered(DARK, Done("LED"))]


def test_a_newer_picture_replaces_one_that_still_waits() -> None:
    wire = ready()

    events = wire.ask(DARK, RED, Ping("a"), GREEN)

    assert [event.request for event in events if isinstance(event, Answered)] == [
        *(DARK, GREEN, Ping("a")),
    ]
    assert wire.board.row == GREEN.row


def test_what_is_refused_is_told_to_whoever_asked() -> None:
    wire = ready()
    short = Shine((), ".")

    assert wire.ask(short) == [Refused(short, Refusal(Reason.ARGUMENT))]


def test_a_request_that_the_board_cannot_take_is_not_sent() -> None:
    board = PlainBoard(longest=64)
    wire = ready(board)
    colours = Shine.of([Ink(red, 0, 0) for red in range(26)])

    assert wire.ask(colours, DARK) == [Refused(colours, TOO_LONG), Answered(DARK, Done("LED"))]
    assert len(board.heard) == 1


def test_too_much_that_waits_is_a_mistake_of_ours() -> None:
    wire = ready()
    for _ in range(MOST_WAITING + 1):
        wire.session.ask(Reset(), wire.now)

    with pytest.raises(RuntimeError, match="wait"):
        wire.session.ask(Reset(), wire.now)


def test_an_answer_that_is_late_is_asked_for_again_under_the_same_number() -> None:
    wire = ready()
    wire.is_cut = True
    wire.session.ask(Ping("a"), wire.now)
    first = wire.session.to_send()
    wire.now += ANSWER
    wire.session.pass_time(wire.now)

    assert wire.session.to_send() == first


def test_an_answer_that_comes_late_or_twice_does_no_harm() -> None:
    wire = ready()
    wire.session.ask(Ping("a"), wire.now)
    line = wire.session.to_send()
    wire.now += ANSWER
    wire.session.pass_time(wire.now)
    wire.board.hear(line, wire.now)
    wire.board.hear(line, wire.now)

    assert wire.run(0.1) == [Answered(Ping("a"), Pong("a"))]
    assert wire.ask(Ping("b")) == [Answered(Ping("b"), Pong("b"))]
    assert wire.fault is None


def test_an_answer_to_an_older_number_is_passed_over() -> None:
    wire = ready()
    wire.board.say(2, "OK SET")

    assert wire.run(0.2) == []


def test_numbers_begin_again_after_the_last_one() -> None:
    wire = ready()

    events = [event for _ in range(600) for event in wire.ask(Ping("a"))]

    assert events == [Answered(Ping("a"), Pong("a"))] * 600


def test_the_board_hears_from_us_at_least_once_a_second() -> None:
    wire = ready()
    heard = []
    for _ in range(10):
        before = len(wire.board.heard)
        wire.run(IDLE + ANSWER)
        heard += wire.board.heard[before:]

    assert len(heard) >= 10
    assert all(each.startswith("PING ") for each in heard)


def test_nothing_is_believed_before_the_greeting() -> None:
    wire = ImaginaryWire()
    wire.is_cut = True
    stale = [b"S 7 ffff", b"B 9", b"OK LED", b"H nonsense", b"D 9 9 9 9"]
    data = b"".join(encode(FROM_BOARD, number, body) for number in (0, 1) for body in stale)

    assert wire.session.receive(data, 0.1) == []
    wire.is_cut = False
    assert Ready() in wire.run(1)


def test_a_board_that_is_slow_to_start_is_greeted_all_the_same() -> None:
    wire = ImaginaryWire()
    wire.is_cut = True
    wire.run(GREETING - 0.5)
    wire.is_cut = False

    assert wire.run(0.5)[-1] == Ready()


def test_half_a_line_that_was_left_over_does_not_spoil_the_greeting() -> None:
    board = PlainBoard()
    board.hear(b">07LED ff00ff", 0.0)
    wire = ImaginaryWire(board)

    wire.run(0.1)

    assert wire.events[-1] == Ready()


def test_noise_is_told_and_kept_and_otherwise_left_alone() -> None:
    wire = ready()
    for number in range(80):
        wire.board.out += b"kn\xffister %d\r\n" % number
    wire.board.put(0, 1)

    events = wire.run(0.1)

    assert [event.text for event in events if isinstance(event, Noise)] == [
        f"kn\\xffister {number}" for number in range(80)
    ]
    assert len(tellings(events)) == 1
    overheard = wire.session.overheard
    assert overheard.count == 80
    assert list(overheard.kept) == [f"kn\\xffister {number}" for number in range(30, 80)]


def test_an_event_of_a_later_time_is_noise() -> None:
    wire = ready()
    wire.board.tell("T 21.5")

    assert wire.run(0.1) == [Noise("T 21.5")]


def test_an_echo_does_no_harm_while_the_board_answers() -> None:
    wire = ImaginaryWire()
    while wire.now < 5:
        wire.now += 0.01
        said = wire.session.to_send()
        wire.board.hear(said, wire.now)
        wire.board.pass_time(wire.now)
        wire.events += wire.session.receive(said + wire.board.said(), wire.now)
        if wire.session.next_call <= wire.now:
            wire.events += wire.session.pass_time(wire.now)

    assert wire.fault is None
    assert Ready() in wire.events


def test_whoever_was_asleep_does_not_blame_the_board() -> None:
    wire = ready()
    wire.session.to_send()
    wire.now += 60

    assert wire.session.pass_time(wire.now) == []
    assert wire.run(SILENCE * 2) == []
    assert wire.session.stage is Stage.READY


def test_many_presses_at_once_are_believed_when_the_heartbeat_says_so() -> None:
    wire = ready()
    wire.board.presses = [200, 0, 0, 0]
    wire.board.tell("B 200 0 0 0")

    assert tellings(wire.run(0.05)) == []
    assert tellings(wire.run(2)) == [Presses((200, 0, 0, 0))]
