"""The messages and actions of a board without a request."""

from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.pico.dice_line import DiceLine
from firmware_bridge.pico.framing import FROM_HOST, encode
from tests.rigs.firmware import fake_parts as parts

ALONE_LAMPS = {(8, 0, 8), (0, 0, 0)}
NO_LIGHT = (0, 0, 0)


def run_with_host(board: parts.BoardBench, milliseconds: int) -> list[bytes]:
    """The messages of a board while the host sends something every half second."""
    messages = []
    for _ in range(milliseconds // 500):
        messages += board.unrequested(500)
        board.ask(b"PING 1")
    return messages


def test_change_is_reported_once_and_as_a_whole() -> None:
    board = parts.greeted_bench(sensors=(switches := parts.PlainSensors()))

    switches.put(0, 127)

    assert board.unrequested(100) == [b"S 1 8" + b"0" * 30 + b"1"]
    assert board.ask(b"SNAP") == b"OK S 1 8" + b"0" * 30 + b"1"
    switches.put()
    assert board.unrequested(100) == [b"S 2 " + b"0" * 32]


def test_change_is_reported_as_soon_as_the_contact_has_settled() -> None:
    board = parts.greeted_bench(sensors=(switches := parts.PlainSensors()))

    switches.put(5)

    assert board.unrequested(15) == []
    assert len(board.unrequested(6)) == 1


def test_glitch_of_four_milliseconds_is_never_reported() -> None:
    for samples in (b"2", b"4", b"8"):
        switches = parts.PlainSensors()
        board = parts.greeted_bench(sensors=switches)
        board.ask(b"SET deb " + samples)
        for pause in range(5, 30):
            switches.put(*range(128))
            assert board.unrequested(4) == []
            switches.put()
            assert board.unrequested(pause) == []
        assert board.ask(b"SNAP") == b"OK S 0 " + b"0" * 32


def test_more_samples_take_longer() -> None:
    board = parts.greeted_bench(sensors=(switches := parts.PlainSensors()))
    board.ask(b"SET deb 8")

    switches.put(1)

    assert board.unrequested(34) == []
    assert len(board.unrequested(7)) == 1


def test_initial_checkers_are_not_a_change() -> None:
    switches = parts.PlainSensors()
    switches.put(3)

    assert parts.greeted_bench(sensors=switches).ask(b"SNAP") == b"OK S 0 1" + b"0" * 31


def test_requests_wait_until_the_sensors_have_settled() -> None:
    board = parts.make_bench(sensors=parts.PlainSensors())
    board.board.sensors.settling = 1  # type: ignore[union-attr]  # it has some
    board.line.to_board += encode(FROM_HOST, 1, b"SNAP")

    board.board.tick()

    assert board.line.to_board


def test_presses_are_counted_and_wrap_around() -> None:
    board = parts.greeted_bench(buttons=(keys := parts.PlainButtons()))

    for press in range(1, 258):
        keys.held = 0b0100
        assert board.unrequested(25) == [b"B 0 0 %d 0" % (press % 256)]
        keys.held = 0
        assert board.unrequested(25) == []
        board.ask(b"PING 1")


def test_a_button_held_at_the_start_was_not_pressed() -> None:
    keys = parts.PlainButtons(held=0b1111)
    board = parts.greeted_bench(buttons=keys)

    keys.held = 0

    assert board.unrequested(50) == []
    assert board.ask(b"BTN") == b"OK B 0 0 0 0"


def test_ungreeted_board_sends_only_heartbeats_and_responses() -> None:
    switches, keys = parts.PlainSensors(), parts.PlainButtons()
    board = parts.make_bench(sensors=switches, buttons=keys)
    board.ask(b"PING 1")

    switches.put(1)
    keys.held = 1

    assert run_with_host(board, 5000) == []
    assert board.ask(b"SNAP").startswith(b"OK S 1 ")


def test_the_first_heartbeat_comes_at_the_start() -> None:
    assert parts.make_bench(sensors=parts.PlainSensors()).heard[0][1] == (
        b"H boot=8a45a250 up=0 cells=0 btn=- dice=- bad=0 over=0 mem=150000"
    )


def test_heartbeat_has_generations_and_counts() -> None:
    switches, keys, uart = parts.PlainSensors(), parts.PlainButtons(), parts.PlainUart()
    board = parts.greeted_bench(sensors=switches, buttons=keys, dice=DiceLine(uart, 2))
    switches.put(1)
    keys.held = 0b10
    uart.say(b"D 1 7 R -")
    board.send(b"nonsense\n")

    assert board.beats(1000)[-1] == (
        b"H boot=8a45a250 up=1 cells=1 btn=0,1,0,0 dice=0,1 bad=1 over=0 mem=150000"
    )


def test_heartbeat_interval_can_be_set() -> None:
    board = parts.greeted_bench()

    assert len(board.beats(3000)) == 3
    board.ask(b"SET beat 200")
    assert len(board.beats(2000)) == 10


def test_board_with_a_silent_host_sends_only_heartbeats() -> None:
    board = parts.greeted_bench(sensors=(switches := parts.PlainSensors()))
    board.run(3000)

    switches.put(1)

    assert board.unrequested(2000) == []
    assert len(board.beats(2000)) == 2
    board.ask(b"PING 1")
    assert board.heard[-1] == (0, b"S 1 4" + b"0" * 31)


def test_all_lamps_shine_dimly_at_the_start() -> None:
    strip = parts.PlainStrip()

    parts.make_bench(strip=strip)

    assert set(strip.lamps) == {(3, 3, 3)}


def test_lamps_are_dark_once_there_is_a_host() -> None:
    board = parts.greeted_bench(strip=(strip := parts.PlainStrip()))

    board.run(1)

    assert set(strip.lamps) == {NO_LIGHT}


def test_lamps_show_the_loss_of_the_host_and_then_its_picture_again() -> None:
    board = parts.greeted_bench(strip=(strip := parts.PlainStrip()))
    board.ask(b"LED 00ff00ff a" + b"." * 25)
    board.run(2990)
    assert strip.lamps == [(0, 255, 0)] + [NO_LIGHT] * 25

    board.run(20)
    before = len(strip.shown)
    board.run(1000)

    assert set(strip.lamps) == ALONE_LAMPS
    assert len(set(strip.shown[before:])) == 2
    board.ask(b"PING 1")
    board.run(1)
    assert strip.lamps == [(0, 255, 0)] + [NO_LIGHT] * 25


def test_new_host_finds_dark_lamps() -> None:
    board = parts.greeted_bench(strip=(strip := parts.PlainStrip()))
    board.ask(b"LED 00ff00ff a" + b"." * 25)
    board.run(4000)

    board.ask(b"HELLO 1")
    board.run(1)

    assert set(strip.lamps) == {NO_LIGHT}


def test_a_board_that_was_never_greeted_is_alone() -> None:
    strip = parts.PlainStrip()
    board = parts.make_bench(strip=strip)

    run_with_host(board, 4000)

    assert set(strip.lamps) == ALONE_LAMPS


def test_lamps_blink_in_eighths_of_a_second() -> None:
    strip = parts.PlainStrip(count=2)
    board = parts.greeted_bench(strip=strip)
    board.ask(b"LED 0a0000f00b0000a0 ab")
    shown = []
    board.run(1000 - board.clock.at)

    for _ in range(8):
        board.run(125)
        shown.append("".join("#" if lamp != NO_LIGHT else "." for lamp in strip.lamps))

    assert shown[-1:] + shown[:-1] == ["##", "#.", "##", "#.", "..", "..", "..", ".."]


def test_steady_picture_is_sent_again_once_a_second() -> None:
    board = parts.greeted_bench(strip=(strip := parts.PlainStrip()))
    board.ask(b"LED 0a0000ff " + b"a" * 26)
    board.run(5)
    before = len(strip.shown)

    run_with_host(board, 4000)

    assert 3 <= len(strip.shown) - before <= 5


def test_a_wrong_picture_changes_nothing() -> None:
    board = parts.greeted_bench(strip=(strip := parts.PlainStrip()))
    board.ask(b"LED 0a0000ff " + b"a" * 26)

    board.ask(b"LED 0a0000ff " + b"b" * 26)
    board.run(1)

    assert set(strip.lamps) == {(10, 0, 0)}


def test_a_sound_ends_by_itself() -> None:
    board = parts.greeted_bench(piezo=(piezo := parts.PlainPiezo()))

    board.ask(b"BUZ 880 120")

    board.run(119)
    assert piezo.hertz == 880
    board.run(1)
    assert piezo.hertz == 0


def test_a_sound_can_be_ended_and_replaced() -> None:
    board = parts.greeted_bench(piezo=(piezo := parts.PlainPiezo()))
    board.ask(b"BUZ 880 1000")

    board.ask(b"BUZ 440 500")
    assert piezo.hertz == 440
    board.ask(b"BUZ 0 0")

    assert piezo.hertz == 0


def test_a_sound_ends_with_its_host() -> None:
    board = parts.greeted_bench(piezo=(piezo := parts.PlainPiezo()))
    board.ask(b"BUZ 880 10000")

    board.run(3000)

    assert piezo.hertz == 0


def test_a_host_that_does_not_read_gets_the_newest_state_when_it_does() -> None:
    board = parts.greeted_bench(sensors=(switches := parts.PlainSensors()))
    board.line.is_read = False
    for sensor in range(100):
        switches.put(sensor)
        board.run(25)
    switches.put(7)
    board.line.to_board += encode(FROM_HOST, 1, b"PING 1") + encode(FROM_HOST, 2, b"PING 2")
    board.run(25)

    board.line.is_read = True

    assert board.run(10) == [
        (2, b"OK PING 2"),
        (0, b"S 101 01" + b"0" * 30),
        (0, b"H boot=8a45a250 up=2 cells=101 btn=- dice=- bad=0 over=%d mem=150000" % 22),
    ]


def test_time_goes_on_for_weeks() -> None:
    board = parts.greeted_bench(sensors=(switches := parts.PlainSensors()))
    board.clock.at += 40 * 24 * 3600 * 1000

    assert board.ask(b"HELLO 1").startswith(b"OK HELLO")
    switches.put(1)

    assert board.unrequested(50) == [b"S 1 4" + b"0" * 31]
    assert board.beats(1000)[-1].startswith(b"H boot=8a45a250 up=3456001 ")


@given(st.lists(st.binary(max_size=400), max_size=20))
def test_any_bytes_neither_crash_nor_change_a_board(pieces: list[bytes]) -> None:
    strip, piezo = parts.PlainStrip(), parts.PlainPiezo()
    board = parts.greeted_bench(
        sensors=parts.PlainSensors(), strip=strip, buttons=parts.PlainButtons(), piezo=piezo
    )
    board.run(1)
    before = strip.lamps

    for piece in pieces:
        board.send(piece)
    board.send(b"\n")

    assert board.unrequested(20) == []
    assert (strip.lamps, piezo.hertz, board.chip.restarts) == (before, 0, 0)
    assert board.ask(b"SNAP") == b"OK S 0 " + b"0" * 32


@given(
    st.lists(
        st.tuples(
            st.sampled_from(b"HELLO PING SNAP BTN ROLL LED BUZ SET RAW ?".split()),
            st.lists(st.text("0123456789abf.,-_+ \t~Z", max_size=60), max_size=4),
        ),
        max_size=10,
    )
)
def test_every_request_has_exactly_one_response(requests: list[tuple[bytes, list[str]]]) -> None:
    switches, strip = parts.PlainSensors(bits=2, measures=True), parts.PlainStrip(count=3)
    board = parts.whole_bench(sensors=switches, strip=strip, dice=DiceLine(parts.PlainUart(), 2))

    for verb, words in requests:
        body = b" ".join([verb, *(word.encode() for word in words)]).replace(b"\t", b"")[:300]
        assert board.ask(body)[:3] in (b"OK ", b"ERR")
