"""The doctor asks who is at a port, and understands whoever answers."""

import asyncio
from collections.abc import Callable

import pytest

from firmware_bridge.ports.port import Port
from firmware_bridge.ports.reasons import FORBIDDEN, MISSING, TAKEN
from hardware.devices import Clock
from hardware.drivers.simulated.clock import SimulatedClock
from service.doctor.asking import ask
from service.doctor.facts import Answer, Asked
from tests.rigs.board_port import BoardPort, OddPort, ShutPort
from tests.rigs.plain_board import PlainBoard

TRACE = (
    b"Traceback (most recent call last):\r\n"
    b'  File "main.py", line 1, in <module>\r\nOSError: 5\r\n>>> '
)


def asked(make: Callable[[Clock], Port]) -> Asked:
    """What comes of asking, however long it takes on a clock that only runs here."""

    async def hurry() -> Asked:
        clock = SimulatedClock(5.0)
        asking = asyncio.ensure_future(ask(make(clock), clock))
        while not asking.done():
            await clock.pass_by(0.05)
        return await asking

    return asyncio.run(hurry())


def odd(answers: Callable[[bytes], bytes]) -> Asked:
    return asked(lambda _clock: OddPort(answers))


def test_a_board_says_who_it_is() -> None:
    found = asked(lambda clock: BoardPort(PlainBoard(), clock))

    assert found.answer is Answer.BOARD
    assert found.info is not None
    assert (found.info.uid, found.info.lamps) == ("e6614103e7", 26)


@pytest.mark.parametrize(
    ("lies", "why"),
    [
        ({"SNAP": "OK S 0 ff"}, "says what cannot be: "),
        ({"SNAP": ""}, "does not answer SNAP"),
        ({"BTN": "OK B 1"}, "says what cannot be: "),
        ({"ROLL": "OK D 0 0 X -"}, "says what cannot be: "),
    ],
)
def test_a_board_that_greets_and_then_tells_what_cannot_be_is_not_taken_for_a_good_one(
    lies: dict[str, str], why: str
) -> None:
    found = asked(lambda clock: BoardPort(PlainBoard(lies=lies), clock))

    assert (found.answer, found.info) == (Answer.UNRULY, None)
    assert found.why.startswith(why)


def test_dice_with_a_port_of_their_own_say_so() -> None:
    node = PlainBoard(kind="dice", cells=0, lamps=0, buttons=0)
    found = asked(lambda clock: BoardPort(node, clock))

    assert found.info is not None
    assert found.info.kind == "dice"


def test_where_nobody_is_there_is_silence() -> None:
    assert odd(lambda _: b"").answer is Answer.SILENT


def test_a_modem_is_no_board() -> None:
    found = odd(lambda _: b"ERROR\r\n")

    assert (found.answer, found.why) == (Answer.OTHER_TALK, "ERROR")


def test_lines_like_ours_with_a_wrong_check_are_told_as_such() -> None:
    found = odd(lambda _: b"<01OK HELLO proto=1*3f2a\r\n")

    assert (found.answer, found.why) == (Answer.WRONG_CHECK, "<01OK HELLO proto=1*3f2a")


def test_an_echo_is_no_board() -> None:
    assert odd(lambda heard: heard).answer is Answer.ECHO


def test_a_prompt_of_micropython_is_a_board_without_its_program() -> None:
    assert odd(lambda _: b">>> \r\n>>> ").answer is Answer.CRASHED


def test_of_a_program_that_crashed_the_last_words_are_told() -> None:
    found = odd(lambda _: TRACE)

    assert (found.answer, found.why) == (Answer.CRASHED, "OSError: 5")


def test_a_board_of_another_version_of_the_wire_is_told_by_its_version() -> None:
    found = asked(lambda clock: BoardPort(PlainBoard(lies={"HELLO": "ERR proto 7"}), clock))

    assert (found.answer, found.why) == (Answer.OTHER_WIRE, "7")


@pytest.mark.parametrize(
    ("why", "answer"),
    [
        (MISSING, Answer.MISSING),
        (TAKEN, Answer.TAKEN),
        (FORBIDDEN, Answer.FORBIDDEN),
        ("does not open within 6 seconds", Answer.SHUT),
    ],
)
def test_a_port_that_does_not_open_says_why(why: str, answer: Answer) -> None:
    found = asked(lambda _clock: ShutPort(why))

    assert (found.answer, found.why, found.port) == (answer, why, "/dev/ttyACM0")


def test_whatever_is_said_asking_ends() -> None:
    noise = bytes(range(256)) * 3

    assert odd(lambda _: noise).info is None
    assert odd(lambda _: b"x" * 5000).info is None


def test_who_floods_is_told_by_its_words() -> None:
    said = iter([b"$GPGGA,123519\r\n" * 500] * 20)
    found = odd(lambda _: next(said, b""))

    assert (found.answer, found.why) == (Answer.OTHER_TALK, "$GPGGA,123519")


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ("OK HELLO proto=1 cells=99999999999 leds=-1", "says what cannot be: "),
        ("OK PONG 1", "does not answer HELLO"),
    ],
)
def test_a_board_that_does_not_keep_to_the_wire_is_told_in_a_sentence(
    answer: str, why: str
) -> None:
    found = asked(lambda clock: BoardPort(PlainBoard(lies={"HELLO": answer}), clock))

    assert found.answer is Answer.UNRULY
    assert found.why.startswith(why)
