"""The responses of a board to each request."""

import pytest

from firmware_bridge.pico.dice_line import DiceLine
from tests.rigs.firmware import fake_parts


def test_hello_describes_a_board_with_all_parts() -> None:
    assert fake_parts.whole_bench().ask(b"HELLO 1") == (
        b"OK HELLO proto=1 fw=0.2.0 board=kibitz uid=e6614103e7 boot=8a45a250"
        b" cells=128 bits=1 leds=26 btn=4 dice=1 map=p5 max=320 ma=400"
        b" game=backgammon at=points:5,bar:4 lit=points,bar"
    )


def test_hello_describes_a_board_with_dice_alone() -> None:
    assert fake_parts.make_bench(b"dice", dice=DiceLine(fake_parts.PlainUart(), 2)).ask(
        b"HELLO 1"
    ) == (
        b"OK HELLO proto=1 fw=0.2.0 board=dice uid=e6614103e7 boot=8a45a250"
        b" cells=0 bits=1 leds=0 btn=0 dice=2 map=- max=320 ma=0"
    )


@pytest.mark.parametrize("version", [b"0", b"2", b"99999"])
def test_other_protocol_version_is_refused_with_the_supported_one(version: bytes) -> None:
    assert fake_parts.make_bench().ask(b"HELLO " + version) == b"ERR proto 1"


@pytest.mark.parametrize(
    ("request_", "answer"),
    [
        *((b"PING a", b"OK PING a"), (b"PING Abc9Abc9Abc9Abc9", b"OK PING Abc9Abc9Abc9Abc9")),
        *((b"SNAP", b"OK S 0 " + b"0" * 32), (b"BTN", b"OK B 0 0 0 0")),
        *((b"ROLL 0", b"OK D 0 0 E -"), (b"LED - ..........................", b"OK LED")),
        *((b"LED 00ff00f0 aaaaaaaaaaaaaaaaaaaaaaaaaa", b"OK LED"), (b"BUZ 0 0", b"OK BUZ")),
        *((b"BUZ 20 1", b"OK BUZ"), (b"BUZ 20000 10000", b"OK BUZ"), (b"SET deb 2", b"OK SET")),
        *((b"SET deb 8", b"OK SET"), (b"SET beat 200", b"OK SET"), (b"SET beat 5000", b"OK SET")),
    ],
)
def test_possible_request_is_carried_out(request_: bytes, answer: bytes) -> None:
    assert fake_parts.whole_bench().ask(request_) == answer


@pytest.mark.parametrize(
    "request_",
    [
        *(b"HELLO", b"HELLO one", b"HELLO 01", b"HELLO -1", b"HELLO 1 1", b"PING", b"PING "),
        *(b"PING abcdefghijklmnopq", b"PING a-b", b"PING a b", b"SNAP 1", b"SNAP ", b"BTN 0"),
        *(b"ROLL", b"ROLL 1", b"ROLL x", b"LED", b"LED -", b"LED - ."),
        *(b"LED 00ff00ff " + b"b" * 26, b"BUZ", b"BUZ 440", b"BUZ 440 0", b"BUZ 0 5", b"BUZ 19 5"),
        *(b"BUZ 20001 5", b"BUZ 440 10001", b"BUZ 440 1000000", b"BUZ +440 100", b"SET deb"),
        *(b"SET deb 1", b"SET deb 9", b"SET deb 04", b"SET beat 199", b"SET beat 5001"),
        *(b"SET bright 9", b"SET thr 6000", b"SET thr 4200,6000", b"SET thr 6000,4200,1"),
        *(b"SET thr 32768,1", b"SET  4", b"RESET 1"),
    ],
)
def test_wrong_argument_is_refused_as_such(request_: bytes) -> None:
    assert fake_parts.whole_bench().ask(request_) == b"ERR arg"


@pytest.mark.parametrize("request_", [b"JUMP", b"hello 1", b"OK", b" SNAP", b" ", b"S 1 00", b"~"])
def test_unknown_verb_is_refused_as_such(request_: bytes) -> None:
    assert fake_parts.whole_bench().ask(request_) == b"ERR verb"


@pytest.mark.parametrize(
    "request_",
    [
        *(b"SNAP", b"BTN", b"ROLL 0", b"LED - .", b"BUZ 440 100", b"RAW 0", b"SET deb 4"),
        b"SET thr 6000,4200",
    ],
)
def test_a_part_that_is_not_there_is_named(request_: bytes) -> None:
    assert fake_parts.make_bench().ask(request_).startswith(b"ERR hw no ")


def test_contacts_have_nothing_to_calibrate() -> None:
    board = fake_parts.whole_bench()

    assert board.ask(b"RAW 0") == b"ERR hw these sensors measure nothing"
    assert board.ask(b"SET thr 6000,4200") == b"ERR hw these sensors measure nothing"


def test_magnetic_sensors_report_raw_values() -> None:
    switches = fake_parts.PlainSensors(bits=2, measures=True)
    board = fake_parts.greeted_bench(sensors=switches)

    assert board.ask(b"RAW 15") == b"OK RAW 15 120 121 122 123 124 125 126 127"
    assert board.ask(b"RAW 16") == b"ERR arg"
    assert board.ask(b"RAW 32") == b"ERR arg"
    assert board.ask(b"SET thr 7000,5000") == b"OK SET"
    assert switches.thresholds == (7000, 5000)


def test_colours_are_reported_in_two_bits_each() -> None:
    switches = fake_parts.PlainSensors(count=3, bits=2, state=0b01_10_11)
    assert fake_parts.greeted_bench(sensors=switches).ask(b"SNAP") == b"OK S 0 6c"


def test_a_reset_comes_after_its_answer() -> None:
    board = fake_parts.greeted_bench()

    assert board.ask(b"RESET") == b"OK RESET"
    assert board.chip.restarts == 0
    board.run(100)
    assert board.chip.restarts == 1
