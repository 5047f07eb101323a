"""The doctor asks what is at a port, and understands every answer."""

import asyncio
from collections.abc import Callable

import pytest

from firmware_bridge.port import Port
from firmware_bridge.serial_port import FORBIDDEN, IN_USE, MISSING
from hardware.devices import Clock
from hardware.drivers.clocks import SimulatedClock
from service.doctor.facts import PortAnswer, ProbedPort
from service.doctor.machine_probe import probe_port
from tests.rigs.wire.plain_board import BoardPort, ClosedPort, FunctionPort, PlainBoard

TRACE = (
    b"Traceback (most recent call last):\r\n"
    b'  File "main.py", line 1, in <module>\r\nOSError: 5\r\n>>> '
)


def probe(make: Callable[[Clock], Port]) -> ProbedPort:
    """The result of a probe, however long it takes on a simulated clock."""

    async def hurry() -> ProbedPort:
        clock = SimulatedClock(5.0)
        probing = asyncio.ensure_future(probe_port(make(clock), clock))
        while not probing.done():
            await clock.pass_seconds(0.05)
        return await probing

    return asyncio.run(hurry())


def probe_answers(answers: Callable[[bytes], bytes]) -> ProbedPort:
    return probe(lambda _clock: FunctionPort(answers))


def test_a_board_says_who_it_is() -> None:
    found = probe(lambda clock: BoardPort(PlainBoard(), clock))

    assert found.answer is PortAnswer.BOARD
    assert found.info is not None
    assert (found.info.uid, found.info.lamps) == ("e6614103e7", 26)


@pytest.mark.parametrize(
    ("lies", "why"),
    [
        ({"SNAP": "OK S 0 ff"}, "sent an invalid message: "),
        ({"SNAP": ""}, "does not answer SNAP"),
        ({"BTN": "OK B 1"}, "sent an invalid message: "),
        ({"ROLL": "OK D 0 0 X -"}, "sent an invalid message: "),
    ],
)
def test_a_board_that_greets_and_then_reports_impossible_values_is_misbehaving(
    lies: dict[str, str], why: str
) -> None:
    found = probe(lambda clock: BoardPort(PlainBoard(false_answers=lies), clock))

    assert (found.answer, found.info) == (PortAnswer.MISBEHAVING, None)
    assert found.why.startswith(why)


def test_dice_with_a_port_of_their_own_say_so() -> None:
    node = PlainBoard(kind="dice", cells=0, lamps=0, buttons=0)
    found = probe(lambda clock: BoardPort(node, clock))

    assert found.info is not None
    assert found.info.kind == "dice"


def test_port_with_nothing_behind_it_is_silent() -> None:
    assert probe_answers(lambda _: b"").answer is PortAnswer.SILENT


def test_a_modem_is_no_board() -> None:
    found = probe_answers(lambda _: b"ERROR\r\n")
    assert (found.answer, found.why) == (PortAnswer.FOREIGN, "ERROR")


def test_lines_with_a_wrong_checksum_are_reported_as_such() -> None:
    found = probe_answers(lambda _: b"<01OK HELLO proto=1*3f2a\r\n")
    assert (found.answer, found.why) == (PortAnswer.WRONG_CHECK, "<01OK HELLO proto=1*3f2a")


def test_an_echo_is_no_board() -> None:
    assert probe_answers(lambda heard: heard).answer is PortAnswer.ECHO


def test_a_prompt_of_micropython_is_a_board_without_its_program() -> None:
    assert probe_answers(lambda _: b">>> \r\n>>> ").answer is PortAnswer.CRASHED


def test_last_words_of_a_crashed_program_are_reported() -> None:
    found = probe_answers(lambda _: TRACE)
    assert (found.answer, found.why) == (PortAnswer.CRASHED, "OSError: 5")


def test_board_with_another_wire_version_is_reported_by_its_version() -> None:
    answers = {"HELLO": "ERR proto 7"}
    found = probe(lambda clock: BoardPort(PlainBoard(false_answers=answers), clock))

    assert (found.answer, found.why) == (PortAnswer.OTHER_WIRE, "7")


@pytest.mark.parametrize(
    ("why", "answer"),
    [
        (MISSING, PortAnswer.MISSING),
        (IN_USE, PortAnswer.IN_USE),
        (FORBIDDEN, PortAnswer.FORBIDDEN),
        ("does not open within 6 seconds", PortAnswer.NOT_OPENED),
    ],
)
def test_a_port_that_does_not_open_says_why(why: str, answer: PortAnswer) -> None:
    found = probe(lambda _clock: ClosedPort(why))
    assert (found.answer, found.why, found.port) == (answer, why, "/dev/ttyACM0")


def test_probing_ends_whatever_the_port_sends() -> None:
    noise = bytes(range(256)) * 3

    assert probe_answers(lambda _: noise).info is None
    assert probe_answers(lambda _: b"x" * 5000).info is None


def test_flooding_device_is_identified_by_its_output() -> None:
    output = iter([b"$GPGGA,123519\r\n" * 500] * 20)
    found = probe_answers(lambda _: next(output, b""))

    assert (found.answer, found.why) == (PortAnswer.FOREIGN, "$GPGGA,123519")


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ("OK HELLO proto=1 cells=99999999999 leds=-1", "sent an invalid message: "),
        ("OK PONG 1", "does not answer HELLO"),
    ],
)
def test_board_that_violates_the_protocol_is_reported_in_a_sentence(answer: str, why: str) -> None:
    found = probe(lambda clock: BoardPort(PlainBoard(false_answers={"HELLO": answer}), clock))

    assert found.answer is PortAnswer.MISBEHAVING
    assert found.why.startswith(why)
