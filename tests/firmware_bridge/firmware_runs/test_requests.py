"""The firmware answers each request as docs/wire.md says."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.rigs.micropython.simulated_pico import Interpreter, Lamp, Pico
from tests.rigs.wire.raw_host import RawHost, wire_line

GREEN = "00ff00ff"
ALL_DARK = "." * 26


@pytest.fixture(scope="module")
def pico(interpreter: Interpreter, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pico]:
    """One Pico for all these tests, each of which leaves it as it was."""
    made = Pico(interpreter, Path(tmp_path_factory.mktemp("requests"), "usb"))
    made.plug()
    yield made
    made.unplug()
    assert made.world.outputs.tracebacks == []


def test_hello_describes_the_whole_board(talk: RawHost) -> None:
    fields = talk.hello()

    assert fields["uid"] == "e6614103e7"
    assert len(fields["boot"]) == 8
    assert {key: fields[key] for key in fields if key not in ("uid", "boot", "fw")} == {
        "proto": "1",
        "board": "kibitz",
        "cells": "128",
        "bits": "1",
        "leds": "26",
        "btn": "4",
        "dice": "0",
        "map": "p5",
        "max": "320",
        "ma": "400",
        "game": "backgammon",
        "at": "points:5,bar:4",
        "lit": "points,bar",
    }


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        *(("PING abc123", "OK PING abc123"), ("PING ABCDEFGHIJKLMNOP", "OK PING ABCDEFGHIJKLMNOP")),
        *(("BTN", "OK B 0 0 0 0"), (f"LED {GREEN} {'a' * 26}", "OK LED")),
        *((f"LED - {ALL_DARK}", "OK LED"), ("BUZ 2000 20", "OK BUZ"), ("BUZ 0 0", "OK BUZ")),
        *(("SET deb 4", "OK SET"), ("SET beat 1000", "OK SET")),
    ],
)
def test_possible_request_is_carried_out(talk: RawHost, asked: str, answer: str) -> None:
    assert talk.ask(asked) == answer


REFUSED = {
    "ERR proto 1": ("HELLO 2", "HELLO 0"),
    "ERR arg": (
        *("HELLO", "HELLO one", "PING", "PING ABCDEFGHIJKLMNOPQ", "PING a-b"),
        *("LED", f"LED - {ALL_DARK}.", f"LED - {ALL_DARK[1:]}", f"LED - a{ALL_DARK[1:]}"),
        *(f"LED {GREEN} b{ALL_DARK[1:]}", f"LED {GREEN[1:]} {ALL_DARK}"),
        *(f"LED {GREEN.replace('f', 'x')} {ALL_DARK}", "BUZ", "BUZ 2000", "BUZ loud long"),
        *("BUZ -1 5", "SET", "SET deb", "SET deb 1", "SET deb 9", "SET deb 4.5"),
        *("SET beat 199", "SET beat 5001", "SET colour 1"),
    ),
    "ERR hw these sensors measure nothing": ("RAW 0",),
    "ERR hw no dice": ("ROLL 0",),
    "ERR verb": ("FLY", "ping x", "OK PING x"),
}


@pytest.mark.parametrize(
    ("asked", "answer"), [(asked, answer) for answer, many in REFUSED.items() for asked in many]
)
def test_impossible_request_is_refused(talk: RawHost, asked: str, answer: str) -> None:
    assert talk.ask(asked) == answer


def test_snap_reports_all_switches(pico: Pico, talk: RawHost) -> None:
    pico.world.press(0, 127)
    talk.hear(lambda body: body.startswith("S ") and body.endswith(" 8" + "0" * 30 + "1"))

    ok, letter, _, bits = talk.ask("SNAP").split(" ")

    assert (ok, letter, bits) == ("OK", "S", "8" + "0" * 30 + "1")
    pico.world.release(0, 127)


def test_the_same_request_twice_is_answered_twice(talk: RawHost) -> None:
    talk.send(wire_line(0x77, "PING once") * 2)

    answers = [talk.answer_to(0x77), talk.answer_to(0x77)]
    assert answers == ["OK PING once"] * 2


@pytest.mark.parametrize(
    "noise",
    [
        *(b"\n", b"\r\n\r\n", b"hello\n", b"\x00\xff\xfe\x80" * 100 + b"\n"),
        *(b"<01OK PING x*00000000\n", b">01PING x*00000000\n", b"AT\r\nATZ\r\n"),
        *(wire_line(1, "PING x").lower(), wire_line(1, "PING x" * 100)),
        *(wire_line(1, "PING x")[:-1], wire_line(0, "PING x")),
    ],
    ids=lambda noise: repr(noise[:12]),
)
def test_request_after_noise_is_answered(talk: RawHost, noise: bytes) -> None:
    talk.send(noise)
    assert talk.ask("PING after") == "OK PING after"


def test_request_after_a_long_flood_is_answered(talk: RawHost) -> None:
    for _ in range(20):
        talk.send(bytes(range(4, 256)) * 2)
        assert talk.ask("PING alive") == "OK PING alive"


def test_the_heartbeat_counts_the_noise(talk: RawHost) -> None:
    before = beat(talk)
    talk.send(b"noise\n")

    assert int(beat(talk)["bad"]) == int(before["bad"]) + 1


@pytest.mark.release
def test_heartbeat_interval_can_be_set(talk: RawHost) -> None:
    assert talk.ask("SET beat 200") == "OK SET"
    first = int(beat(talk)["up"])
    beats = 0
    while int(beat(talk)["up"]) <= first + 1:
        beats += 1

    assert 4 <= beats <= 11
    assert talk.ask("SET beat 1000") == "OK SET"


def test_heartbeat_describes_the_state_of_the_board(talk: RawHost) -> None:
    fields = talk.hello()

    heard = beat(talk)

    assert [*heard] == ["boot", "up", "cells", "btn", "dice", "bad", "over", "mem"]
    assert heard["boot"] == fields["boot"]
    assert heard["btn"] == "0,0,0,0"
    assert heard["dice"] == "-"
    assert heard["cells"] == talk.ask("SNAP").split(" ")[2]
    assert int(heard["mem"]) > 0


def test_reset_board_has_another_boot_id_at_the_same_port(pico: Pico) -> None:
    with RawHost(pico.port) as talk:
        before = talk.hello()
        pico.world.outputs.events.clear()
        assert talk.ask("RESET") == "OK RESET"
        pico.world.until(lambda: "booted" in pico.world.outputs.events, "a new start")
    with RawHost(pico.port) as talk:
        after = talk.hello()

    assert after["uid"] == before["uid"]
    assert after["boot"] != before["boot"]
    assert pico.world.lamps == () or pico.world.lamps[0] != Lamp(0, 255, 0)


def beat(talk: RawHost) -> dict[str, str]:
    """The next heartbeat."""
    return dict(pair.split("=", 1) for pair in talk.hear("H ").split(" ")[1:])
